//! What the door of a tool provides to a task: the files below the folder, events, stopping, a clock.

use std::io::{self, BufRead, Cursor};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use serde_json::Value;
use tilewright_grid::{Watch, locked};
use tilewright_tasks::{Door, Event, Host, is_content};
use tilewright_workbench::Folder;
use tokio::sync::mpsc::UnboundedSender;

/// The longest time for a call; then the task stops with the best that it has. Clients give up at about this time.
const LONGEST: Duration = Duration::from_mins(5);
/// The most bytes of files that a call makes: 64 MiB.
const MOST: usize = 1 << 26;

/// Whether calls are to stop: one, or all of them.
#[derive(Clone, Debug)]
pub(super) struct Stop {
    pub(super) one: Arc<AtomicBool>,
    pub(super) all: Arc<AtomicBool>,
    pub(super) until: Instant,
}

impl Stop {
    /// One that stops by itself after a while.
    pub(super) fn new(all: Arc<AtomicBool>) -> Self {
        Self { one: Arc::default(), all, until: Instant::now() + LONGEST }
    }
}

impl Watch for Stop {
    fn look(&self) -> ControlFlow<()> {
        let is_told =
            [&self.one, &self.all].into_iter().any(|it| it.load(Ordering::Relaxed));
        if is_told || Instant::now() > self.until {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}

/// The door of a call.
pub(super) struct ToolDoor<'a> {
    pub(super) folder: &'a Folder,
    pub(super) stop: Stop,
    pub(super) begun: Instant,
    /// The outputs that are asked for, with their endings.
    pub(super) outputs: Vec<(String, String)>,
    /// Who receives the progress, if the client wants it.
    pub(super) progress: Option<UnboundedSender<Value>>,
    /// What was noted on the way, such as how hard a level is.
    pub(super) notes: Mutex<Vec<String>>,
}

/// An error of a name that leads out of the folder, in plain words.
fn within<T>(found: io::Result<T>) -> io::Result<T> {
    found.map_err(|error| match error.kind() {
        io::ErrorKind::PermissionDenied => {
            io::Error::other("this is outside of the folder of this server")
        }
        io::ErrorKind::NotFound => {
            io::Error::other("there is no such file in the folder of this server")
        }
        _ => error,
    })
}

impl Host for ToolDoor<'_> {
    fn open(&self, name: &str) -> io::Result<Box<dyn BufRead + '_>> {
        // Agents send what they have just made.
        if is_content(name) {
            return Ok(Box::new(Cursor::new(name.to_owned())));
        }
        Ok(Box::new(within(self.folder.reader(name))?))
    }

    fn list(&self, folder: &str) -> io::Result<Vec<String>> {
        within(self.folder.names(folder))
    }

    fn name_within(&self, folder: &str, name: &str) -> io::Result<Option<String>> {
        let folder = if matches!(folder, "." | "./") { "" } else { folder };
        let within = Path::new(name).strip_prefix(folder).ok();
        Ok(within.and_then(Path::to_str).map(str::to_owned))
    }

    fn tell(&self, event: Event<'_>) {
        if let Event::Note(note) = event {
            locked(&self.notes).push(note.to_owned());
        }
    }

    fn look(&self) -> ControlFlow<()> {
        self.stop.look()
    }

    fn nanos(&self) -> Option<u64> {
        u64::try_from(self.begun.elapsed().as_nanos()).ok()
    }
}

impl Door for ToolDoor<'_> {
    fn outputs(&self) -> &[(String, String)] {
        &self.outputs
    }

    fn document(&self, event: Value) {
        if let Some(progress) = &self.progress {
            // Nobody listens any more where the call was given up.
            let _ = progress.send(event);
        }
    }

    fn wants_documents(&self) -> bool {
        self.progress.is_some()
    }

    fn most(&self) -> Option<usize> {
        Some(MOST)
    }
}
