//! The comparison of evolved planners with each other and with A*: how often they find the cheapest
//! path, and how long they take.

mod instance;
mod tally;

pub use instance::{CompareError, Instance};
pub use tally::Times;

use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, Ordering};

use serde::{Deserialize, Serialize};
use tilewright_grid::{Estimate, Seed, Watch, checksum};

use crate::evolved::Options;
use crate::planners::astar::ROUNDING;
use crate::planners::{Astar, Planner, Stopwatch};
use crate::{Graph, QueryError, Steps};
use tally::Tally;

/// The results of one planner over all instances.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    /// The name of the planner.
    pub planner: String,
    /// The number of generations; none for an exact planner.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub generations: Option<u32>,
    /// The share of runs that found a cheapest path.
    pub accuracy: Estimate,
    /// The mean ratio of the cost of the path to that of the cheapest one.
    pub length_ratio: f64,
    /// The number of runs.
    pub runs: u64,
    /// The mean number of paths that a run evaluated; for A*, of cells that it expanded.
    pub evaluations: f64,
    /// The times of the runs.
    #[serde(skip)]
    pub times: Times,
}

/// The result of a run.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Run {
    /// The cost of the path; none if none was found.
    pub cost: Option<f64>,
    /// The number of evaluated paths; for A*, of expanded cells.
    pub evaluations: u64,
    /// The time of the run in microseconds.
    pub micros: f64,
}

/// A comparison of A* and evolved planners on several instances, with a number of runs of each
/// planner on each instance, by steps to four neighbours.
///
/// Runs are numbered: planner by planner, A* first, and for each planner instance by instance.
/// Run `r` on instance `c` uses the seed `seed.child(c).child(r)` whatever the planner, so that
/// runs can be done in any order.
#[derive(Clone, Debug)]
pub struct Comparison<'a> {
    instances: &'a [Instance],
    planners: &'a [Options],
    runs: u32,
    seed: Seed,
    graphs: Vec<Graph>,
    /// The cost of the cheapest path of each instance.
    optima: Vec<f64>,
}

/// Consecutive runs of one planner on one instance.
struct Stretch {
    /// The row of the planner; 0 is A*.
    row: usize,
    instance: usize,
    runs: Range<u32>,
}

/// Receives the runs of a comparison.
type RunListener<'a> = &'a mut dyn FnMut(Run) -> ControlFlow<()>;

impl<'a> Comparison<'a> {
    /// A comparison with this number of runs of each planner on each instance.
    ///
    /// # Errors
    /// When an instance has no path, or cannot be planned by one of the planners.
    pub fn new(
        instances: &'a [Instance],
        planners: &'a [Options],
        runs: u32,
        seed: Seed,
    ) -> Result<Self, CompareError> {
        let graph = |instance: &Instance| Graph::new(&instance.map, Steps::FOUR);
        let graphs: Vec<Graph> = instances.iter().map(graph).collect();
        let optimum = |(instance, graph): (&Instance, &Graph)| instance.optimum(graph);
        let optima: Result<Vec<f64>, _> =
            instances.iter().zip(&graphs).map(optimum).collect();
        let comparison =
            Self { instances, planners, runs, seed, graphs, optima: optima? };

        // A planner that does not suit an instance is refused before the first run.
        for options in planners {
            for (instance, graph) in instances.iter().zip(&comparison.graphs) {
                instance.evolved(graph, options)?;
            }
        }

        Ok(comparison)
    }

    /// The number of runs of all planners together.
    pub const fn total(&self) -> u64 {
        self.row_runs() * (self.planners.len() as u64 + 1)
    }

    const fn row_runs(&self) -> u64 {
        self.instances.len() as u64 * self.runs as u64
    }

    /// A checksum of the instances without their names, of the planners and of the number of
    /// runs; not of the seed. Equal comparisons have equal fingerprints.
    pub fn fingerprint(&self) -> u64 {
        let mut sum = u64::from(self.runs);
        let mut add = |bytes: &[u8]| {
            sum = checksum(&[&sum.to_le_bytes()[..], bytes].concat());
        };
        for options in self.planners {
            add(format!("{options:?}").as_bytes());
        }

        for Instance { map, start, goal, .. } in self.instances {
            add(format!("{start:?} {goal:?}").as_bytes());
            add(&map.checksum().to_le_bytes());
        }

        sum
    }

    /// Whether the run with this number can have this result.
    pub fn is_possible(&self, number: u64, run: &Run) -> bool {
        if number >= self.total() {
            return false;
        }
        let optimum = self.optima[self.stretch(number, number + 1).instance];
        let is_cost = |cost: f64| cost + ROUNDING * (1.0 + cost) >= optimum;
        run.cost.is_none_or(is_cost) && run.micros >= 0.0
    }

    /// The runs from `number` on that belong to the same planner and instance, up to `end`.
    fn stretch(&self, number: u64, end: u64) -> Stretch {
        let runs = u64::from(self.runs);
        let (row, within) = (number / self.row_runs(), number % self.row_runs());
        let (instance, first) = (within / runs, (within % runs) as u32);
        let last = u64::from(first).saturating_add(end - number).min(runs) as u32;
        Stretch { row: row as usize, instance: instance as usize, runs: first..last }
    }

    /// Does the runs with these numbers in order, and passes each to `on_run`, until that returns
    /// `Break` or the watch stops the comparison. A run that was stopped is not passed on.
    ///
    /// # Errors
    /// When an instance cannot be planned by one of the planners.
    pub fn run(
        &self,
        numbers: Range<u64>,
        stopwatch: Stopwatch<'_>,
        on_run: RunListener<'_>,
        watch: &dyn Watch,
    ) -> Result<ControlFlow<()>, CompareError> {
        let mut next = numbers.start;
        while next < numbers.end.min(self.total()) {
            let stretch = self.stretch(next, numbers.end);
            next += u64::from(stretch.runs.end - stretch.runs.start);
            let flow = match stretch.row.checked_sub(1) {
                None => self.run_exact(&stretch, stopwatch, on_run, watch),
                Some(planner) => {
                    self.run_evolved(planner, &stretch, stopwatch, on_run, watch)?
                }
            };

            if flow.is_break() {
                return Ok(flow);
            }
        }

        Ok(ControlFlow::Continue(()))
    }

    /// Does runs of A*.
    fn run_exact(
        &self,
        stretch: &Stretch,
        stopwatch: Stopwatch<'_>,
        on_run: RunListener<'_>,
        watch: &dyn Watch,
    ) -> ControlFlow<()> {
        let Instance { start, goal, .. } = self.instances[stretch.instance];
        let mut astar = Astar::new(&self.graphs[stretch.instance]);
        for _ in stretch.runs.clone() {
            let (mut cost, mut is_stopped) = (None, false);
            let micros = stopwatch(&mut || {
                let route = astar.plan(start, goal, watch);
                is_stopped = route == Err(QueryError::Cancelled);
                cost = route.ok().flatten().map(|route| route.length);
            });

            if is_stopped {
                return ControlFlow::Break(());
            }

            let evaluations = astar.expansions();
            on_run(Run { cost, evaluations, micros })?;
        }

        ControlFlow::Continue(())
    }

    /// Does runs of an evolved planner.
    fn run_evolved(
        &self,
        planner: usize,
        stretch: &Stretch,
        stopwatch: Stopwatch<'_>,
        on_run: RunListener<'_>,
        watch: &dyn Watch,
    ) -> Result<ControlFlow<()>, CompareError> {
        let instance = &self.instances[stretch.instance];
        let seed = self.seed.child(stretch.instance as u64);
        let graph = &self.graphs[stretch.instance];

        let mut evolved = instance.evolved(graph, &self.planners[planner])?;
        for run in stretch.runs.clone() {
            evolved.reseed(seed.child(u64::from(run)));
            let (mut cost, is_stopped) = (None, AtomicBool::new(false));

            // The planner keeps a path that it has when the watch stops it; such a run must not
            // count.
            let noted = || {
                let flow = watch.look();
                is_stopped.fetch_or(flow.is_break(), Ordering::Relaxed);
                flow
            };
            let micros = stopwatch(&mut || {
                let route = evolved.plan(instance.start, instance.goal, &noted);
                cost = route.ok().flatten().map(|route| route.length);
            });
            if is_stopped.into_inner() {
                return Ok(ControlFlow::Break(()));
            }

            let evaluations = evolved.expansions();
            if on_run(Run { cost, evaluations, micros }).is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }

        Ok(ControlFlow::Continue(()))
    }

    /// The results of every planner in these runs, given with their numbers. Planners without
    /// runs are left out.
    pub fn rows<'b>(&self, runs: impl IntoIterator<Item = (u64, &'b Run)>) -> Vec<Row> {
        let mut tallies = vec![Tally::default(); self.planners.len() + 1];
        for (number, run) in runs {
            let Stretch { row, instance, .. } = self.stretch(number, number + 1);
            tallies[row].add(run, self.optima[instance]);
        }

        let names = self
            .planners
            .iter()
            .map(|options| (options.method.name(), Some(options.generations)));
        let names = std::iter::once(("astar", None)).chain(names);
        let rows = names.zip(tallies).filter(|(_, tally)| tally.runs > 0);

        rows.map(|((planner, generations), tally)| tally.finish(planner, generations))
            .collect()
    }
}

impl Tally {
    fn finish(self, planner: &str, generations: Option<u32>) -> Row {
        let share = Estimate::of_share(self.optimal, self.runs);
        let runs = self.runs.max(1) as f64;
        Row {
            planner: planner.to_owned(),
            generations,
            accuracy: share,
            length_ratio: self.ratio / runs,
            runs: self.runs,
            evaluations: self.evaluations as f64 / runs,
            times: self.times,
        }
    }
}
