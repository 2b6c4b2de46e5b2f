//! The penalty method.

use tilewright_grid::{Cell, Watch};

use super::{Router, Routes, Wish};
use crate::planners::astar::{Guide, Search};
use crate::{Graph, QueryError};

/// What every use of a cell adds to the length of a step into it, in lengths of the step.
const PENALTY: f64 = 0.2;
/// How many searches are made for every route that is wanted.
const TRIES: u32 = 3;

/// The penalty method (de la Barra, Pérez and Añez, 1993): shortest paths one after the other,
/// where every cell of a path found becomes dearer by a fifth for those that follow; paths that
/// are too long are left out.
#[derive(Clone, Debug)]
pub struct Penalty<'a> {
    graph: &'a Graph,
    search: Search<'a>,
    /// By how many paths each node was used.
    uses: Vec<u32>,
}

/// The distance over an empty map, and steps that cost more where others went.
struct Worn<'a> {
    graph: &'a Graph,
    goal: Cell,
    uses: &'a [u32],
}

impl Guide for Worn<'_> {
    #[inline]
    fn estimate(&self, _: usize, cell: Cell) -> f64 {
        self.graph.least_cost(cell, self.goal)
    }

    #[inline]
    fn step_cost(&self, graph: &Graph, way: usize, to: usize) -> f64 {
        graph.step_cost(way, to) * (1.0 + PENALTY * f64::from(self.uses[to]))
    }
}

impl<'a> Penalty<'a> {
    /// For this graph.
    pub fn new(graph: &'a Graph) -> Self {
        Self { graph, search: Search::new(graph), uses: vec![0; graph.node_count()] }
    }
}

impl Router for Penalty<'_> {
    fn routes(&mut self, wish: &Wish, watch: &dyn Watch) -> Result<Routes, QueryError> {
        let graph = self.graph;
        self.uses.fill(0);
        let mut routes = Routes::default();
        let mut bound = f64::INFINITY;
        for _ in 0..wish.count.saturating_mul(TRIES) {
            if routes.routes.len() >= wish.count as usize {
                break;
            }
            let guide = Worn { graph, goal: wish.goal, uses: &self.uses };
            let found =
                self.search.run(wish.start, wish.goal, &guide, &mut |_| {}, watch)?;
            let Some(path) = found else { break };
            let nodes: Vec<u32> =
                path.cells.iter().map(|&cell| graph.node(cell) as u32).collect();
            for &node in &nodes {
                self.uses[node as usize] += 1;
            }
            let route = graph.route(&nodes);
            if routes.routes.is_empty() {
                bound = wish.detour.bound(route.length);
            }
            if route.length <= bound {
                routes.add(route);
            }
        }
        Ok(routes)
    }
}
