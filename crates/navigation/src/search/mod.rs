//! Queries answered.

mod bound;
mod memory;
mod nearest;
mod progress;
mod queue;
mod task;
mod trace;

use tilewright_grid::Cell;
use tilewright_pathplan::Steps as Directions;
use tilewright_pathplan::search::{JumpGrid, JumpSearch};

use self::memory::{Counts, Steps, Sum, Time};
pub(crate) use self::progress::ROUNDING;
use self::progress::{End, Progress, Task};
pub(crate) use self::queue::Queue;
use crate::field::Flood;
use crate::map::Navigation;
use crate::metric::Metric;
use crate::query::Targets;
use crate::straight::Theta;
use crate::surface::Surface;
use crate::{NavigationError, Outcome, Query, Route};

/// The memory of queries, one for each thread that asks. It grows to what the largest query needs, and is kept from one to the next,
/// so that nothing is allocated after the first ones.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    steps: Lane<Steps>,
    costs: Lane<f64>,
    times: Lane<Time>,
    jump: JumpSearch,
    task: Task,
    targets: Targets,
    lists: Lists,
    output: Output,
    pub(crate) flood: Flood,
    pub(crate) theta: Theta,
}

/// The memory of searches that count one kind of cost.
#[derive(Clone, Debug)]
struct Lane<S: Sum> {
    progress: Box<Progress<S>>,
    /// The memory that unfinished searches have given back.
    #[expect(clippy::vec_box, reason = "a search takes its memory with it, in one word")]
    spare: Vec<Box<Progress<S>>>,
}

impl<S: Sum> Default for Lane<S> {
    fn default() -> Self {
        Self { progress: Box::default(), spare: Vec::new() }
    }
}

/// What a search has found.
#[derive(Clone, Debug, Default)]
struct Output {
    cells: Vec<Cell>,
    route: Route,
    expansions: u64,
}

/// A kind of cost, and where its searches stand.
trait CostKind: Sum {
    fn of(scratch: &mut Scratch) -> (&mut Lane<Self>, &mut Output);
    fn stopped(progress: Box<Progress<Self>>) -> Search;
}

impl CostKind for Steps {
    fn of(scratch: &mut Scratch) -> (&mut Lane<Self>, &mut Output) {
        (&mut scratch.steps, &mut scratch.output)
    }

    fn stopped(progress: Box<Progress<Self>>) -> Search {
        Search(Method::Steps(progress))
    }
}

impl CostKind for f64 {
    fn of(scratch: &mut Scratch) -> (&mut Lane<Self>, &mut Output) {
        (&mut scratch.costs, &mut scratch.output)
    }

    fn stopped(progress: Box<Progress<Self>>) -> Search {
        Search(Method::Costs(progress))
    }
}

impl CostKind for Time {
    fn of(scratch: &mut Scratch) -> (&mut Lane<Self>, &mut Output) {
        (&mut scratch.times, &mut scratch.output)
    }

    fn stopped(progress: Box<Progress<Self>>) -> Search {
        Search(Method::Times(progress))
    }
}

/// Lists that preparing a query needs.
#[derive(Clone, Debug, Default)]
struct Lists {
    goals: Vec<Cell>,
    /// The islands that can be reached.
    islands: Vec<u32>,
    nearest: Vec<Cell>,
}

/// A search whose budget was used up. It owns its memory, and goes on by [`Navigation::resume`]; dropped, it is given up.
///
/// It belongs to the map that it was begun on, or to a copy of that.
#[derive(Clone, Debug)]
pub struct Search(Method);

#[derive(Clone, Debug)]
enum Method {
    Steps(Box<Progress<Steps>>),
    Costs(Box<Progress<f64>>),
    Times(Box<Progress<Time>>),
}

impl Search {
    /// The number of bytes that its memory takes.
    pub const fn memory(&self) -> usize {
        match &self.0 {
            Method::Steps(progress) => progress.bytes(),
            Method::Costs(progress) => progress.bytes(),
            Method::Times(progress) => progress.bytes(),
        }
    }

    /// The number of cells that it has expanded since it has begun, or begun anew.
    pub const fn expansions(&self) -> u64 {
        match &self.0 {
            Method::Steps(progress) => progress.expansions,
            Method::Costs(progress) => progress.expansions,
            Method::Times(progress) => progress.expansions,
        }
    }
}

impl Scratch {
    /// The number of cells that the last query expanded; of jump points where it jumped.
    pub const fn expansions(&self) -> u64 {
        self.output.expansions
    }
}

impl Navigation {
    /// Answers a query. The same query on the same map has the same answer, whatever was asked before.
    ///
    /// Where every step costs its length and goes to eight neighbours, without a budget, extra walls, links, doors or a largest cost, that
    /// is jump point search, else A*; among equally cheap routes they may choose another one. Where at most one of fifty cells has a
    /// cost or danger and none is cheaper, jump point search is tried first.
    ///
    /// # Errors
    /// [`NavigationError::Outside`] for a start, goal or blocked cell that is on no floor, [`NavigationError::Layer`] and
    /// [`NavigationError::Size`] for agents that the map does not have, [`NavigationError::NoGoal`] and
    /// [`NavigationError::Number`] for a query that cannot be meant.
    pub fn route<'s>(
        &self,
        query: &Query<'_>,
        scratch: &'s mut Scratch,
    ) -> Result<Outcome<'s>, NavigationError> {
        query.check()?;
        let surface = self.surface(query.agent)?;
        scratch.output.expansions = 0;
        let Scratch { task, lists, .. } = scratch;
        if !self.find_task(query, surface, task, lists)? {
            return Ok(Outcome::Unreachable);
        }

        let is_partial = task.is_partial;
        if query.budget == u64::MAX
            && can_jump(surface, task)
            && self.jump(query, surface, scratch)
        {
            return Ok(outcome(&scratch.output.route, is_partial));
        }
        Ok(match counts(surface, &scratch.task) {
            Counts::Steps => self.begin::<Steps>(query, surface, scratch),
            Counts::Costs => self.begin::<f64>(query, surface, scratch),
            Counts::Times => self.begin::<Time>(query, surface, scratch),
        })
    }

    /// Continues a search that was out of budget, for as much again. Its answer is for the map as it is when the search ends: if the map
    /// has changed where the search has been, or what can be reached, it begins anew.
    ///
    /// # Errors
    /// [`NavigationError::Foreign`] when the search belongs to a map of other floors or layers; else as [`Navigation::route`].
    pub fn resume<'s>(
        &self,
        search: Search,
        scratch: &'s mut Scratch,
    ) -> Result<Outcome<'s>, NavigationError> {
        match search.0 {
            Method::Steps(progress) => self.go_on(progress, scratch),
            Method::Costs(progress) => self.go_on(progress, scratch),
            Method::Times(progress) => self.go_on(progress, scratch),
        }
    }

    /// Continues a search that counts one kind of cost, if it would still be begun in that way.
    fn go_on<'s, S: CostKind>(
        &self,
        progress: Box<Progress<S>>,
        scratch: &'s mut Scratch,
    ) -> Result<Outcome<'s>, NavigationError> {
        let (lane, _) = S::of(scratch);
        let before = std::mem::replace(&mut lane.progress, progress);
        lane.spare.push(before);
        let owned = std::mem::take(&mut lane.progress.query);
        let query = owned.query().ok_or(NavigationError::Foreign)?;
        let surface = self.surface(query.agent)?;
        if !S::of(scratch).0.progress.fits(surface) {
            return Err(NavigationError::Foreign);
        }

        let Scratch { task, lists, .. } = scratch;
        if !self.find_task(&query, surface, task, lists)? {
            return Ok(Outcome::Unreachable);
        }
        let task = std::mem::take(task);
        let progress = &S::of(scratch).0.progress;
        let is_outdated = S::COUNTS != counts(surface, &task)
            || progress.is_outdated(self, surface, &task);
        scratch.task = task;
        if is_outdated {
            return self.route(&query, scratch);
        }
        Ok(self.search::<S>(&query, surface, scratch))
    }

    /// Searches a shortest way by jump points; returns whether that is a cheapest one too. It is where it passes only cells whose
    /// steps cost their length, since no others cost less.
    fn jump(&self, query: &Query<'_>, surface: &Surface, scratch: &mut Scratch) -> bool {
        let Scratch { jump, task, output, .. } = scratch;
        let plane = &surface.plane;
        let grid =
            JumpGrid { ways: &plane.ways, stride: plane.stride, lines: &plane.lines };
        let found = jump.run(grid, task.start, task.targets.cells[0], &mut |_| {}, &());
        // The regions have said so, and nobody stops it.
        debug_assert_eq!(found, Ok(true));
        jump.trace(&mut output.cells);
        if !output.cells[1..].iter().all(|&cell| surface.is_plain_at(cell)) {
            return false;
        }

        output.expansions = jump.expansions();
        self.begin_route(query, &mut output.route);
        self.write_jumped(surface, &output.cells, &mut output.route);
        true
    }

    /// Begins the search for the task that was prepared.
    fn begin<'s, S: CostKind>(
        &self,
        query: &Query<'_>,
        surface: &Surface,
        scratch: &'s mut Scratch,
    ) -> Outcome<'s> {
        let task = std::mem::take(&mut scratch.task);
        let progress = &mut S::of(scratch).0.progress;
        // The memory of the task before serves the next one.
        let before = std::mem::replace(&mut progress.task, task);
        progress.begin(self, surface);
        scratch.task = before;
        self.search::<S>(query, surface, scratch)
    }

    /// Searches on until the end, or until the budget is used up.
    fn search<'s, S: CostKind>(
        &self,
        query: &Query<'_>,
        surface: &Surface,
        scratch: &'s mut Scratch,
    ) -> Outcome<'s> {
        let (lane, output) = S::of(scratch);
        let end = lane.progress.run(self, surface, query.budget);
        output.expansions = lane.progress.expansions;
        match end {
            End::Nowhere => Outcome::Unreachable,
            End::OutOfBudget => {
                let spare = lane.spare.pop().unwrap_or_default();
                let mut stopped = std::mem::replace(&mut lane.progress, spare);
                stopped.query.copy(query);
                Outcome::Unfinished(S::stopped(stopped))
            }
            End::At(node) | End::Nearest(node) => {
                let Output { cells, route, .. } = output;
                self.begin_route(query, route);
                self.write_found(surface, &lane.progress, node, cells, route);
                self.write_times(surface, query.departure, route);
                route.least = lane.progress.least(surface, route.cost);
                let is_nearest = matches!(end, End::Nearest(_));
                outcome(route, is_nearest || lane.progress.task.is_partial)
            }
        }
    }
}

/// A route as an answer.
const fn outcome(route: &Route, is_partial: bool) -> Outcome<'_> {
    if is_partial { Outcome::Partial(route) } else { Outcome::Reached(route) }
}

/// What a search has to count.
const fn counts(surface: &Surface, task: &Task) -> Counts {
    if !surface.timetable.is_empty() {
        Counts::Times
    } else if surface.is_plain() && !task.has_links {
        Counts::Steps
    } else {
        Counts::Costs
    }
}

/// Whether jump point search finds the answer, or may find it where few steps cost more than their length.
fn can_jump(surface: &Surface, task: &Task) -> bool {
    let is_plain = match counts(surface, task) {
        Counts::Steps => true,
        Counts::Costs => !task.has_links && surface.is_nearly_plain(),
        Counts::Times => false,
    };
    is_plain
        && surface.plane.metric == Metric::Eight
        && surface.plane.steps == Directions::EIGHT
        && task.blocked.is_empty()
        && task.max_cost.is_infinite()
        && task.targets.range.is_none()
        && task.targets.cells.len() == 1
}
