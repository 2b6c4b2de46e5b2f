//! Recording a run while it goes on, the same way through every door.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, TryLockError};
use std::time::{Duration, Instant};

use tilewright_grid::locked;
use tilewright_tasks::{Event, KeptItems, Refusal, ServedAnswer, Transcript, events};

use crate::{End, Error, NewRun, Progress, Result, RunId, State, Store, headline};

/// The shortest time between two notes of the progress: each is a write to the disk, and a list of
/// runs that is a quarter of a second old looks up to date.
const BEAT: Duration = Duration::from_millis(250);

/// The largest file of a run that is recorded while it goes on, in bytes; larger ones are only
/// where the user wants them. Levels, pictures and tables fit, and the database stays small.
const MAX_FILE: usize = 16 << 20;

/// The largest picture that is recorded, in bytes.
const MAX_PICTURE: usize = 4 << 20;

/// How often the end is tried while another process holds the database; each attempt waits ten seconds.
const ATTEMPTS: u32 = 7;

/// Records one run under way: its progress, its curve, what it keeps and its end. Threads may share
/// it.
///
/// A run is worth more than its record: while the database cannot be written, the run goes on. If another process holds
/// it, what is to be written waits here, and nobody waits for it before the end.
#[derive(Debug)]
pub struct Recorder {
    store: Arc<Mutex<Store>>,
    id: RunId,
    begun: Instant,
    stage: Mutex<Stage>,
}

/// Something that is to be written.
#[derive(Debug)]
enum PendingWrite {
    Kept(KeptItems),
    File { output: String, name: String, bytes: Vec<u8> },
}

/// How far the run has come, and when that was last written.
#[derive(Debug, Default)]
struct Stage {
    written: Option<Instant>,
    done: Option<u64>,
    steps: Option<u64>,
    status: String,
    /// Points of the curve that are not written yet.
    points: Vec<(u64, f64)>,
    /// What waits for another process, in its order.
    due: VecDeque<PendingWrite>,
    /// What could not be written, until somebody asks for it, and whether that was noted since something was written.
    trouble: Option<Error>,
    is_told: bool,
}

/// How a run ended.
#[derive(Clone, Debug)]
pub struct RunEnd {
    /// How; not [`State::Running`].
    pub state: State,
    /// What the task reported before the answer, and the answer itself.
    pub transcript: Transcript,
    /// The still picture of the answer. One over 4 MiB is not recorded.
    pub svg: Option<String>,
    /// The files of the answer by their outputs and names; the file of the output itself has no
    /// name.
    pub files: BTreeMap<(String, String), Vec<u8>>,
    /// Why the run was refused.
    pub error: Option<String>,
    /// What to do about that; names keys.
    pub hint: Option<String>,
    /// The line that stands for a run that was stopped: how far it came.
    pub reached: Option<String>,
}

impl RunEnd {
    /// The end of a run whose task answered.
    ///
    /// # Errors
    /// If a number of the answer is not finite.
    pub fn answered(served: &ServedAnswer) -> serde_json::Result<Self> {
        let note = served.transcript.note.clone();
        let transcript = Transcript { json: served.json()?, text: served.text(), note };
        let reached = served.answer.reached();
        Ok(Self { transcript, reached, ..Self::of(served.answer.verdict().into()) })
    }

    const fn of(state: State) -> Self {
        let transcript =
            Transcript { json: Vec::new(), text: String::new(), note: String::new() };
        let (svg, error, hint, reached) = (None, None, None, None);
        Self { state, transcript, svg, files: BTreeMap::new(), error, hint, reached }
    }

    /// The end of a run that was refused.
    pub fn refused(refusal: &Refusal) -> Self {
        let hint = refusal.hint.as_ref().map(events::hint);
        let error = Some(refusal.to_string());
        Self { error, hint, ..Self::of(State::Refused) }
    }

    /// One line that stands for the run in a list.
    fn headline(&self) -> String {
        let Transcript { text, note, .. } = &self.transcript;
        let reached = self.reached.as_deref().filter(|_| self.state == State::Stopped);
        let texts = [self.error.as_deref(), reached, Some(text), Some(note)];
        headline(&texts.into_iter().flatten().collect::<Vec<_>>())
    }
}

impl Recorder {
    /// Records that a run begins.
    ///
    /// # Errors
    /// If the database cannot be written.
    pub fn begin(store: Arc<Mutex<Store>>, new: &NewRun<'_>) -> Result<Self> {
        let id = locked(&store).begin(new)?;
        Ok(Self::new(store, id))
    }

    /// Takes over a run that was stopped or cut off.
    ///
    /// # Errors
    /// As those of [`Store::resume`].
    pub fn resume(store: Arc<Mutex<Store>>, id: RunId, version: &str) -> Result<Self> {
        locked(&store).resume(id, version)?;
        Ok(Self::new(store, id))
    }

    fn new(store: Arc<Mutex<Store>>, id: RunId) -> Self {
        Self { store, id, begun: Instant::now(), stage: Mutex::default() }
    }

    /// The number of the run.
    pub const fn id(&self) -> RunId {
        self.id
    }

    /// Notes an event: the progress a few times a second, every point of the curve, and every file
    /// of up to 16 MiB. What cannot be written does not stop the run: [`trouble`](Self::trouble) tells of it.
    pub fn see(&self, event: &Event<'_>) {
        let mut stage = locked(&self.stage);
        match *event {
            Event::File { output, name, bytes } if bytes.len() <= MAX_FILE => {
                let (output, name) = (output.to_owned(), name.to_owned());
                // A newer file takes the place of one that waits.
                let is_older = |due: &PendingWrite| matches!(due, PendingWrite::File { output: of, name: old, .. } if (of, old) == (&output, &name));
                stage.due.retain(|due| !is_older(due));
                stage.due.push_back(PendingWrite::File {
                    output,
                    name,
                    bytes: bytes.to_vec(),
                });
                return self.write_due_at_once(&mut stage);
            }
            Event::Begun { doing, steps } => {
                doing.clone_into(&mut stage.status);
                (stage.done, stage.steps) = (None, steps);
            }
            Event::Reached(done) => stage.done = Some(done),
            Event::Status(words) => words.clone_into(&mut stage.status),
            Event::Values { step, values } => {
                // The most important number comes first.
                stage.points.extend(values.first().map(|(_, value)| (step, *value)));
            }
            _ => return,
        }
        if stage.written.is_none_or(|written| written.elapsed() >= BEAT) {
            stage.written = Some(Instant::now());
            self.write(&mut stage);
        }
    }

    /// Writes the progress and the new points, unless somebody else is writing.
    fn write(&self, stage: &mut Stage) {
        let Some(store) = self.free_store() else { return };
        let Stage { done, steps, status, points, .. } = &*stage;
        let now = Progress { done: *done, steps: *steps, status, headline: status };
        let written = store.at_once(|| {
            store.progress(self.id, &now)?;
            store.history(self.id, points)
        });
        if written.is_ok() {
            stage.points.clear();
        }
    }

    /// The store, unless another thread is using it: it may wait for another process.
    fn free_store(&self) -> Option<MutexGuard<'_, Store>> {
        match self.store.try_lock() {
            Ok(store) => Some(store),
            Err(TryLockError::Poisoned(store)) => Some(store.into_inner()),
            Err(TryLockError::WouldBlock) => None,
        }
    }

    /// Writes what waits, unless somebody else is writing.
    fn write_due_at_once(&self, stage: &mut Stage) {
        let Some(store) = self.free_store() else { return };
        match store.at_once(|| self.write_due(&store, &mut stage.due)) {
            Ok(()) => stage.is_told = false,
            Err(Error::Busy(_)) => {}
            // Told once, until something can be written again.
            Err(error) if !stage.is_told => {
                (stage.trouble, stage.is_told) = (Some(error), true);
            }
            Err(_) => {}
        }
    }

    /// Writes what waits, in its order and without a gap: what cannot be written now, and all after it, waits on.
    fn write_due(&self, store: &Store, due: &mut VecDeque<PendingWrite>) -> Result<()> {
        while let Some(next) = due.front() {
            match next {
                PendingWrite::Kept(kept) => store.keep(self.id, kept)?,
                PendingWrite::File { output, name, bytes } => {
                    store.put_file(self.id, output, name, bytes)?;
                }
            }
            due.pop_front();
        }
        Ok(())
    }

    /// Says what could not be written: once, and again if something else could be written in between.
    pub fn trouble(&self) -> Option<String> {
        let error = locked(&self.stage).trouble.take()?;
        Some(format!("the run cannot be recorded now, and goes on: {error}"))
    }

    /// What the run has kept, as [`Store::kept`].
    ///
    /// # Errors
    /// As those of [`Store::kept`].
    pub fn kept(&self, inputs: u64) -> Result<Vec<KeptItems>> {
        locked(&self.store).kept(self.id, inputs)
    }

    /// Keeps finished items, as [`Store::keep`]. What cannot be written does not stop the run.
    pub fn keep(&self, kept: &KeptItems) {
        let mut stage = locked(&self.stage);
        stage.due.push_back(PendingWrite::Kept(kept.clone()));
        self.write_due_at_once(&mut stage);
    }

    /// The file that the run has made for an output, such as its checkpoint.
    pub fn file(&self, output: &str) -> Option<Vec<u8>> {
        locked(&self.store).file(self.id, output, "").ok()
    }

    /// Records the end. If the answer cannot be recorded, that is what is recorded instead, so that
    /// the run is not taken for one under way.
    ///
    /// # Errors
    /// If the end cannot be written as it was given.
    pub fn finish(&self, ended: &RunEnd) -> Result<()> {
        let mut done = self.write_end(ended);
        for _ in 1..ATTEMPTS {
            if !matches!(done, Err(Error::Busy(_))) {
                break;
            }
            done = self.write_end(ended);
        }
        match done {
            // Nothing can be written at all.
            Ok(()) | Err(Error::Busy(_)) => done,
            Err(error) => {
                let what = format!("the answer could not be recorded: {error}");
                let unrecorded = RunEnd::of(State::Refused);
                self.write_end(&RunEnd { error: Some(what), ..unrecorded })?;
                Err(error)
            }
        }
    }

    fn write_end(&self, ended: &RunEnd) -> Result<()> {
        let mut stage = locked(&self.stage);
        let store = locked(&self.store);
        if !ended.state.is_unfinished() {
            // What was kept is for a run that is resumed.
            stage.due.retain(|due| matches!(due, PendingWrite::File { .. }));
        }

        if ended.error.is_none() {
            self.write_due(&store, &mut stage.due)?;
        }

        store.history(self.id, &stage.points)?;
        stage.points.clear();
        for ((output, name), bytes) in &ended.files {
            store.put_file(self.id, output, name, bytes)?;
        }

        store.finish(
            self.id,
            &End {
                state: ended.state,
                headline: &ended.headline(),
                answer: &ended.transcript.json,
                text: &ended.transcript.text,
                svg: ended.svg.as_deref().filter(|svg| svg.len() <= MAX_PICTURE),
                error: ended.error.as_deref(),
                hint: ended.hint.as_deref(),
                seconds: self.begun.elapsed().as_secs_f64(),
            },
        )
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Map, json};

    use super::*;

    fn recorder(place: &std::path::Path) -> (Recorder, Store) {
        let path = place.join("runs.db");
        let store = Arc::new(Mutex::new(Store::open(&path).unwrap()));
        let new = NewRun {
            task: "2048/bench",
            request: &Map::new(),
            seed: None,
            version: "0.1.0",
            host: "cli",
            folder: None,
            begun: 0,
        };

        (Recorder::begin(store, &new).unwrap(), Store::open(&path).unwrap())
    }

    fn kept(first: u64) -> KeptItems {
        KeptItems { first, outcomes: vec![json!(first)] }
    }

    #[test]
    fn what_another_process_is_in_the_way_of_is_written_later() {
        let place = tempfile::tempdir().unwrap();
        let (recorder, other) = recorder(place.path());
        other.db.execute_batch("BEGIN IMMEDIATE").unwrap();
        recorder.keep(&kept(0));
        recorder.see(&Event::Reached(1));
        recorder.see(&Event::File { output: "output", name: "", bytes: b"whole" });
        assert!(recorder.trouble().is_none());
        assert!(other.kept(recorder.id(), 7).unwrap().is_empty());

        other.db.execute_batch("COMMIT").unwrap();
        recorder.keep(&kept(1));
        assert_eq!(other.kept(recorder.id(), 7).unwrap(), [kept(0), kept(1)]);
        assert_eq!(recorder.file("output").unwrap(), b"whole");
        assert!(recorder.trouble().is_none());
    }

    #[test]
    fn nothing_is_kept_after_what_could_not_be_kept() {
        let place = tempfile::tempdir().unwrap();
        let (recorder, other) = recorder(place.path());

        let limit = |pages: u32| {
            let limit = format!("PRAGMA max_page_count = {pages}");
            locked(&recorder.store).db.execute_batch(&limit).unwrap();
        };

        let large =
            |first: u64| KeptItems { first, outcomes: vec![json!("x".repeat(50_000))] };
        recorder.keep(&large(0));
        limit(1);
        recorder.keep(&large(1));
        recorder.keep(&large(2));
        assert!(recorder.trouble().is_some() && recorder.trouble().is_none());
        assert_eq!(other.kept(recorder.id(), 7).unwrap(), [large(0)]);

        limit(100_000);
        let ended = RunEnd::of(State::Stopped);
        recorder.finish(&ended).unwrap();
        assert_eq!(other.kept(recorder.id(), 7).unwrap(), [0, 1, 2].map(large));
    }

    #[test]
    fn a_full_disk_does_not_end_the_run() {
        let place = tempfile::tempdir().unwrap();
        let (recorder, other) = recorder(place.path());
        locked(&recorder.store).db.execute_batch("PRAGMA max_page_count = 1").unwrap();
        let bytes = vec![0; 1 << 20];
        recorder.see(&Event::File { output: "output", name: "", bytes: &bytes });
        assert!(recorder.trouble().unwrap().contains("full"));
        assert!(recorder.trouble().is_none());

        locked(&recorder.store)
            .db
            .execute_batch("PRAGMA max_page_count = 100000")
            .unwrap();
        let ended = RunEnd::of(State::Done);
        recorder.finish(&ended).unwrap();
        assert_eq!(other.get(recorder.id()).unwrap().run.state, State::Done);
    }
}
