//! Distance fields: the exact distances from one node, or to it.

use tilewright_grid::Watch;

use super::pruning::Pruning;
use crate::planners::look;
use crate::search::OpenList;
use crate::{Graph, QueryError, Steps};

/// Costs that differ by less are equal: their terms were added in another order.
pub(crate) const ROUNDING: f64 = 1e-9;

/// The direction of a distance field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    /// Distances from the node to the others.
    Out,
    /// Distances from the others to the node.
    In,
}

/// The state of a node in the flood with this stamp.
#[derive(Clone, Copy, Debug, Default)]
struct NodeState {
    cost: f64,
    stamp: u32,
    /// The directions by which it was reached at this cost.
    arrivals: u8,
    is_settled: bool,
}

/// The exact distances from a node, or to it, and the order in which nodes were settled. Its memory
/// is kept from one flood to the next.
#[derive(Clone, Debug)]
pub(crate) struct Field {
    seen: Vec<NodeState>,
    stamp: u32,
    order: Vec<u32>,
    queue: Queue,
    pruning: Pruning,
}

impl Field {
    /// An empty field for a graph.
    pub(crate) fn new(graph: &Graph) -> Self {
        let is_symmetric = graph.is_uniform() && graph.is_undirected;
        let is_canonical = is_symmetric && graph.has_square_steps(Steps::EIGHT);
        let queue = if graph.is_uniform() {
            Queue::Buckets(Buckets::default())
        } else {
            Queue::Heap(OpenList::default())
        };
        let seen = vec![NodeState::default(); graph.node_count()];
        let pruning = if is_canonical { Pruning::canonical() } else { Pruning::all() };
        Self { seen, stamp: 0, order: Vec::new(), queue, pruning }
    }

    /// Computes the distances from a node by Dijkstra's algorithm. A node is settled and expanded
    /// only if `is_wanted` returns true for it and its cost.
    pub(crate) fn flood(
        &mut self,
        graph: &Graph,
        from: usize,
        direction: Direction,
        watch: &dyn Watch,
        is_wanted: impl FnMut(usize, f64) -> bool,
    ) -> Result<(), QueryError> {
        if self.stamp == u32::MAX {
            self.seen.fill(NodeState::default());
            self.stamp = 0;
        }

        self.stamp += 1;
        self.order.clear();
        let Self { seen, stamp, order, queue, pruning } = self;
        let stamp = *stamp;

        let mut flood = Flood { graph, seen, stamp, order, pruning, watch, is_wanted };
        match queue {
            Queue::Buckets(buckets) => flood.run(from, direction, buckets),
            Queue::Heap(open) => flood.run(from, direction, open),
        }
    }

    /// The settled nodes in the order of their distance.
    pub(crate) fn order(&self) -> &[u32] {
        &self.order
    }

    /// The cost of a node; infinite where it is not settled.
    #[inline]
    pub(crate) fn cost(&self, node: usize) -> f64 {
        let seen = &self.seen[node];
        let is_known = seen.stamp == self.stamp && seen.is_settled;
        if is_known { seen.cost } else { f64::INFINITY }
    }
}

/// One flood.
struct Flood<'a, F> {
    graph: &'a Graph,
    seen: &'a mut [NodeState],
    stamp: u32,
    order: &'a mut Vec<u32>,
    pruning: &'a Pruning,
    watch: &'a dyn Watch,
    is_wanted: F,
}

impl<F: FnMut(usize, f64) -> bool> Flood<'_, F> {
    fn run(
        &mut self,
        from: usize,
        direction: Direction,
        queue: &mut impl PriorityQueue,
    ) -> Result<(), QueryError> {
        let graph = self.graph;
        let offsets: [isize; 8] = std::array::from_fn(|way| {
            graph.neighbor(graph.stride + 1, way).cast_signed()
                - (graph.stride + 1).cast_signed()
        });
        queue.clear();
        self.seen[from] =
            NodeState { stamp: self.stamp, arrivals: u8::MAX, ..NodeState::default() };
        queue.push(0.0, from);

        while let Some(node) = queue.pop() {
            let NodeState { cost, arrivals, is_settled, .. } = self.seen[node];
            if is_settled || !(self.is_wanted)(node, cost) {
                continue;
            }

            self.seen[node].is_settled = true;
            self.order.push(node as u32);
            look(self.order.len() as u64, self.watch)?;
            // On an undirected graph both directions have the same steps.
            let open = if direction == Direction::Out || graph.is_undirected {
                graph.ways[node]
            } else {
                graph.ways_in(node)
            };

            let mut ways = self.pruning.of(open, arrivals);
            while ways != 0 {
                let way = ways.trailing_zeros() as usize;
                ways &= ways - 1;
                let next = node.wrapping_add_signed(offsets[way]);
                let entered = if direction == Direction::Out { next } else { node };
                let reached = cost + graph.step_cost(way, entered);
                self.reach(next, reached, 1 << way, queue);
            }
        }

        Ok(())
    }

    #[inline]
    fn reach(
        &mut self,
        node: usize,
        cost: f64,
        arrival: u8,
        queue: &mut impl PriorityQueue,
    ) {
        let seen = &mut self.seen[node];
        if seen.stamp == self.stamp {
            // A settled node can become cheaper only by rounding.
            if seen.cost <= cost + ROUNDING || seen.is_settled {
                if seen.cost >= cost - ROUNDING {
                    seen.arrivals |= arrival;
                }
                return;
            }
        }
        let (stamp, is_settled) = (self.stamp, false);
        *seen = NodeState { cost, stamp, arrivals: arrival, is_settled };
        queue.push(cost, node);
    }
}

/// The open list of a flood.
#[derive(Clone, Debug)]
enum Queue {
    /// For steps of cost 1 and √2.
    Buckets(Buckets),
    /// For any steps.
    Heap(OpenList),
}

/// A priority queue of nodes by cost, which may contain a node several times.
trait PriorityQueue {
    fn clear(&mut self);
    fn push(&mut self, cost: f64, node: usize);
    fn pop(&mut self) -> Option<usize>;
}

impl PriorityQueue for OpenList {
    fn clear(&mut self) {
        self.clear();
    }

    #[inline]
    fn push(&mut self, cost: f64, node: usize) {
        self.push(cost, node);
    }

    #[inline]
    fn pop(&mut self) -> Option<usize> {
        self.pop()
    }
}

/// Buckets of nodes with nearly equal costs (Dial, 1969). A bucket is narrower than a step, so that
/// no node of a bucket can improve another one of the same bucket (Dinitz, 1978), and their order
/// does not matter.
#[derive(Clone, Debug)]
struct Buckets {
    buckets: Vec<Vec<u32>>,
    current: usize,
}

/// The number of buckets per unit of cost: the most, as a power of two, at which √2 still spans
/// fewer than [`RING`]. Any number above 1 gives the same costs; 4, 8 and 20 took as long within
/// the noise (`cargo xtask bench routes`).
const PARTS: f64 = 16.0;
/// The number of buckets: more than a step of cost √2 spans.
/// A power of two, so that the remainder is a mask.
const RING: usize = 32;

impl Default for Buckets {
    fn default() -> Self {
        Self { buckets: vec![Vec::new(); RING], current: 0 }
    }
}

impl PriorityQueue for Buckets {
    fn clear(&mut self) {
        self.buckets.iter_mut().for_each(Vec::clear);
        self.current = 0;
    }

    #[inline]
    fn push(&mut self, cost: f64, node: usize) {
        self.buckets[(cost * PARTS) as u32 as usize % RING].push(node as u32);
    }

    #[inline]
    fn pop(&mut self) -> Option<usize> {
        for _ in 0..RING {
            if let Some(node) = self.buckets[self.current].pop() {
                return Some(node as usize);
            }
            self.current = (self.current + 1) % RING;
        }
        None
    }
}
