//! What a door lends to a task.

use std::fmt;
use std::io::{self, BufRead};
use std::ops::{ControlFlow, Range};
use std::path::Path;

use anyhow::anyhow;
use serde_json::Value;
use tilewright_draw::Picture;
use tilewright_grid::Watch;

use crate::{Hint, Item, Refusal};

/// What a door lends to a task, which has no other way out: no files, clocks or printing of its
/// own.
pub trait Host: Sync {
    /// Opens an input by its name: a file, an upload, an entry of a dictionary; `-` is what is
    /// piped in, where there is such a thing. The task limits how much it reads.
    ///
    /// # Errors
    /// When there is no such input.
    fn open(&self, name: &str) -> io::Result<Box<dyn BufRead + '_>>;

    /// The names of the files in a folder of inputs, in their order, each with that of the folder
    /// before it, as [`open`](Self::open) takes it.
    ///
    /// # Errors
    /// When there is no such folder.
    fn list(&self, folder: &str) -> io::Result<Vec<String>> {
        let _ = folder;
        Err(io::ErrorKind::Unsupported.into())
    }

    /// Opens an input that lies in a folder, such as one that another input names: not one to
    /// which a link leads out of the folder.
    ///
    /// # Errors
    /// When there is no such input in the folder.
    fn open_within(&self, folder: &str, name: &str) -> io::Result<Box<dyn BufRead + '_>> {
        self.open(&Path::new(folder).join(name).to_string_lossy())
    }

    /// The name that an input has within a folder; none where it lies elsewhere.
    ///
    /// # Errors
    /// When there is no such folder.
    fn name_within(&self, folder: &str, name: &str) -> io::Result<Option<String>> {
        let within = Path::new(name).strip_prefix(folder).ok();
        Ok(within.and_then(Path::to_str).map(str::to_owned))
    }

    /// Whether there is an input of that name.
    fn exists(&self, name: &str) -> bool {
        self.open(name).is_ok()
    }

    /// Hears what happens, from any thread, and says whether to go on. After `Break` the task
    /// stops within a tenth of a second and keeps the best that it has.
    fn see(&self, event: Event<'_>) -> ControlFlow<()>;

    /// How the name of an [`Output`](crate::Output) ends that will be asked for, such as `svg`;
    /// empty where it has no ending. None where it will not be asked for, so that no work need go
    /// into it.
    fn wanted(&self, output: &str) -> Option<&str> {
        let _ = output;
        None
    }

    /// What an [`Output`](crate::Output) is called, without its folder and its ending; none where
    /// it has no name.
    fn stem(&self, output: &str) -> Option<&str> {
        let _ = output;
        None
    }

    /// What leads from the folder of an [`Output`](crate::Output) to that of an input, with a `/`
    /// at its end; empty where both lie in the same one. None where no relative path does.
    fn lead(&self, output: &str, input: &str) -> Option<String> {
        let _ = (output, input);
        Some(String::new())
    }

    /// Whether the answer's picture will be asked for; it may take work.
    fn draws(&self) -> bool {
        self.wanted("picture").is_some()
    }

    /// Whether the answer's picture will be asked for in motion.
    fn draws_motion(&self) -> bool {
        self.wanted("picture").is_some_and(|ending| matches!(ending, "gif" | "apng"))
    }

    /// The file that an earlier run wrote to that output, where this run resumes it.
    ///
    /// # Errors
    /// When the file cannot be read.
    fn earlier(&self, output: &str) -> io::Result<Option<Earlier<'_>>> {
        let _ = output;
        Ok(None)
    }

    /// Whether an output will take the place of that input.
    fn replaces(&self, name: &str) -> bool {
        let _ = name;
        false
    }

    /// What an earlier run of the same request kept, in its order, where this one resumes it.
    /// `inputs` is a checksum of all that was read, which must be the same again. Asked once,
    /// before any work.
    ///
    /// # Errors
    /// When what there is belongs to other inputs, or is damaged.
    fn kept(&self, inputs: u64) -> Result<Vec<Kept>, Refusal> {
        let _ = inputs;
        Ok(Vec::new())
    }

    /// Keeps the outcomes of consecutive items, of which the first has that number; whole or not
    /// at all. Breaks off where that fails, or when the task shall stop.
    fn keep(&self, outcomes: Kept) -> ControlFlow<()> {
        drop(outcomes);
        self.see(Event::Look)
    }

    /// Whether what is done is kept, so that a run that is stopped can be resumed.
    fn keeps(&self) -> bool {
        false
    }

    /// The refusal of something that was kept and cannot be; `at` counts what
    /// [`kept`](Self::kept) gave, from 0.
    fn damaged(&self, at: usize) -> Refusal {
        anyhow!("what was kept is damaged: entry {at}").into()
    }

    /// Which of so many items this run does: all, or its share of them.
    fn share(&self, items: u64) -> Range<u64> {
        0..items
    }

    /// Nanoseconds since some moment; none where there is no clock.
    fn nanos(&self) -> Option<u64> {
        None
    }

    /// The same in microseconds.
    fn micros(&self) -> Option<u64> {
        Some(self.nanos()? / 1000)
    }
}

/// A file that an earlier run wrote.
pub struct Earlier<'a> {
    /// What it is called.
    pub name: String,
    /// What it holds. The task limits how much it reads.
    pub bytes: Box<dyn BufRead + 'a>,
}

/// The outcomes of consecutive items.
#[derive(Clone, Debug, PartialEq)]
pub struct Kept {
    /// The number of the first, from 0.
    pub first: u64,
    /// One for each.
    pub outcomes: Vec<Value>,
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
    /// How the work looks, where the request asks to watch it.
    Scene(&'a dyn Scene),
    /// Nothing happened; the task asks whether to go on.
    Look,
    /// The work that began last is over.
    Ended,
    /// A part of the answer, whole.
    Item(&'a dyn Item),
    /// A file of an [`Output`](crate::Output), whole: in a folder under that name, or where the
    /// name is empty the file itself, such as a checkpoint; the next one replaces it.
    File {
        /// The name of the output.
        output: &'a str,
        /// The name of the file in the folder, or nothing.
        name: &'a str,
        /// What it holds.
        bytes: &'a [u8],
    },
    /// Something that people may like to know.
    Note(&'a str),
    /// Something that people should know, and what to do about it.
    Warning(&'a str, Option<&'a Hint>),
}

/// How work looks while it goes on; drawn only where it is shown.
pub trait Scene: fmt::Debug {
    /// The picture of it.
    fn picture(&self) -> Picture;
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
