//! Crossover and mutation of whole paths.

use std::cell::RefCell;
use std::fmt;

use tilewright_evolve::{Crossover, Mutation};
use tilewright_grid::Rng;

use crate::Graph;
use crate::visits::Visits;

/// The largest number of cells that a regrowth replaces. The mean share of the exact hypervolume
/// within 50 ms on lak304d (`cargo xtask bench pareto`) is 0.954; with 32 cells it is 0.959, with
/// 128 0.949, with 256 0.942.
const SPAN: usize = 64;

/// The graph and what its nodes add to the sums.
#[derive(Clone, Copy)]
pub(super) struct CostGraph<'a> {
    pub(super) graph: &'a Graph,
    pub(super) values: &'a [[u32; 2]],
}

/// The sums of a path over the nodes that it enters.
pub(super) fn sums(path: &[u32], values: &[[u32; 2]]) -> [u32; 2] {
    path.iter().skip(1).fold([0; 2], |sums, &node| {
        let value = values[node as usize];
        [sums[0] + value[0], sums[1] + value[1]]
    })
}

thread_local! {
    /// Visits and a buffer of each thread.
    static SPARE: RefCell<(Visits, Vec<u32>)> = RefCell::default();
}

/// Exchanges the tails of two paths at a random node that both visit between their ends.
pub(super) struct JunctionCrossover<'a>(pub(super) CostGraph<'a>);

impl fmt::Debug for JunctionCrossover<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("AtSharedCell")
    }
}

impl Crossover<Vec<u32>> for JunctionCrossover<'_> {
    fn cross(&self, a: &mut Vec<u32>, b: &mut Vec<u32>, rng: &mut Rng) {
        let nodes = self.0.graph.node_count();
        SPARE.with_borrow_mut(|(visits, _)| {
            if let Some(crossing) = visits.shared([a, b], nodes, rng) {
                visits.swap_tails([a, b], crossing);
                visits.cut_loops(a, nodes);
                visits.cut_loops(b, nodes);
            }
        });
    }
}

/// Replaces a part of a path by a depth-first search that steps to the unvisited neighbour of the
/// lowest estimate: the distance to the end of the part, and the values of the neighbour with
/// random weights. If it takes more than a few times as many steps, the path stays.
pub(super) struct Regrowth<'a>(pub(super) CostGraph<'a>);

impl fmt::Debug for Regrowth<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Regrow")
    }
}

impl Mutation<Vec<u32>> for Regrowth<'_> {
    fn mutate(&self, path: &mut Vec<u32>, rng: &mut Rng) {
        self.regrow(path, rng);
    }
}

impl Regrowth<'_> {
    pub(super) fn regrow(&self, path: &mut Vec<u32>, rng: &mut Rng) {
        if path.len() < 3 {
            return;
        }

        let nodes = self.0.graph.node_count();
        SPARE.with_borrow_mut(|(visits, part)| {
            let span = 2 + rng.index(SPAN.min(path.len() - 2));
            let span = span.min(path.len() - 1);
            let from = rng.index(path.len() - span);
            // Squares prefer low weights, so that near shortest parts are tried often. With weights
            // up to 2 the share is 0.958, up to 8 0.950.
            let weights = [rng.unit(), rng.unit()].map(|it| 4.0 * it * it);
            let ends = [path[from], path[from + span]];
            // The limit allows for some dead ends; a part that finds no end is given up. With twice
            // the span instead of four times the share is 0.956, with eight times 0.949.
            if !self.grow(ends, 4 * span + 16, weights, visits, part) {
                return;
            }

            part.extend_from_slice(&path[from + span + 1..]);
            path.truncate(from);
            path.append(part);
            visits.cut_loops(path, nodes);
        });
    }

    /// Grows a part between two nodes. Returns whether it arrived within this number of steps.
    fn grow(
        &self,
        [from, to]: [u32; 2],
        steps: usize,
        weights: [f64; 2],
        visits: &mut Visits,
        part: &mut Vec<u32>,
    ) -> bool {
        let CostGraph { graph, values } = self.0;
        let goal = graph.square_of(to as usize);
        visits.begin(graph.node_count());
        visits.mark(from, 0);
        part.clear();
        part.push(from);

        for _ in 0..steps {
            let Some(&here) = part.last() else { return false };
            if here == to {
                return true;
            }

            let here = here as usize;
            let ways = (0..8).filter(|way| graph.ways[here] >> way & 1 == 1);
            let steps = ways.map(|way| (way, graph.neighbor(here, way)));
            let open = steps.filter(|&(_, next)| visits.visit(next as u32).is_none());
            let estimates = open.map(|(way, next)| {
                let [first, second] = values[next].map(f64::from);
                let far = graph.lower_bound(graph.square_of(next), goal);
                let cost = graph.step_cost(way, next);
                (far + cost + weights[0] * first + weights[1] * second, next as u32)
            });

            match estimates.min_by(|a, b| a.0.total_cmp(&b.0)) {
                Some((_, next)) => {
                    visits.mark(next, part.len());
                    part.push(next);
                }
                None => drop(part.pop()),
            }
        }

        false
    }
}
