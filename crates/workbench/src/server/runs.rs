//! Runs: those under way, and the history of all.

mod calls;
mod history;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use serde_json::{Map, Value};
use tilewright_grid::{Seed, locked};
use tilewright_runs::{NewRun, Recorder};
use tilewright_tasks::Entry;

use crate::server::Bench;
use crate::server::fault::Fault;
use crate::server::lanes::LanePlace;
use crate::server::run::Run;
use crate::server::tasks::RunOptions;
use crate::server::work::work_on;

pub(crate) use calls::{again, delete, file, list, part, show};
pub(crate) use history::{History, now};

/// The runs that are held in memory after their end, for pages that still read their events.
const HELD: usize = 64;
/// How long a page may be away before its runs are cancelled: longer than a reload takes, shorter
/// than a closed page should keep the cores busy.
const AWAY: Duration = Duration::from_secs(5);

/// The runs under way and those that ended last, and the pages that are present.
#[derive(Default)]
pub(crate) struct Runs(Mutex<RunTable>);

#[derive(Default)]
struct RunTable {
    runs: Vec<Arc<Run>>,
    /// The pages with an open event stream, each as often as it has one.
    present: Vec<String>,
    /// How often pages have come and gone: a page that has come back is not taken for one that is
    /// away.
    moves: BTreeMap<String, u64>,
}

impl Runs {
    /// Begins a run, and works on it in the background.
    pub(crate) fn begin(
        &self,
        bench: &Bench,
        entry: &'static Entry,
        request: Map<String, Value>,
        wanted: RunOptions,
    ) -> Result<Arc<Run>, Fault> {
        let place = bench.lanes.runs.enter()?;
        let new = NewRun {
            task: entry.name,
            request: &request,
            seed: request.get("seed").and_then(Value::as_u64).map(Seed),
            version: env!("CARGO_PKG_VERSION"),
            host: "workbench",
            folder: bench.folder.as_ref().map(|folder| &*folder.path),
            begun: now(),
        };

        let recorder = Recorder::begin(bench.history.shared(), &new)?;
        Ok(self.work(bench, entry, request, wanted, recorder, place))
    }

    /// Works on a run in the background, once it is its turn. A run that is stopped before does not
    /// wait for it.
    pub(crate) fn work(
        &self,
        bench: &Bench,
        entry: &'static Entry,
        request: Map<String, Value>,
        wanted: RunOptions,
        recorder: Recorder,
        place: LanePlace,
    ) -> Arc<Run> {
        let (page, ticker) = (wanted.page.clone(), bench.ticker.clone());
        let run = Arc::new(Run::new(recorder.id().0, entry.name, request, page, ticker));
        self.hold(Arc::clone(&run));
        let (bench, worker) = (bench.clone(), Arc::clone(&run));
        tokio::spawn(async move {
            let turn = tokio::select! {
                turn = place.turn() => Some(turn),
                () = worker.stop.stopped() => None,
            };
            let work = move || {
                let _turn = turn;
                work_on(&bench, &worker, entry, wanted.outputs, &recorder);
            };
            // A panic within the task is caught there.
            let _ = tokio::task::spawn_blocking(work).await;
        });

        run
    }

    fn hold(&self, run: Arc<Run>) {
        let mut held = locked(&self.0);
        held.runs.push(run);
        while held.runs.len() > HELD {
            let Some(first) = held.runs.iter().position(|run| run.is_told()) else {
                return;
            };
            held.runs.remove(first);
        }
    }

    /// A run that is under way, or ended not long ago. One that was resumed is held twice, so that
    /// pages still read the last event from before; the newer one counts.
    pub(crate) fn live(&self, id: i64) -> Option<Arc<Run>> {
        locked(&self.0).runs.iter().rev().find(|run| run.id == id).map(Arc::clone)
    }

    /// The runs of a page.
    pub(crate) fn of_page(&self, page: &str) -> Vec<Arc<Run>> {
        let held = locked(&self.0);
        held.runs
            .iter()
            .filter(|run| run.page.as_deref() == Some(page))
            .map(Arc::clone)
            .collect()
    }

    /// A page opens an event stream.
    pub(crate) fn come(&self, page: &str) {
        let mut held = locked(&self.0);
        held.present.push(page.to_owned());
        *held.moves.entry(page.to_owned()).or_default() += 1;
    }

    /// A page closes an event stream. If it does not come back, its runs are cancelled.
    pub(crate) fn leave(&self, bench: &Bench, page: &str) {
        let mut held = locked(&self.0);
        if let Some(at) = held.present.iter().position(|known| known == page) {
            held.present.swap_remove(at);
        }
        let moves = held.moves.entry(page.to_owned()).or_default();
        *moves += 1;
        let moves = *moves;
        drop(held);
        let (bench, page) = (bench.clone(), page.to_owned());
        // Without a runtime the server ends, and all runs are stopped anyway.
        let Ok(runtime) = tokio::runtime::Handle::try_current() else { return };
        runtime.spawn(async move {
            tokio::time::sleep(AWAY).await;
            bench.runs.cancel_if_gone(&page, moves);
        });
    }

    fn cancel_if_gone(&self, page: &str, moves: u64) {
        let mut held = locked(&self.0);
        if held.moves.get(page) != Some(&moves) {
            return;
        }
        held.moves.remove(page);
        drop(held);
        self.of_page(page).iter().for_each(|run| run.stop.stop());
    }

    /// Stops all runs.
    pub(crate) fn stop_all(&self) {
        locked(&self.0).runs.iter().for_each(|run| run.stop.stop());
    }

    /// Waits until all runs have ended, at most that long.
    pub(crate) async fn wait(&self, longest: Duration) {
        let begun = Instant::now();
        while begun.elapsed() < longest
            && !locked(&self.0).runs.iter().all(|run| run.is_told())
        {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }
}
