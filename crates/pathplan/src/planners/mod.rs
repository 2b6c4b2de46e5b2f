//! The planners: a graph and two cells in, the shortest path out.

pub(crate) mod astar;
mod bfs;
mod jps;
mod lines;
pub(crate) mod open;

pub use astar::{Astar, Dijkstra};
pub use bfs::Bfs;
pub use jps::{Jps, JpsError};

use std::ops::ControlFlow;

use tilewright_grid::{Cell, Watch};

use crate::{QueryError, Route};

/// After how many cells that were expanded the watch is looked at: a few milliseconds at most.
const LOOK: u64 = 4096;

/// Looks at the watch, now and then.
#[inline]
pub(crate) fn look(expansions: u64, watch: &dyn Watch) -> Result<(), QueryError> {
    if expansions.is_multiple_of(LOOK) { check(watch) } else { Ok(()) }
}

/// Looks at the watch.
#[cold]
pub(crate) fn check(watch: &dyn Watch) -> Result<(), QueryError> {
    match watch.look() {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(()) => Err(QueryError::Cancelled),
    }
}

/// Plans paths on the graph that it was made for, and keeps its memory from one to the next.
pub trait Planner {
    /// The best path from start to goal; none where there is no way. It stays until the next
    /// one is planned.
    ///
    /// # Errors
    /// When an end is off the map or in a wall, and [`QueryError::Cancelled`] when the watch
    /// stops it.
    fn plan(
        &mut self,
        start: Cell,
        goal: Cell,
        watch: &dyn Watch,
    ) -> Result<Option<&Route>, QueryError> {
        self.plan_seeing(start, goal, &mut |_| {}, watch)
    }

    /// As [`plan`](Self::plan); `see` is shown the cells in the order in which they are
    /// expanded.
    ///
    /// # Errors
    /// As there.
    fn plan_seeing(
        &mut self,
        start: Cell,
        goal: Cell,
        see: &mut dyn FnMut(Cell),
        watch: &dyn Watch,
    ) -> Result<Option<&Route>, QueryError>;

    /// How many cells the last search expanded.
    fn expansions(&self) -> u64;
}
