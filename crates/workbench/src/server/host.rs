//! What the server provides to a task: the documents and files that the page may name, events,
//! stopping, a clock.

use std::io::{self, BufRead, Cursor};
use std::ops::ControlFlow;
use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tilewright_runs::{Recorder, Store};
use tilewright_tasks::{Door, EarlierFile, Event, Host, KeptItems, Refusal, Refuse as _};

use crate::server::Bench;
use crate::server::run::{Run, Stop};

/// The most bytes of the files and items of a run that are kept: 64 MiB.
const MOST: usize = 1 << 26;

/// The door of one task.
pub(crate) struct PageDoor<'a> {
    bench: &'a Bench,
    stop: Stop,
    until: Instant,
    begun: Instant,
    /// The outputs that are asked for, with their endings.
    outputs: &'a [(String, String)],
    /// Who receives the events.
    pub(crate) told: Option<(&'a Run, &'a Recorder)>,
}

impl<'a> PageDoor<'a> {
    /// A door that is open until a time at most.
    pub(crate) fn new(
        bench: &'a Bench,
        stop: Stop,
        longest: Duration,
        outputs: &'a [(String, String)],
    ) -> Self {
        let begun = Instant::now();
        let until = begun + longest;
        Self { bench, stop, until, begun, outputs, told: None }
    }

    /// Tells what could not be recorded: the run goes on, and its answer is recorded if that can be.
    fn tell_trouble(&self) {
        let Some((run, recorder)) = self.told else { return };
        if let Some(text) = recorder.trouble() {
            run.tell(json!({ "event": "warning", "text": text }));
        }
    }
}

impl Host for PageDoor<'_> {
    fn open(&self, name: &str) -> io::Result<Box<dyn BufRead + '_>> {
        if let Some(document) = self.bench.documents.named(self.bench, name) {
            return Ok(Box::new(Cursor::new(document?)));
        }
        match self.bench.folder.as_ref() {
            Some(folder) => Ok(Box::new(folder.reader(name)?)),
            None => Err(io::Error::other("no such document, and no folder is open")),
        }
    }

    fn list(&self, folder: &str) -> io::Result<Vec<String>> {
        match self.bench.folder.as_ref() {
            Some(own) => own.names(folder),
            None => Err(io::Error::other("no folder is open")),
        }
    }

    fn open_within(&self, folder: &str, name: &str) -> io::Result<Box<dyn BufRead + '_>> {
        let path = Path::new(folder).join(name);
        self.open(&path.to_string_lossy())
    }

    fn name_within(&self, folder: &str, name: &str) -> io::Result<Option<String>> {
        let is_document = self.bench.documents.named(self.bench, name).is_some();
        // Names of files are relative to the folder that is opened.
        let is_whole = !is_document && matches!(folder, "" | "." | "./");
        let folder = if is_whole { "" } else { folder };
        let within = Path::new(name).strip_prefix(folder).ok();
        Ok(within.and_then(Path::to_str).map(str::to_owned))
    }

    fn tell(&self, event: Event<'_>) {
        let Some((run, recorder)) = self.told else { return };
        // At once, so that the page shows a file while the run goes on.
        recorder.see(&event);
        self.tell_trouble();
        let mut state = run.state();
        match event {
            Event::Begun { doing, steps } => {
                (state.steps, state.done) = (steps, 0);
                doing.clone_into(&mut state.status);
            }
            Event::Reached(done) => state.done = done,
            Event::Status(words) => words.clone_into(&mut state.status),
            _ => {}
        }
    }

    fn look(&self) -> ControlFlow<()> {
        if self.stop.is_stopped() || Instant::now() > self.until {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    fn earlier(&self, output: &str) -> io::Result<Option<EarlierFile<'_>>> {
        let earlier = self.told.and_then(|(_, recorder)| recorder.file(output));
        Ok(earlier.map(|bytes| EarlierFile {
            name: output.to_owned(),
            bytes: Box::new(Cursor::new(bytes)) as Box<dyn BufRead>,
        }))
    }

    fn kept(&self, inputs: u64) -> Result<Vec<KeptItems>, Refusal> {
        let Some((_, recorder)) = self.told else { return Ok(Vec::new()) };
        recorder.kept(inputs).hint("start the run anew")
    }

    fn keep(&self, outcomes: KeptItems) -> ControlFlow<()> {
        if let Some((_, recorder)) = self.told {
            recorder.keep(&outcomes);
            self.tell_trouble();
        }
        self.look()
    }

    fn damaged(&self, at: usize) -> Refusal {
        match self.told {
            Some((_, recorder)) => Store::altered(recorder.id(), at).into(),
            None => anyhow::anyhow!("entry {at} of the kept items is damaged").into(),
        }
    }

    fn keeps(&self) -> bool {
        self.told.is_some()
    }

    fn nanos(&self) -> Option<u64> {
        u64::try_from(self.begun.elapsed().as_nanos()).ok()
    }
}

impl Door for PageDoor<'_> {
    fn outputs(&self) -> &[(String, String)] {
        self.outputs
    }

    fn document(&self, event: Value) {
        if let Some((run, _)) = self.told {
            run.tell(event);
        }
    }

    fn wants_documents(&self) -> bool {
        self.told.is_some()
    }

    fn most(&self) -> Option<usize> {
        Some(MOST)
    }
}
