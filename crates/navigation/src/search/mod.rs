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

use self::memory::Steps;
use self::progress::{End, Progress, Task};
use crate::map::Navigation;
use crate::query::Targets;
use crate::surface::Surface;
use crate::{NavigationError, Outcome, Query, Route};

/// The memory of queries, one for each thread that asks. It grows to what the largest query needs, and is kept from one to the next,
/// so that nothing is allocated after the first ones.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    steps: Box<Progress<Steps>>,
    costs: Box<Progress<f64>>,
    /// The memory that unfinished searches have given back.
    #[expect(clippy::vec_box, reason = "a search takes its memory with it, in one word")]
    spare_steps: Vec<Box<Progress<Steps>>>,
    #[expect(clippy::vec_box, reason = "a search takes its memory with it, in one word")]
    spare_costs: Vec<Box<Progress<f64>>>,
    jump: JumpSearch,
    /// The cells of the last jump point search.
    cells: Vec<Cell>,
    task: Task,
    targets: Targets,
    lists: Lists,
    route: Route,
    expansions: u64,
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
}

impl Search {
    /// The number of bytes that its memory takes.
    pub const fn memory(&self) -> usize {
        match &self.0 {
            Method::Steps(progress) => progress.bytes(),
            Method::Costs(progress) => progress.bytes(),
        }
    }

    /// The number of cells that it has expanded since it has begun, or begun anew.
    pub const fn expansions(&self) -> u64 {
        match &self.0 {
            Method::Steps(progress) => progress.expansions,
            Method::Costs(progress) => progress.expansions,
        }
    }
}

impl Scratch {
    /// The number of cells that the last query expanded; of jump points where it jumped.
    pub const fn expansions(&self) -> u64 {
        self.expansions
    }

    /// Searches by jump points.
    fn jump(&mut self, surface: &Surface, task: &Task) {
        let plane = &surface.plane;
        let grid =
            JumpGrid { ways: &plane.ways, stride: plane.stride, lines: &plane.lines };
        let goal = task.targets.cells[0];
        let found = self.jump.run(grid, task.start, goal, &mut |_| {}, &());
        // The regions have said so, and nobody stops it.
        debug_assert_eq!(found, Ok(true));
        self.jump.trace(&mut self.cells);
        self.expansions = self.jump.expansions();
    }
}

impl Navigation {
    /// Answers a query. The same query on the same map has the same answer, whatever was asked before.
    ///
    /// Where every step costs its length and goes to eight neighbours, without a budget, extra walls, links or a largest cost, that
    /// is jump point search, else A*; among equally cheap routes they may choose another one.
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
        let surface = self.surface(query.layer, query.size)?;
        scratch.expansions = 0;
        let mut task = std::mem::take(&mut scratch.task);
        let prepared = self.find_task(query, surface, &mut task, &mut scratch.lists);
        let is_searched = match prepared {
            Ok(is_searched) => is_searched,
            Err(error) => {
                scratch.task = task;
                return Err(error);
            }
        };
        if !is_searched {
            scratch.task = task;
            return Ok(Outcome::Unreachable);
        }

        let end = if query.budget == u64::MAX && can_jump(surface, &task) {
            scratch.jump(surface, &task);
            scratch.task = task;
            Finding::Jumped
        } else if surface.is_plain() && !task.has_links {
            scratch.task = std::mem::replace(&mut scratch.steps.task, task);
            scratch.steps.begin(self, surface);
            Finding::Steps(scratch.steps.run(self, surface, query.budget))
        } else {
            scratch.task = std::mem::replace(&mut scratch.costs.task, task);
            scratch.costs.begin(self, surface);
            Finding::Costs(scratch.costs.run(self, surface, query.budget))
        };
        Ok(self.finish(surface, query, end, scratch))
    }

    /// Continues a search that was out of budget, for as much again. If the map has changed where the search has been, it begins
    /// anew.
    ///
    /// # Errors
    /// [`NavigationError::Foreign`] when the search belongs to a map of other floors or layers; else as [`Navigation::route`].
    pub fn resume<'s>(
        &self,
        search: Search,
        scratch: &'s mut Scratch,
    ) -> Result<Outcome<'s>, NavigationError> {
        match search.0 {
            Method::Steps(paused) => {
                let before = std::mem::replace(&mut scratch.steps, paused);
                scratch.spare_steps.push(before);
                let kept = std::mem::take(&mut scratch.steps.query);
                let query = kept.query().ok_or(NavigationError::Foreign)?;
                let surface = self.surface(query.layer, query.size)?;
                if !scratch.steps.fits(surface) {
                    return Err(NavigationError::Foreign);
                }
                if scratch.steps.is_outdated(self, surface) {
                    return self.route(&query, scratch);
                }
                let end = scratch.steps.run(self, surface, query.budget);
                Ok(self.finish(surface, &query, Finding::Steps(end), scratch))
            }
            Method::Costs(paused) => {
                let before = std::mem::replace(&mut scratch.costs, paused);
                scratch.spare_costs.push(before);
                let kept = std::mem::take(&mut scratch.costs.query);
                let query = kept.query().ok_or(NavigationError::Foreign)?;
                let surface = self.surface(query.layer, query.size)?;
                if !scratch.costs.fits(surface) {
                    return Err(NavigationError::Foreign);
                }
                if scratch.costs.is_outdated(self, surface) {
                    return self.route(&query, scratch);
                }
                let end = scratch.costs.run(self, surface, query.budget);
                Ok(self.finish(surface, &query, Finding::Costs(end), scratch))
            }
        }
    }

    /// Makes the answer of a search.
    fn finish<'s>(
        &self,
        surface: &Surface,
        query: &Query<'_>,
        ended: Finding,
        scratch: &'s mut Scratch,
    ) -> Outcome<'s> {
        let is_partial = match ended {
            Finding::Jumped => {
                self.begin_route(query, &mut scratch.route);
                self.write_jumped(surface, &scratch.cells, &mut scratch.route);
                scratch.task.is_partial
            }
            Finding::Steps(End::At(node) | End::Nearest(node)) => {
                scratch.expansions = scratch.steps.expansions;
                self.begin_route(query, &mut scratch.route);
                let Scratch { steps, cells, route, .. } = scratch;
                self.write_found(surface, steps, node, cells, route);
                scratch.steps.task.is_partial
            }
            Finding::Costs(End::At(node) | End::Nearest(node)) => {
                scratch.expansions = scratch.costs.expansions;
                self.begin_route(query, &mut scratch.route);
                let Scratch { costs, cells, route, .. } = scratch;
                self.write_found(surface, costs, node, cells, route);
                scratch.costs.task.is_partial
            }
            Finding::Steps(End::Nowhere) => {
                scratch.expansions = scratch.steps.expansions;
                return Outcome::Unreachable;
            }
            Finding::Costs(End::Nowhere) => {
                scratch.expansions = scratch.costs.expansions;
                return Outcome::Unreachable;
            }
            Finding::Steps(End::OutOfBudget) => {
                let spare = scratch.spare_steps.pop().unwrap_or_default();
                let mut paused = std::mem::replace(&mut scratch.steps, spare);
                paused.query.copy(query);
                scratch.expansions = paused.expansions;
                return Outcome::Unfinished(Search(Method::Steps(paused)));
            }
            Finding::Costs(End::OutOfBudget) => {
                let spare = scratch.spare_costs.pop().unwrap_or_default();
                let mut paused = std::mem::replace(&mut scratch.costs, spare);
                paused.query.copy(query);
                scratch.expansions = paused.expansions;
                return Outcome::Unfinished(Search(Method::Costs(paused)));
            }
        };
        let is_nearest = matches!(
            ended,
            Finding::Steps(End::Nearest(_)) | Finding::Costs(End::Nearest(_))
        );
        if is_partial || is_nearest {
            Outcome::Partial(&scratch.route)
        } else {
            Outcome::Reached(&scratch.route)
        }
    }
}

/// How a query was searched, and how that has ended.
#[derive(Clone, Copy)]
enum Finding {
    Jumped,
    Steps(End),
    Costs(End),
}

/// Whether jump point search finds the answer.
fn can_jump(surface: &Surface, task: &Task) -> bool {
    surface.is_plain()
        && surface.plane.steps == Directions::EIGHT
        && !task.has_links
        && task.blocked.is_empty()
        && task.max_cost.is_infinite()
        && task.targets.radius.is_none()
        && task.targets.cells.len() == 1
}
