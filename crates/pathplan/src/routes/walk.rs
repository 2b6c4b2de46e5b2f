//! Random walks down the distance to the goal.

use tilewright_grid::{Rng, Seed, Watch};

use super::{Direction, Field, Router, Routes, Wish};
use crate::{Graph, QueryError};

/// How far a cell may be off a shortest path to the goal by rounding.
const ROUNDING: f64 = 1e-7;

/// Random walks down the exact distance to the goal: each step to a random one of the neighbours
/// that lie on a shortest path. All routes are as short as can be; how long they may be is not
/// looked at.
#[derive(Clone, Debug)]
pub struct Walk<'a> {
    graph: &'a Graph,
    to_goal: Field,
    seed: Seed,
}

impl<'a> Walk<'a> {
    /// For this graph; everything random comes from the seed.
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

impl Router for Walk<'_> {
    fn routes(&mut self, wish: &Wish, watch: &dyn Watch) -> Result<Routes, QueryError> {
        let graph = self.graph;
        let [from, to] = graph.ends(wish.start, wish.goal)?;
        let mut is_met = false;
        self.to_goal.flood(graph, to, Direction::In, watch, |node, _| {
            // Those as far as the start may still be settled after it.
            let is_wanted = !is_met;
            is_met |= node == from;
            is_wanted
        })?;
        let mut routes = Routes::default();
        if is_met {
            let mut rng = self.seed.rng();
            for _ in 0..wish.count {
                routes.add(graph.route(&self.walk(from, to, &mut rng)));
            }
        }
        Ok(routes)
    }
}
