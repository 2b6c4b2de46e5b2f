//! The best path for a weighted sum of the objectives.

use super::archive::FoundPath;
use super::budget::Account;
use super::labels::END;
use super::nodes::Node;
use crate::Graph;
use crate::planners::astar::ROUNDING;
use crate::search::OpenList;
use crate::steps::{back, each_way};

/// The state of a node in the search with this stamp.
#[derive(Clone, Copy, Debug, Default)]
struct NodeState {
    cost: f64,
    stamp: u32,
    /// The direction of the step that reached it.
    way: u8,
    is_closed: bool,
}

/// A* for the weighted sum of length and sums. The weighted sum of the lower bounds on each is its
/// heuristic.
#[derive(Clone, Debug)]
pub(super) struct WeightedSearch {
    known: Vec<NodeState>,
    stamp: u32,
    open: OpenList,
}

impl WeightedSearch {
    pub(super) fn new(graph: &Graph) -> Self {
        let known = vec![NodeState::default(); graph.node_count()];
        Self { known, stamp: 0, open: OpenList::default() }
    }

    /// The best path for weights above 0; none if the account is over before it is found, or if
    /// there is none.
    pub(super) fn path(
        &mut self,
        graph: &Graph,
        nodes: &[Node],
        [from, to]: [usize; 2],
        weights: [f64; 3],
        account: &mut Account<'_>,
    ) -> Option<FoundPath> {
        self.begin(from);
        let cost = |length: f64, sums: [u32; 2]| {
            let [first, second] = sums.map(f64::from);
            weights[0] * length + weights[1] * first + weights[2] * second
        };
        self.open.push(cost(nodes[from].length, nodes[from].sums), from);

        while let Some(at) = self.open.pop() {
            if std::mem::replace(&mut self.known[at].is_closed, true) {
                continue;
            }
            if at == to {
                return Some(self.trace(graph, nodes, [from, to]));
            }

            account.expand();
            if account.look() {
                return None;
            }

            let so_far = self.known[at].cost;
            for way in each_way(graph.ways[at]) {
                let next = graph.neighbor(at, way);
                let node = &nodes[next];
                if node.length.is_infinite() {
                    continue;
                }

                let reached = so_far + cost(graph.step_cost(way, next), values(node));
                if self.reach(next, reached, way) {
                    self.open.push(reached + cost(node.length, node.sums), next);
                }
            }
        }

        None
    }

    fn begin(&mut self, from: usize) {
        if self.stamp == u32::MAX {
            self.known.fill(NodeState::default());
            self.stamp = 0;
        }
        self.stamp += 1;
        self.open.clear();
        self.known[from] = NodeState { stamp: self.stamp, ..NodeState::default() };
    }

    /// Whether this is the cheapest way to a node so far.
    #[inline]
    fn reach(&mut self, node: usize, cost: f64, way: usize) -> bool {
        let (known, stamp) = (&mut self.known[node], self.stamp);
        let is_better = known.stamp != stamp || cost < known.cost - ROUNDING;
        if is_better {
            *known = NodeState { cost, stamp, way: way as u8, is_closed: false };
        }
        is_better
    }

    /// Rebuilds the path from the goal backwards.
    fn trace(&self, graph: &Graph, nodes: &[Node], [from, to]: [usize; 2]) -> FoundPath {
        let mut path = vec![to as u32];
        let mut at = to;
        while at != from {
            at = graph.neighbor(at, back(usize::from(self.known[at].way)));
            path.push(at as u32);
        }
        path.reverse();
        found(graph, nodes, path)
    }
}

/// A shortest path, down the distances to the goal.
pub(super) fn shortest(
    graph: &Graph,
    nodes: &[Node],
    [from, to]: [usize; 2],
) -> FoundPath {
    let mut path = vec![from as u32];
    let mut at = from;
    while at != to {
        let ways = (0..8).filter(|way| graph.ways[at] >> way & 1 == 1);
        let nearest = ways.map(|way| {
            let next = graph.neighbor(at, way);
            (graph.step_cost(way, next) + nodes[next].length, next)
        });
        let nearest = nearest.min_by(|one, other| one.0.total_cmp(&other.0));
        at = nearest.expect("the goal can be reached").1;
        path.push(at as u32);
    }

    found(graph, nodes, path)
}

/// A path along these nodes.
fn found(graph: &Graph, nodes: &[Node], path: Vec<u32>) -> FoundPath {
    let sums = path[1..].iter().fold([0; 2], |sums, &at| {
        let values = values(&nodes[at as usize]);
        [sums[0] + values[0], sums[1] + values[1]]
    });
    FoundPath { length: graph.route(&path).length, sums, nodes: path, label: END }
}

/// The values of a node from which the goal can be reached.
#[inline]
const fn values(node: &Node) -> [u32; 2] {
    [node.entry[0] - node.sums[0], node.entry[1] - node.sums[1]]
}
