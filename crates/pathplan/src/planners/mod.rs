//! Planners: a graph and two cells in, a path out.
//!
//! [`Astar`], [`Dijkstra`] and [`Jps`] find the cheapest path ([`fastest`] is the one to begin with), [`Bfs`] the one of the fewest steps,
//! [`DoorAstar`] the one of the earliest arrival where doors open and shut;
//! [`EvolvedPlanner`](crate::evolved::EvolvedPlanner) evolves a path that need not be optimal. [`NearestSearch`] finds the
//! cell to walk to where the goal cannot be reached.

pub(crate) mod astar;
mod bfs;
mod doors;
mod jps;
mod nearest;

pub use astar::{Astar, Dijkstra};
pub use bfs::Bfs;
pub use doors::{Door, DoorAstar};
pub use jps::{Jps, JpsError};
pub use nearest::NearestSearch;

use tilewright_grid::{Cell, Watch};

use crate::{Graph, QueryError, Route};

/// The number of expanded cells between two looks at the watch: a few milliseconds at most.
const LOOK: u64 = 4096;

/// The fastest planner of cheapest paths on this graph: jump point search where it [suits](Jps::suits), else A*.
///
/// Why no other rule: on random maps of 64² to 512² cells with 5 to 35 % walls jump point search takes 0.63 to 0.85 of the time of A*,
/// and where nearly all is open at most 1.1 of it.
pub fn fastest(graph: &Graph) -> Box<dyn Planner + '_> {
    match Jps::new(graph) {
        Ok(jps) => Box::new(jps),
        Err(JpsError) => Box::new(Astar::new(graph)),
    }
}

/// Measures a run: calls the given function and returns how long it took, in microseconds.
pub type Stopwatch<'a> = &'a mut dyn FnMut(&mut dyn FnMut()) -> f64;

/// Looks at the watch every [`LOOK`] expansions.
#[inline]
pub(crate) fn look(expansions: u64, watch: &dyn Watch) -> Result<(), QueryError> {
    if expansions.is_multiple_of(LOOK) { check(watch) } else { Ok(()) }
}

/// Looks at the watch.
#[cold]
pub(crate) fn check(watch: &dyn Watch) -> Result<(), QueryError> {
    if watch.look().is_break() { Err(QueryError::Cancelled) } else { Ok(()) }
}

/// Plans paths on the graph that it was made for. Its memory is kept from one query to the next.
///
/// Only [`plan_observed`](Self::plan_observed) and [`expansions`](Self::expansions) must be
/// implemented. A planner of one's own finds the steps by
/// [`Graph::step`](crate::Graph::step):
///
/// ```
/// use tilewright_grid::{Cell, Watch};
/// use tilewright_pathplan::planners::{Astar, Planner};
/// use tilewright_pathplan::{Graph, Map, QueryError, Route, Steps};
///
/// /// Walks to the neighbour nearest to the goal, as long as that brings it nearer.
/// struct Greedy<'a> {
///     graph: &'a Graph,
///     route: Route,
/// }
///
/// impl Planner for Greedy<'_> {
///     fn plan_observed(
///         &mut self,
///         start: Cell,
///         goal: Cell,
///         on_expanded: &mut dyn FnMut(Cell),
///         watch: &dyn Watch,
///     ) -> Result<Option<&Route>, QueryError> {
///         self.graph.check_ends(start, goal)?;
///         let left = |cell: Cell| cell.row.abs_diff(goal.row) + cell.column.abs_diff(goal.column);
///         self.route = Route { cells: vec![start], length: 0.0 };
///         let mut here = start;
///         while here != goal {
///             if watch.look().is_break() {
///                 return Err(QueryError::Cancelled);
///             }
///             on_expanded(here);
///             let steps = (0..8).filter_map(|direction| self.graph.step(here, direction));
///             let nearest = steps.min_by_key(|&(next, _)| left(next));
///             let Some((next, cost)) = nearest.filter(|&(next, _)| left(next) < left(here)) else {
///                 return Ok(None); // a dead end, although there may be a path
///             };
///             self.route.cells.push(next);
///             self.route.length += cost;
///             here = next;
///         }
///         Ok(Some(&self.route))
///     }
///
///     fn expansions(&self) -> u64 {
///         self.route.cells.len() as u64
///     }
/// }
///
/// let map: Map = "....\n.##.\n....\n".parse()?;
/// let graph = Graph::new(&map, Steps::FOUR);
/// let mut greedy = Greedy { graph: &graph, route: Route::default() };
/// let mut planners: [&mut dyn Planner; 2] = [&mut Astar::new(&graph), &mut greedy];
/// let (start, goal) = (Cell::new(1, 0), Cell::new(1, 3));
/// let found = planners.each_mut().map(|planner| planner.plan(start, goal, &()).unwrap().is_some());
/// assert_eq!(found, [true, false]); // the wall is a dead end for the greedy one
/// # Ok::<(), tilewright_pathplan::MapError>(())
/// ```
pub trait Planner {
    /// The planned path from start to goal, or none if there is no path. The planner owns it until
    /// the next query.
    ///
    /// # Errors
    /// [`QueryError::Outside`] or [`QueryError::Blocked`] when an end is outside the map or not
    /// walkable, and [`QueryError::Cancelled`] when the watch stops the search.
    fn plan(
        &mut self,
        start: Cell,
        goal: Cell,
        watch: &dyn Watch,
    ) -> Result<Option<&Route>, QueryError> {
        self.plan_observed(start, goal, &mut |_| {}, watch)
    }

    /// As [`plan`](Self::plan), and calls `on_expanded` with every cell when it is expanded.
    ///
    /// # Errors
    /// As [`plan`](Self::plan).
    fn plan_observed(
        &mut self,
        start: Cell,
        goal: Cell,
        on_expanded: &mut dyn FnMut(Cell),
        watch: &dyn Watch,
    ) -> Result<Option<&Route>, QueryError>;

    /// The number of cells that the last query expanded, or of paths that it evaluated.
    fn expansions(&self) -> u64;
}
