//! Runs a request: shows its events, prints its answer, writes its outputs.

use std::sync::Mutex;

use anyhow::anyhow;
use tilewright_tasks::{Answer, ResumeSupport, ServedAnswer};

use super::command::CHECKPOINT;
use super::host::CliHost;
use super::log::Log;
use super::outputs::{self, Outputs};
use super::record::{Recorder, Recording, open};
use super::task_command::TaskCommand;
use crate::context::Context;
use crate::failure::{Failure, Hint as _, Verdict};

/// Runs a command, or resumes an earlier run of it.
pub(super) fn run(
    mut asked: TaskCommand,
    stdin: Option<&'static str>,
    context: &Context,
) -> Result<Verdict, Failure> {
    let TaskCommand { request, manner, outputs, .. } = &asked;
    let named: Vec<_> = outputs.iter().map(|(output, _)| *output).collect();
    request.check_outputs(&named).map_err(|refusal| manner.failure(refusal))?;
    let outputs = Outputs::new(&asked, context)?;
    let recording = recording(&asked, context)?;
    let log = match outputs::log(&asked)? {
        Some(place) => {
            let header = asked.header(context)?;
            let folder = asked.request.folder();
            let is_own = |name: &str| folder.is_some_and(|is_own| is_own(name));
            Some(Log::open(place, header, is_own, context)?)
        }
        None => None,
    };

    let run = Run { outputs: &outputs, log, recording, stdin };
    finish(asked, run, context)
}

/// How the run of a command is recorded.
pub(super) fn recording(
    asked: &TaskCommand,
    context: &Context,
) -> Result<Recording, Failure> {
    if !context.records {
        return Ok(Recording::Off);
    }
    if asked.part.is_some() {
        return Err(anyhow!("a part of a run has no answer to record"))
            .hint("leave --record-run out");
    }
    Ok(Recording::New(Box::new(open(context)?), asked.entry.name))
}

/// What a run needs besides its request.
pub(super) struct Run<'a> {
    pub(super) outputs: &'a Outputs,
    pub(super) log: Option<Log>,
    pub(super) recording: Recording,
    /// Why stdin cannot be read, if it cannot.
    pub(super) stdin: Option<&'static str>,
}

/// Does what is left of a request, prints its answer and writes its outputs.
pub(super) fn finish(
    asked: TaskCommand,
    run: Run<'_>,
    context: &Context,
) -> Result<Verdict, Failure> {
    let TaskCommand { entry, request, manner, .. } = asked;
    let Run { outputs, log, recording, stdin } = run;
    let keeps = request.keeping() != ResumeSupport::Nothing;

    if keeps {
        context.catch_interrupt();
    }

    let mut host = CliHost::new(context);
    (host.manner, host.outputs, host.log) = (manner, Some(outputs), log.as_ref());
    (host.recording, host.stdin) = (Mutex::new(recording), stdin);
    let served = tilewright_tasks::Job { entry, request }.run(&host);

    if served.is_ok() {
        host.say_report();
    }

    let (recorder, closed) = host.close();
    let served = match served {
        Ok(served) => served,
        Err(refusal) => {
            let refused = recorder.map_or(Ok(()), |it| it.refuse(&refusal));
            return Err(closed
                .and(refused)
                .err()
                .unwrap_or_else(|| manner.failure(refusal)));
        }
    };

    let recorder = recorder.as_ref();
    let end = End { served: &served, outputs, recorder, context };
    let shown = closed.and_then(|()| match log {
        Some(log) if log.is_part() => end_part(&*served.answer, log, context),
        Some(log) if served.answer.verdict() == Verdict::Stopped => end.interrupted(&log),
        log => end.written(log, keeps),
    });

    // The answer is shown first: it must not be lost if it cannot be recorded.
    let kept = recorder.map_or(Ok(()), |it| it.finish(&served, context));
    shown.and_then(|verdict| kept.map(|()| verdict))
}

/// The end of a run that has an answer.
struct End<'a> {
    served: &'a ServedAnswer,
    outputs: &'a Outputs,
    recorder: Option<&'a Recorder>,
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
        self.context.say(&interrupted(&*self.served.answer, Some(log), None, true));
        Ok(Verdict::Stopped)
    }

    /// Ends a run that writes its outputs. If Ctrl-C stopped the task, the outputs have its results
    /// so far; if it is pressed from here on, it stops the drawing.
    fn written(&self, log: Option<Log>, keeps: bool) -> Result<Verdict, Failure> {
        let Self {
            served: ServedAnswer { answer, head, .. },
            outputs,
            recorder,
            context,
        } = *self;
        let written = outputs.made(&**answer, head, context)?;
        let undrawn = written.undrawn();
        let begun =
            log.as_ref().filter(|log| log.is_begun()).and_then(|log| log.path.as_ref());

        if let Some((undrawn, path)) = undrawn.as_ref().zip(begun) {
            self.show()?;
            context.say(&format!(
                "interrupted: {undrawn} is not drawn; no file is written, the same command \
                 resumes from {}",
                path.display()
            ));

            return Ok(Verdict::Stopped);
        }

        let written = written.write(context);
        // The work is done: what it found is shown, wherever its files were to go.
        self.show()?;
        written?;

        if answer.verdict() == Verdict::Stopped {
            context.say(&interrupted(&**answer, None, recorder, keeps));
        }

        log.map_or(Ok(()), Log::finish)?;
        let Some(undrawn) = undrawn else { return Ok(answer.verdict()) };

        context.say(&format!("interrupted: {undrawn} is not drawn"));
        Ok(Verdict::Stopped)
    }

    /// Prints the answer.
    fn show(&self) -> Result<(), Failure> {
        let Self { served: ServedAnswer { answer, head, .. }, outputs, context, .. } =
            *self;
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
    let line = interrupted(answer, Some(&log), None, true);
    if log.finish_part(context)? {
        return Ok(Verdict::Done);
    }
    context.say(&line);
    Ok(Verdict::Stopped)
}

/// The line that reports that a run was stopped, and how to resume it.
fn interrupted(
    answer: &dyn Answer,
    log: Option<&Log>,
    recorder: Option<&Recorder>,
    keeps: bool,
) -> String {
    let reached = answer.reached().unwrap_or_else(|| "stopped before the end".to_owned());
    let begun = log.filter(|log| log.is_begun());
    let rest = match (log, begun, begun.and_then(|log| log.path.as_ref())) {
        (None, ..) if keeps && recorder.is_some() => {
            let id = recorder.map_or_else(String::new, |it| it.id().to_string());
            format!("; tilewright runs resume {id} resumes it")
        }
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
