//! What the command line lends to a task: files, stdin and stdout, the progress bar, Ctrl-C.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use tilewright_tasks::{Event, Host, Item};

use super::Manner;
use crate::context::{Context, tell};
use crate::failure::{Failure, Verdict};
use crate::files::DASH;
use crate::progress::Progress;

/// The host of a task that the command line runs.
pub(crate) struct Desk<'a> {
    context: &'a Context,
    draws: bool,
    manner: Manner,
    /// The work under way.
    progress: Mutex<Option<Progress<'a>>>,
    /// Whether stdin held the request, so that no input comes from there.
    is_stdin_taken: bool,
    /// Why nothing more can be written.
    broken: Mutex<Option<Failure>>,
}

impl<'a> Desk<'a> {
    pub(crate) fn new(context: &'a Context, draws: bool) -> Self {
        Self {
            context,
            draws,
            manner: Manner::Flags,
            progress: Mutex::default(),
            is_stdin_taken: false,
            broken: Mutex::default(),
        }
    }

    /// The host of a request that was a document; stdin may have held it.
    pub(super) fn for_document(
        context: &'a Context,
        draws: bool,
        is_stdin_taken: bool,
    ) -> Self {
        let manner = Manner::Keys;
        Self { manner, is_stdin_taken, ..Self::new(context, draws) }
    }

    /// How the request was asked.
    pub(super) const fn manner(&self) -> Manner {
        self.manner
    }

    /// The end: an error where something could not be written.
    pub(crate) fn close(self) -> Result<(), Failure> {
        let broken = self.broken.into_inner().unwrap_or_else(PoisonError::into_inner);
        broken.map_or(Ok(()), Err)
    }

    fn begin(&self, doing: &str, steps: Option<u64>) {
        self.context.heed_interrupt();
        let progress = if let Some(steps) = steps {
            Progress::of(self.context, doing, steps)
        } else {
            let progress = Progress::open(self.context);
            let _ = progress.say(doing.to_owned());
            progress
        };
        *self.lock() = Some(progress);
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Option<Progress<'a>>> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells of the work under way.
    fn with(
        &self,
        tell: impl FnOnce(&Progress<'_>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.lock().as_ref().map_or_else(|| self.context.flow(), tell)
    }

    fn take(&self, item: &dyn Item) -> ControlFlow<()> {
        let progress = self.lock();
        let taken = match progress.as_ref() {
            Some(progress) => progress.aside(|| self.print(item)),
            None => self.print(item),
        };
        drop(progress);
        match taken {
            Ok(_) => self.context.flow(),
            Err(failure) => {
                let mut broken =
                    self.broken.lock().unwrap_or_else(PoisonError::into_inner);
                *broken = Some(failure);
                ControlFlow::Break(())
            }
        }
    }

    fn print(&self, item: &dyn Item) -> Result<Verdict, Failure> {
        if self.context.json {
            return self.context.print(&item.json()?);
        }
        match item.text(self.context.color) {
            Ok(text) => self.context.print(text.as_bytes()),
            Err((error, hint)) => {
                let hint = hint.as_ref().map(|hint| self.manner.said(hint));
                let hint = hint.map_or_else(String::new, |it| format!("\n\nhint: {it}"));
                tell(&format!("error: {error}{hint}"));
                Ok(Verdict::Wrong)
            }
        }
    }
}

impl Host for Desk<'_> {
    fn open(&self, name: &str) -> io::Result<Box<dyn BufRead + '_>> {
        if name == DASH && self.is_stdin_taken {
            let what = "stdin holds the request; put the input into it, or name a file";
            return Err(io::Error::other(what));
        }
        if name == DASH {
            return Ok(Box::new(BufReader::new(io::stdin())));
        }
        if Path::new(name).is_dir() {
            return Err(io::Error::other("this is a folder, expected a file"));
        }
        Ok(Box::new(BufReader::new(File::open(name)?)))
    }

    fn see(&self, event: Event<'_>) -> ControlFlow<()> {
        match event {
            Event::Begun { doing, steps } => self.begin(doing, steps),
            Event::Reached(done) => return self.with(|progress| progress.at(done)),
            Event::Stands(words) => {
                return self.with(|progress| progress.say(words.to_owned()));
            }
            Event::Look => {}
            Event::Ended => *self.lock() = None,
            Event::Item(item) => return self.take(item),
            Event::Warning(text, hint) => {
                self.context.say(text);
                if let Some(hint) = hint {
                    self.context.say(&format!("hint: {}", self.manner.said(hint)));
                }
            }
        }
        self.context.flow()
    }

    fn draws(&self) -> bool {
        self.draws
    }
}
