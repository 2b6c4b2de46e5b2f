//! The one way through: a request runs, its events are shown, its answer is handed out.

use anyhow::anyhow;
use tilewright_grid::Seed;
use tilewright_tasks::Verdict::Stopped;
use tilewright_tasks::{Answer, Head, Keeping, Request};

use super::asked::Asked;
use super::command::CHECKPOINT;
use super::desk::Desk;
use super::log::Log;
use super::manner::Manner;
use super::outputs::{self, Outputs};
use crate::context::Context;
use crate::failure::{Failure, Hint as _, Verdict};

/// Runs a request, or resumes its run, and hands out what comes of it.
pub(super) fn run(
    mut asked: Asked,
    is_stdin_taken: bool,
    context: &Context,
) -> Result<Verdict, Failure> {
    let Asked { request, manner, outputs, .. } = &asked;
    let named: Vec<_> = outputs.iter().map(|(output, _)| *output).collect();
    request.check_outputs(&named).map_err(|refusal| manner.failure(refusal))?;
    let outputs = Outputs::new(&asked, context)?;
    let log = match outputs::log(&asked)? {
        Some(place) => {
            let header = asked.header(context)?;
            let is_own = |name: &str| asked.request.is_own(name);
            Some(Log::open(place, header, is_own, context)?)
        }
        None => None,
    };
    finish(asked.request, asked.manner, &outputs, log, context, is_stdin_taken)
}

/// Does what is left of a request, and hands out what comes of it.
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
        context.heed_interrupt();
    }
    let desk = Desk::of_request(context, manner, outputs, log.as_ref(), is_stdin_taken);
    let earlier = request.earlier_seed(&desk);
    let chosen = seed(&mut *request, log.as_ref(), earlier, context);
    let head = request.head()?;
    let desk = desk.with_head(&head, chosen);
    let answer = request.run(&desk);
    if answer.is_ok() {
        desk.say_seed();
    }
    desk.close()?;
    let answer = answer.map_err(|refusal| manner.failure(refusal))?;
    let end = End { answer: &*answer, head: &head, outputs, context };
    match log {
        Some(log) if log.is_part() => end_part(&*answer, log, context),
        Some(log) if answer.verdict() == Stopped => end.interrupted(&log),
        log => end.written(log, keeps),
    }
}

/// The seed that was chosen, where nobody named one: it is put into the request. A flag wins over
/// the document, and a run that is resumed has its seed.
fn seed(
    request: &mut dyn Request,
    log: Option<&Log>,
    earlier: Option<Seed>,
    context: &Context,
) -> Option<Seed> {
    let seed = request.seed()?;
    // From here on Ctrl-C is heeded, so that a run is stopped and not killed.
    context.heed_interrupt();
    let kept = log.and_then(Log::seed).or(earlier);
    let known = context.asked_seed().or(*seed).or(kept);
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
    /// Of one that the same command resumes: outputs would stand in its way.
    fn interrupted(&self, log: &Log) -> Result<Verdict, Failure> {
        if log.is_merged() {
            return Err(anyhow!("the parts lack items")).hint("run them again");
        }
        self.show()?;
        self.context.say(&interrupted(self.answer, Some(log), true));
        Ok(Verdict::Interrupted)
    }

    /// Of one whose outputs are written. What was stopped up to here keeps what it has; from here
    /// on the drawing is stopped.
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

    /// Shows the answer on stdout.
    fn show(&self) -> Result<(), Failure> {
        let Self { answer, head, outputs, context } = *self;
        if context.json {
            let json = answer.json(head)?;
            return json.map_or(Ok(()), |json| context.print(&json).map(drop));
        }
        let text = answer.text(context.medium());
        match outputs.stdout() {
            // The product has taken the place of the text.
            Some("output") => Ok(()),
            Some(_) => {
                text.lines().for_each(|line| context.say(line));
                Ok(())
            }
            None => context.print(text.as_bytes()).map(drop),
        }
    }
}

/// The end of a run that did a share of the items: it has no answer of its own.
fn end_part(
    answer: &dyn Answer,
    log: Log,
    context: &Context,
) -> Result<Verdict, Failure> {
    let told = interrupted(answer, Some(&log), true);
    if log.finish_part(context)? {
        return Ok(Verdict::Done);
    }
    context.say(&told);
    Ok(Verdict::Interrupted)
}

/// What is said of a run that was stopped.
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
