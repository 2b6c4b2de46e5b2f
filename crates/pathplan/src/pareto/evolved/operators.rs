//! Crossover and mutation of whole paths.

use std::cell::RefCell;
use std::fmt;

use tilewright_evolve::{Crossover, Mutation};
use tilewright_grid::Rng;

use crate::Graph;

/// The largest number of cells that a regrowth replaces.
const SPAN: usize = 64;

/// The graph and what its nodes add to the sums.
#[derive(Clone, Copy)]
pub(super) struct Ground<'a> {
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

/// For each node the last search that visited it, and the index of the visit.
#[derive(Default)]
struct Marks {
    of: Vec<[u32; 2]>,
    stamp: u32,
}

impl Marks {
    /// Forgets all visits.
    fn begin(&mut self, nodes: usize) {
        if self.of.len() != nodes || self.stamp == u32::MAX {
            self.of.clear();
            self.of.resize(nodes, [0; 2]);
            self.stamp = 0;
        }
        self.stamp += 1;
    }

    fn mark(&mut self, node: u32, index: usize) {
        self.of[node as usize] = [self.stamp, index as u32];
    }

    fn visit(&self, node: u32) -> Option<usize> {
        let [stamp, index] = self.of[node as usize];
        (stamp == self.stamp).then_some(index as usize)
    }
}

thread_local! {
    /// Visits and two buffers of each thread.
    static SPARE: RefCell<(Marks, Vec<u32>, Vec<[u32; 2]>)> = RefCell::default();
}

/// Removes all loops of a path: after it, no node is visited twice.
fn cut_loops(path: &mut Vec<u32>, nodes: usize, marks: &mut Marks) {
    marks.begin(nodes);
    let mut end = 0;
    for index in 0..path.len() {
        let node = path[index];
        // A visit that was cut away since stands at or behind the end.
        let before = marks.visit(node).filter(|&at| at < end && path[at] == node);
        if let Some(at) = before {
            end = at + 1;
        } else {
            path[end] = node;
            marks.mark(node, end);
            end += 1;
        }
    }
    path.truncate(end);
}

/// Exchanges the tails of two paths at a random node that both visit between their ends.
pub(super) struct AtSharedCell<'a>(pub(super) Ground<'a>);

impl fmt::Debug for AtSharedCell<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("AtSharedCell")
    }
}

impl Crossover<Vec<u32>> for AtSharedCell<'_> {
    fn cross(&self, a: &mut Vec<u32>, b: &mut Vec<u32>, rng: &mut Rng) {
        let nodes = self.0.graph.node_count();
        SPARE.with_borrow_mut(|(marks, tail, shared)| {
            marks.begin(nodes);
            let ends = [a.len(), b.len()].map(|length| length.saturating_sub(1));
            for (index, &node) in a.iter().enumerate().take(ends[0]).skip(1) {
                marks.mark(node, index);
            }
            shared.clear();
            for (index, &node) in b.iter().enumerate().take(ends[1]).skip(1) {
                let visit = marks.visit(node).map(|at| [at as u32, index as u32]);
                shared.extend(visit);
            }
            let Some(&[at, other]) = rng.pick(shared) else { return };
            let (at, other) = (at as usize, other as usize);
            tail.clear();
            tail.extend_from_slice(&a[at..]);
            a.truncate(at);
            a.extend_from_slice(&b[other..]);
            b.truncate(other);
            b.extend_from_slice(tail);
            cut_loops(a, nodes, marks);
            cut_loops(b, nodes, marks);
        });
    }
}

/// Replaces a part of a path by a depth-first search that steps to the unvisited neighbour of the
/// lowest estimate: the distance to the end of the part, and the values of the neighbour with
/// random weights. If it takes more than a few times as many steps, the path stays.
pub(super) struct Regrow<'a>(pub(super) Ground<'a>);

impl fmt::Debug for Regrow<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Regrow")
    }
}

impl Mutation<Vec<u32>> for Regrow<'_> {
    fn mutate(&self, path: &mut Vec<u32>, rng: &mut Rng) {
        self.regrow(path, rng);
    }
}

impl Regrow<'_> {
    pub(super) fn regrow(&self, path: &mut Vec<u32>, rng: &mut Rng) {
        if path.len() < 3 {
            return;
        }
        let nodes = self.0.graph.node_count();
        SPARE.with_borrow_mut(|(marks, part, _)| {
            let span = 2 + rng.index(SPAN.min(path.len() - 2));
            let span = span.min(path.len() - 1);
            let from = rng.index(path.len() - span);
            let weights = [rng.unit(), rng.unit()].map(|it| 4.0 * it * it);
            let ends = [path[from], path[from + span]];
            if !self.grow(ends, 4 * span + 16, weights, marks, part) {
                return;
            }
            part.extend_from_slice(&path[from + span + 1..]);
            path.truncate(from);
            path.append(part);
            cut_loops(path, nodes, marks);
        });
    }

    /// Grows a part between two nodes. Returns whether it arrived within this number of steps.
    fn grow(
        &self,
        [from, to]: [u32; 2],
        steps: usize,
        weights: [f64; 2],
        marks: &mut Marks,
        part: &mut Vec<u32>,
    ) -> bool {
        let Ground { graph, values } = self.0;
        let goal = graph.cell(to as usize);
        marks.begin(graph.node_count());
        marks.mark(from, 0);
        part.clear();
        part.push(from);
        for _ in 0..steps {
            let Some(&here) = part.last() else { return false };
            if here == to {
                return true;
            }
            let here = here as usize;
            let ways = (0..8).filter(|way| graph.ways[here] >> way & 1 == 1);
            let open = ways.filter_map(|way| {
                let next = graph.neighbor(here, way);
                if marks.visit(next as u32).is_some() {
                    return None;
                }
                let [first, second] = values[next].map(f64::from);
                let far = graph.lower_bound(graph.cell(next), goal);
                let cost = graph.step_cost(way, next);
                let estimate = far + cost + weights[0] * first + weights[1] * second;
                Some((estimate, next as u32))
            });
            match open.min_by(|a, b| a.0.total_cmp(&b.0)) {
                Some((_, next)) => {
                    marks.mark(next, part.len());
                    part.push(next);
                }
                None => {
                    part.pop();
                }
            }
        }
        false
    }
}
