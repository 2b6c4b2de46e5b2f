//! The planners: a graph and two cells in, the shortest path out.

pub(crate) mod astar;
mod bfs;
mod jps;
mod lines;
pub(crate) mod open;

pub use astar::{Astar, Dijkstra};
pub use bfs::Bfs;
pub use jps::{Jps, JpsError};

use tilewright_grid::Cell;

use crate::{QueryError, Route};

/// Plans paths on the graph that it was made for, and keeps its memory from one to the next.
pub trait Planner {
    /// The best path from start to goal; none where there is no way. It stays until the next
    /// one is planned. `watch` sees the cells in the order in which they are expanded.
    ///
    /// # Errors
    /// When an end is off the map or in a wall.
    fn plan(
        &mut self,
        start: Cell,
        goal: Cell,
        watch: &mut dyn FnMut(Cell),
    ) -> Result<Option<&Route>, QueryError>;

    /// How many cells the last search expanded.
    fn expansions(&self) -> u64;
}
