//! The usual alternative: shortest paths for random weights of the objectives.

use tilewright_grid::{Cell, Rng, Watch};

use super::{Front, Layers, ParetoPath};
use crate::planners::astar::{Guide, ROUNDING, Search};
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
    goal: Cell,
}

impl Guide for Weights<'_> {
    #[inline]
    fn estimate(&self, _: usize, cell: Cell) -> f64 {
        self.of[0] * self.graph.lower_bound(cell, self.goal)
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
        let (graph, values) = (self.graph, &self.values[..]);
        let mut front = Front::default();
        for _ in 0..count {
            let weights = weights(self.layers.count(), rng);
            let guide = Weights { of: weights, values, graph, goal };
            let on_expanded = &mut |_| front.expansions += 1;
            let route = self.search.run(start, goal, &guide, on_expanded, watch)?;
            let Some(route) = route else { return Ok(front) };
            let nodes = route.cells.iter().map(|&cell| graph.node(cell) as u32);
            let route = graph.route(&nodes.collect::<Vec<_>>());
            front.add(ParetoPath { sums: self.layers.sums(&route), route });
        }
        front.paths.sort_by(|one, other| {
            let lengths = one.route.length.total_cmp(&other.route.length);
            lengths.then(one.sums.cmp(&other.sums))
        });
        Ok(front)
    }
}

/// Uniformly random weights of the length and of one or two layers.
fn weights(layers: usize, rng: &mut Rng) -> [f64; 3] {
    let mut cuts = [rng.unit(), if layers == 2 { rng.unit() } else { 1.0 }];
    cuts.sort_by(f64::total_cmp);
    [cuts[0], cuts[1] - cuts[0], 1.0 - cuts[1]]
}

impl Front {
    /// Adds a path unless another one is as good, and removes those that it is better than.
    fn add(&mut self, path: ParetoPath) {
        let covers = |one: &ParetoPath, other: &ParetoPath| {
            one.route.length <= other.route.length + ROUNDING
                && one.sums[0] <= other.sums[0]
                && one.sums[1] <= other.sums[1]
        };
        if self.paths.iter().any(|other| covers(other, &path)) {
            return;
        }
        self.paths.retain(|other| !covers(&path, other));
        self.paths.push(path);
    }
}
