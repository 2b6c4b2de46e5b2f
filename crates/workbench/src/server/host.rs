//! What the server provides to a task: the documents and files that the page may name, events,
//! stopping, a clock.

use std::collections::BTreeMap;
use std::io::{self, BufRead, Cursor};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use serde_json::Value;
use tilewright_runs::{Recorder, Store};
use tilewright_tasks::{
    Earlier, Event, Head, Host, Kept, Refusal, Refuse as _, Transcript, events,
};

use crate::server::Bench;
use crate::server::run::{Run, Stop, locked};

/// The shortest time between two events of progress, and between two scenes.
const PROGRESS: Duration = Duration::from_millis(50);
const SCENE: Duration = Duration::from_millis(100);
/// The most bytes of the files of a run, and of its items, that are kept: 64 MiB each.
const MOST: usize = 1 << 26;

/// The host of one task.
pub(crate) struct PageHost<'a> {
    bench: &'a Bench,
    head: &'a Head,
    stop: Stop,
    until: Instant,
    begun: Instant,
    /// The outputs that are asked for, with their endings.
    outputs: &'a [(String, String)],
    told: Option<Told<'a>>,
    made: Mutex<Made>,
}

/// Who receives the events.
pub(crate) struct Told<'a> {
    pub(crate) run: &'a Run,
    pub(crate) recorder: &'a Recorder,
    pace: Mutex<Pace>,
}

/// The kinds of passing events: when one was told last, and the newest since then.
#[derive(Debug, Default)]
struct Pace([Passing; 4]);

#[derive(Debug, Default)]
struct Passing {
    told: Option<Instant>,
    missed: Option<Value>,
}

impl Pace {
    /// The place of a passing event, and the shortest time between two.
    const fn of(event: &Event<'_>) -> Option<(usize, Duration)> {
        match event {
            Event::Reached(_) => Some((0, PROGRESS)),
            Event::Status(_) => Some((1, PROGRESS)),
            Event::Values { .. } => Some((2, PROGRESS)),
            Event::Scene(_) => Some((3, SCENE)),
            _ => None,
        }
    }
}

/// What a task has made so far.
#[derive(Debug, Default)]
pub(crate) struct Made {
    /// The items and the last message for the user.
    pub(crate) transcript: Transcript,
    /// The files by the names of their outputs and their own; the file of the output itself has no
    /// name.
    pub(crate) files: BTreeMap<(String, String), Vec<u8>>,
    /// The size of the files in bytes.
    bytes: usize,
    /// Why the run cannot go on.
    pub(crate) failure: Option<String>,
}

impl<'a> Told<'a> {
    pub(crate) fn new(run: &'a Run, recorder: &'a Recorder) -> Self {
        Self { run, recorder, pace: Mutex::default() }
    }

    /// Tells an event. Of passing events only a few a second are reported, and the last one before any
    /// other event; scenes are not kept for that, as the answer is drawn.
    fn tell(&self, event: &Event<'_>, head: &Head) -> serde_json::Result<()> {
        if let Some((at, pause)) = Pace::of(event) {
            let mut pace = locked(&self.pace);
            let passing = &mut pace.0[at];
            let now = Instant::now();
            if passing.told.is_some_and(|told| now.duration_since(told) < pause) {
                if !matches!(event, Event::Scene(_)) {
                    passing.missed = events::document(event, head)?;
                }
                return Ok(());
            }
            *passing = Passing { told: Some(now), missed: None };
        } else {
            self.catch_up();
            if matches!(event, Event::Begun { .. }) {
                *locked(&self.pace) = Pace::default();
            }
        }
        if let Some(document) = events::document(event, head)? {
            self.run.tell(document);
        }
        Ok(())
    }

    /// Tells the passing events that were not told yet.
    fn catch_up(&self) {
        let missed = locked(&self.pace).0.each_mut().map(|passing| passing.missed.take());
        missed.into_iter().flatten().for_each(|document| self.run.tell(document));
    }
}

impl<'a> PageHost<'a> {
    /// A host that works until a time at most.
    pub(crate) fn new(
        bench: &'a Bench,
        head: &'a Head,
        stop: Stop,
        longest: Duration,
        outputs: &'a [(String, String)],
    ) -> Self {
        let begun = Instant::now();
        let until = begun + longest;
        let made = Mutex::default();
        Self { bench, head, stop, until, begun, outputs, told: None, made }
    }

    /// The same, with somebody who receives the events.
    pub(crate) fn telling(self, told: Told<'a>) -> Self {
        Self { told: Some(told), ..self }
    }

    /// What the task has made, once it has ended.
    pub(crate) fn into_made(self) -> Made {
        if let Some(told) = &self.told {
            told.catch_up();
        }
        self.made.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    fn flow(&self) -> ControlFlow<()> {
        if self.stop.is_stopped() || Instant::now() > self.until {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    /// Stops, since the work would be lost.
    fn fail(&self, failure: String) -> ControlFlow<()> {
        locked(&self.made).failure.get_or_insert(failure);
        ControlFlow::Break(())
    }

    /// Keeps what an event brings; an error if it is too much.
    fn keep_made(&self, event: &Event<'_>) -> Result<(), String> {
        let mut made = locked(&self.made);
        let seen = made.transcript.see(event, self.head, events::hint);
        seen.map_err(|error| error.to_string())?;
        if let Event::File { output, name, bytes } = event {
            let key = ((*output).to_owned(), (*name).to_owned());
            made.bytes += bytes.len();
            let before = made.files.insert(key, bytes.to_vec());
            made.bytes -= before.map_or(0, |before| before.len());
        }
        if made.bytes + made.transcript.bytes() > MOST {
            return Err(
                "the answer is larger than 64 MiB, the limit of the page".to_owned()
            );
        }
        Ok(())
    }

    fn told(&self, event: &Event<'_>) -> Result<(), String> {
        let Some(told) = self.told.as_ref() else { return Ok(()) };
        // At once, so that the page shows a file while the run goes on.
        told.recorder.see(event).map_err(|error| error.to_string())?;
        if matches!(event, Event::Look) {
            return Ok(());
        }
        let mut state = told.run.state();
        match event {
            Event::Begun { doing, steps } => {
                (state.steps, state.done) = (*steps, 0);
                (*doing).clone_into(&mut state.status);
            }
            Event::Reached(done) => state.done = *done,
            Event::Status(words) => (*words).clone_into(&mut state.status),
            _ => {}
        }
        drop(state);
        told.tell(event, self.head).map_err(|error| error.to_string())
    }
}

impl Host for PageHost<'_> {
    fn open(&self, name: &str) -> io::Result<Box<dyn BufRead + '_>> {
        if let Some(document) = self.bench.documents().named(self.bench, name) {
            return Ok(Box::new(Cursor::new(document?)));
        }
        match self.bench.folder() {
            Some(folder) => Ok(Box::new(folder.reader(name)?)),
            None => Err(io::Error::other("no such document, and no folder is open")),
        }
    }

    fn list(&self, folder: &str) -> io::Result<Vec<String>> {
        match self.bench.folder() {
            Some(own) => own.names(folder),
            None => Err(io::Error::other("no folder is open")),
        }
    }

    fn open_within(&self, folder: &str, name: &str) -> io::Result<Box<dyn BufRead + '_>> {
        let path = Path::new(folder).join(name);
        self.open(&path.to_string_lossy())
    }

    fn name_within(&self, folder: &str, name: &str) -> io::Result<Option<String>> {
        let is_document = self.bench.documents().named(self.bench, name).is_some();
        // Names of files are relative to the folder that is opened.
        let is_whole = !is_document && matches!(folder, "" | "." | "./");
        let folder = if is_whole { "" } else { folder };
        let within = Path::new(name).strip_prefix(folder).ok();
        Ok(within.and_then(Path::to_str).map(str::to_owned))
    }

    fn see(&self, event: Event<'_>) -> ControlFlow<()> {
        let kept = self.keep_made(&event);
        if let Err(failure) = kept.and_then(|()| self.told(&event)) {
            return self.fail(failure);
        }
        self.flow()
    }

    fn extension(&self, output: &str) -> Option<&str> {
        let asked = self.outputs.iter().find(|(name, _)| name == output);
        asked.map(|(_, ending)| ending.as_str())
    }

    fn stem(&self, output: &str) -> Option<&str> {
        self.extension(output).map(|_| "answer")
    }

    fn relative_path(&self, _: &str, _: &str) -> Option<String> {
        Some(String::new())
    }

    fn earlier(&self, output: &str) -> io::Result<Option<Earlier<'_>>> {
        let earlier = self.told.as_ref().and_then(|told| told.recorder.file(output));
        Ok(earlier.map(|bytes| Earlier {
            name: output.to_owned(),
            bytes: Box::new(Cursor::new(bytes)) as Box<dyn BufRead>,
        }))
    }

    fn kept(&self, inputs: u64) -> Result<Vec<Kept>, Refusal> {
        let Some(told) = self.told.as_ref() else { return Ok(Vec::new()) };
        told.recorder.kept(inputs).hint("start the run anew")
    }

    fn keep(&self, outcomes: Kept) -> ControlFlow<()> {
        let kept =
            self.told.as_ref().map_or(Ok(()), |told| told.recorder.keep(&outcomes));
        if let Err(error) = kept {
            return self.fail(error.to_string());
        }
        self.flow()
    }

    fn damaged(&self, at: usize) -> Refusal {
        match &self.told {
            Some(told) => Store::altered(told.recorder.id(), at).into(),
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
