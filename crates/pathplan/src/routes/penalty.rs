//! The penalty method.

use tilewright_grid::{Cell, Watch};

use super::{RouteRequest, RouteSet, Router};
use crate::planners::astar::{Guide, Search};
use crate::{Graph, QueryError};

/// The penalty for every use of a cell, as a share of the cost of a step into it. It is a baseline:
/// `cargo xtask bench routes` compares it with [`DiverseRoutes`](super::DiverseRoutes). More makes
/// routes more different, and more of them too long: on lak304d 0.1, 0.2 and 0.4 find 7.7, 6.7 and
/// 4.6 routes of eight of a dissimilarity of 0.845, 0.857 and 0.880.
const PENALTY: f64 = 0.2;
/// The number of searches for every requested route: of eight routes on lak304d one search for each
/// finds 5.7, two find 6.5, three 6.7 and six 6.8, each in more time (`cargo xtask bench routes`).
const TRIES: u32 = 3;

/// The penalty method (de la Barra, Pérez and Añez, 1993): repeated searches for the cheapest path,
/// where every found path makes its cells 20 % more expensive for the searches after it. Paths that
/// cost too much are rejected.
#[derive(Clone, Debug)]
pub struct Penalty<'a> {
    graph: &'a Graph,
    search: Search<'a>,
    /// For each node the number of paths that use it.
    uses: Vec<u32>,
}

/// The distance on an empty map as the heuristic, and penalties on used cells.
struct PenaltyGuide<'a> {
    graph: &'a Graph,
    /// The square of the goal.
    goal: Cell,
    uses: &'a [u32],
}

impl Guide for PenaltyGuide<'_> {
    #[inline]
    fn estimate(&self, _: usize, square: Cell) -> f64 {
        self.graph.lower_bound(square, self.goal)
    }

    #[inline]
    fn step_cost(&self, graph: &Graph, way: usize, to: usize) -> f64 {
        graph.step_cost(way, to) * (1.0 + PENALTY * f64::from(self.uses[to]))
    }
}

impl<'a> Penalty<'a> {
    /// A router for this graph.
    pub fn new(graph: &'a Graph) -> Self {
        Self { graph, search: Search::new(graph), uses: vec![0; graph.node_count()] }
    }
}

impl Router for Penalty<'_> {
    fn routes(
        &mut self,
        request: &RouteRequest,
        watch: &dyn Watch,
    ) -> Result<RouteSet, QueryError> {
        let graph = self.graph;
        self.uses.fill(0);

        let mut routes = RouteSet::default();
        let mut bound = f64::INFINITY;
        for _ in 0..request.count.saturating_mul(TRIES) {
            if routes.routes.len() >= request.count as usize {
                break;
            }

            let goal = graph.square(request.goal);
            let guide = PenaltyGuide { graph, goal, uses: &self.uses };
            let found = self.search.run(
                request.start,
                request.goal,
                &guide,
                &mut |_| {},
                watch,
            )?;

            let Some(path) = found else { break };

            let nodes: Vec<u32> =
                path.cells.iter().map(|&cell| graph.node(cell) as u32).collect();
            for &node in &nodes {
                self.uses[node as usize] += 1;
            }

            let route = graph.route(&nodes);
            if routes.routes.is_empty() {
                bound = request.detour.bound(route.length);
            }

            // Penalties do not keep to the bound, so that longer routes are searched in vain.
            if route.length <= bound {
                routes.add(route);
            }
        }

        Ok(routes)
    }
}
