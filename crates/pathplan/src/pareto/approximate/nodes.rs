//! The data of the nodes, and the lower bounds on the way to the goal.

use tilewright_grid::Watch;

use super::super::Layers;
use super::super::sums::min_sums;
use super::boxes::NO_STAIRS;
use crate::routes::{Direction, Field};
use crate::search::OpenList;
use crate::{Graph, QueryError};

/// The data of a node that a search reads when it reaches the node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// The distance to the goal; infinite if it cannot be reached.
    pub(super) length: f64,
    /// For each layer the smallest sum from here to the goal.
    pub(super) sums: [u32; 2],
    /// The same plus the node's own values.
    pub(super) entry: [u32; 2],
    /// The place of its staircase.
    pub(super) stairs: u32,
}

/// Computes the exact minimum of each objective from every node to the goal.
#[derive(Clone, Debug)]
pub(super) struct Bounds {
    values: Vec<[u32; 2]>,
    layers: usize,
    to_goal: Field,
    min_sums: [Vec<u32>; 2],
    open: OpenList,
}

impl Bounds {
    pub(super) fn new(graph: &Graph, layers: &Layers) -> Self {
        Self {
            values: layers.by_node(graph),
            layers: layers.count(),
            to_goal: Field::new(graph),
            min_sums: [(); 2].map(|()| vec![0; graph.node_count()]),
            open: OpenList::default(),
        }
    }

    /// The number of layers.
    pub(super) const fn layers(&self) -> usize {
        self.layers
    }

    /// Sets the bounds of all nodes.
    pub(super) fn find(
        &mut self,
        graph: &Graph,
        to: usize,
        nodes: &mut Vec<Node>,
        watch: &dyn Watch,
    ) -> Result<(), QueryError> {
        for (layer, sums) in self.min_sums[..self.layers].iter_mut().enumerate() {
            min_sums(graph, to, &self.values, layer, &mut self.open, sums, watch)?;
        }

        self.to_goal.flood(graph, to, Direction::In, watch, |_, _| true)?;
        let node = |at: usize| {
            let length = self.to_goal.cost(at);
            let sums = [self.min_sums[0][at], self.min_sums[1][at]];
            let [first, second] = self.values[at];
            let entry = [first.wrapping_add(sums[0]), second.wrapping_add(sums[1])];
            Node { length, sums, entry, stairs: NO_STAIRS }
        };

        nodes.clear();
        nodes.extend((0..graph.node_count()).map(node));
        Ok(())
    }
}
