//! Recording a run of the command line in the history.

use std::env;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::UNIX_EPOCH;

use tilewright_draw::{Format, export};
use tilewright_runs::{Ended, New, RunId, Store, check_size};
use tilewright_tasks::{Answer, Event, Head, Kept, Medium, Refusal, Request, Transcript};

use super::manner::Manner;
use crate::context::Context;
use crate::failure::Failure;

/// The version of the program.
const VERSION: &str = env!("CARGO_PKG_VERSION");

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
        let new = New {
            task,
            request: &request.document()?,
            seed,
            version: VERSION,
            host: "cli",
            folder: folder.as_deref().and_then(Path::to_str),
            begun: now(),
        };
        let store = Arc::new(Mutex::new(*store));
        let run = tilewright_runs::Recorder::begin(store, &new).map_err(failure)?;
        Ok(Some(Recorder { run, is_resumed: false, transcript: Mutex::default() }))
    }
}

/// The record of a run under way, with what it reported so far.
pub(super) struct Recorder {
    run: tilewright_runs::Recorder,
    /// Whether an earlier process began the run.
    is_resumed: bool,
    transcript: Mutex<Transcript>,
}

impl Recorder {
    /// Takes over a run that was stopped or cut off.
    pub(super) fn resume(store: Store, id: RunId) -> Result<Self, Failure> {
        let store = Arc::new(Mutex::new(store));
        let run = tilewright_runs::Recorder::resume(store, id, VERSION);
        let run = run.map_err(failure)?;
        Ok(Self { run, is_resumed: true, transcript: Mutex::default() })
    }

    /// The number of the run.
    pub(super) const fn id(&self) -> RunId {
        self.run.id()
    }

    fn transcript(&self) -> MutexGuard<'_, Transcript> {
        self.transcript.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Records an event of the task.
    pub(super) fn see(
        &self,
        event: &Event<'_>,
        head: &Head,
        manner: Manner,
    ) -> Result<(), Failure> {
        let mut transcript = self.transcript();
        let seen = transcript.see(event, head, |hint| manner.render(hint));
        seen.map_err(tilewright_runs::Error::from)
            .and_then(|()| check_size("the answer", transcript.bytes()))
            .and_then(|()| self.run.see(event))
            .map_err(failure)
    }

    /// What the run has kept, if it is resumed; reports that.
    pub(super) fn kept(
        &self,
        inputs: u64,
        context: &Context,
    ) -> Result<Vec<Kept>, Refusal> {
        let kept = self.run.kept(inputs).map_err(refusal)?;
        if self.is_resumed {
            let entries = kept.iter().map(|kept| kept.outcomes.len()).sum::<usize>();
            let items = if entries == 1 { "item is" } else { "items are" };
            context.say(&format!("resumed: {entries} {items} finished"));
        }
        Ok(kept)
    }

    /// Keeps finished items.
    pub(super) fn keep(&self, kept: &Kept) -> Result<(), Failure> {
        self.run.keep(kept).map_err(failure)
    }

    /// The refusal for an invalid item of the earlier run.
    pub(super) fn damaged(&self, at: usize) -> Refusal {
        refusal(Store::altered(self.id(), at))
    }

    /// Records that the task refused the request.
    pub(super) fn refuse(&self, cause: &Refusal) -> Result<(), Failure> {
        let transcript = std::mem::take(&mut *self.transcript());
        self.run.finish(&Ended::refused(cause, transcript)).map_err(failure)
    }

    /// Records the answer.
    pub(super) fn finish(
        &self,
        answer: &dyn Answer,
        head: &Head,
        context: &Context,
    ) -> Result<(), Failure> {
        let mut transcript = std::mem::take(&mut *self.transcript());
        transcript.json.extend(answer.json(head)?.unwrap_or_default());
        transcript.text += &answer.text(Medium::default());
        let ended = Ended::answered(answer.verdict().into(), transcript);
        let (svg, reached) = (picture(answer, context), answer.reached());
        self.run.finish(&Ended { svg, reached, ..ended }).map_err(failure)?;
        context.say(&format!("recorded as run {}", self.id()));
        Ok(())
    }
}

/// The picture of an answer, if it has one.
fn picture(answer: &dyn Answer, context: &Context) -> Option<String> {
    let still = answer.drawing(false, context).ok()??.still;
    String::from_utf8(export(&still, None, Format::Svg, context).ok()?).ok()
}

/// The time in unix seconds. It stands beside the answer, never in it.
fn now() -> i64 {
    let now = UNIX_EPOCH.elapsed().unwrap_or_default().as_secs();
    i64::try_from(now).unwrap_or(i64::MAX)
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
