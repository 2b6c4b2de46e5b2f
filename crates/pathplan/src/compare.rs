//! The comparison of the article: how often each planner finds the shortest path, and how long
//! it takes.

use serde::Serialize;
use tilewright_grid::{Cell, Estimate, Seed};

use crate::evolved::{Evolved, Options};
use crate::planners::{Astar, Bfs, Planner};
use crate::{Graph, Map, QueryError, Steps};

/// A map with the ends of a path on it.
#[derive(Clone, Debug)]
pub struct Course {
    /// Its name, for the table.
    pub name: String,
    /// The map.
    pub map: Map,
    /// Where the path starts.
    pub start: Cell,
    /// Where it ends.
    pub goal: Cell,
}

/// Why planners cannot be compared on a course.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CompareError {
    /// An end of the path is off the map or in a wall.
    #[error("{name}: {source}")]
    Query {
        /// The course.
        name: String,
        /// What is wrong.
        source: QueryError,
    },
    /// No way leads to the goal.
    #[error("{name}: no way leads from the start to the goal")]
    NoWay {
        /// The course.
        name: String,
    },
}

/// How one planner did, over all courses.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    /// The planner.
    pub planner: String,
    /// For how many generations it evolved; none for an exact planner.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub generations: Option<u32>,
    /// The share of runs that found a path as short as the shortest there is.
    pub accuracy: f64,
    /// Its 95 % interval.
    pub ci95: [f64; 2],
    /// The mean length of what it found, over that of the shortest.
    pub length_ratio: f64,
    /// How many runs there were.
    pub runs: u64,
    /// The mean number of paths that a run judged; of cells that A* expanded.
    pub evaluations: f64,
    /// How long the runs took, in microseconds, from the shortest on.
    #[serde(skip)]
    pub times: Vec<f64>,
}

/// Times a run: does what it is given and yields how long that took, in microseconds.
pub type Stopwatch<'a> = &'a mut dyn FnMut(&mut dyn FnMut()) -> f64;

/// Runs planners on courses, each so many times on each, by steps to four neighbours, one run
/// after the other. Run r on course c draws from `seed.child(c).child(r)` whatever the planner.
/// The first row is that of A*.
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
    let graphs: Vec<Graph> =
        courses.iter().map(|course| Graph::new(&course.map, Steps::FOUR)).collect();
    let shortest =
        courses.iter().zip(&graphs).map(|(course, graph)| course.shortest(graph));
    let shortest = shortest.collect::<Result<Vec<usize>, _>>()?;
    let mut exact = Tally::default();
    for ((course, graph), &shortest) in courses.iter().zip(&graphs).zip(&shortest) {
        let mut astar = Astar::new(graph);
        for _ in 0..runs {
            exact.time(course, &mut astar, shortest, stopwatch);
        }
    }
    let mut rows = vec![exact.finish("astar", None)];
    for options in planners {
        let mut tally = Tally::default();
        for (index, (course, graph)) in courses.iter().zip(&graphs).enumerate() {
            let seed = seed.child(index as u64);
            let mut planner = Evolved::new(graph, &course.map, *options, seed)
                .expect("the graph has four neighbours");
            for run in 0..runs {
                planner.reseed(seed.child(u64::from(run)));
                tally.time(course, &mut planner, shortest[index], stopwatch);
            }
        }
        rows.push(tally.finish(options.method.name(), Some(options.generations)));
    }
    Ok(rows)
}

impl Course {
    /// The cells of the shortest path.
    fn shortest(&self, graph: &Graph) -> Result<usize, CompareError> {
        let name = || self.name.clone();
        let mut bfs = Bfs::new(graph);
        let found = bfs.plan(self.start, self.goal, &mut |_| {});
        let found =
            found.map_err(|source| CompareError::Query { name: name(), source })?;
        let route = found.ok_or_else(|| CompareError::NoWay { name: name() })?;
        Ok(route.cells.len())
    }
}

#[derive(Default)]
struct Tally {
    runs: u64,
    shortest: u64,
    ratio: f64,
    judged: u64,
    times: Vec<f64>,
}

impl Tally {
    fn time(
        &mut self,
        course: &Course,
        planner: &mut dyn Planner,
        shortest: usize,
        stopwatch: Stopwatch<'_>,
    ) {
        let mut cells = 0;
        self.times.push(stopwatch(&mut || {
            let found = planner.plan(course.start, course.goal, &mut |_| {});
            cells = found.map_or(0, |route| route.map_or(0, |route| route.cells.len()));
        }));
        self.runs += 1;
        self.shortest += u64::from(cells == shortest);
        let steps = |cells: usize| cells.saturating_sub(1).max(1) as f64;
        self.ratio += steps(cells) / steps(shortest);
        self.judged += planner.expansions();
    }

    fn finish(mut self, planner: &str, generations: Option<u32>) -> Row {
        let share = Estimate::of_share(self.shortest, self.runs);
        let runs = self.runs.max(1) as f64;
        self.times.sort_by(f64::total_cmp);
        Row {
            planner: planner.to_owned(),
            generations,
            accuracy: share.mean,
            ci95: share.ci95,
            length_ratio: self.ratio / runs,
            runs: self.runs,
            evaluations: self.judged as f64 / runs,
            times: self.times,
        }
    }
}
