//! What a door lends to a task.

use std::io::{self, BufRead};
use std::ops::ControlFlow;

use tilewright_grid::Watch;

use crate::{Hint, Item};

/// What a door lends to a task, which has no other way out: no files, clocks or printing of its
/// own.
pub trait Host: Sync {
    /// Opens an input by its name: a file, an upload, an entry of a dictionary; `-` is what is
    /// piped in, where there is such a thing. The task limits how much it reads.
    ///
    /// # Errors
    /// When there is no such input.
    fn open(&self, name: &str) -> io::Result<Box<dyn BufRead + '_>>;

    /// Hears what happens, from any thread, and says whether to go on. After `Break` the task
    /// stops within a tenth of a second and keeps the best that it has.
    fn see(&self, event: Event<'_>) -> ControlFlow<()>;

    /// Whether the answer's picture will be asked for; it may take work.
    fn draws(&self) -> bool {
        false
    }
}

/// Something that happens while a task works.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// Work begins that may take long; it may be stopped from now on.
    Begun {
        /// What is being done, such as `counting`.
        doing: &'a str,
        /// How many steps it takes, if that is known.
        steps: Option<u64>,
    },
    /// So many steps of the work are done.
    Reached(u64),
    /// How the work stands, in words.
    Stands(&'a str),
    /// Nothing happened; the task asks whether to go on.
    Look,
    /// The work that began last is over.
    Ended,
    /// A part of the answer, whole.
    Item(&'a dyn Item),
    /// Something that people should know, and what to do about it.
    Warning(&'a str, Option<&'a Hint>),
}

/// A host as the watch of work that knows no host.
#[derive(Clone, Copy)]
pub struct Looking<'a>(pub &'a dyn Host);

impl Watch for Looking<'_> {
    fn look(&self) -> ControlFlow<()> {
        self.0.see(Event::Look)
    }

    fn reach(&self, done: u64, _: u64) -> ControlFlow<()> {
        self.0.see(Event::Reached(done))
    }
}
