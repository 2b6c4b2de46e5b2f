//! What Python provides to a task: files and bytes, events, stopping, a clock, finished items.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader};
use std::ops::{ControlFlow, Range};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::SyncSender;
use std::time::Instant;

use serde_json::Value;
use tilewright_grid::{locked, unlocked};
use tilewright_tasks::parts::PartItems;
use tilewright_tasks::{
    Door, EarlierFile, Event, Hint, Host, KeptItems, Refusal, Request, limited,
};

use crate::hint;

/// The content of inputs by their names.
pub(crate) type Inputs = BTreeMap<String, Vec<u8>>;

/// What is given to a task besides its request.
#[derive(Default)]
pub(crate) struct TaskInputs {
    /// Inputs that are not files, by their names.
    pub(crate) inputs: Inputs,
    /// The outputs that are asked for, with their endings.
    pub(crate) outputs: Vec<(String, String)>,
    /// Where outputs are written as soon as they are made: a file each, or a folder.
    pub(crate) paths: BTreeMap<String, PathBuf>,
    /// Files of outputs that an earlier run made and this one resumes.
    pub(crate) earlier: BTreeMap<String, Vec<u8>>,
    /// The finished items of a part, or of all parts, if the run is divided.
    pub(crate) share: Option<PartItems>,
}

impl TaskInputs {
    /// The names of the outputs that are asked for.
    pub(crate) fn asked(&self) -> Vec<&str> {
        self.outputs.iter().map(|(name, _)| name.as_str()).collect()
    }

    /// A picture without an ending is asked for only where the request can have one.
    pub(crate) fn set_picture(&mut self, request: &dyn Request) {
        let is_open =
            |(name, ending): &(String, String)| name == "picture" && ending.is_empty();
        let Some(at) = self.outputs.iter().position(is_open) else { return };
        "svg".clone_into(&mut self.outputs[at].1);
        if request.check_outputs(&self.asked()).is_err() {
            self.outputs.remove(at);
        }
    }
}

/// The door of one task.
pub(crate) struct PythonDoor<'a> {
    given: &'a TaskInputs,
    stop: &'a AtomicBool,
    /// Receives events as JSON documents.
    events: Option<SyncSender<String>>,
    begun: Instant,
    made: Mutex<HostRecord>,
}

/// What a task has made before its end, besides what is part of its answer.
#[derive(Default)]
struct HostRecord {
    /// The files that were read, by their names.
    read: Inputs,
    /// Why a file could not be written.
    failure: Option<io::Error>,
}

/// The largest file that is passed on to other processes, in bytes: 1 GiB, as it is held in memory. A bound.
const MAX_PASSED: u64 = 1 << 30;

impl<'a> PythonDoor<'a> {
    pub(crate) fn new(
        given: &'a TaskInputs,
        stop: &'a AtomicBool,
        events: Option<SyncSender<String>>,
    ) -> Self {
        Self { given, stop, events, begun: Instant::now(), made: Mutex::default() }
    }

    /// The files that were read; an error if one could not be written.
    pub(crate) fn end(self) -> io::Result<Inputs> {
        let made = unlocked(self.made);
        made.failure.map_or(Ok(made.read), Err)
    }

    /// An input that was opened. If the run is divided, its content is passed on to the parts.
    fn opened<'b>(
        &self,
        name: &str,
        from: impl BufRead + 'b,
    ) -> io::Result<Box<dyn BufRead + 'b>> {
        if self.given.share.is_none() {
            return Ok(Box::new(from));
        }
        let bytes = limited(from, MAX_PASSED).map_err(io::Error::other)?;
        locked(&self.made).read.insert(name.to_owned(), bytes.clone());
        Ok(Box::new(io::Cursor::new(bytes)))
    }
}

impl Host for PythonDoor<'_> {
    fn open(&self, name: &str) -> io::Result<Box<dyn BufRead + '_>> {
        if let Some(bytes) = self.given.inputs.get(name) {
            return Ok(Box::new(bytes.as_slice()));
        }
        if name == "-" {
            return self.opened(name, BufReader::new(io::stdin()));
        }
        if Path::new(name).is_dir() {
            return Err(io::Error::other("this is a folder, expected a file"));
        }
        self.opened(name, BufReader::new(File::open(name)?))
    }

    fn list(&self, folder: &str) -> io::Result<Vec<String>> {
        let paths = fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path()));
        let mut paths = paths.collect::<io::Result<Vec<PathBuf>>>()?;
        paths.retain(|path| !path.is_dir());
        paths.sort();
        Ok(paths.iter().map(|path| path.display().to_string()).collect())
    }

    fn open_within(&self, folder: &str, name: &str) -> io::Result<Box<dyn BufRead + '_>> {
        let path = Path::new(folder).join(name);
        let joined = path.display().to_string();
        if let Some(bytes) = self.given.inputs.get(&joined) {
            return Ok(Box::new(bytes.as_slice()));
        }
        let folder = if folder.is_empty() { "." } else { folder };
        if !fs::canonicalize(&path)?.starts_with(fs::canonicalize(folder)?) {
            return Err(io::Error::other("this is a link to a file outside the folder"));
        }
        self.opened(&joined, BufReader::new(File::open(path)?))
    }

    fn name_within(&self, folder: &str, name: &str) -> io::Result<Option<String>> {
        let file = fs::canonicalize(name)?;
        let below = file.strip_prefix(fs::canonicalize(folder)?).ok();
        Ok(below.and_then(Path::to_str).map(str::to_owned))
    }

    fn exists(&self, name: &str) -> bool {
        self.given.inputs.contains_key(name) || Path::new(name).is_file()
    }

    /// Writes files where they are wanted, as soon as they are made.
    fn tell(&self, event: Event<'_>) {
        let Event::File { output, name, bytes } = event else { return };
        let Some(path) = self.given.paths.get(output) else { return };
        let path = if name.is_empty() { path } else { &path.join(name) };
        if let Err(error) = write(path, bytes) {
            locked(&self.made).failure.get_or_insert(error);
            self.stop.store(true, Ordering::Relaxed);
        }
    }

    fn look(&self) -> ControlFlow<()> {
        if self.stop.load(Ordering::Relaxed) {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    fn earlier(&self, output: &str) -> io::Result<Option<EarlierFile<'_>>> {
        Ok(self.given.earlier.get(output).map(|bytes| EarlierFile {
            name: output.to_owned(),
            bytes: Box::new(bytes.as_slice()),
        }))
    }

    fn kept(&self, inputs: u64) -> Result<Vec<KeptItems>, Refusal> {
        self.given.share.as_ref().map_or(Ok(Vec::new()), |share| share.kept(inputs))
    }

    fn keep(&self, outcomes: KeptItems) -> ControlFlow<()> {
        if let Some(share) = &self.given.share {
            share.keep(outcomes);
        }
        self.look()
    }

    fn keeps(&self) -> bool {
        self.given.share.is_some()
    }

    fn share(&self, items: u64) -> Range<u64> {
        self.given.share.as_ref().map_or(0..items, |share| share.items(items))
    }

    fn nanos(&self) -> Option<u64> {
        u64::try_from(self.begun.elapsed().as_nanos()).ok()
    }
}

impl Door for PythonDoor<'_> {
    fn outputs(&self) -> &[(String, String)] {
        &self.given.outputs
    }

    fn document(&self, event: Value) {
        if let Some(events) = &self.events {
            // Nobody receives events any more once the work has to stop.
            let _ = events.send(event.to_string());
        }
    }

    fn wants_documents(&self) -> bool {
        self.events.is_some()
    }

    fn hint(&self, hint: &Hint) -> String {
        hint::render(hint)
    }
}

/// Writes a file, whole or not at all.
fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new(""));
    fs::create_dir_all(folder)?;
    // Threads and processes may write other files of the folder meanwhile.
    let name = path.file_name().unwrap_or_default().display();
    let new = folder.join(format!(".tilewright-{}-{name}", std::process::id()));
    let written = fs::write(&new, bytes).and_then(|()| fs::rename(&new, path));
    written.inspect_err(|_| drop(fs::remove_file(&new)))
}
