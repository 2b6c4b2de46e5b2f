//! The one way in which every door serves a task.

use std::any::Any;
use std::collections::BTreeMap;
use std::collections::hash_map::RandomState;
use std::hash::BuildHasher as _;
use std::io::{self, BufRead};
use std::ops::{ControlFlow, Range};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::anyhow;
use serde_json::{Map, Value};
use tilewright_draw::{Format, export};
use tilewright_grid::{Seed, Watch, locked, unlocked};

use crate::pace::Pace;
use crate::{
    Answer, Drawing, EarlierFile, Entry, Event, Head, Hint, Host, KeptItems, Medium,
    OutputFile, Refusal, Refuse as _, Request, Transcript, events,
};

/// A door: the [`Host`] of the tasks that are asked for through it. It says what is asked for, and receives events.
///
/// Everything has a default but [`Host::open`]. [`Host::tell`] receives every event; [`document`](Self::document)
/// receives them at a pace that people can follow.
pub trait Door: Host {
    /// The outputs that are asked for, with their endings. A door that writes outputs to places of its own names none
    /// here, and implements [`Host::extension`] and [`Host::stem`].
    fn outputs(&self) -> &[(String, String)] {
        &[]
    }

    /// The seed of a request that has one: the given one, that of the earlier run that it resumes, or a random one.
    fn seed(&self, given: Option<Seed>, earlier: Option<Seed>) -> Seed {
        given.or(earlier).unwrap_or_else(random_seed)
    }

    /// The request is complete, and its work begins.
    ///
    /// # Errors
    /// If it cannot begin.
    fn begin(&self, request: &dyn Request, head: &Head) -> Result<(), Refusal> {
        let _ = (request, head);
        Ok(())
    }

    /// Receives an event as [`events::document`] writes it: of progress and scenes a few a second, and the last ones.
    fn document(&self, event: Value) {
        let _ = event;
    }

    /// Whether the door receives documents at all: they are not made for one that does not.
    fn wants_documents(&self) -> bool {
        true
    }

    /// The most bytes of items and files that are kept for [`ServedAnswer`]; `None` if the door takes the items itself.
    fn most(&self) -> Option<usize> {
        Some(usize::MAX)
    }

    /// Whether files are kept for [`ServedAnswer`], and not taken by the door itself.
    fn keeps_files(&self) -> bool {
        true
    }

    /// A hint in the words of the door.
    fn hint(&self, hint: &Hint) -> String {
        events::hint(hint)
    }
}

/// Serves a request, a JSON document: reads and checks it, gives it a seed, and runs it.
///
/// ```
/// use tilewright_tasks::{Door, Host, find, serve};
///
/// /// A door to nowhere: it has no inputs.
/// struct Closed;
/// impl Host for Closed {}
/// impl Door for Closed {}
///
/// let request = serde_json::json!({ "rows": 4, "columns": 4, "fleet": "2" });
/// let request = request.as_object().cloned().unwrap_or_default();
/// let served = serve(find("battleship/count").ok().unwrap(), request, &Closed).ok().unwrap();
/// assert!(served.text().contains("24"), "{}", served.text());
/// ```
///
/// # Errors
/// If the request is invalid or impossible, an input cannot be read, an output cannot be made, or the task has a
/// mistake of its own ([`Bug`]).
pub fn serve(
    entry: &'static Entry,
    document: Map<String, Value>,
    door: &dyn Door,
) -> Result<ServedAnswer, Refusal> {
    let job = Job::new(entry, document)?;
    job.check(door.outputs())?;
    job.run(door)
}

/// A request that was read and checked, to be run.
pub struct Job {
    /// The task.
    pub entry: &'static Entry,
    /// The request.
    pub request: Box<dyn Request>,
}

impl Job {
    /// Reads a request.
    ///
    /// # Errors
    /// As [`Entry::read`].
    pub fn new(
        entry: &'static Entry,
        document: Map<String, Value>,
    ) -> Result<Self, Refusal> {
        Ok(Self { entry, request: entry.read(document)? })
    }

    /// Checks that outputs can be made in the formats of these endings.
    ///
    /// # Errors
    /// If one cannot; [`Refusal::key`] names it.
    pub fn check(&self, outputs: &[(String, String)]) -> Result<(), Refusal> {
        for (name, ending) in outputs {
            let checked = self.entry.check_output(name, ending);
            checked.map_err(|refusal| Refusal { key: Some(name.clone()), ..refusal })?;
        }
        let names: Vec<_> = outputs.iter().map(|(name, _)| name.as_str()).collect();
        self.request.check_outputs(&names)
    }

    /// Sets the seed, if the request has one.
    pub fn set_seed(&mut self, door: &dyn Door) {
        let earlier = self.request.earlier_seed(door);
        if let Some(seed) = self.request.seed() {
            *seed = Some(door.seed(*seed, earlier));
        }
    }

    /// Runs the request, whose outputs were [checked](Self::check).
    ///
    /// # Errors
    /// As [`serve`].
    pub fn run(mut self, door: &dyn Door) -> Result<ServedAnswer, Refusal> {
        self.set_seed(door);
        let Self { entry, request } = self;
        let head = Head::new(entry, request.document()?);
        door.begin(&*request, &head)?;

        let (pace, made) = (Mutex::default(), Mutex::default());
        let has_failed = AtomicBool::new(false);
        let told = RecordingHost { door, head: &head, pace, made, has_failed };

        // A panic becomes a refusal, so that a door outlives a task with a bug.
        let answer = catch_unwind(AssertUnwindSafe(|| request.run(&told)));
        let TaskRecord { transcript, files, timing, warnings, failure, .. } = told.end();
        let answer = answer
            .map_err(|panic| anyhow!(Bug::of(&*panic)))
            .hint("report it, with the request that caused it")?;

        // A task that such a failure has stopped may have refused for another reason.
        if let Some(failure) = failure {
            return Err(failure);
        }

        let answer = answer?;
        Ok(ServedAnswer {
            entry,
            request,
            head,
            answer,
            transcript,
            files,
            timing,
            warnings,
        })
    }
}

/// A mistake of the program itself: a task that panicked.
#[derive(Debug, thiserror::Error)]
#[error("this is a mistake of the program itself: {0}")]
pub struct Bug(String);

impl Bug {
    fn of(panic: &(dyn Any + Send)) -> Self {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
        Self(text.unwrap_or("no message").to_owned())
    }
}

/// A random seed; 32 bits are easy to type.
pub fn random_seed() -> Seed {
    // The standard library seeds every hasher at random.
    Seed(RandomState::new().hash_one(()) & 0xffff_ffff)
}

/// The files of a run by the names of their outputs and their own; the file of an output itself has no name.
pub type Files = BTreeMap<(String, String), Vec<u8>>;

/// An answer, and all that the task told on the way to it.
pub struct ServedAnswer {
    /// The task.
    pub entry: &'static Entry,
    /// The request, with its seed.
    pub request: Box<dyn Request>,
    /// The head of its documents.
    pub head: Head,
    /// The answer.
    pub answer: Box<dyn Answer>,
    /// The items.
    pub transcript: Transcript,
    /// The files that were told.
    pub files: Files,
    /// How long the work took: the documents of [`Event::Timing`].
    pub timing: Vec<Value>,
    /// The warnings, each with its hint in the words of the door.
    pub warnings: Vec<String>,
}

impl ServedAnswer {
    /// The answer as JSON lines.
    ///
    /// # Errors
    /// If a number is not finite.
    pub fn json(&self) -> serde_json::Result<Vec<u8>> {
        let mut lines = self.transcript.json.clone();
        lines.extend(self.answer.json(&self.head)?.unwrap_or_default());
        Ok(lines)
    }

    /// The answer as text for people.
    pub fn text(&self) -> String {
        self.transcript.text.clone() + &self.answer.text(Medium::default())
    }

    /// The answer as a picture, `None` if it has none.
    ///
    /// # Errors
    /// If it cannot be drawn, or the watch stops the drawing.
    pub fn picture(
        &self,
        format: Format,
        watch: &dyn Watch,
    ) -> Result<Option<Vec<u8>>, Refusal> {
        let drawing = self.answer.drawing(format.is_moving(), watch)?;
        let Some(Drawing { still, animation }) = drawing else { return Ok(None) };
        Ok(Some(export(&still, animation.as_ref(), format, watch)?))
    }

    /// All files of an output by their names: the one of the output itself, named `OUTPUT.ENDING`, those to which it
    /// refers, and those that were told.
    ///
    /// # Errors
    /// If the answer has no form in that format.
    pub fn files(
        &self,
        output: &str,
        ending: &str,
    ) -> Result<BTreeMap<String, Vec<u8>>, Refusal> {
        let dot = if ending.is_empty() { "" } else { "." };
        let own = format!("{output}{dot}{ending}");

        let told = self.files.iter().filter(|((of, _), _)| of == output);
        let named = told.map(|((_, name), bytes)| {
            let name = if name.is_empty() { &own } else { name };
            (name.clone(), bytes.clone())
        });
        let mut files: BTreeMap<_, _> = named.collect();

        if let Some(OutputFile { bytes, beside }) =
            self.answer.file(output, ending, &self.head)?
        {
            files.insert(own, bytes);
            files.extend(beside);
        }

        Ok(files)
    }
}

/// The host of a task under way: the door, with a note of what the task tells it.
struct RecordingHost<'a> {
    door: &'a dyn Door,
    head: &'a Head,
    pace: Mutex<Pace>,
    made: Mutex<TaskRecord>,
    /// Whether the work would be lost, so that it is stopped. It is asked at each move of a game, so it takes no lock.
    has_failed: AtomicBool,
}

/// What a task has told so far.
#[derive(Default)]
struct TaskRecord {
    transcript: Transcript,
    files: Files,
    /// The size of the files in bytes.
    bytes: usize,
    timing: Vec<Value>,
    warnings: Vec<String>,
    /// Why the work would be lost.
    failure: Option<Refusal>,
}

impl RecordingHost<'_> {
    /// The passing events that are still due, and what was told.
    fn end(self) -> TaskRecord {
        let mut pace = unlocked(self.pace);
        for event in pace.rest() {
            self.door.document(event);
        }
        unlocked(self.made)
    }

    /// Notes what an event brings.
    fn note(&self, event: &Event<'_>) -> Result<(), Refusal> {
        let is_noted = matches!(
            event,
            Event::Item(_)
                | Event::Note(_)
                | Event::File { .. }
                | Event::Timing { .. }
                | Event::Warning(..)
        );

        let Some(most) = self.door.most().filter(|_| is_noted) else { return Ok(()) };

        let mut made = locked(&self.made);
        let TaskRecord { transcript, files, bytes: size, timing, warnings, .. } =
            &mut *made;
        transcript.see(event, self.head, |hint| self.door.hint(hint))?;

        match *event {
            Event::File { output, name, bytes } if self.door.keeps_files() => {
                *size += bytes.len();
                // A file of the same name replaces the earlier one, whose size counts no longer.
                let before =
                    files.insert((output.to_owned(), name.to_owned()), bytes.to_vec());
                *size -= before.map_or(0, |before| before.len());
            }
            Event::Timing { .. } => timing.push(events::document(event, self.head)?),
            Event::Warning(text, hint) => {
                let hint = hint.map(|hint| format!("\nhint: {}", self.door.hint(hint)));
                warnings.push(format!("{text}{}", hint.unwrap_or_default()));
            }
            _ => {}
        }

        if *size + transcript.bytes() > most {
            let most = most >> 20;
            let what = "the answer is larger than";
            return Err(anyhow!("{what} {most} MiB, the most that is kept").into());
        }

        Ok(())
    }

    /// Passes the documents on that are due.
    fn pass(&self, event: &Event<'_>) -> Result<(), Refusal> {
        if !self.door.wants_documents() {
            return Ok(());
        }
        let now = self.door.nanos().unwrap_or_default();
        // The door may wait for those who read, and others tell meanwhile.
        let due = locked(&self.pace).due(event, self.head, now)?;
        for document in due {
            self.door.document(document);
        }
        Ok(())
    }
}

impl Host for RecordingHost<'_> {
    fn tell(&self, event: Event<'_>) {
        if self.has_failed.load(Ordering::Relaxed) && !matches!(event, Event::Ended) {
            return;
        }
        self.door.tell(event);
        if let Err(refusal) = self.note(&event).and_then(|()| self.pass(&event)) {
            locked(&self.made).failure.get_or_insert(refusal);
            self.has_failed.store(true, Ordering::Relaxed);
        }
    }

    fn look(&self) -> ControlFlow<()> {
        if self.has_failed.load(Ordering::Relaxed) {
            return ControlFlow::Break(());
        }
        self.door.look()
    }

    fn extension(&self, output: &str) -> Option<&str> {
        let asked = self.door.outputs().iter().find(|(name, _)| name == output);
        asked.map_or_else(|| self.door.extension(output), |(_, ending)| Some(ending))
    }

    fn stem(&self, output: &str) -> Option<&str> {
        let asked = self.door.outputs().iter().find(|(name, _)| name == output);
        asked.map_or_else(|| self.door.stem(output), |(name, _)| Some(name))
    }

    fn draws_picture(&self) -> bool {
        self.extension("picture").is_some() || self.door.draws_picture()
    }

    fn keep(&self, outcomes: KeptItems) -> ControlFlow<()> {
        self.door.keep(outcomes)
    }

    fn open(&self, name: &str) -> io::Result<Box<dyn BufRead + '_>> {
        self.door.open(name)
    }

    fn list(&self, folder: &str) -> io::Result<Vec<String>> {
        self.door.list(folder)
    }

    fn open_within(&self, folder: &str, name: &str) -> io::Result<Box<dyn BufRead + '_>> {
        self.door.open_within(folder, name)
    }

    fn name_within(&self, folder: &str, name: &str) -> io::Result<Option<String>> {
        self.door.name_within(folder, name)
    }

    fn exists(&self, name: &str) -> bool {
        self.door.exists(name)
    }

    fn relative_path(&self, output: &str, input: &str) -> Option<String> {
        self.door.relative_path(output, input)
    }

    fn earlier(&self, output: &str) -> io::Result<Option<EarlierFile<'_>>> {
        self.door.earlier(output)
    }

    fn replaces(&self, name: &str) -> bool {
        self.door.replaces(name)
    }

    fn kept(&self, inputs: u64) -> Result<Vec<KeptItems>, Refusal> {
        self.door.kept(inputs)
    }

    fn keeps(&self) -> bool {
        self.door.keeps()
    }

    fn damaged(&self, at: usize) -> Refusal {
        self.door.damaged(at)
    }

    fn share(&self, items: u64) -> Range<u64> {
        self.door.share(items)
    }

    fn nanos(&self) -> Option<u64> {
        self.door.nanos()
    }
}
