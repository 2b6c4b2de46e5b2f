//! Jump point search on the graph of a map.

use tilewright_grid::{Cell, Watch};

use super::{Astar, Planner};
use crate::search::{JumpGrid, JumpSearch, Lines};
use crate::{Corners, Graph, Ground, QueryError, Route, Steps};

/// Jump point search cannot work on a graph with other steps or with costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "jump point search needs eight neighbours, no corner cutting, and a map without costs or danger weights"
)]
pub struct JpsError;

/// Jump point search (Harabor and Grastien, 2011) without corner cutting (2012), with block-based
/// scanning and pruning of intermediate jump points (2014): finds the shortest path, faster than
/// A*, on graphs of [`Steps::EIGHT`] without costs.
///
/// A query that starts in water is planned by A*.
///
/// ```
/// use tilewright_grid::Cell;
/// use tilewright_pathplan::planners::{Jps, Planner};
/// use tilewright_pathplan::{Graph, Map, Steps};
///
/// let map: Map = "......\n.####.\n......\n".parse()?;
/// let graph = Graph::new(&map, Steps::EIGHT);
/// let mut jps = Jps::new(&graph)?;
/// let route = jps.plan(Cell::new(0, 0), Cell::new(2, 5), &())?.expect("there is a path");
/// assert_eq!((route.cells.len(), route.length), (8, 7.0));
///
/// let costly: Map = ".2.\n".parse()?;
/// assert!(Jps::new(&Graph::new(&costly, Steps::EIGHT)).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Jps<'a> {
    graph: &'a Graph,
    /// The land, since a path on land never enters water.
    lines: Lines,
    search: JumpSearch,
    route: Route,
    expansions: u64,
    /// Plans queries that start in water.
    fallback: Astar<'a>,
}

impl<'a> Jps<'a> {
    /// Whether there can be a planner for this graph: its steps are [`Steps::EIGHT`], and every step costs its length.
    #[must_use]
    pub fn suits(graph: &Graph) -> bool {
        graph.has_square_steps(Steps::EIGHT) && graph.is_uniform()
    }

    /// A planner for this graph.
    ///
    /// # Errors
    /// When the steps of the graph are not [`Steps::EIGHT`], or not every step costs its length.
    pub fn new(graph: &'a Graph) -> Result<Self, JpsError> {
        if !Self::suits(graph) {
            return Err(JpsError);
        }

        debug_assert_eq!(graph.steps().corners, Corners::Never);
        let mut lines = Lines::new(graph.extent());
        for cell in graph.size().cells() {
            let ground = graph.ground(graph.node(cell));
            if !ground.is_blocked() && ground != Ground::Water {
                lines.set(graph.square(cell), true);
            }
        }

        Ok(Self {
            graph,
            lines,
            search: JumpSearch::default(),
            route: Route::default(),
            expansions: 0,
            fallback: Astar::new(graph),
        })
    }
}

impl Planner for Jps<'_> {
    fn plan_observed(
        &mut self,
        start: Cell,
        goal: Cell,
        on_expanded: &mut dyn FnMut(Cell),
        watch: &dyn Watch,
    ) -> Result<Option<&Route>, QueryError> {
        let graph = self.graph;
        let [from, _] = graph.ends(start, goal)?;

        // The bits of jump point search hold land only. A path on land never enters water, but one
        // that starts in water may leave it.
        if graph.ground(from) == Ground::Water {
            let found = self.fallback.plan_observed(start, goal, on_expanded, watch)?;
            let is_found = found.map(|route| self.route.clone_from(route)).is_some();
            self.expansions = self.fallback.expansions();
            return Ok(is_found.then_some(&self.route));
        }

        let grid =
            JumpGrid { ways: &graph.ways, stride: graph.stride, lines: &self.lines };
        let [from, to] = [start, goal].map(|cell| graph.square(cell));
        let mut on_square = |square| on_expanded(graph.cell_of(square));
        let is_found = self.search.run(grid, from, to, &mut on_square, watch)?;
        self.expansions = self.search.expansions();
        if !is_found {
            return Ok(None);
        }

        self.search.trace(&mut self.route.cells);
        // They are squares until they are measured.
        self.route.length = Route::measure(&self.route.cells);
        for cell in &mut self.route.cells {
            *cell = graph.cell_of(*cell);
        }
        Ok(Some(&self.route))
    }

    fn expansions(&self) -> u64 {
        self.expansions
    }
}
