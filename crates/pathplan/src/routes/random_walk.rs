//! Random walks along shortest paths.

use tilewright_grid::{Rng, Seed, Watch};

use super::{Direction, Field, RouteRequest, RouteSet, Router};
use crate::{Graph, QueryError};

/// The largest error of a distance by rounding.
const ROUNDING: f64 = 1e-7;

/// Random walks along shortest paths: each step leads to a random neighbour among those on a
/// cheapest path to the goal. All routes cost the least possible, whatever detour is allowed.
#[derive(Clone, Debug)]
pub struct RandomWalk<'a> {
    graph: &'a Graph,
    to_goal: Field,
    seed: Seed,
}

impl<'a> RandomWalk<'a> {
    /// A router for this graph. The same seed gives the same routes.
    pub fn new(graph: &'a Graph, seed: Seed) -> Self {
        Self { graph, to_goal: Field::new(graph), seed }
    }

    fn walk(&self, from: usize, to: usize, rng: &mut Rng) -> Vec<u32> {
        let graph = self.graph;
        let mut nodes = vec![from as u32];
        let mut at = from;
        while at != to {
            let left = self.to_goal.cost(at) + ROUNDING;
            let leads_on = |&way: &usize| {
                let next = graph.neighbor(at, way);
                graph.ways[at] >> way & 1 == 1
                    && graph.step_cost(way, next) + self.to_goal.cost(next) <= left
            };
            let ways: Vec<usize> = (0..8).filter(leads_on).collect();
            let way = *rng.pick(&ways).expect("some step leads nearer to the goal");
            at = graph.neighbor(at, way);
            nodes.push(at as u32);
        }

        nodes
    }
}

impl Router for RandomWalk<'_> {
    fn routes(
        &mut self,
        request: &RouteRequest,
        watch: &dyn Watch,
    ) -> Result<RouteSet, QueryError> {
        let graph = self.graph;
        let [from, to] = graph.ends(request.start, request.goal)?;
        let mut is_met = false;
        self.to_goal.flood(graph, to, Direction::In, watch, |node, _| {
            // Nodes at the distance of the start may be settled after it.
            let is_wanted = !is_met;
            is_met |= node == from;
            is_wanted
        })?;
        let mut routes = RouteSet::default();
        if is_met {
            let mut rng = self.seed.rng();
            for _ in 0..request.count {
                routes.add(graph.route(&self.walk(from, to, &mut rng)));
            }
        }
        Ok(routes)
    }
}
