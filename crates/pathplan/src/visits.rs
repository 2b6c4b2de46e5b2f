//! The visits of paths to nodes: loops are cut at a node visited twice, and two paths are crossed
//! at a node that both visit.

use tilewright_grid::Rng;

/// For each node the index of its visit, with memory for crossing paths.
#[derive(Clone, Debug, Default)]
pub(crate) struct Visits {
    /// For each node the stamp of the path that visited it last, and the index of the visit.
    of: Vec<[u32; 2]>,
    stamp: u32,
    shared: Vec<[u32; 2]>,
    tail: Vec<u32>,
}

impl Visits {
    /// Forgets all visits, on a graph of this number of nodes.
    pub(crate) fn begin(&mut self, nodes: usize) {
        if self.of.len() != nodes || self.stamp == u32::MAX {
            self.of.clear();
            self.of.resize(nodes, [0; 2]);
            self.stamp = 0;
        }
        self.stamp += 1;
    }

    /// Notes a visit instead of an earlier one of the node.
    #[inline]
    pub(crate) fn mark(&mut self, node: u32, index: usize) {
        self.of[node as usize] = [self.stamp, index as u32];
    }

    /// The index of the visit to a node.
    #[inline]
    pub(crate) fn visit(&self, node: u32) -> Option<usize> {
        let [stamp, index] = self.of[node as usize];
        (stamp == self.stamp).then_some(index as usize)
    }

    /// Removes all loops of a path: after it, no node is visited twice.
    pub(crate) fn cut_loops(&mut self, path: &mut Vec<u32>, nodes: usize) {
        self.begin(nodes);
        let mut end = 0;
        for index in 0..path.len() {
            let node = path[index];
            // A visit that was cut away since stands at or behind the end.
            let before = self.visit(node).filter(|&at| at < end && path[at] == node);
            if let Some(at) = before {
                end = at + 1;
            } else {
                path[end] = node;
                self.mark(node, end);
                end += 1;
            }
        }
        path.truncate(end);
    }

    /// Removes the largest loop of a path, the first one of equals: the nodes between two visits
    /// of one node.
    pub(crate) fn cut_largest_loop(&mut self, path: &mut Vec<u32>, nodes: usize) {
        self.begin(nodes);
        let mut largest = [0; 2];
        for (at, &node) in path.iter().enumerate() {
            match self.visit(node) {
                Some(first) if at - first > largest[1] - largest[0] => {
                    largest = [first, at];
                }
                Some(_) => {}
                None => self.mark(node, at),
            }
        }

        let [first, last] = largest;
        path.drain(first..last);
    }

    /// A random node that both paths visit between their ends, as the index of its first visit in
    /// each.
    pub(crate) fn shared(
        &mut self,
        [one, two]: [&[u32]; 2],
        nodes: usize,
        rng: &mut Rng,
    ) -> Option<[usize; 2]> {
        self.begin(nodes);
        let inner = |path: &[u32]| 1..path.len().saturating_sub(1).max(1);
        for at in inner(one) {
            if self.visit(one[at]).is_none() {
                self.mark(one[at], at);
            }
        }
        self.shared.clear();
        for at in inner(two) {
            if let Some(first) = self.visit(two[at]) {
                self.shared.push([first as u32, at as u32]);
                // Count each node once.
                self.of[two[at] as usize] = [0; 2];
            }
        }
        rng.pick(&self.shared).map(|&places| places.map(|place| place as usize))
    }

    /// Swaps the tails of two paths from these indices on.
    pub(crate) fn swap_tails(
        &mut self,
        [one, two]: [&mut Vec<u32>; 2],
        [at, other]: [usize; 2],
    ) {
        self.tail.clear();
        self.tail.extend_from_slice(&one[at..]);
        one.truncate(at);
        one.extend_from_slice(&two[other..]);
        two.truncate(other);
        two.extend_from_slice(&self.tail);
    }
}
