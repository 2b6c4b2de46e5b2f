//! The search for the exact Pareto front.

use tilewright_grid::{Cell, Watch};

use super::label_set::{LabelSet, Lists};
use super::sums::min_sums;
use super::{Front, Layers, ParetoPath};
use crate::planners::look;
use crate::routes::{Direction, Field};
use crate::search::OpenList;
use crate::{Graph, QueryError};

/// Lengths that differ by less are equal; the open list may return them in any order.
const SAME: f64 = 1e-6;

/// The largest number of labels of a search: 1.5 GB.
const MOST_LABELS: usize = 1 << 25;

/// Finds the exact Pareto front of the length of a path and its sums in one or two layers.
///
/// With one layer this is BOA* (Hernández Ulloa, Yeoh, Baier, Zhang, Suazo and Koenig, 2020),
/// with two LTMOA* (Hernández, Yeoh, Baier, Felner, Salzman, Zhang, Chan and Koenig, 2023).
/// Labels are expanded in the order of their estimated length, so that only the sums must be
/// compared; the heuristics are the exact minima of each objective. Lengths are rounded to
/// multiples of 2⁻²⁴ for that order.
#[derive(Clone, Debug)]
pub struct FrontSearch<'a> {
    graph: &'a Graph,
    values: Vec<[u32; 2]>,
    layers: usize,
    to_goal: Field,
    /// For each layer the smallest sum from every node to the goal.
    min_sums: [Vec<u32>; 2],
    nodes: Vec<Node>,
    open: OpenList,
    lists: Lists,
    labels: Vec<Label>,
}

/// The data of a node that a search reads when it reaches the node.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// The distance to the goal; infinite if it cannot be reached.
    to_goal: f64,
    /// For each layer the node's value plus the smallest sum from there to the goal.
    entry: [u32; 2],
    known: LabelSet,
}

/// A label: a path to a node.
#[derive(Clone, Copy, Debug)]
struct Label {
    length: f64,
    /// Lower bounds on its sums at the goal.
    sums: [u32; 2],
    node: u32,
    /// The label one step before.
    before: u32,
}

impl<'a> FrontSearch<'a> {
    /// A search on this graph with these layers.
    ///
    /// # Panics
    /// When the layers have another size than the graph.
    pub fn new(graph: &'a Graph, layers: &Layers) -> Self {
        let nowhere =
            Node { to_goal: f64::INFINITY, entry: [0; 2], known: LabelSet::NONE };
        Self {
            graph,
            values: layers.by_node(graph),
            layers: layers.count(),
            to_goal: Field::new(graph),
            min_sums: [(); 2].map(|()| vec![0; graph.node_count()]),
            nodes: vec![nowhere; graph.node_count()],
            open: OpenList::default(),
            lists: Lists::default(),
            labels: Vec::new(),
        }
    }

    /// The Pareto front of all paths between two cells; empty if there is no path.
    ///
    /// # Errors
    /// [`QueryError::Outside`] or [`QueryError::Blocked`] when an end is outside the map or not
    /// walkable, [`QueryError::TooMany`] when the search needs too much memory, and
    /// [`QueryError::Cancelled`] when the watch stops it.
    pub fn front(
        &mut self,
        start: Cell,
        goal: Cell,
        watch: &dyn Watch,
    ) -> Result<Front, QueryError> {
        let graph = self.graph;
        let [from, to] = graph.ends(start, goal)?;
        self.prepare(to, watch)?;
        if self.nodes[from].to_goal.is_infinite() {
            return Ok(Front::default());
        }

        let (ends, expansions) = self.search(from, to, watch)?;
        let path = |&end: &u32| {
            let sums = self.labels[end as usize].sums;
            ParetoPath { route: graph.route(&self.path(end)), sums }
        };
        let paths = tidy(ends.iter().map(path).collect());

        Ok(Front { paths, expansions, evaluations: 0 })
    }

    /// Computes the minimum of each objective from every node to the goal.
    fn prepare(&mut self, to: usize, watch: &dyn Watch) -> Result<(), QueryError> {
        let graph = self.graph;
        for (layer, sums) in self.min_sums[..self.layers].iter_mut().enumerate() {
            min_sums(graph, to, &self.values, layer, &mut self.open, sums, watch)?;
        }

        self.to_goal.flood(graph, to, Direction::In, watch, |_, _| true)?;
        for (at, node) in self.nodes.iter_mut().enumerate() {
            // What a label adds when it enters a node: the node's own values and the rest of the
            // way.
            let to_goal = self.to_goal.cost(at);
            *node = Node { to_goal, entry: [0; 2], known: LabelSet::NONE };
            if to_goal.is_finite() {
                let [first, second] = self.values[at];
                node.entry =
                    [first + self.min_sums[0][at], second + self.min_sums[1][at]];
            }
        }

        Ok(())
    }

    /// The labels of the Pareto-optimal paths at the goal, by length, and the number of expanded
    /// labels.
    fn search(
        &mut self,
        from: usize,
        to: usize,
        watch: &dyn Watch,
    ) -> Result<(Vec<u32>, u64), QueryError> {
        self.open.clear();
        self.lists.clear();
        self.labels.clear();
        let (mut found, mut expansions, mut looks) = (Vec::new(), 0, 0);
        let sums = [self.min_sums[0][from], self.min_sums[1][from]];
        self.labels.push(Label { length: 0.0, sums, node: from as u32, before: 0 });
        self.open.push(self.nodes[from].to_goal, 0);

        while let Some(index) = self.open.pop() {
            let label = self.labels[index];
            let node = label.node as usize;
            // Labels come out by length, so that a label is dominated if an earlier one at its
            // node, or at the goal, has sums as low: its length is as short as well.
            let is_dominated =
                self.lists.is_dominated(self.nodes[node].known, label.sums)
                    || self.lists.is_dominated(self.nodes[to].known, label.sums);
            looks += 1;
            look(looks, watch)?;
            if is_dominated {
                continue;
            }

            self.lists.keep(&mut self.nodes[node].known, label.sums);
            if node == to {
                found.push(index as u32);
            } else {
                expansions += 1;
                self.expand(index as u32, label, to);
                if self.labels.len() > MOST_LABELS {
                    return Err(QueryError::TooMany { max: MOST_LABELS });
                }
            }
        }

        Ok((found, expansions))
    }

    #[inline]
    fn expand(&mut self, index: u32, label: Label, to: usize) {
        let graph = self.graph;
        let at = label.node as usize;
        // The sums up to here, without the lower bounds on the rest.
        let sums =
            [label.sums[0] - self.min_sums[0][at], label.sums[1] - self.min_sums[1][at]];
        let at_goal = self.nodes[to].known;

        let mut ways = graph.ways[at];
        while ways != 0 {
            let way = ways.trailing_zeros() as usize;
            ways &= ways - 1;
            let next = graph.neighbor(at, way);
            let node = &self.nodes[next];
            let sums = [sums[0] + node.entry[0], sums[1] + node.entry[1]];

            if node.to_goal.is_infinite()
                || self.lists.is_dominated(node.known, sums)
                || self.lists.is_dominated(at_goal, sums)
            {
                continue;
            }

            let length = label.length + graph.step_cost(way, next);
            self.open.push(length + node.to_goal, self.labels.len());
            self.labels.push(Label { length, sums, node: next as u32, before: index });
        }
    }

    /// The nodes of a path from the start on.
    fn path(&self, end: u32) -> Vec<u32> {
        let mut at = end;
        let mut nodes = vec![self.labels[at as usize].node];
        // Label 0 is that of the start.
        while at != 0 {
            at = self.labels[at as usize].before;
            nodes.push(self.labels[at as usize].node);
        }
        nodes.reverse();
        nodes
    }
}

/// Removes paths that another one of equal length dominates, which the search may let through since
/// it ignores differences by rounding, and sorts the rest.
pub(super) fn tidy(found: Vec<ParetoPath>) -> Vec<ParetoPath> {
    let is_dominated = |one: &ParetoPath, by: &ParetoPath| {
        (one.route.length - by.route.length).abs() <= SAME
            && one.sums != by.sums
            && one.sums[0] >= by.sums[0]
            && one.sums[1] >= by.sums[1]
    };

    let mut kept: Vec<ParetoPath> = Vec::new();
    for path in found {
        // The paths are in the order of their lengths.
        let least = path.route.length - SAME;
        let same = kept.partition_point(|other| other.route.length < least);
        if kept[same..].iter().any(|other| is_dominated(&path, other)) {
            continue;
        }

        let mut at = same;
        while at < kept.len() {
            if is_dominated(&kept[at], &path) {
                kept.remove(at);
            } else {
                at += 1;
            }
        }

        kept.push(path);
    }

    kept.sort_by(|one, other| one.route.length.total_cmp(&other.route.length));
    // Sort paths of equal length by their sums.
    let is_same = |one: &ParetoPath, next: &ParetoPath| {
        next.route.length - one.route.length <= SAME
    };
    for same in kept.chunk_by_mut(is_same) {
        same.sort_by_key(|path| path.sums);
    }

    kept
}
