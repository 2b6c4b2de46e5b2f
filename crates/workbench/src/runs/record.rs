//! What is recorded of one run.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use serde_json::{Map, Value};
use tilewright_grid::Seed;
use tilewright_runs::{End, New, Progress, RunId, State, headline};
use tilewright_tasks::{Kept, Refusal, Refuse as _};

use super::history::now;
use crate::fault::Fault;
use crate::run::locked;
use crate::server::Bench;

/// The shortest time between two notes of the progress in the database.
const PAUSE: Duration = Duration::from_millis(500);

/// How often the end is tried again while another process holds the database; each attempt waits ten
/// seconds.
const PATIENCE: u32 = 30;

/// The record of one run.
pub(crate) struct Record {
    bench: Bench,
    id: RunId,
    noted: Mutex<Noted>,
}

/// What was noted last.
#[derive(Debug, Default)]
struct Noted {
    at: Option<Instant>,
    steps: Option<u64>,
    done: Option<u64>,
    status: String,
    /// The points of the curve that are not written yet.
    points: Vec<(u64, f64)>,
}

/// How a run ended.
#[derive(Debug, Default)]
pub(crate) struct Ended {
    pub(crate) state: String,
    pub(crate) json: Vec<u8>,
    pub(crate) text: String,
    /// The last message for the user: what stands for an answer that is a picture alone.
    pub(crate) note: String,
    pub(crate) svg: Option<String>,
    /// The files by their outputs and names.
    pub(crate) files: BTreeMap<(String, String), Vec<u8>>,
    pub(crate) error: Option<String>,
    pub(crate) hint: Option<String>,
}

impl Ended {
    /// The end of a run that was refused, with its document.
    pub(crate) fn refused(refusal: &Value) -> Self {
        let text = |key: &str| refusal[key].as_str().map(str::to_owned);
        Self {
            state: State::Refused.name().to_owned(),
            error: text("error"),
            hint: text("hint"),
            ..Self::default()
        }
    }

    /// One line that stands for the run: of its text, or the error.
    fn headline(&self) -> String {
        let texts = [self.error.as_deref().unwrap_or_default(), &self.text, &self.note];
        let lines = texts.into_iter().map(headline);
        lines.into_iter().find(|line| !line.is_empty()).unwrap_or_default()
    }
}

impl Record {
    /// Records that a run begins.
    pub(crate) fn begun(
        bench: &Bench,
        task: &str,
        request: &Map<String, Value>,
    ) -> Result<Self, Fault> {
        let folder = bench.folder().map(crate::folder::Folder::path);
        let id = bench.history().store().begin(&New {
            task,
            request,
            seed: request.get("seed").and_then(Value::as_u64).map(Seed),
            version: env!("CARGO_PKG_VERSION"),
            host: "workbench",
            folder,
            begun: now(),
        })?;
        Ok(Self::resumed(bench, id))
    }

    /// The record of a run that goes on.
    pub(crate) fn resumed(bench: &Bench, id: RunId) -> Self {
        Self { bench: bench.clone(), id, noted: Mutex::default() }
    }

    pub(crate) const fn id(&self) -> RunId {
        self.id
    }

    /// Notes an event. The progress is written from time to time only.
    pub(crate) fn note(&self, event: &Value) {
        let mut noted = locked(&self.noted);
        let text = |key: &str| event[key].as_str().unwrap_or_default().to_owned();
        match event["event"].as_str().unwrap_or_default() {
            "begun" => {
                noted.steps = event["steps"].as_u64();
                (noted.done, noted.status) = (None, text("doing"));
            }
            "reached" => noted.done = event["done"].as_u64(),
            "status" => noted.status = text("text"),
            "values" => {}
            _ => return,
        }
        let instant = Instant::now();
        if noted.at.is_some_and(|at| instant.duration_since(at) < PAUSE) {
            return;
        }
        noted.at = Some(instant);
        let now = Progress {
            done: noted.done,
            steps: noted.steps,
            status: &noted.status,
            headline: &noted.status,
        };
        // The progress is a courtesy: the run goes on without it.
        let store = self.bench.history().store();
        let _ = store.progress(self.id, &now);
        let _ = store.histories(self.id, &noted.points);
        drop(store);
        noted.points.clear();
    }

    /// Adds a point to the curve of the run.
    pub(crate) fn point(&self, step: u64, value: f64) {
        locked(&self.noted).points.push((step, value));
    }

    /// What the run kept before it was cut off.
    pub(crate) fn kept(&self, inputs: u64) -> Result<Vec<Kept>, Refusal> {
        self.bench.history().store().kept(self.id, inputs).hint("start the run anew")
    }

    /// Keeps outcomes; an error if they cannot be written.
    pub(crate) fn keep(&self, kept: &Kept) -> Result<(), String> {
        let done = self.bench.history().store().keep(self.id, kept);
        done.map_err(|error| error.to_string())
    }

    /// Keeps a file that the task has made, such as a checkpoint.
    pub(crate) fn put_file(
        &self,
        output: &str,
        name: &str,
        bytes: &[u8],
    ) -> Result<(), String> {
        let done = self.bench.history().store().put_file(self.id, output, name, bytes);
        done.map_err(|error| error.to_string())
    }

    /// A file that an earlier run of the same number has made.
    pub(crate) fn earlier(&self, output: &str) -> Option<Vec<u8>> {
        self.bench.history().store().file(self.id, output, "").ok()
    }

    /// Records the end. If the answer cannot be recorded, that is what is recorded instead, so that
    /// the run is not taken for one under way.
    pub(crate) fn end(&self, ended: &Ended, took: Duration) -> Result<(), Fault> {
        let mut done = self.finish(ended, took);
        for _ in 0..PATIENCE {
            if !done.as_ref().is_err_and(Fault::is_busy) {
                break;
            }
            done = self.finish(ended, took);
        }
        done.or_else(|fault| {
            let error = format!("the answer could not be recorded: {fault}");
            let refusal = serde_json::json!({ "error": error });
            self.finish(&Ended::refused(&refusal), took)?;
            Err(fault)
        })
    }

    fn finish(&self, ended: &Ended, took: Duration) -> Result<(), Fault> {
        let points = std::mem::take(&mut locked(&self.noted).points);
        let store = self.bench.history().store();
        let _ = store.histories(self.id, &points);
        for ((output, name), bytes) in &ended.files {
            store.put_file(self.id, output, name, bytes)?;
        }
        let state = State::ALL.into_iter().find(|state| state.name() == ended.state);
        store.finish(
            self.id,
            &End {
                state: state.unwrap_or(State::Refused),
                headline: &ended.headline(),
                answer: &ended.json,
                text: &ended.text,
                svg: ended.svg.as_deref(),
                error: ended.error.as_deref(),
                hint: ended.hint.as_deref(),
                seconds: took.as_secs_f64(),
            },
        )?;
        Ok(())
    }
}
