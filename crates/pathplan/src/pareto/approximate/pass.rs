//! One pass: a label search that takes sums of one box for equal.

use super::archive::{Archive, FoundPath};
use super::boxes::{BoxLengths, Boxes, NO_STAIRS, Stairs};
use super::budget::Account;
use super::labels::{END, Label, Labels};
use super::nodes::Node;
use crate::Graph;

/// The nodes that a pass may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Region {
    /// All nodes.
    Map,
    /// Those of the paths found so far, and those within this number of steps from them.
    Corridor(u32),
}

/// How a pass ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PassEnd {
    /// Nothing is left to do; the flag tells whether it was done without boxes.
    Done { is_exact: bool },
    /// The memory or the budget did not suffice.
    Cut,
}

/// The memory of the passes.
#[derive(Clone, Debug, Default)]
pub(super) struct Passes {
    labels: Labels,
    stairs: Stairs,
    shortest: BoxLengths,
}

/// A pass with about `count` boxes along each layer.
pub(super) struct Pass<'a, 'b> {
    pub(super) graph: &'a Graph,
    pub(super) ends: [usize; 2],
    pub(super) layers: usize,
    pub(super) count: u32,
    pub(super) region: Region,
    pub(super) nodes: &'a mut [Node],
    pub(super) found: &'a mut Archive,
    pub(super) account: &'a mut Account<'b>,
}

impl Passes {
    /// Adds the paths that a pass finds.
    pub(super) fn run(&mut self, mut pass: Pass<'_, '_>) -> PassEnd {
        let boxes =
            Boxes::new(pass.count, pass.layers, &pass.nodes[pass.ends[0]], pass.found);
        self.labels.clear();
        self.shortest.reset(&boxes, pass.found);
        if let Region::Corridor(width) = pass.region {
            self.open_corridor(&boxes, &mut pass, width);
        }
        let end = self.search(&boxes, &mut pass);
        pass.found.trace(&self.labels);
        self.stairs.clear(pass.nodes);
        end
    }

    /// Gives the nodes of the corridor their staircases. All others are closed.
    fn open_corridor(&mut self, boxes: &Boxes, pass: &mut Pass<'_, '_>, width: u32) {
        let stairs = &mut self.stairs;
        for &at in pass.found.paths.iter().flat_map(|path| &path.nodes) {
            let at = at as usize;
            stairs.open(boxes, at, &mut pass.nodes[at]);
        }

        // Step by step outwards: the owners are listed in the order in which they were opened.
        let mut first = 0;
        for _ in 0..width {
            let last = stairs.owners().len();
            for owner in first..last {
                let at = stairs.owners()[owner] as usize;
                let mut ways = pass.graph.ways[at];
                while ways != 0 {
                    let next = pass.graph.neighbor(at, ways.trailing_zeros() as usize);
                    ways &= ways - 1;
                    stairs.open(boxes, next, &mut pass.nodes[next]);
                }
            }

            first = last;
        }
    }

    fn search(&mut self, boxes: &Boxes, pass: &mut Pass<'_, '_>) -> PassEnd {
        let [from, to] = pass.ends;
        self.labels.push(0.0, Label::new(0.0, pass.nodes[from].sums, from, END));
        while let Some((index, label)) = self.labels.pop() {
            if pass.account.look() {
                return PassEnd::Cut;
            }

            let at = label.node as usize;
            let place = boxes.of(label.sums);
            let node = &mut pass.nodes[at];

            // What covers it may have been expanded since the label was added.
            if self.stairs.covers(boxes, node.stairs, place)
                || self.shortest.covers(boxes, place, label.length + node.length)
            {
                self.labels.forget(index);
                continue;
            }

            if !self.stairs.open(boxes, at, node) {
                return PassEnd::Cut;
            }

            self.stairs.add(boxes, node.stairs, place);
            if at == to {
                let Label { length, sums, .. } = label;
                let path = FoundPath { length, sums, nodes: Vec::new(), label: index };
                self.shortest.add(boxes, &path);
                pass.found.add(path);
                continue;
            }

            pass.account.expand();
            if !self.expand(boxes, pass, index, label) {
                return PassEnd::Cut;
            }
        }

        PassEnd::Done { is_exact: boxes.is_exact_for(pass.found) }
    }

    /// Adds the labels one step further. Returns whether there was room.
    #[inline]
    fn expand(
        &mut self,
        boxes: &Boxes,
        pass: &Pass<'_, '_>,
        index: u32,
        label: Label,
    ) -> bool {
        let (graph, nodes) = (pass.graph, &*pass.nodes);
        let at = label.node as usize;
        // The sums up to here, without the lower bounds on the rest.
        let sums = [label.sums[0] - nodes[at].sums[0], label.sums[1] - nodes[at].sums[1]];

        let mut ways = graph.ways[at];
        while ways != 0 {
            let way = ways.trailing_zeros() as usize;
            ways &= ways - 1;
            let next = graph.neighbor(at, way);
            let node = &nodes[next];
            let length = label.length + graph.step_cost(way, next);
            let estimate = length + node.length;
            let is_closed = node.stairs == NO_STAIRS && pass.region != Region::Map;
            if is_closed || estimate > boxes.longest {
                continue;
            }

            let sums = [sums[0] + node.entry[0], sums[1] + node.entry[1]];
            let place = boxes.of(sums);
            if self.stairs.covers(boxes, node.stairs, place)
                || self.shortest.covers(boxes, place, estimate)
            {
                continue;
            }

            let key = boxes.key(estimate, sums);
            if !self.labels.push(key, Label::new(length, sums, next, index)) {
                return false;
            }
        }

        true
    }
}
