//! Runs a request: shows its events, prints its answer, writes its outputs.

use anyhow::anyhow;
use tilewright_grid::Seed;
use tilewright_tasks::Verdict::Stopped;
use tilewright_tasks::{Answer, Head, Keeping, Request};

use super::command::CHECKPOINT;
use super::host::CliHost;
use super::job::Job;
use super::log::{Log, resumed_from};
use super::manner::Manner;
use super::outputs::{self, Outputs};
use crate::context::Context;
use crate::failure::{Failure, Hint as _, Verdict};

/// Runs a job, or resumes an earlier run of it.
pub(super) fn run(
    mut job: Job,
    is_stdin_taken: bool,
    context: &Context,
) -> Result<Verdict, Failure> {
    let Job { request, manner, outputs, .. } = &job;
    let named: Vec<_> = outputs.iter().map(|(output, _)| *output).collect();
    request.check_outputs(&named).map_err(|refusal| manner.failure(refusal))?;
    let outputs = Outputs::new(&job, context)?;
    let log = match outputs::log(&job)? {
        Some(place) => {
            let header = job.header(context)?;
            let is_own = |name: &str| job.request.is_own(name);
            Some(Log::open(place, header, is_own, context)?)
        }
        None => None,
    };
    finish(job.request, job.manner, &outputs, log, context, is_stdin_taken)
}

/// Does what is left of a request, prints its answer and writes its outputs.
pub(super) fn finish(
    mut request: Box<dyn Request>,
    manner: Manner,
    outputs: &Outputs,
    log: Option<Log>,
    context: &Context,
    is_stdin_taken: bool,
) -> Result<Verdict, Failure> {
    let keeps = request.keeping() != Keeping::Nothing;
    if keeps {
        context.catch_interrupt();
    }
    let host =
        CliHost::of_request(context, manner, outputs, log.as_ref(), is_stdin_taken);
    let earlier = request.earlier_seed(&host);
    let chosen = set_seed(&mut *request, log.as_ref(), earlier, context);
    let head = request.head()?;
    let resumed = earlier.zip(outputs.earlier(CHECKPOINT));
    let report = match (chosen, resumed) {
        (Some(seed), _) => Some(format!("seed: {seed}")),
        (None, Some((seed, path))) => Some(resumed_from(path, Some(seed))),
        (None, None) => None,
    };
    let host = host.with_head(&head, report);
    let answer = request.run(&host);
    if answer.is_ok() {
        host.say_report();
    }
    host.close()?;
    let answer = answer.map_err(|refusal| manner.failure(refusal))?;
    let end = End { answer: &*answer, head: &head, outputs, context };
    match log {
        Some(log) if log.is_part() => end_part(&*answer, log, context),
        Some(log) if answer.verdict() == Stopped => end.interrupted(&log),
        log => end.written(log, keeps),
    }
}

/// Sets the seed of a request, and returns it if it was chosen at random. A flag overrides the
/// document; a resumed run has the seed of the earlier one.
fn set_seed(
    request: &mut dyn Request,
    log: Option<&Log>,
    earlier: Option<Seed>,
    context: &Context,
) -> Option<Seed> {
    let seed = request.seed()?;
    // The seed is reported next: from here on Ctrl-C stops the run, and does not kill it.
    context.catch_interrupt();
    let kept = log.and_then(Log::seed).or(earlier);
    let known = context.given_seed().or(*seed).or(kept);
    let chosen = known.is_none().then(Context::chosen_seed);
    *seed = known.or(chosen);
    if let Some((log, seed)) = log.zip(*seed) {
        log.set_seed(seed);
    }
    chosen
}

/// The end of a run that has an answer.
struct End<'a> {
    answer: &'a dyn Answer,
    head: &'a Head,
    outputs: &'a Outputs,
    context: &'a Context,
}

impl End<'_> {
    /// Ends a stopped run that can be resumed. It writes no outputs: the same command would refuse
    /// to replace them.
    fn interrupted(&self, log: &Log) -> Result<Verdict, Failure> {
        if log.is_merged() {
            return Err(anyhow!("the parts are incomplete")).hint("run them again");
        }
        self.show()?;
        self.context.say(&interrupted(self.answer, Some(log), true));
        Ok(Verdict::Interrupted)
    }

    /// Ends a run that writes its outputs. If Ctrl-C stopped the task, the outputs have its results
    /// so far; if it is pressed from here on, it stops the drawing.
    fn written(&self, log: Option<Log>, keeps: bool) -> Result<Verdict, Failure> {
        let Self { answer, head, outputs, context } = *self;
        let written = outputs.made(answer, head, context)?;
        let undrawn = written.undrawn();
        let begun = log.as_ref().filter(|log| log.is_begun()).and_then(Log::path);
        if let Some((undrawn, path)) = undrawn.as_ref().zip(begun) {
            self.show()?;
            context.say(&format!(
                "interrupted: {undrawn} is not drawn; no file is written, the same command \
                 resumes from {}",
                path.display()
            ));
            return Ok(Verdict::Interrupted);
        }
        written.write(context)?;
        self.show()?;
        if answer.verdict() == Stopped {
            context.say(&interrupted(answer, None, keeps));
        }
        log.map_or(Ok(()), Log::finish)?;
        let Some(undrawn) = undrawn else { return Ok(answer.verdict().into()) };
        context.say(&format!("interrupted: {undrawn} is not drawn"));
        Ok(Verdict::Interrupted)
    }

    /// Prints the answer.
    fn show(&self) -> Result<(), Failure> {
        let Self { answer, head, outputs, context } = *self;
        if context.json {
            let json = answer.json(head)?;
            return json.map_or(Ok(()), |json| context.print(&json).map(drop));
        }
        let text = answer.text(context.medium());
        match outputs.stdout() {
            // The main output was written to stdout instead of the text.
            Some("output") => Ok(()),
            Some(_) => {
                text.lines().for_each(|line| context.say(line));
                Ok(())
            }
            None => context.print(text.as_bytes()).map(drop),
        }
    }
}

/// Ends a run of one part, which has no answer of its own.
fn end_part(
    answer: &dyn Answer,
    log: Log,
    context: &Context,
) -> Result<Verdict, Failure> {
    let line = interrupted(answer, Some(&log), true);
    if log.finish_part(context)? {
        return Ok(Verdict::Done);
    }
    context.say(&line);
    Ok(Verdict::Interrupted)
}

/// The line that reports that a run was stopped, and how to resume it.
fn interrupted(answer: &dyn Answer, log: Option<&Log>, keeps: bool) -> String {
    let reached = answer.reached().unwrap_or_else(|| "stopped before the end".to_owned());
    let begun = log.filter(|log| log.is_begun());
    let rest = match (log, begun, begun.and_then(Log::path)) {
        (None, ..) if keeps => format!("; with --{CHECKPOINT} FILE it can be resumed"),
        (None, ..) => String::new(),
        (_, Some(log), Some(path)) => {
            let unwritten = if log.is_in_folder() { "" } else { " no file is written," };
            let path = path.display();
            format!(";{unwritten} the same command resumes from {path}")
        }
        _ => "; no file is written, and nothing is kept".to_owned(),
    };
    format!("interrupted: {reached}{rest}")
}
