//! What a door provides to a task: inputs, storage, progress, cancellation, a clock.

use std::io::{self, BufRead};
use std::ops::{ControlFlow, Range};
use std::path::Path;

use anyhow::anyhow;
use serde_json::Value;
use tilewright_draw::Picture;
use tilewright_grid::Watch;

use crate::{Hint, Item, Refusal};

/// What a door provides to a task. A task opens no files, reads no clock and prints nothing by
/// itself; it does everything through its host.
///
/// Nothing must be implemented: a host runs every task to its end without outputs, checkpoints or clocks, and with
/// [`open`](Self::open) also those that read inputs.
pub trait Host: Sync {
    /// Opens an input by its name: a file, an upload, an entry of a dictionary; `-` is stdin if the
    /// door has one. The task limits how much it reads.
    ///
    /// # Errors
    /// If there is no input of that name.
    fn open(&self, name: &str) -> io::Result<Box<dyn BufRead + '_>> {
        let _ = name;
        Err(io::ErrorKind::NotFound.into())
    }

    /// The files in a folder of inputs, sorted by name; each name includes the folder, as
    /// [`open`](Self::open) expects it.
    ///
    /// # Errors
    /// If there is no such folder.
    fn list(&self, folder: &str) -> io::Result<Vec<String>> {
        let _ = folder;
        Err(io::ErrorKind::Unsupported.into())
    }

    /// Opens an input inside a folder, such as a file to which another input refers. A link that
    /// leads out of the folder is refused.
    ///
    /// # Errors
    /// If there is no such input in the folder.
    fn open_within(&self, folder: &str, name: &str) -> io::Result<Box<dyn BufRead + '_>> {
        self.open(&Path::new(folder).join(name).to_string_lossy())
    }

    /// The name of an input relative to a folder; `None` if the input is not in the folder.
    ///
    /// # Errors
    /// If there is no such folder.
    fn name_within(&self, folder: &str, name: &str) -> io::Result<Option<String>> {
        let within = Path::new(name).strip_prefix(folder).ok();
        Ok(within.and_then(Path::to_str).map(str::to_owned))
    }

    /// Whether there is an input of that name.
    fn exists(&self, name: &str) -> bool {
        self.open(name).is_ok()
    }

    /// Receives an event, on any thread.
    fn tell(&self, event: Event<'_>) {
        let _ = event;
    }

    /// Whether to continue, asked on any thread. After `Break` the task stops within 100 ms and answers with the
    /// best result so far.
    fn look(&self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// The file extension, such as `svg`, of an [`Output`](crate::Output) that the user asked for;
    /// empty if the file name has none. `None` if the output was not asked for, so that the task
    /// can skip the work for it.
    fn extension(&self, output: &str) -> Option<&str> {
        let _ = output;
        None
    }

    /// The file name of an [`Output`](crate::Output) without folder and extension; `None` if it has
    /// no name.
    fn stem(&self, output: &str) -> Option<&str> {
        let _ = output;
        None
    }

    /// The relative path from the folder of an [`Output`](crate::Output) to the folder of an input,
    /// ending with `/`; empty if the folders are the same. `None` if there is no relative path.
    fn relative_path(&self, output: &str, input: &str) -> Option<String> {
        let _ = (output, input);
        Some(String::new())
    }

    /// Whether the user asked for the answer's picture.
    fn draws_picture(&self) -> bool {
        self.extension("picture").is_some()
    }

    /// Whether the user asked for the answer's picture as an animation.
    fn draws_animation(&self) -> bool {
        self.extension("picture").is_some_and(|ending| matches!(ending, "gif" | "apng"))
    }

    /// The file that an earlier run wrote to an output and that this run resumes; `None` if there
    /// is none.
    ///
    /// # Errors
    /// If the file cannot be read.
    fn earlier(&self, output: &str) -> io::Result<Option<EarlierFile<'_>>> {
        let _ = output;
        Ok(None)
    }

    /// Whether an output will overwrite an input.
    fn replaces(&self, name: &str) -> bool {
        let _ = name;
        false
    }

    /// The items that an earlier run of the same request kept, in the order in which they were
    /// kept. `inputs` is a checksum of everything that the task read: it must match that of the
    /// earlier run. A task calls this once, before any work.
    ///
    /// # Errors
    /// If the kept items belong to other inputs, or are damaged.
    fn kept(&self, inputs: u64) -> Result<Vec<KeptItems>, Refusal> {
        let _ = inputs;
        Ok(Vec::new())
    }

    /// Keeps the outcomes of consecutive items, all of them or none. Returns `Break` if that fails
    /// or the task should stop.
    fn keep(&self, outcomes: KeptItems) -> ControlFlow<()> {
        drop(outcomes);
        self.look()
    }

    /// Whether finished items are kept, so that a stopped run can be resumed.
    fn keeps(&self) -> bool {
        false
    }

    /// The refusal for a kept entry that is invalid; `at` is its index in what
    /// [`kept`](Self::kept) returned, from 0.
    fn damaged(&self, at: usize) -> Refusal {
        anyhow!("what was kept is damaged: entry {at}").into()
    }

    /// The range of item numbers, of `items` in all, that this run does: all of them, or the range
    /// of one part.
    fn share(&self, items: u64) -> Range<u64> {
        0..items
    }

    /// Nanoseconds since a fixed time; `None` if the host has no clock.
    fn nanos(&self) -> Option<u64> {
        None
    }

    /// [`nanos`](Self::nanos) in microseconds.
    fn micros(&self) -> Option<u64> {
        Some(self.nanos()? / 1000)
    }
}

/// A file that an earlier run wrote, to be resumed.
pub struct EarlierFile<'a> {
    /// Its name, for messages.
    pub name: String,
    /// Its content. The task limits how much it reads.
    pub bytes: Box<dyn BufRead + 'a>,
}

/// The outcomes of consecutive items of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct KeptItems {
    /// The number of the first item, from 0.
    pub first: u64,
    /// One outcome for each item.
    pub outcomes: Vec<Value>,
}

/// What a task reports while it works.
#[derive(Clone, Copy)]
pub enum Event<'a> {
    /// A long step begins; the task can be stopped from now on.
    Begun {
        /// What the task does, such as `counting`.
        doing: &'a str,
        /// The number of steps, if it is known.
        steps: Option<u64>,
    },
    /// The number of steps done so far.
    Reached(u64),
    /// The state of the work in words, for a progress line.
    Status(&'a str),
    /// Numbers of a search after one of its steps, such as the best objective after a generation,
    /// for curves. The most important one comes first.
    Values {
        /// The number of the step.
        step: u64,
        /// The numbers by their names.
        values: &'a [(&'static str, f64)],
    },
    /// The state of the work as a picture, if the request asks to watch it.
    Scene(&'a dyn Fn() -> Picture),
    /// The step that began last has ended.
    Ended,
    /// A complete part of the answer.
    Item(&'a dyn Item),
    /// A complete file of an [`Output`](crate::Output). With a name: a file of that name in the
    /// folder of the output. Without: the file of the output itself, such as a checkpoint, which
    /// replaces the one before.
    File {
        /// The name of the output.
        output: &'a str,
        /// The name of the file in the folder, or empty.
        name: &'a str,
        /// The content of the file.
        bytes: &'a [u8],
    },
    /// How long work took by the clock of the host. Answers hold no times, so that they have the same bytes in every run.
    Timing {
        /// What was timed, such as the name of a planner; empty for the whole task.
        of: &'a str,
        /// The times by their names, which end with their units, such as `plan_us`, `seconds` or `moves_per_second`.
        times: &'a [(&'static str, f64)],
    },
    /// A message for the user.
    Note(&'a str),
    /// A warning for the user, and what to do about it.
    Warning(&'a str, Option<&'a Hint>),
}

/// A host as a [`Watch`], for functions of the game crates, which know no host.
#[derive(Clone, Copy)]
pub struct HostWatch<'a>(pub &'a dyn Host);

impl Watch for HostWatch<'_> {
    fn look(&self) -> ControlFlow<()> {
        self.0.look()
    }

    fn reach(&self, done: u64, _: u64) -> ControlFlow<()> {
        self.0.tell(Event::Reached(done));
        self.0.look()
    }
}

/// Does work that reports no progress, under the name `doing`.
pub(crate) fn during<T>(host: &dyn Host, doing: &str, work: impl FnOnce() -> T) -> T {
    host.tell(Event::Begun { doing, steps: None });
    let done = work();
    host.tell(Event::Ended);
    done
}
