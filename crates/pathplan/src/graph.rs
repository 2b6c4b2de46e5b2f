//! A map laid out for planning: flat arrays under one index, made once and asked many times.

use std::f64::consts::SQRT_2;

use tilewright_grid::{Cell, Size};

use crate::steps::{Connectivity, Corners, Steps, WAYS, back};
use crate::{Ground, Map, Place, QueryError, Route};

/// A map laid out for planning, with the steps that are allowed on it.
///
/// The cells stand in one array with a rim of walls around them, so that no step needs to
/// look whether it leaves the map.
#[derive(Clone, Debug)]
pub struct Graph {
    size: Size,
    steps: Steps,
    /// Cells from a row to the next.
    pub(crate) stride: usize,
    /// For every node which of the eight ways are open from it.
    pub(crate) ways: Vec<u8>,
    /// For every node what a step into it is multiplied by, and what is then added; empty
    /// where all steps cost their length.
    pub(crate) weights: Vec<[f64; 2]>,
    /// The smallest factor of any walkable node.
    pub(crate) least_factor: f64,
    ground: Vec<Ground>,
    /// Whether every step can be taken back.
    pub(crate) is_even: bool,
}

impl Graph {
    /// Lays out a map; a step costs its length times the cost of the cell that it enters.
    pub fn new(map: &Map, steps: Steps) -> Self {
        Self::weighted(map, steps, 0.0)
    }

    /// Lays out a map; a step costs its length times the cost of the cell that it enters, and
    /// this many times the danger there besides.
    pub fn weighted(map: &Map, steps: Steps, danger_weight: f64) -> Self {
        Self::lay_out(map, steps, danger_weight, |_| true)
    }

    /// Lays out a map without some of its cells, given by a flag a cell in reading order: the
    /// article's way to keep out of danger (its chapter 3).
    pub fn masked(map: &Map, steps: Steps, mask: &[bool]) -> Self {
        Self::lay_out(map, steps, 0.0, |index| !mask[index])
    }

    fn lay_out(
        map: &Map,
        steps: Steps,
        danger_weight: f64,
        is_kept: impl Fn(usize) -> bool,
    ) -> Self {
        let size = map.size();
        let stride = size.columns as usize + 1;
        // A row above, a row below, and a cell after the last one's south-east.
        let nodes = (size.rows as usize + 2) * stride + 1;
        let mut ground = vec![Ground::Wall; nodes];
        for (index, &kind) in map.grounds().values().iter().enumerate() {
            if is_kept(index) {
                ground[node(size, stride, index)] = kind;
            }
        }
        let mut graph = Self {
            size,
            steps,
            stride,
            ways: Vec::new(),
            weights: Vec::new(),
            least_factor: 1.0,
            is_even: !ground.contains(&Ground::Water),
            ground,
        };
        graph.ways = (0..nodes).map(|node| graph.open_ways(node)).collect();
        let is_dangerous =
            danger_weight > 0.0 && map.danger().iter().any(|&danger| danger > 0);
        if is_dangerous || !map.is_uniform() {
            graph.weights = vec![[1.0, 0.0]; nodes];
            graph.least_factor = f64::INFINITY;
            for (index, (&cost, &danger)) in
                map.costs().iter().zip(map.danger()).enumerate()
            {
                let at = node(size, stride, index);
                graph.weights[at] = [cost, danger_weight * f64::from(danger)];
                if !graph.ground[at].is_blocked() {
                    graph.least_factor = graph.least_factor.min(cost);
                }
            }
            if graph.least_factor.is_infinite() {
                graph.least_factor = 1.0;
            }
        }
        graph
    }

    /// Which ways are open from a node.
    fn open_ways(&self, from: usize) -> u8 {
        if self.ground[from].is_blocked() {
            return 0;
        }
        let is_wet = self.ground[from] == Ground::Water;
        // The rim is wall, so that every neighbour of a walkable node is a node.
        let is_free = |way: usize| match self.ground[self.neighbor(from, way)] {
            Ground::Water => is_wet,
            ground => !ground.is_blocked(),
        };
        let mut ways = 0;
        for way in 0..4 {
            ways |= u8::from(is_free(way)) << way;
        }
        if self.steps.connectivity == Connectivity::Four {
            return ways;
        }
        for way in 4..8 {
            // North-east lies between north and east, and so on around.
            let sides = [way - 4, (way - 3) & 3].map(is_free);
            let is_allowed = match self.steps.corners {
                Corners::Never => sides == [true, true],
                Corners::One => sides != [false, false],
                Corners::Always => true,
            };
            ways |= u8::from(is_allowed && is_free(way)) << way;
        }
        ways
    }

    /// By which ways, taken backwards, one gets to where steps into a node come from.
    pub(crate) fn ways_in(&self, to: usize) -> u8 {
        if self.ground[to].is_blocked() {
            return 0;
        }
        let leads_here =
            |&way: &usize| self.ways[self.neighbor(to, way)] >> back(way) & 1 == 1;
        (0..8).filter(leads_here).map(|way| 1 << way).sum()
    }

    /// The node that a step leads to.
    pub(crate) const fn neighbor(&self, from: usize, way: usize) -> usize {
        let down = self.stride.cast_signed() * WAYS[way].down as isize;
        from.wrapping_add_signed(down + WAYS[way].right as isize)
    }

    /// The route through these nodes, each a step from the last.
    pub(crate) fn route(&self, nodes: &[u32]) -> Route {
        let cells: Vec<Cell> =
            nodes.iter().map(|&node| self.cell(node as usize)).collect();
        if self.is_uniform() {
            return Route { length: Route::measure(&cells), cells };
        }
        let is_across = |step: &[Cell]| {
            step[0].row != step[1].row && step[0].column != step[1].column
        };
        let cost = |(step, &to): (&[Cell], &u32)| {
            self.step_cost(if is_across(step) { 4 } else { 0 }, to as usize)
        };
        let length = cells.windows(2).zip(nodes.iter().skip(1)).map(cost).sum();
        Route { cells, length }
    }

    /// What the steps of a path to four neighbours cost together.
    pub(crate) fn steps_cost(&self, nodes: &[u32]) -> f64 {
        let entered = nodes.get(1..).unwrap_or_default();
        if self.is_uniform() {
            return entered.len() as f64;
        }
        entered.iter().map(|&node| self.step_cost(0, node as usize)).sum()
    }

    /// How far the indices of nodes go.
    pub(crate) const fn node_count(&self) -> usize {
        self.ways.len()
    }

    /// The node of a cell that is on the map.
    pub(crate) const fn node(&self, cell: Cell) -> usize {
        (cell.row as usize + 1) * self.stride + cell.column as usize + 1
    }

    /// The cell of a node.
    pub(crate) const fn cell(&self, node: usize) -> Cell {
        // Division of 32 bits is much the faster one.
        let (node, stride) = (node as u32, self.stride as u32);
        Cell::new(node / stride - 1, node % stride - 1)
    }

    /// What a step into a node costs, by the way that it takes.
    #[inline]
    pub(crate) fn step_cost(&self, way: usize, to: usize) -> f64 {
        let length = if way < 4 { 1.0 } else { SQRT_2 };
        match self.weights.get(to) {
            Some([factor, addition]) => length * factor + addition,
            None => length,
        }
    }

    /// What is in a node; walls around the map.
    pub(crate) fn ground(&self, node: usize) -> Ground {
        self.ground[node]
    }

    /// Its size in cells.
    pub const fn size(&self) -> Size {
        self.size
    }

    /// The steps that are allowed.
    pub const fn steps(&self) -> Steps {
        self.steps
    }

    /// Whether every step costs its length.
    pub const fn is_uniform(&self) -> bool {
        self.weights.is_empty()
    }

    /// Whether there is a cell and somebody can be in it.
    pub fn is_walkable(&self, cell: Cell) -> bool {
        self.size.contains(cell) && !self.ground[self.node(cell)].is_blocked()
    }

    /// The nodes of both ends of a path.
    ///
    /// # Errors
    /// When one is off the map or in a wall.
    pub(crate) fn ends(&self, start: Cell, goal: Cell) -> Result<[usize; 2], QueryError> {
        for (place, cell) in [(Place::Start, start), (Place::Goal, goal)] {
            let Size { rows, columns } = self.size;
            if !self.size.contains(cell) {
                return Err(QueryError::Outside { place, cell, rows, columns });
            }
            if !self.is_walkable(cell) {
                return Err(QueryError::Blocked { place, cell });
            }
        }
        Ok([self.node(start), self.node(goal)])
    }

    /// A length that no path between two nodes can undercut: the way over an empty map.
    #[inline]
    pub(crate) fn least_cost(&self, from: Cell, to: Cell) -> f64 {
        let down = f64::from(from.row.abs_diff(to.row));
        let right = f64::from(from.column.abs_diff(to.column));
        let length = match self.steps.connectivity {
            Connectivity::Four => down + right,
            Connectivity::Eight => {
                let (short, long) = (down.min(right), down.max(right));
                (long - short) + short * SQRT_2
            }
        };
        length * self.least_factor
    }
}

/// The node of a cell by its index in reading order.
const fn node(size: Size, stride: usize, index: usize) -> usize {
    let columns = size.columns as usize;
    (index / columns + 1) * stride + index % columns + 1
}
