//! The map that everybody is asked about, as plain arrays: what crates that know no sizes of agents are fed with.

use std::f64::consts::SQRT_2;

use tilewright_grid::{Cell, Size};
use tilewright_pathplan::{Connectivity, Corners, Ground, Map, Steps};

/// Eight neighbours, where diagonal steps pass any corner.
pub(crate) const CUTTING: Steps = Steps { corners: Corners::Always, ..Steps::EIGHT };

/// What becomes of a cell.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Change {
    Open(Cell),
    Wall(Cell),
    /// Danger, which adds to what the cell costs.
    Danger(Cell, u32),
}

/// A square map of walls, whole costs and danger, with what agents of each size meet on it.
#[derive(Clone)]
pub(crate) struct World {
    pub(crate) side: u32,
    pub(crate) steps: Steps,
    open: Vec<bool>,
    costs: Vec<u32>,
    danger: Vec<u32>,
    /// For each size that is in use.
    pub(crate) planes: Vec<Plane>,
}

/// Where agents of one size can stand, and what a step there costs.
#[derive(Clone)]
pub(crate) struct Plane {
    pub(crate) size: u8,
    pub(crate) open: Vec<bool>,
    /// What the cell adds for each unit of the length of a step into it, and what for the step.
    pub(crate) costs: Vec<[u32; 2]>,
    /// The cells that the changes before have changed.
    pub(crate) changed: Vec<Cell>,
}

impl World {
    pub(crate) fn new(
        steps: Steps,
        open: Vec<bool>,
        costs: Vec<u32>,
        sizes: &[u8],
    ) -> Self {
        let side = open.len().isqrt() as u32;
        let danger = vec![0; open.len()];
        let mut world = Self { side, steps, open, costs, danger, planes: Vec::new() };
        for &size in sizes {
            let open = world.cells().map(|cell| world.stands(size, cell)).collect();
            let costs = world.cells().map(|cell| world.price(size, cell)).collect();
            world.planes.push(Plane { size, open, costs, changed: Vec::new() });
        }
        world
    }

    pub(crate) fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        Size::new(self.side, self.side).cells()
    }

    pub(crate) const fn index(&self, cell: Cell) -> usize {
        (cell.row * self.side + cell.column) as usize
    }

    pub(crate) const fn is_eight(&self) -> bool {
        matches!(self.steps.connectivity, Connectivity::Eight)
    }

    /// The same map as our crates take it.
    pub(crate) fn map(&self) -> Map {
        let ground = |&is_open: &bool| if is_open { Ground::Free } else { Ground::Wall };
        let grounds = self.open.iter().map(ground).collect();
        let size = Size::new(self.side, self.side);
        let grid = tilewright_grid::Grid::from_values(size, grounds).expect("a square");
        let costs = self.costs.iter().map(|&cost| f64::from(cost)).collect();
        let map = Map::new(grid).and_then(|map| map.with_costs(costs));
        map.expect("costs from 1 on")
    }

    /// The cells that an agent covers; none if it would leave the map.
    fn square(
        &self,
        size: u8,
        cell: Cell,
    ) -> Option<impl Iterator<Item = usize> + use<>> {
        let (size, across) = (u32::from(size), self.side);
        let is_inside = cell.row + size <= across && cell.column + size <= across;
        let rows = cell.row..cell.row + size;
        is_inside.then(move || {
            rows.flat_map(move |row| {
                (cell.column..cell.column + size)
                    .map(move |column| (row * across + column) as usize)
            })
        })
    }

    fn stands(&self, size: u8, cell: Cell) -> bool {
        self.square(size, cell).is_some_and(|mut cells| cells.all(|at| self.open[at]))
    }

    /// The cost of the dearest cell, and the danger of the most dangerous one.
    fn price(&self, size: u8, cell: Cell) -> [u32; 2] {
        let Some(cells) = self.square(size, cell) else { return [1, 0] };
        cells.fold([0, 0], |[cost, danger], at| {
            [self.costs[at].max(cost), self.danger[at].max(danger)]
        })
    }

    /// What a straight step into a cell costs agents of a size; none if they cannot stand there.
    pub(crate) fn straight(&self, plane: &Plane, cell: Cell) -> Option<u32> {
        let at = self.index(cell);
        plane.open[at].then(|| plane.costs[at].iter().sum())
    }

    /// Takes over changes, and notes for each size which cells these have changed.
    pub(crate) fn apply(&mut self, changes: &[Change]) {
        self.planes.iter_mut().for_each(|plane| plane.changed.clear());
        for &change in changes {
            let cell = match change {
                Change::Open(cell) | Change::Wall(cell) | Change::Danger(cell, _) => cell,
            };
            let at = self.index(cell);
            match change {
                Change::Open(_) => self.open[at] = true,
                Change::Wall(_) => self.open[at] = false,
                Change::Danger(_, danger) => self.danger[at] = danger,
            }
        }
        for &change in changes {
            let (Change::Open(cell) | Change::Wall(cell) | Change::Danger(cell, _)) =
                change;
            for number in 0..self.planes.len() {
                self.renew(number, cell);
            }
        }
    }

    /// Finds anew what agents of a size meet whose square holds a cell.
    fn renew(&mut self, number: usize, cell: Cell) {
        let size = self.planes[number].size;
        let by = u32::from(size) - 1;
        for row in cell.row.saturating_sub(by)..=cell.row {
            for column in cell.column.saturating_sub(by)..=cell.column {
                let corner = Cell::new(row, column);
                let at = self.index(corner);
                let now = (self.stands(size, corner), self.price(size, corner));
                let plane = &mut self.planes[number];
                if (plane.open[at], plane.costs[at]) != now {
                    (plane.open[at], plane.costs[at]) = now;
                    plane.changed.push(corner);
                }
            }
        }
    }

    /// Whether corners may be passed that are not free.
    pub(crate) fn cuts_corners(&self) -> bool {
        self.steps == CUTTING
    }

    /// What a route costs; none if it is no legal one between these cells.
    pub(crate) fn cost(
        &self,
        number: usize,
        ends: [Cell; 2],
        route: &[Cell],
    ) -> Option<f64> {
        let plane = &self.planes[number];
        let is_open = |cell: Cell| plane.open[self.index(cell)];
        if [route.first().copied()?, route.last().copied()?] != ends {
            return None;
        }
        let step = |step: &[Cell]| {
            let down = step[0].row.abs_diff(step[1].row);
            let right = step[0].column.abs_diff(step[1].column);
            let is_across = down == 1 && right == 1;
            let beside = [
                Cell::new(step[0].row, step[1].column),
                Cell::new(step[1].row, step[0].column),
            ];
            let is_clear = self.cuts_corners() || beside.into_iter().all(is_open);
            let is_step = down + right == 1 || (is_across && self.is_eight() && is_clear);
            let length = if is_across { SQRT_2 } else { 1.0 };
            let [cost, danger] = plane.costs[self.index(step[1])].map(f64::from);
            (is_step && is_open(step[1])).then_some(length * cost + danger)
        };
        route.windows(2).map(step).sum()
    }
}
