//! The comparison of the article: how often each planner finds the shortest path, and how long
//! it takes.

mod course;
mod tally;

pub use course::{CompareError, Course};
pub use tally::Times;

use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, Ordering};

use serde::{Deserialize, Serialize};
use tilewright_grid::{Estimate, Seed, Watch, checksum};

use crate::evolved::Options;
use crate::planners::astar::ROUNDING;
use crate::planners::{Astar, Planner};
use crate::{Graph, QueryError, Steps};
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
    pub accuracy: Estimate,
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

/// What a run came to.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Run {
    /// The cost of its path; none where it found none.
    pub cost: Option<f64>,
    /// How many paths it judged; of A* how many cells it expanded.
    pub evaluations: u64,
    /// How long it took, in microseconds.
    pub micros: f64,
}

/// A comparison of planners on courses, each so many times on each, by steps to four neighbours.
/// Its runs are numbered: planner by planner, first A*, course by course. Run r on course c draws
/// from `seed.child(c).child(r)` whatever the planner, so that no run depends on another.
#[derive(Clone, Debug)]
pub struct Comparison<'a> {
    courses: &'a [Course],
    planners: &'a [Options],
    runs: u32,
    seed: Seed,
    graphs: Vec<Graph>,
    /// The least cost of a path on each course.
    optima: Vec<f64>,
}

/// Runs of a planner on a course.
struct Stretch {
    /// 0 is A*.
    row: usize,
    course: usize,
    runs: Range<u32>,
}

/// Who sees the runs of a comparison.
type See<'a> = &'a mut dyn FnMut(Run) -> ControlFlow<()>;

impl<'a> Comparison<'a> {
    /// The comparison of these planners, so many runs of each on each course.
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
        let comparison = Self { courses, planners, runs, seed, graphs, optima: optima? };
        for options in planners {
            for (course, graph) in courses.iter().zip(&comparison.graphs) {
                course.evolved(graph, options)?;
            }
        }
        Ok(comparison)
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
            add(format!("{start:?} {goal:?}").as_bytes());
            add(&map.checksum().to_le_bytes());
        }
        sum
    }

    /// Whether the run of that number can have come to this.
    pub fn is_possible(&self, number: u64, run: &Run) -> bool {
        if number >= self.total() {
            return false;
        }
        let optimum = self.optima[self.stretch(number, number + 1).course];
        let is_cost = |cost: f64| cost + ROUNDING * (1.0 + cost) >= optimum;
        run.cost.is_none_or(is_cost) && run.micros >= 0.0
    }

    /// The runs from that number on, as many as are of one planner on one course, and before the
    /// end.
    fn stretch(&self, number: u64, end: u64) -> Stretch {
        let runs = u64::from(self.runs);
        let (row, within) = (number / self.row_runs(), number % self.row_runs());
        let (course, first) = (within / runs, (within % runs) as u32);
        let last = u64::from(first).saturating_add(end - number).min(runs) as u32;
        Stretch { row: row as usize, course: course as usize, runs: first..last }
    }

    /// Does the runs of these numbers, one after the other, and shows each to `see`, until that
    /// breaks or the watch stops it. A run that is stopped is not counted.
    ///
    /// # Errors
    /// When a course cannot be planned on.
    pub fn run(
        &self,
        numbers: Range<u64>,
        stopwatch: Stopwatch<'_>,
        see: See<'_>,
        watch: &dyn Watch,
    ) -> Result<ControlFlow<()>, CompareError> {
        let mut next = numbers.start;
        while next < numbers.end.min(self.total()) {
            let stretch = self.stretch(next, numbers.end);
            next += u64::from(stretch.runs.end - stretch.runs.start);
            let flow = match stretch.row.checked_sub(1) {
                None => self.run_exact(&stretch, stopwatch, see, watch),
                Some(planner) => {
                    self.run_evolved(planner, &stretch, stopwatch, see, watch)?
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
        see: See<'_>,
        watch: &dyn Watch,
    ) -> ControlFlow<()> {
        let Course { start, goal, .. } = self.courses[stretch.course];
        let mut astar = Astar::new(&self.graphs[stretch.course]);
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
            see(Run { cost, evaluations, micros })?;
        }
        ControlFlow::Continue(())
    }

    /// Does runs of a planner that evolves paths.
    fn run_evolved(
        &self,
        planner: usize,
        stretch: &Stretch,
        stopwatch: Stopwatch<'_>,
        see: See<'_>,
        watch: &dyn Watch,
    ) -> Result<ControlFlow<()>, CompareError> {
        let course = &self.courses[stretch.course];
        let seed = self.seed.child(stretch.course as u64);
        let graph = &self.graphs[stretch.course];
        let mut evolved = course.evolved(graph, &self.planners[planner])?;
        for run in stretch.runs.clone() {
            evolved.reseed(seed.child(u64::from(run)));
            let (mut cost, is_stopped) = (None, AtomicBool::new(false));
            let noted = || {
                let flow = watch.look();
                is_stopped.fetch_or(flow.is_break(), Ordering::Relaxed);
                flow
            };
            let micros = stopwatch(&mut || {
                let route = evolved.plan(course.start, course.goal, &noted);
                cost = route.ok().flatten().map(|route| route.length);
            });
            if is_stopped.into_inner() {
                return Ok(ControlFlow::Break(()));
            }
            let evaluations = evolved.expansions();
            if see(Run { cost, evaluations, micros }).is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// How every planner did in these runs, given with their numbers; none of which there is no
    /// run.
    pub fn rows<'b>(&self, runs: impl IntoIterator<Item = (u64, &'b Run)>) -> Vec<Row> {
        let mut tallies = vec![Tally::default(); self.planners.len() + 1];
        for (number, run) in runs {
            let Stretch { row, course, .. } = self.stretch(number, number + 1);
            tallies[row].add(run, self.optima[course]);
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
    let comparison = Comparison::new(courses, planners, runs, seed)?;
    let mut found = Vec::new();
    let mut see = |run| {
        found.push(run);
        ControlFlow::Continue(())
    };
    let _ = comparison.run(0..comparison.total(), stopwatch, &mut see, &())?;
    Ok(comparison.rows((0..).zip(&found)))
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
            evaluations: self.judged as f64 / runs,
            times: self.times,
        }
    }
}
