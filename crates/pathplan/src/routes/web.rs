//! The cells through which routes may go, and the best route through them.

use tilewright_grid::Watch;

use super::field::Field;
use crate::planners::look;
use crate::{Graph, QueryError};

/// Detours below this are none: costs added up in another order.
const NONE: f64 = 1e-7;
/// So many units are the longest detour.
const UNITS: f64 = (1 << 24) as f64;

/// The cells of all routes that are short enough, in an order in which routes go: by their
/// distance from the start.
#[derive(Clone, Debug)]
pub(super) struct Web {
    /// The cells, as nodes of the graph.
    nodes: Vec<u32>,
    /// For each node of the graph its place among them, after `base`; less for others.
    places: Vec<u32>,
    base: u32,
    /// Where the steps into each cell begin, and the end of the last.
    first: Vec<u32>,
    steps: Vec<Step>,
    /// How far the goal is from each cell.
    left: Vec<f64>,
    labels: Vec<Label>,
    /// The place before each on the best way to it.
    before: Vec<u32>,
    /// What it costs to go through a cell, in units.
    prices: Vec<f32>,
    /// The longest detour that is allowed, in units.
    most: u32,
    /// How many units a length of 1 is.
    scale: f64,
}

/// A step into a cell from an earlier one.
#[derive(Clone, Copy, Debug)]
struct Step {
    from: u32,
    /// By how much it makes the way to the goal longer than it need be, in units, rounded up.
    detour: u32,
}

/// The best way found to a cell.
#[derive(Clone, Copy, Debug, Default)]
struct Label {
    /// Its detours and the prices of its cells.
    cost: f32,
    detour: u32,
}

impl Web {
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
            prices: Vec::new(),
            most: 0,
            scale: 1.0,
        }
    }

    /// Spins it of the nodes that a flood from the start settled, of which all know how far the
    /// goal is, up to the goal. No route is to be more than `slack` longer than the shortest.
    pub(super) fn spin(
        &mut self,
        graph: &Graph,
        from_start: &[u32],
        to_goal: &Field,
        slack: f64,
        watch: &dyn Watch,
    ) -> Result<(), QueryError> {
        self.scale = if slack > NONE { UNITS / slack } else { 1.0 };
        self.most = if slack > NONE { UNITS as u32 } else { 0 };
        self.forget(from_start.len());
        for (place, &node) in from_start.iter().enumerate() {
            look(place as u64, watch)?;
            let at = node as usize;
            let left = to_goal.cost(at);
            self.nodes.push(node);
            self.left.push(left);
            self.first.push(self.steps.len() as u32);
            let mut ways = if graph.is_even { graph.ways[at] } else { graph.ways_in(at) };
            while ways != 0 {
                let way = ways.trailing_zeros() as usize;
                ways &= ways - 1;
                let before = graph.neighbor(at, way);
                let Some(from) = self.place(before) else { continue };
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
        self.prices.resize(self.nodes.len(), 0.0);
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
        self.prices.clear();
    }

    /// The place of a node, if it has one.
    #[inline]
    fn place(&self, node: usize) -> Option<u32> {
        let place = self.places[node];
        (place >= self.base).then(|| place - self.base)
    }

    /// Raises the price of the cells of a route, by so many steps.
    pub(super) fn charge(&mut self, route: &[u32], price: f64) {
        let price = (price * self.scale) as f32;
        for &node in route {
            if let Some(place) = self.place(node as usize) {
                self.prices[place as usize] += price;
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

    /// Finds the best way to every cell, in their order.
    fn label(&mut self) {
        let Self { first, steps, labels, before, prices, most, .. } = self;
        labels[0] = Label::default();
        for place in 1..labels.len() {
            let steps = &steps[first[place] as usize..first[place + 1] as usize];
            let mut best = Label { cost: f32::INFINITY, detour: u32::MAX / 2 };
            let mut from = 0;
            for step in steps {
                let label = &labels[step.from as usize];
                let detour = label.detour + step.detour;
                let cost = label.cost + step.detour as f32;
                // A choice of values, not of ways, which the processor could only guess.
                let cost = if detour <= *most { cost } else { f32::INFINITY };
                if cost < best.cost {
                    best = Label { cost, detour };
                    from = step.from;
                }
            }
            best.cost += prices[place];
            labels[place] = best;
            before[place] = from;
        }
    }
}
