//! The exact front, by a search over all objectives at once.

use tilewright_grid::{Cell, Watch};

use super::kept::{Known, Lists};
use super::sums::least_sums;
use super::{Bargain, Front, Layers};
use crate::planners::open::Open;
use crate::planners::{check, look};
use crate::routes::{Direction, Field};
use crate::{Graph, QueryError};

/// Lengths that differ by less are the same, which the open list may give in any order.
const SAME: f64 = 1e-6;

/// The most paths that a search may remember: a gigabyte and a half.
const MOST_LABELS: usize = 1 << 25;

/// Finds all best bargains between the length of a path and its sums in one or two layers.
///
/// With one layer this is BOA* (Hernández Ulloa, Yeoh, Baier, Zhang, Suazo and Koenig, 2020), with two
/// LTMOA* (Hernández, Yeoh, Baier, Felner, Salzman, Zhang, Chan and Koenig, 2023): paths are gone on from
/// by their estimated length, so that only the other sums need comparing; the estimates are the exact
/// least of each objective from there on. Lengths are told apart to 2⁻²⁴.
#[derive(Clone, Debug)]
pub struct Exact<'a> {
    graph: &'a Graph,
    values: Vec<[u32; 2]>,
    layers: usize,
    to_goal: Field,
    /// For every node the least sums from there to the goal, layer by layer.
    least: [Vec<u32>; 2],
    nodes: Vec<Node>,
    open: Open,
    lists: Lists,
    labels: Vec<Label>,
}

/// What a search looks at in a node that it reaches: all of it in one place.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// How far the goal is; infinite where no way leads there.
    to_goal: f64,
    /// What the step into it counts, and at least all that follow.
    entry: [u32; 2],
    known: Known,
}

/// A path to a node.
#[derive(Clone, Copy, Debug)]
struct Label {
    length: f64,
    /// What it comes to at least at the goal.
    sums: [u32; 2],
    node: u32,
    /// The path one step shorter.
    before: u32,
}

impl<'a> Exact<'a> {
    /// For this graph and these layers.
    ///
    /// # Panics
    /// When the layers are those of a map of another size.
    pub fn new(graph: &'a Graph, layers: &Layers) -> Self {
        let nowhere = Node { to_goal: f64::INFINITY, entry: [0; 2], known: Known::NONE };
        Self {
            graph,
            values: layers.by_node(graph),
            layers: layers.count(),
            to_goal: Field::new(graph),
            least: [(); 2].map(|()| vec![0; graph.node_count()]),
            nodes: vec![nowhere; graph.node_count()],
            open: Open::default(),
            lists: Lists::default(),
            labels: Vec::new(),
        }
    }

    /// The front of all paths between two cells; no bargain where there is no way.
    ///
    /// # Errors
    /// When an end is off the map or in a wall, or there are too many paths to remember,
    /// and [`QueryError::Cancelled`] when the watch stops it.
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
        let bargain = |&end: &u32| {
            let sums = self.labels[end as usize].sums;
            Bargain { route: graph.route(&self.path(end)), sums }
        };
        let bargains = tidy(ends.iter().map(bargain).collect());
        Ok(Front { bargains, expansions })
    }

    /// Finds the least of each objective from every node to the goal.
    fn prepare(&mut self, to: usize, watch: &dyn Watch) -> Result<(), QueryError> {
        let graph = self.graph;
        for (layer, least) in self.least[..self.layers].iter_mut().enumerate() {
            check(watch)?;
            least_sums(graph, to, &self.values, layer, &mut self.open, least);
        }
        self.to_goal.flood(graph, to, Direction::In, watch, |_, _| true)?;
        for (at, node) in self.nodes.iter_mut().enumerate() {
            let to_goal = self.to_goal.cost(at);
            *node = Node { to_goal, entry: [0; 2], known: Known::NONE };
            if to_goal.is_finite() {
                let [first, second] = self.values[at];
                node.entry = [first + self.least[0][at], second + self.least[1][at]];
            }
        }
        Ok(())
    }

    /// The labels of the best paths to the goal, by length, and how many were gone on from.
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
        let sums = [self.least[0][from], self.least[1][from]];
        self.labels.push(Label { length: 0.0, sums, node: from as u32, before: 0 });
        self.open.push(self.nodes[from].to_goal, 0);
        while let Some(index) = self.open.pop() {
            let label = self.labels[index];
            let node = label.node as usize;
            let is_beaten = self.lists.is_beaten(self.nodes[node].known, label.sums)
                || self.lists.is_beaten(self.nodes[to].known, label.sums);
            looks += 1;
            look(looks, watch)?;
            if is_beaten {
                continue;
            }
            self.lists.keep(&mut self.nodes[node].known, label.sums);
            if node == to {
                found.push(index as u32);
            } else {
                expansions += 1;
                self.expand(index as u32, label, to);
                if self.labels.len() > MOST_LABELS {
                    return Err(QueryError::TooMany { most: MOST_LABELS });
                }
            }
        }
        Ok((found, expansions))
    }

    #[inline]
    fn expand(&mut self, index: u32, label: Label, to: usize) {
        let graph = self.graph;
        let at = label.node as usize;
        // The sums up to here, without what follows.
        let sums = [label.sums[0] - self.least[0][at], label.sums[1] - self.least[1][at]];
        let at_goal = self.nodes[to].known;
        let mut ways = graph.ways[at];
        while ways != 0 {
            let way = ways.trailing_zeros() as usize;
            ways &= ways - 1;
            let next = graph.neighbor(at, way);
            let node = &self.nodes[next];
            let sums = [sums[0] + node.entry[0], sums[1] + node.entry[1]];
            if node.to_goal.is_infinite()
                || self.lists.is_beaten(node.known, sums)
                || self.lists.is_beaten(at_goal, sums)
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
        // The first label is the start's.
        while at != 0 {
            at = self.labels[at as usize].before;
            nodes.push(self.labels[at as usize].node);
        }
        nodes.reverse();
        nodes
    }
}

/// Drops what another one of the same length is as good as, which the order of the search may let
/// through, and sorts.
fn tidy(found: Vec<Bargain>) -> Vec<Bargain> {
    let is_beaten = |one: &Bargain, by: &Bargain| {
        (one.route.length - by.route.length).abs() <= SAME
            && one.sums != by.sums
            && one.sums[0] >= by.sums[0]
            && one.sums[1] >= by.sums[1]
    };
    let mut kept: Vec<Bargain> = Vec::new();
    for bargain in found {
        // They come by length.
        let least = bargain.route.length - SAME;
        let same = kept.partition_point(|other| other.route.length < least);
        if kept[same..].iter().any(|other| is_beaten(&bargain, other)) {
            continue;
        }
        let mut at = same;
        while at < kept.len() {
            if is_beaten(&kept[at], &bargain) {
                kept.remove(at);
            } else {
                at += 1;
            }
        }
        kept.push(bargain);
    }
    kept.sort_by(|one, other| one.route.length.total_cmp(&other.route.length));
    // Lengths that are the same but for rounding stand in the order of their sums.
    let is_same =
        |one: &Bargain, next: &Bargain| next.route.length - one.route.length <= SAME;
    for same in kept.chunk_by_mut(is_same) {
        same.sort_by_key(|bargain| bargain.sums);
    }
    kept
}
