//! What Python provides to a task: files and bytes, events, stopping, a clock, finished items.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader};
use std::ops::{ControlFlow, Range};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::SyncSender;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use tilewright_tasks::parts::Share;
use tilewright_tasks::{
    Earlier, Event, Head, Host, Kept, Pace, Refusal, Request, Transcript, events, limited,
};

use crate::hint;

/// The files of a task by their output and their name; the file of the output itself has no name.
pub(crate) type Files = BTreeMap<(String, String), Vec<u8>>;

/// The content of inputs by their names.
pub(crate) type Inputs = BTreeMap<String, Vec<u8>>;

/// What is given to a task besides its request.
#[derive(Default)]
pub(crate) struct Given {
    /// Inputs that are not files, by their names.
    pub(crate) inputs: Inputs,
    /// The outputs that are asked for, with their endings.
    pub(crate) outputs: BTreeMap<String, String>,
    /// Where outputs are written as soon as they are made: a file each, or a folder.
    pub(crate) paths: BTreeMap<String, PathBuf>,
    /// Files of outputs that an earlier run made and this one resumes.
    pub(crate) earlier: BTreeMap<String, Vec<u8>>,
    /// The finished items of a part, or of all parts, if the run is divided.
    pub(crate) share: Option<Share>,
}

impl Given {
    /// The names of the outputs that are asked for.
    pub(crate) fn asked(&self) -> Vec<&str> {
        self.outputs.keys().map(String::as_str).collect()
    }

    /// A picture without an ending is asked for only where the request can have one.
    pub(crate) fn set_picture(&mut self, request: &dyn Request) {
        if self.outputs.get("picture").is_some_and(String::is_empty) {
            self.outputs.insert("picture".to_owned(), "svg".to_owned());
            if request.check_outputs(&self.asked()).is_err() {
                self.outputs.remove("picture");
            }
        }
    }
}

/// The host of one task.
pub(crate) struct PythonHost<'a> {
    given: &'a Given,
    head: &'a Head,
    stop: &'a AtomicBool,
    /// Receives events as JSON documents.
    events: Option<SyncSender<String>>,
    begun: Instant,
    pace: Mutex<Pace>,
    made: Mutex<Made>,
}

/// What a task has made before its end.
#[derive(Default)]
pub(crate) struct Made {
    pub(crate) transcript: Transcript,
    pub(crate) files: Files,
    pub(crate) warnings: Vec<String>,
    /// The files that were read, by their names.
    pub(crate) read: Inputs,
    /// Why an event could not be passed on.
    pub(crate) failure: Option<serde_json::Error>,
}

/// The largest file that is passed on to other processes, in bytes: 1 GiB.
const MAX_PASSED: u64 = 1 << 30;

impl<'a> PythonHost<'a> {
    pub(crate) fn new(
        given: &'a Given,
        head: &'a Head,
        stop: &'a AtomicBool,
        events: Option<SyncSender<String>>,
    ) -> Self {
        let (pace, made) = (Mutex::default(), Mutex::default());
        Self { given, head, stop, events, begun: Instant::now(), pace, made }
    }

    /// What the task has made.
    pub(crate) fn into_made(self) -> Made {
        self.made.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps what an event brings, and passes it on.
    fn take(&self, event: &Event<'_>) -> serde_json::Result<()> {
        let mut made = locked(&self.made);
        made.transcript.see(event, self.head, hint::render)?;
        match event {
            Event::File { output, name, bytes } => {
                if let Some(path) = self.given.paths.get(*output) {
                    let path = if name.is_empty() { path } else { &path.join(name) };
                    write(path, bytes).map_err(serde_json::Error::io)?;
                }
                let key = ((*output).to_owned(), (*name).to_owned());
                made.files.insert(key, bytes.to_vec());
            }
            Event::Warning(text, hint) => {
                let hint = hint.map(|hint| format!("\nhint: {}", hint::render(hint)));
                made.warnings.push(format!("{text}{}", hint.unwrap_or_default()));
            }
            _ => {}
        }
        drop(made);
        let Some(events) = &self.events else { return Ok(()) };
        let now = self.nanos().unwrap_or_default();
        if locked(&self.pace).is_due(event, now)
            && let Some(document) = events::document(event, self.head)?
        {
            // Nobody receives events any more once the work has to stop.
            let _ = events.send(document.to_string());
        }
        Ok(())
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

impl Host for PythonHost<'_> {
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

    fn see(&self, event: Event<'_>) -> ControlFlow<()> {
        if !matches!(event, Event::Look)
            && let Err(error) = self.take(&event)
        {
            locked(&self.made).failure.get_or_insert(error);
            return ControlFlow::Break(());
        }
        if self.stop.load(Ordering::Relaxed) {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    fn extension(&self, output: &str) -> Option<&str> {
        self.given.outputs.get(output).map(String::as_str)
    }

    fn stem<'b>(&'b self, output: &str) -> Option<&'b str> {
        self.given.outputs.get_key_value(output).map(|(name, _)| name.as_str())
    }

    fn earlier(&self, output: &str) -> io::Result<Option<Earlier<'_>>> {
        Ok(self.given.earlier.get(output).map(|bytes| Earlier {
            name: output.to_owned(),
            bytes: Box::new(bytes.as_slice()),
        }))
    }

    fn kept(&self, inputs: u64) -> Result<Vec<Kept>, Refusal> {
        self.given.share.as_ref().map_or(Ok(Vec::new()), |share| share.kept(inputs))
    }

    fn keep(&self, outcomes: Kept) -> ControlFlow<()> {
        if let Some(share) = &self.given.share {
            share.keep(outcomes);
        }
        self.see(Event::Look)
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

/// Writes a file, whole or not at all.
fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new(""));
    fs::create_dir_all(folder)?;
    let new = folder.join(format!(".tilewright-{}", std::process::id()));
    let written = fs::write(&new, bytes).and_then(|()| fs::rename(&new, path));
    written.inspect_err(|_| drop(fs::remove_file(&new)))
}

/// The value in a mutex.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
