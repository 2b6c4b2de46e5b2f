//! The comparison of the article: how often each planner finds the shortest path, and how long
//! it takes.

mod course;
mod tally;

pub use course::{CompareError, Course};
pub use tally::{State, Times};

use std::ops::ControlFlow;

use serde::Serialize;
use tilewright_grid::{Cell, Estimate, Seed, checksum};

use crate::evolved::Options;
use crate::planners::{Astar, Planner};
use crate::{Graph, Steps};
use tally::Tally;

/// How one planner did, over all courses.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    /// The planner.
    pub planner: String,
    /// For how many generations it evolved; none for an exact planner.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub generations: Option<u32>,
    /// The share of runs that found a path of the least cost there is.
    pub accuracy: f64,
    /// Its 95 % interval.
    pub ci95: [f64; 2],
    /// The mean cost of what it found, over the least there is.
    pub length_ratio: f64,
    /// How many runs there were.
    pub runs: u64,
    /// The mean number of paths that a run judged; of cells that A* expanded.
    pub evaluations: f64,
    /// How long the runs took.
    #[serde(skip)]
    pub times: Times,
}

/// Times a run: does what it is given and yields how long that took, in microseconds.
pub type Stopwatch<'a> = &'a mut dyn FnMut(&mut dyn FnMut()) -> f64;

/// What is seen of a comparison while it runs. Whoever sees it may end it by breaking.
#[derive(Debug)]
pub enum Seen<'a> {
    /// A generation of a run. A run that ends so is not counted.
    Generation,
    /// A run is done, and this is where the comparison stands.
    Run(&'a State),
}

/// A comparison of planners on courses, each so many times on each, by steps to four neighbours,
/// one run after the other. Run r on course c draws from `seed.child(c).child(r)` whatever the
/// planner. The first row is that of A*. It can end after any run and be resumed from its state.
#[derive(Clone, Debug)]
pub struct Comparison<'a> {
    courses: &'a [Course],
    planners: &'a [Options],
    runs: u32,
    seed: Seed,
    graphs: Vec<Graph>,
    /// The least cost of a path on each course.
    optima: Vec<f64>,
    state: State,
}

impl<'a> Comparison<'a> {
    /// A comparison of which nothing is done yet.
    ///
    /// # Errors
    /// When a course cannot be planned on.
    pub fn new(
        courses: &'a [Course],
        planners: &'a [Options],
        runs: u32,
        seed: Seed,
    ) -> Result<Self, CompareError> {
        let graph = |course: &Course| Graph::new(&course.map, Steps::FOUR);
        let graphs: Vec<Graph> = courses.iter().map(graph).collect();
        let optimum = |(course, graph): (&Course, &Graph)| course.optimum(graph);
        let optima: Result<Vec<f64>, _> =
            courses.iter().zip(&graphs).map(optimum).collect();
        let (optima, state) = (optima?, State::new(planners.len() + 1));
        let comparison = Self { courses, planners, runs, seed, graphs, optima, state };
        for options in planners {
            for (course, graph) in courses.iter().zip(&comparison.graphs) {
                course.evolved(graph, options)?;
            }
        }
        Ok(comparison)
    }

    /// The same from where an earlier one stood; none when the state is that of another one.
    pub fn resumed(mut self, state: State) -> Option<Self> {
        let is_own = state.fits(self.planners.len() + 1, self.row_runs());
        is_own.then(|| {
            self.state = state;
            self
        })
    }

    /// Where it stands.
    pub const fn state(&self) -> &State {
        &self.state
    }

    /// The runs of all planners together.
    pub const fn total(&self) -> u64 {
        self.row_runs() * (self.planners.len() as u64 + 1)
    }

    const fn row_runs(&self) -> u64 {
        self.courses.len() as u64 * self.runs as u64
    }

    /// What tells this comparison from others: a checksum of the courses but for their names, the
    /// planners and the number of runs; not of the seed.
    pub fn fingerprint(&self) -> u64 {
        let mut sum = u64::from(self.runs);
        let mut add = |bytes: &[u8]| {
            sum = checksum(&[&sum.to_le_bytes()[..], bytes].concat());
        };
        for options in self.planners {
            add(format!("{options:?}").as_bytes());
        }
        for Course { map, start, goal, .. } in self.courses {
            let size = map.size();
            add(format!("{size:?} {start:?} {goal:?}").as_bytes());
            let mut bytes = Vec::new();
            for row in 0..size.rows {
                bytes.clear();
                let first = size.index(Cell::new(row, 0));
                for index in first..first + size.columns as usize {
                    bytes.push(map.grounds().values()[index] as u8);
                    bytes.extend(map.costs()[index].to_bits().to_le_bytes());
                    bytes.extend(map.danger()[index].to_le_bytes());
                }
                add(&bytes);
            }
        }
        sum
    }

    /// Does all runs that are not done yet, until `watch` breaks.
    ///
    /// # Errors
    /// When a course cannot be planned on.
    pub fn run(
        &mut self,
        stopwatch: Stopwatch<'_>,
        watch: &mut dyn FnMut(Seen<'_>) -> ControlFlow<()>,
    ) -> Result<(), CompareError> {
        while self.state.done() < self.total() {
            let row = (self.state.done() / self.row_runs()) as usize;
            let course =
                (self.state.done() % self.row_runs() / u64::from(self.runs)) as usize;
            let flow = match row.checked_sub(1) {
                None => self.run_exact(course, stopwatch, watch),
                Some(planner) => self.run_evolved(planner, course, stopwatch, watch)?,
            };
            if flow.is_break() {
                break;
            }
        }
        Ok(())
    }

    /// Does the runs of A* on a course that are left.
    fn run_exact(
        &mut self,
        course: usize,
        stopwatch: Stopwatch<'_>,
        watch: &mut dyn FnMut(Seen<'_>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let Course { start, goal, .. } = self.courses[course];
        let mut astar = Astar::new(&self.graphs[course]);
        for _ in self.first_run()..self.runs {
            let mut found = None;
            let time = stopwatch(&mut || {
                let route = astar.plan(start, goal, &());
                found = route.ok().flatten().map(|route| route.length);
            });
            let found = found.unwrap_or(f64::INFINITY);
            self.state.add(0, found, self.optima[course], astar.expansions(), time);
            watch(Seen::Run(&self.state))?;
        }
        ControlFlow::Continue(())
    }

    /// Does the runs of a planner on a course that are left.
    fn run_evolved(
        &mut self,
        planner: usize,
        course: usize,
        stopwatch: Stopwatch<'_>,
        watch: &mut dyn FnMut(Seen<'_>) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, CompareError> {
        let Course { start, goal, .. } = self.courses[course];
        let seed = self.seed.child(course as u64);
        let first = self.first_run();
        let Self { graphs, courses, state, optima, .. } = self;
        let mut evolved =
            courses[course].evolved(&graphs[course], &self.planners[planner])?;
        for run in first..self.runs {
            evolved.reseed(seed.child(u64::from(run)));
            let (mut found, mut flow) = (None, ControlFlow::Continue(()));
            let time = stopwatch(&mut || {
                let route = evolved.evolve(start, goal, &mut |_| {
                    flow = watch(Seen::Generation);
                    flow
                });
                found = route.ok().flatten().map(|route| route.length);
            });
            if flow.is_break() {
                return Ok(flow);
            }
            let found = found.unwrap_or(f64::INFINITY);
            state.add(planner + 1, found, optima[course], evolved.expansions(), time);
            if watch(Seen::Run(state)).is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// The next run on the course that is under way.
    const fn first_run(&self) -> u32 {
        (self.state.done() % self.runs as u64) as u32
    }

    /// How every planner did in the runs that are done; none of which no run is done.
    pub fn rows(&self) -> Vec<Row> {
        let names = self
            .planners
            .iter()
            .map(|options| (options.method.name(), Some(options.generations)));
        let names = std::iter::once(("astar", None)).chain(names);
        let rows = names.zip(self.state.rows());
        let rows = rows.filter(|(_, tally)| tally.runs > 0);
        rows.map(|((planner, generations), tally)| tally.finish(planner, generations))
            .collect()
    }
}

/// Runs a whole [`Comparison`].
///
/// # Errors
/// When a course cannot be planned on.
pub fn compare(
    courses: &[Course],
    planners: &[Options],
    runs: u32,
    seed: Seed,
    stopwatch: Stopwatch<'_>,
) -> Result<Vec<Row>, CompareError> {
    let mut comparison = Comparison::new(courses, planners, runs, seed)?;
    comparison.run(stopwatch, &mut |_| ControlFlow::Continue(()))?;
    Ok(comparison.rows())
}

impl Tally {
    fn finish(&self, planner: &str, generations: Option<u32>) -> Row {
        let share = Estimate::of_share(self.optimal, self.runs);
        let runs = self.runs.max(1) as f64;
        Row {
            planner: planner.to_owned(),
            generations,
            accuracy: share.mean,
            ci95: share.ci95,
            length_ratio: self.ratio / runs,
            runs: self.runs,
            evaluations: self.judged as f64 / runs,
            times: self.times.clone(),
        }
    }
}
