//! Recording a run in the history: its progress, its finished items, and its answer in every form.

mod transcript;

use std::env;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, UNIX_EPOCH};

use tilewright_draw::{Format, export};
use tilewright_runs::{End, New, Progress, RunId, State, Store, headline};
use tilewright_tasks::{
    Answer, Event, Head, Kept, Medium, Refusal, Request, Verdict, chain,
};

use super::manner::Manner;
use crate::context::Context;
use crate::failure::Failure;
use transcript::Transcript;

/// The version of the program.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// How often progress is written.
const BEAT: Duration = Duration::from_millis(250);

/// The largest picture that is recorded, in bytes.
const MAX_PICTURE: usize = 4 << 20;

/// The largest file that is recorded, in bytes; larger ones are only where the user wants them.
const MAX_FILE: usize = 16 << 20;

/// How a run is recorded.
pub(super) enum Recording {
    /// It is not.
    Off,
    /// As a new run.
    New(Box<Store>, &'static str),
    /// As the run that it resumes.
    Resumed(Box<Recorder>),
}

impl Recording {
    /// Begins to record a request whose seed is set.
    pub(super) fn begin(
        self,
        request: &dyn Request,
        seed: Option<tilewright_grid::Seed>,
    ) -> Result<Option<Recorder>, Failure> {
        let (store, task) = match self {
            Self::Off => return Ok(None),
            Self::Resumed(recorder) => return Ok(Some(*recorder)),
            Self::New(store, task) => (store, task),
        };
        let folder = env::current_dir().ok();
        let id = store.begin(&New {
            task,
            request: &request.document()?,
            seed,
            version: VERSION,
            host: "cli",
            folder: folder.as_deref().and_then(Path::to_str),
            begun: now(),
        });
        let id = id.map_err(failure)?;
        Ok(Some(Recorder::new(*store, id, false)))
    }
}

/// The record of a run under way.
pub(super) struct Recorder {
    store: Mutex<Store>,
    pub(super) id: RunId,
    /// Whether an earlier process began the run.
    is_resumed: bool,
    begun: Instant,
    stage: Mutex<Stage>,
    transcript: Mutex<Transcript>,
}

/// How far the run has come, and when that was last written.
#[derive(Default)]
struct Stage {
    written: Option<Instant>,
    done: Option<u64>,
    steps: Option<u64>,
    status: String,
    /// Points of the curve that are not written yet.
    points: Vec<(u64, f64)>,
}

impl Recorder {
    fn new(store: Store, id: RunId, is_resumed: bool) -> Self {
        Self {
            store: Mutex::new(store),
            id,
            is_resumed,
            begun: Instant::now(),
            stage: Mutex::default(),
            transcript: Mutex::default(),
        }
    }

    /// Takes over a run that was stopped or cut off.
    pub(super) fn resume(store: Store, id: RunId) -> Result<Self, Failure> {
        store.resume(id, VERSION).map_err(failure)?;
        Ok(Self::new(store, id, true))
    }

    fn store(&self) -> MutexGuard<'_, Store> {
        locked(&self.store)
    }

    /// Records an event of the task.
    pub(super) fn see(
        &self,
        event: &Event<'_>,
        head: Option<&Head>,
        manner: Manner,
    ) -> Result<(), Failure> {
        match *event {
            Event::Item(item) => return locked(&self.transcript).add(item, head, manner),
            Event::File { bytes, .. } if bytes.len() > MAX_FILE => return Ok(()),
            Event::File { output, name, bytes } => {
                let put = self.store().put_file(self.id, output, name, bytes);
                return put.map_err(failure);
            }
            Event::Begun { doing, steps } => {
                let mut stage = locked(&self.stage);
                doing.clone_into(&mut stage.status);
                (stage.done, stage.steps) = (None, steps);
            }
            Event::Reached(done) => locked(&self.stage).done = Some(done),
            Event::Note(text) => {
                text.clone_into(&mut locked(&self.transcript).note);
                return Ok(());
            }
            Event::Values { step, values } => {
                // The most important number comes first.
                let first = values.first().map(|(_, value)| (step, *value));
                locked(&self.stage).points.extend(first);
            }
            Event::Status(words) => words.clone_into(&mut locked(&self.stage).status),
            _ => return Ok(()),
        }
        self.write()
    }

    /// Writes the progress, unless that was done a moment ago.
    fn write(&self) -> Result<(), Failure> {
        let mut stage = locked(&self.stage);
        if stage.written.is_some_and(|written| written.elapsed() < BEAT) {
            return Ok(());
        }
        stage.written = Some(Instant::now());
        let points = std::mem::take(&mut stage.points);
        let Stage { done, steps, status, .. } = &*stage;
        let now = Progress { done: *done, steps: *steps, status, headline: "" };
        let store = self.store();
        let written = store.progress(self.id, &now);
        written.and_then(|()| store.histories(self.id, &points)).map_err(failure)
    }

    /// What the run has kept, if it is resumed; reports that.
    pub(super) fn kept(
        &self,
        inputs: u64,
        context: &Context,
    ) -> Result<Vec<Kept>, Refusal> {
        let kept = self.store().kept(self.id, inputs).map_err(refusal)?;
        if self.is_resumed {
            let entries = kept.iter().map(|kept| kept.outcomes.len()).sum::<usize>();
            let items = if entries == 1 { "item is" } else { "items are" };
            context.say(&format!("resumed: {entries} {items} finished"));
        }
        Ok(kept)
    }

    /// Keeps finished items.
    pub(super) fn keep(&self, kept: &Kept) -> Result<(), Failure> {
        self.store().keep(self.id, kept).map_err(failure)
    }

    /// The refusal for an invalid item of the earlier run.
    pub(super) fn damaged(&self, at: usize) -> Refusal {
        refusal(Store::altered(self.id, at))
    }

    /// Records that the task refused the request.
    pub(super) fn refuse(&self, cause: &Refusal) -> Result<(), Failure> {
        let error = chain(&cause.error);
        let hint = cause.hint.as_ref().map(|hint| Manner::Keys.render(hint));
        let text = std::mem::take(&mut *locked(&self.transcript)).text;
        self.end(&End {
            state: State::Refused,
            headline: &headline(&error),
            answer: b"",
            text: &text,
            svg: None,
            error: Some(&error),
            hint: hint.as_deref(),
            seconds: 0.0,
        })
    }

    /// Records the answer.
    pub(super) fn finish(
        &self,
        answer: &dyn Answer,
        head: &Head,
        context: &Context,
    ) -> Result<(), Failure> {
        let Transcript { mut json, mut text, note } =
            std::mem::take(&mut *locked(&self.transcript));
        json.extend(answer.json(head)?.unwrap_or_default());
        text += &answer.text(Medium::default());
        let reached = answer.reached().filter(|_| answer.verdict() == Verdict::Stopped);
        let svg = picture(answer, context);
        let line = Some(headline(reached.as_deref().unwrap_or(&text)));
        let line = line.filter(|line| !line.is_empty());
        self.end(&End {
            state: answer.verdict().into(),
            headline: &line.unwrap_or_else(|| headline(&note)),
            answer: &json,
            text: &text,
            svg: svg.as_deref(),
            error: None,
            hint: None,
            seconds: 0.0,
        })?;
        context.say(&format!("recorded as run {}", self.id));
        Ok(())
    }

    fn end(&self, end: &End<'_>) -> Result<(), Failure> {
        let seconds = self.begun.elapsed().as_secs_f64();
        let points = std::mem::take(&mut locked(&self.stage).points);
        self.store().histories(self.id, &points).map_err(failure)?;
        self.store().finish(self.id, &End { seconds, ..*end }).map_err(failure)
    }
}

/// The picture of an answer, if it has one that is not large.
fn picture(answer: &dyn Answer, context: &Context) -> Option<String> {
    let still = answer.drawing(false, context).ok()??.still;
    let svg = export(&still, None, Format::Svg, context).ok()?;
    String::from_utf8(svg).ok().filter(|svg| svg.len() <= MAX_PICTURE)
}

/// The time in unix seconds. It stands beside the answer, never in it.
fn now() -> i64 {
    let now = UNIX_EPOCH.elapsed().unwrap_or_default().as_secs();
    i64::try_from(now).unwrap_or(i64::MAX)
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Opens the history, to record in it.
pub(super) fn open(context: &Context) -> Result<Store, Failure> {
    let path: PathBuf = context.database()?;
    Store::open(path).map_err(failure)
}

/// An error of the history as a failure.
pub(crate) fn failure(error: tilewright_runs::Error) -> Failure {
    let hint = error.hint().map(str::to_owned);
    Failure::Error { error: error.into(), hint }
}

fn refusal(error: tilewright_runs::Error) -> Refusal {
    let hint = error.hint().map(Into::into);
    Refusal { error: error.into(), hint, key: None }
}
