//! The DAG of all short enough routes, and the cheapest route through it.

use tilewright_grid::Watch;

use super::field::Field;
use crate::planners::look;
use crate::steps::each_way;
use crate::{Graph, QueryError};

/// Smaller detours are rounding errors.
const NONE: f64 = 1e-7;
/// The number of units of the largest allowed detour.
const UNITS: f64 = (1 << 24) as f64;

/// The cells of all short enough routes, in topological order: by their distance from the start.
#[derive(Clone, Debug)]
pub(super) struct Dag {
    /// The cells, as nodes of the graph, in their order.
    nodes: Vec<u32>,
    /// For each node of the graph its place in the order plus `base`; less than `base` for others.
    places: Vec<u32>,
    base: u32,
    /// The index of the first step into each cell, and the number of steps.
    first: Vec<u32>,
    steps: Vec<Step>,
    /// The distance from each cell to the goal.
    left: Vec<f64>,
    labels: Vec<Label>,
    /// The predecessor of each cell on the cheapest way to it.
    before: Vec<u32>,
    /// The penalty of each cell, in units.
    penalties: Vec<f32>,
    /// The largest allowed detour, in units.
    max: u32,
    /// The number of units of a cost of 1.
    scale: f64,
}

/// A step into a cell from an earlier one.
#[derive(Clone, Copy, Debug)]
struct Step {
    from: u32,
    /// The cost that the step adds to the cheapest way to the goal, in units, rounded up.
    detour: u32,
}

/// The cheapest way found to a cell.
#[derive(Clone, Copy, Debug, Default)]
struct Label {
    /// The sum of its detours and of the penalties of its cells.
    cost: f32,
    detour: u32,
}

impl Dag {
    pub(super) fn new(graph: &Graph) -> Self {
        Self {
            nodes: Vec::new(),
            places: vec![0; graph.node_count()],
            base: 1,
            first: Vec::new(),
            steps: Vec::new(),
            left: Vec::new(),
            labels: Vec::new(),
            before: Vec::new(),
            penalties: Vec::new(),
            max: 0,
            scale: 1.0,
        }
    }

    /// Builds the DAG from the nodes that a flood from the start settled, up to the goal. The
    /// distances to the goal of all these nodes are known. No route may cost more than the
    /// cheapest one plus `slack`.
    pub(super) fn build(
        &mut self,
        graph: &Graph,
        from_start: &[u32],
        to_goal: &Field,
        slack: f64,
        watch: &dyn Watch,
    ) -> Result<(), QueryError> {
        // Detours are counted in whole units, so that their sums are exact and the bound holds
        // without a tolerance.
        self.scale = if slack > NONE { UNITS / slack } else { 1.0 };
        self.max = if slack > NONE { UNITS as u32 } else { 0 };
        self.forget(from_start.len());

        for (place, &node) in from_start.iter().enumerate() {
            look(place as u64, watch)?;
            let at = node as usize;
            let left = to_goal.cost(at);
            self.nodes.push(node);
            self.left.push(left);
            self.first.push(self.steps.len() as u32);

            // Only steps from cells that were placed before lead into a cell: the order makes the
            // graph acyclic.
            let ways =
                if graph.is_undirected { graph.ways[at] } else { graph.ways_in(at) };
            for way in each_way(ways) {
                let Some(from) = self.place(graph.neighbor(at, way)) else { continue };

                // What the step adds to the cheapest way to the goal.
                let detour = graph.step_cost(way, at) + left - self.left[from as usize];
                if detour <= slack.max(NONE) {
                    let detour =
                        if detour < NONE { 0.0 } else { (detour * self.scale).ceil() };
                    self.steps.push(Step { from, detour: detour as u32 });
                }
            }

            self.places[at] = self.base + place as u32;
            if left == 0.0 {
                break;
            }
        }

        self.first.push(self.steps.len() as u32);
        self.labels.resize(self.nodes.len(), Label::default());
        self.before.resize(self.nodes.len(), 0);
        self.penalties.resize(self.nodes.len(), 0.0);

        Ok(())
    }

    fn forget(&mut self, cells: usize) {
        let used = self.nodes.len() as u32;
        self.base += used;
        if self.base > u32::MAX - cells as u32 - 1 {
            self.places.fill(0);
            self.base = 1;
        }
        self.nodes.clear();
        self.left.clear();
        self.first.clear();
        self.steps.clear();
        self.penalties.clear();
    }

    /// The place of a node in the order, if it has one.
    #[inline]
    fn place(&self, node: usize) -> Option<u32> {
        let place = self.places[node];
        (place >= self.base).then(|| place - self.base)
    }

    /// Raises the penalty of the cells of a route.
    pub(super) fn penalize(&mut self, route: &[u32], penalty: f64) {
        let penalty = (penalty * self.scale) as f32;
        for &node in route {
            if let Some(place) = self.place(node as usize) {
                self.penalties[place as usize] += penalty;
            }
        }
    }

    /// The cheapest route from the start to the goal, as nodes.
    pub(super) fn route(&mut self, route: &mut Vec<u32>) {
        self.label();
        route.clear();
        let mut place = self.nodes.len() - 1;
        route.push(self.nodes[place]);
        while place != 0 {
            place = self.before[place] as usize;
            route.push(self.nodes[place]);
        }
        route.reverse();
    }

    /// Finds the cheapest way to every cell, in their order.
    fn label(&mut self) {
        let Self { first, steps, labels, before, penalties, max, .. } = self;
        labels[0] = Label::default();
        for place in 1..labels.len() {
            let steps = &steps[first[place] as usize..first[place + 1] as usize];
            let mut best = Label { cost: f32::INFINITY, detour: u32::MAX / 2 };
            let mut from = 0;
            for step in steps {
                let label = &labels[step.from as usize];
                let detour = label.detour + step.detour;
                let cost = label.cost + step.detour as f32;
                // A conditional move instead of a branch, which the processor would mispredict.
                let cost = if detour <= *max { cost } else { f32::INFINITY };
                if cost < best.cost {
                    best = Label { cost, detour };
                    from = step.from;
                }
            }
            best.cost += penalties[place];
            labels[place] = best;
            before[place] = from;
        }
    }
}
