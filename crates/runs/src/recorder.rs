//! Recording a run while it goes on, the same way through every door.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tilewright_tasks::{Event, Kept, Refusal, Transcript, events};

use crate::{End, Error, New, Progress, Result, RunId, State, Store, headline};

/// The shortest time between two notes of the progress.
const BEAT: Duration = Duration::from_millis(250);

/// The largest file of a run that is recorded while it goes on, in bytes; larger ones are only where
/// the user wants them.
const MAX_FILE: usize = 16 << 20;

/// The largest picture that is recorded, in bytes.
const MAX_PICTURE: usize = 4 << 20;

/// How often the end is tried again while another process holds the database; each attempt waits ten
/// seconds.
const PATIENCE: u32 = 6;

/// Records one run under way: its progress, its curve, what it keeps and its end. Threads may share
/// it.
#[derive(Debug)]
pub struct Recorder {
    store: Arc<Mutex<Store>>,
    id: RunId,
    begun: Instant,
    stage: Mutex<Stage>,
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
}

/// How a run ended.
#[derive(Clone, Debug)]
pub struct Ended {
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

impl Ended {
    /// The end of a run that has an answer.
    pub fn answered(state: State, transcript: Transcript) -> Self {
        let files = BTreeMap::new();
        let (svg, error, hint, reached) = (None, None, None, None);
        Self { state, transcript, svg, files, error, hint, reached }
    }

    /// The end of a run that was refused, with what it reported before.
    pub fn refused(refusal: &Refusal, transcript: Transcript) -> Self {
        let hint = refusal.hint.as_ref().map(events::hint);
        let error = Some(refusal.to_string());
        Self { error, hint, ..Self::answered(State::Refused, transcript) }
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
    pub fn begin(store: Arc<Mutex<Store>>, new: &New<'_>) -> Result<Self> {
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
    /// of up to 16 MiB. Progress that cannot be written does not stop the run.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub fn see(&self, event: &Event<'_>) -> Result<()> {
        let mut stage = locked(&self.stage);
        match *event {
            Event::File { output, name, bytes } if bytes.len() <= MAX_FILE => {
                return locked(&self.store).put_file(self.id, output, name, bytes);
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
            _ => return Ok(()),
        }
        if stage.written.is_none_or(|written| written.elapsed() >= BEAT) {
            stage.written = Some(Instant::now());
            self.write(&mut stage);
        }
        Ok(())
    }

    /// Writes the progress and the new points.
    fn write(&self, stage: &mut Stage) {
        let points = std::mem::take(&mut stage.points);
        let Stage { done, steps, status, .. } = &*stage;
        let now = Progress { done: *done, steps: *steps, status, headline: status };
        let store = locked(&self.store);
        let _ = store
            .progress(self.id, &now)
            .and_then(|()| store.histories(self.id, &points));
    }

    /// What the run has kept, as [`Store::kept`].
    ///
    /// # Errors
    /// As those of [`Store::kept`].
    pub fn kept(&self, inputs: u64) -> Result<Vec<Kept>> {
        locked(&self.store).kept(self.id, inputs)
    }

    /// Keeps finished items, as [`Store::keep`].
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn keep(&self, kept: &Kept) -> Result<()> {
        locked(&self.store).keep(self.id, kept)
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
    pub fn finish(&self, ended: &Ended) -> Result<()> {
        let mut done = self.write_end(ended);
        for _ in 0..PATIENCE {
            if !matches!(done, Err(Error::Busy(_))) {
                break;
            }
            done = self.write_end(ended);
        }
        done.or_else(|error| {
            let what = format!("the answer could not be recorded: {error}");
            let unrecorded = Ended::answered(State::Refused, Transcript::default());
            self.write_end(&Ended { error: Some(what), ..unrecorded })?;
            Err(error)
        })
    }

    fn write_end(&self, ended: &Ended) -> Result<()> {
        let mut stage = locked(&self.stage);
        let store = locked(&self.store);
        store.histories(self.id, &stage.points)?;
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

/// The value in a mutex, even if a thread that held it has panicked.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
