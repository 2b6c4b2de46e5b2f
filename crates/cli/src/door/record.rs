//! Recording a run of the command line in the history.

use std::env;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::UNIX_EPOCH;

use serde_json::Value;
use tilewright_draw::{Format, export};
use tilewright_grid::Seed;
use tilewright_runs::{NewRun, RunEnd, RunId, Store};
use tilewright_tasks::{Answer, Event, KeptItems, Refusal, Request, ServedAnswer};

use crate::context::Context;
use crate::failure::Failure;

/// The version of the program.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// How a run is recorded.
#[derive(Default)]
pub(super) enum Recording {
    /// It is not.
    #[default]
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
    ) -> Result<Option<Recorder>, Refusal> {
        let (store, task) = match self {
            Self::Off => return Ok(None),
            Self::Resumed(recorder) => return Ok(Some(*recorder)),
            Self::New(store, task) => (store, task),
        };

        let folder = env::current_dir().ok();
        let document = request.document()?;
        let new = NewRun {
            task,
            seed: document.get("seed").and_then(Value::as_u64).map(Seed),
            request: &document,
            version: VERSION,
            host: "cli",
            folder: folder.as_deref().and_then(Path::to_str),
            begun: now(),
        };

        let store = Arc::new(Mutex::new(*store));
        let run = tilewright_runs::Recorder::begin(store, &new).map_err(refusal)?;
        Ok(Some(Recorder { run, is_resumed: false }))
    }
}

/// The record of a run under way.
pub(super) struct Recorder {
    run: tilewright_runs::Recorder,
    /// Whether an earlier process began the run.
    is_resumed: bool,
}

impl Recorder {
    /// Takes over a run that was stopped or cut off.
    pub(super) fn resume(store: Store, id: RunId) -> Result<Self, Failure> {
        let store = Arc::new(Mutex::new(store));
        let run = tilewright_runs::Recorder::resume(store, id, VERSION);
        let run = run.map_err(failure)?;
        Ok(Self { run, is_resumed: true })
    }

    /// The number of the run.
    pub(super) const fn id(&self) -> RunId {
        self.run.id()
    }

    /// Records an event of the task.
    pub(super) fn see(&self, event: &Event<'_>, context: &Context) {
        self.run.see(event);
        self.say_trouble(context);
    }

    /// Says what could not be recorded: the run goes on, and its answer is recorded if that can be.
    fn say_trouble(&self, context: &Context) {
        if let Some(text) = self.run.trouble() {
            context.say(&text);
        }
    }

    /// What the run has kept, if it is resumed; reports that.
    pub(super) fn kept(
        &self,
        inputs: u64,
        context: &Context,
    ) -> Result<Vec<KeptItems>, Refusal> {
        let kept = self.run.kept(inputs).map_err(refusal)?;
        if self.is_resumed {
            let entries = kept.iter().map(|kept| kept.outcomes.len()).sum::<usize>();
            let items = if entries == 1 { "item is" } else { "items are" };
            context.say(&format!("resumed: {entries} {items} finished"));
        }
        Ok(kept)
    }

    /// Keeps finished items.
    pub(super) fn keep(&self, kept: &KeptItems, context: &Context) {
        self.run.keep(kept);
        self.say_trouble(context);
    }

    /// The refusal for an invalid item of the earlier run.
    pub(super) fn damaged(&self, at: usize) -> Refusal {
        refusal(Store::altered(self.id(), at))
    }

    /// Records that the task refused the request.
    pub(super) fn refuse(&self, cause: &Refusal) -> Result<(), Failure> {
        self.run.finish(&RunEnd::refused(cause)).map_err(failure)
    }

    /// Records the answer.
    pub(super) fn finish(
        &self,
        served: &ServedAnswer,
        context: &Context,
    ) -> Result<(), Failure> {
        let ended = RunEnd::answered(served)?;
        let svg = picture(&*served.answer, context);
        self.run.finish(&RunEnd { svg, ..ended }).map_err(failure)?;
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
