//! A* and Dijkstra's algorithm.

use tilewright_grid::{Cell, Watch};

use super::{Planner, look};
use crate::search::OpenList;
use crate::steps::{WAYS, back};
use crate::{Graph, QueryError, Route};

/// Costs that differ by less are equal: their terms were added in another order.
pub(crate) const ROUNDING: f64 = 1e-9;

/// The state of a node in the search with this stamp.
#[derive(Clone, Copy, Debug, Default)]
struct NodeState {
    cost: f64,
    stamp: u32,
    /// The direction of the step that reached it.
    way: u8,
    is_closed: bool,
}

/// A* (Hart, Nilsson and Raphael, 1968) with the octile distance as its heuristic, or the Manhattan
/// distance on graphs without diagonal steps. Finds the cheapest path for any steps and costs. Of
/// nodes with equal estimates, the one that was reached last is expanded first.
///
/// ```
/// use tilewright_grid::Cell;
/// use tilewright_pathplan::planners::{Astar, Planner};
/// use tilewright_pathplan::{Graph, Map, Steps};
///
/// // A step into `9` costs nine, so that the detour around it is cheaper.
/// let map: Map = ".9.\n...\n".parse()?;
/// let graph = Graph::new(&map, Steps::FOUR);
/// let mut astar = Astar::new(&graph);
/// let mut expanded = Vec::new();
/// let mut note = |cell| expanded.push(cell);
/// let route = astar.plan_observed(Cell::new(0, 0), Cell::new(0, 2), &mut note, &())?;
/// assert_eq!(route.map(|route| (route.length, route.cells.len())), Some((4.0, 5)));
/// assert_eq!(astar.expansions(), expanded.len() as u64);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Astar<'a>(Search<'a>);

/// Dijkstra's algorithm (1959): A* without a heuristic.
#[derive(Clone, Debug)]
pub struct Dijkstra<'a>(Search<'a>);

/// The heuristic, the steps and the costs of a search.
pub(crate) trait Guide {
    /// The cost at which the search begins.
    #[inline]
    fn first_cost(&self) -> f64 {
        0.0
    }

    /// A lower bound on the cost from a node, with its square, to the goal, which must be consistent: a step lowers
    /// it by no more than the step costs.
    fn estimate(&self, node: usize, square: Cell) -> f64;

    /// The directions in which a step from a node is possible.
    #[inline]
    fn ways(&self, graph: &Graph, from: usize) -> u8 {
        graph.ways[from]
    }

    /// The cost of a step into a node; infinite if the step is forbidden.
    #[inline]
    fn step_cost(&self, graph: &Graph, way: usize, to: usize) -> f64 {
        graph.step_cost(way, to)
    }

    /// The cost of reaching a node by a step from one that is reached at this cost; infinite if
    /// the step is forbidden. A higher cost before the step never gives a lower one after it.
    #[inline]
    fn reach(&self, graph: &Graph, cost: f64, way: usize, to: usize) -> f64 {
        cost + self.step_cost(graph, way, to)
    }
}

/// The distance to the square of the goal on an empty map.
struct EmptyMapGuide<'a>(&'a Graph, Cell);

impl Guide for EmptyMapGuide<'_> {
    #[inline]
    fn estimate(&self, _: usize, square: Cell) -> f64 {
        self.0.lower_bound(square, self.1)
    }
}

/// No heuristic.
struct ZeroGuide;

impl Guide for ZeroGuide {
    #[inline]
    fn estimate(&self, _: usize, _: Cell) -> f64 {
        0.0
    }
}

/// A best-first search on a graph, with its memory.
#[derive(Clone, Debug)]
pub(crate) struct Search<'a> {
    graph: &'a Graph,
    known: Vec<NodeState>,
    stamp: u32,
    open: OpenList,
    pub(super) route: Route,
    pub(super) expansions: u64,
}

impl<'a> Astar<'a> {
    /// A planner for this graph.
    pub fn new(graph: &'a Graph) -> Self {
        Self(Search::new(graph))
    }
}

impl<'a> Dijkstra<'a> {
    /// A planner for this graph.
    pub fn new(graph: &'a Graph) -> Self {
        Self(Search::new(graph))
    }
}

impl Planner for Astar<'_> {
    fn plan_observed(
        &mut self,
        start: Cell,
        goal: Cell,
        on_expanded: &mut dyn FnMut(Cell),
        watch: &dyn Watch,
    ) -> Result<Option<&Route>, QueryError> {
        let graph = self.0.graph;
        let guide = EmptyMapGuide(graph, graph.square(goal));
        self.0.run(start, goal, &guide, on_expanded, watch)
    }

    fn expansions(&self) -> u64 {
        self.0.expansions
    }
}

impl Planner for Dijkstra<'_> {
    fn plan_observed(
        &mut self,
        start: Cell,
        goal: Cell,
        on_expanded: &mut dyn FnMut(Cell),
        watch: &dyn Watch,
    ) -> Result<Option<&Route>, QueryError> {
        self.0.run(start, goal, &ZeroGuide, on_expanded, watch)
    }

    fn expansions(&self) -> u64 {
        self.0.expansions
    }
}

impl<'a> Search<'a> {
    pub(crate) fn new(graph: &'a Graph) -> Self {
        Self {
            graph,
            known: vec![NodeState::default(); graph.node_count()],
            stamp: 0,
            open: OpenList::default(),
            route: Route::default(),
            expansions: 0,
        }
    }

    pub(crate) fn run(
        &mut self,
        start: Cell,
        goal: Cell,
        guide: &impl Guide,
        on_expanded: &mut dyn FnMut(Cell),
        watch: &dyn Watch,
    ) -> Result<Option<&Route>, QueryError> {
        let graph = self.graph;
        let [from, to] = graph.ends(start, goal)?;
        self.begin();
        let cost = guide.first_cost();
        self.known[from] =
            NodeState { cost, stamp: self.stamp, way: u8::MAX, is_closed: false };
        self.open.push(cost + guide.estimate(from, graph.square(start)), from);

        while let Some(node) = self.open.pop() {
            // A node waits once for each time that it became cheaper; only the first exit counts.
            if std::mem::replace(&mut self.known[node].is_closed, true) {
                continue;
            }

            self.expansions += 1;
            look(self.expansions, watch)?;
            let square = graph.square_of(node);
            on_expanded(graph.cell_of(square));
            if node == to {
                self.trace(from, to);
                return Ok(Some(&self.route));
            }

            self.expand(node, square, guide);
        }

        Ok(None)
    }

    fn begin(&mut self) {
        if self.stamp == u32::MAX {
            self.known.fill(NodeState::default());
            self.stamp = 0;
        }
        self.stamp += 1;
        self.open.clear();
        self.expansions = 0;
    }

    #[inline]
    fn expand(&mut self, node: usize, square: Cell, guide: &impl Guide) {
        let graph = self.graph;
        let cost = self.known[node].cost;

        let mut ways = guide.ways(graph, node);
        while ways != 0 {
            let way = ways.trailing_zeros() as usize;
            ways &= ways - 1;
            let next = graph.neighbor(node, way);
            let reached = guide.reach(graph, cost, way, next);
            let known = &mut self.known[next];
            if known.stamp == self.stamp && known.cost <= reached + ROUNDING {
                continue;
            }
            if reached.is_infinite() {
                continue;
            }

            *known = NodeState {
                cost: reached,
                stamp: self.stamp,
                way: way as u8,
                is_closed: false,
            };

            let beside = Cell::new(
                square.row.wrapping_add_signed(WAYS[way].down),
                square.column.wrapping_add_signed(WAYS[way].right),
            );
            self.open.push(reached + guide.estimate(next, beside), next);
        }
    }

    /// Rebuilds the path from the goal backwards.
    fn trace(&mut self, from: usize, to: usize) {
        let graph = self.graph;
        let cells = &mut self.route.cells;
        cells.clear();
        let mut at = to;
        cells.push(graph.cell(at));

        while at != from {
            at = graph.neighbor(at, back(usize::from(self.known[at].way)));
            cells.push(graph.cell(at));
        }

        cells.reverse();
        // The sum of the costs depends on the order of the steps; measured anew, equal paths have
        // equal lengths.
        self.route.length =
            if graph.is_uniform() { graph.measure(cells) } else { self.known[to].cost };
    }
}
