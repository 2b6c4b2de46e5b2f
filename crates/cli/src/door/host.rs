//! What the command line provides to a task: files, stdin and stdout, the progress bar, Ctrl-C.

mod task;

use std::ops::ControlFlow;
use std::sync::{Mutex, OnceLock};
use std::time::Instant;

use tilewright_draw::Picture;
use tilewright_grid::locked;
use tilewright_tasks::{Event, Head, Item, events};

use super::log::Log;
use super::manner::Manner;
use super::outputs::Outputs;
use super::record::{Recorder, Recording};
use super::scenes::SearchScreen;
use crate::context::{Context, tell};
use crate::failure::{Failure, Verdict};
use crate::progress::Progress;

/// The host of a task that the command line runs; [`task`] implements the trait.
pub(crate) struct CliHost<'a> {
    context: &'a Context,
    pub(super) manner: Manner,
    pub(super) outputs: Option<&'a Outputs>,
    pub(super) log: Option<&'a Log>,
    /// How the run is to be recorded, until it begins.
    pub(super) recording: Mutex<Recording>,
    recorder: OnceLock<Recorder>,
    begun: Instant,
    /// The line that reports the random seed or the resumed checkpoint, until work begins.
    report: Mutex<Option<String>>,
    /// The head of every document, once the work begins.
    head: OnceLock<Head>,
    /// The progress line of the current step.
    progress: Mutex<Option<Progress>>,
    /// The live view of the work.
    screen: Mutex<SearchScreen>,
    /// Why stdin cannot be read, if it cannot.
    pub(super) stdin: Option<&'static str>,
    /// The first failure to write; nothing is written after it. Each move of a game asks whether there is one, without the
    /// lock.
    broken: OnceLock<Failure>,
}

impl<'a> CliHost<'a> {
    /// A host for work without outputs.
    pub(crate) fn new(context: &'a Context) -> Self {
        Self {
            context,
            manner: Manner::Flags,
            outputs: None,
            log: None,
            recording: Mutex::default(),
            recorder: OnceLock::new(),
            begun: Instant::now(),
            report: Mutex::default(),
            head: OnceLock::new(),
            progress: Mutex::default(),
            screen: Mutex::default(),
            stdin: None,
            broken: OnceLock::new(),
        }
    }

    /// Ends the work: its record, and an error if something could not be written.
    pub(super) fn close(self) -> (Option<Recorder>, Result<(), Failure>) {
        (self.recorder.into_inner(), self.broken.into_inner().map_or(Ok(()), Err))
    }

    /// Reports the seed or the checkpoint, once.
    pub(super) fn say_report(&self) {
        if let Some(line) = locked(&self.report).take() {
            self.context.say(&line);
        }
    }

    fn begin(&self, doing: &str, steps: Option<u64>) {
        self.context.catch_interrupt();
        self.say_report();
        *locked(&self.progress) = Some(match steps {
            Some(steps) => Progress::of(self.context, doing, steps),
            None => Progress::waiting(self.context, doing),
        });
    }

    /// `Break` once something could not be written, or Ctrl-C was pressed.
    fn flow(&self) -> ControlFlow<()> {
        match self.broken.get() {
            Some(_) => ControlFlow::Break(()),
            None => self.context.flow(),
        }
    }

    /// Updates the progress line, if there is one.
    fn with(&self, update: impl FnOnce(&Progress)) {
        locked(&self.progress).as_ref().map(update);
    }

    /// Shows the state of the work in the live view, which fills the terminal.
    fn show(&self, scene: &dyn Fn() -> Picture) {
        *locked(&self.progress) = None;
        self.aside(|| locked(&self.screen).show(scene, self.context));
    }

    /// Ends the current step.
    fn end(&self) {
        *locked(&self.progress) = None;
        locked(&self.screen).close(self.context);
    }

    /// Writes something while the progress line is hidden; nothing once something could not be
    /// written.
    fn aside<T>(&self, write: impl FnOnce() -> Result<T, Failure>) {
        if self.broken.get().is_some() {
            return;
        }

        let progress = locked(&self.progress);
        let done = match progress.as_ref() {
            Some(progress) => progress.aside(write),
            None => write(),
        };
        drop(progress);
        if let Err(failure) = done {
            let _ = self.broken.set(failure);
        }
    }

    /// The output that goes to stdout, if one does.
    fn stdout(&self) -> Option<&str> {
        self.outputs.and_then(Outputs::stdout)
    }

    /// Writes a file of an output; in a folder, after the log that identifies the request.
    fn write(&self, output: &str, name: &str, bytes: &[u8]) -> Result<(), Failure> {
        let Some(outputs) = self.outputs else { return Ok(()) };
        if let Some(log) = self.log.filter(|log| log.is_in_folder()) {
            log.begin()?;
        }
        outputs.file(output, name, bytes, self.context)
    }

    /// Says how long work took, as a line for people or as the document of the event.
    fn say_timing(&self, of: &str, times: &[(&'static str, f64)]) -> Result<(), Failure> {
        let line = match self.head.get().filter(|_| self.context.json) {
            Some(head) => {
                events::document(&Event::Timing { of, times }, head)?.to_string()
            }
            None => events::timing(of, times),
        };
        self.context.say(&line);
        Ok(())
    }

    /// Prints an item of the answer.
    fn print(&self, item: &dyn Item) -> Result<Verdict, Failure> {
        if self.log.is_some_and(Log::is_part) {
            return Ok(Verdict::Done);
        }
        if let Some(head) = self.head.get().filter(|_| self.context.json) {
            return self.context.print(&item.json(head)?);
        }

        if let Some(caption) = item.caption() {
            self.context.say(caption);
        }

        match item.text(self.context.medium()) {
            Ok(text) if self.stdout().is_none() => self.context.print(text.as_bytes()),
            Ok(text) => {
                if self.stdout() != Some("output") {
                    text.lines().for_each(|line| self.context.say(line));
                }
                Ok(Verdict::Done)
            }
            Err((error, hint)) => {
                let hint = hint.as_ref().map(|hint| self.manner.render(hint));
                let hint = hint.map_or_else(String::new, |it| format!("\n\nhint: {it}"));
                tell(&format!("error: {error}{hint}"));
                Ok(Verdict::Wrong)
            }
        }
    }
}
