//! The usual alternative: shortest paths for random weights of the objectives.

use tilewright_grid::{Cell, Rng, Watch};

use super::{Front, Layers, ParetoPath};
use crate::planners::astar::{Guide, Search};
use crate::{Graph, QueryError};

/// Paths of random weighted sums of the objectives, each by A* with the octile distance: the usual
/// alternative, for comparison.
///
/// It finds only paths that are best for some weights, and many of them several times.
#[derive(Clone, Debug)]
pub struct RandomWeights<'a> {
    graph: &'a Graph,
    layers: &'a Layers,
    values: Vec<[u32; 2]>,
    search: Search<'a>,
}

/// The weights of the length and of the layers.
struct Weights<'a> {
    of: [f64; 3],
    values: &'a [[u32; 2]],
    graph: &'a Graph,
    /// The square of the goal.
    goal: Cell,
}

impl Guide for Weights<'_> {
    #[inline]
    fn estimate(&self, _: usize, square: Cell) -> f64 {
        self.of[0] * self.graph.lower_bound(square, self.goal)
    }

    #[inline]
    fn step_cost(&self, graph: &Graph, way: usize, to: usize) -> f64 {
        let [first, second] = self.values[to].map(f64::from);
        self.of[0] * graph.step_cost(way, to) + self.of[1] * first + self.of[2] * second
    }
}

impl<'a> RandomWeights<'a> {
    /// A search on this graph with these layers.
    ///
    /// # Panics
    /// When the layers have another size than the graph.
    pub fn new(graph: &'a Graph, layers: &'a Layers) -> Self {
        let values = layers.by_node(graph);
        Self { graph, layers, values, search: Search::new(graph) }
    }

    /// The non-dominated ones of the best paths for `count` weights, drawn uniformly from all that
    /// add up to 1; empty if there is no path.
    ///
    /// # Errors
    /// [`QueryError::Outside`] or [`QueryError::Blocked`] when an end is outside the map or not
    /// walkable, and [`QueryError::Cancelled`] when the watch stops it.
    pub fn front(
        &mut self,
        start: Cell,
        goal: Cell,
        count: u32,
        rng: &mut Rng,
        watch: &dyn Watch,
    ) -> Result<Front, QueryError> {
        let mut front = Front::default();
        for _ in 0..count {
            let weights = weights(self.layers.count(), rng);
            let on_expanded = &mut |_| front.expansions += 1;
            let path = self.path([start, goal], weights, on_expanded, watch)?;
            let Some(path) = path else { return Ok(front) };
            front.add(path);
        }
        front.sort();
        Ok(front)
    }

    /// A best path for these weights of the length and of the layers; none if there is no path.
    pub(super) fn path(
        &mut self,
        [start, goal]: [Cell; 2],
        of: [f64; 3],
        on_expanded: &mut dyn FnMut(Cell),
        watch: &dyn Watch,
    ) -> Result<Option<ParetoPath>, QueryError> {
        let (graph, layers) = (self.graph, self.layers);
        let square = graph.square(goal);
        let guide = Weights { of, values: &self.values, graph, goal: square };
        let route = self.search.run(start, goal, &guide, on_expanded, watch)?;
        Ok(route.map(|route| {
            let nodes = route.cells.iter().map(|&cell| graph.node(cell) as u32);
            let route = graph.route(&nodes.collect::<Vec<_>>());
            ParetoPath { sums: layers.sums(&route), route }
        }))
    }
}

/// Uniformly random weights of the length and of one or two layers.
pub(super) fn weights(layers: usize, rng: &mut Rng) -> [f64; 3] {
    let mut cuts = [rng.unit(), if layers == 2 { rng.unit() } else { 1.0 }];
    cuts.sort_by(f64::total_cmp);
    [cuts[0], cuts[1] - cuts[0], 1.0 - cuts[1]]
}
