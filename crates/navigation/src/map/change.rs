//! Changes of cells.

use tilewright_grid::{Cell, Size};
use tilewright_pathplan::COSTS;

use super::Navigation;
use crate::plane::Plane;
use crate::surface::Surface;
use crate::{Agent, Layer, NavigationError, Place, Terrain};

/// Memory of changes of danger, so that one a frame allocates nothing.
#[derive(Clone, Debug, Default)]
pub(super) struct ChangeMemory {
    /// The cells with another danger.
    cells: Vec<Cell>,
    /// Where agents stand on cells with another weight.
    corners: Vec<Cell>,
}

impl Navigation {
    /// Makes a cell of another terrain: a door opens, a wall is built, a bridge falls.
    ///
    /// # Errors
    /// [`NavigationError::Outside`] when it is on no floor.
    pub fn set(
        &mut self,
        place: impl Into<Place>,
        terrain: impl Into<Terrain>,
    ) -> Result<(), NavigationError> {
        self.set_all([(place.into(), terrain.into())])
    }

    /// Makes many cells of another terrain, at less than the cost of one after the other.
    ///
    /// # Errors
    /// [`NavigationError::Outside`] for the first one that is on no floor; those before it have changed.
    pub fn set_all(
        &mut self,
        changes: impl IntoIterator<Item = (Place, Terrain)>,
    ) -> Result<(), NavigationError> {
        let mut result = Ok(());
        for (place, terrain) in changes {
            match self.cell_of(place) {
                Ok(cell) => self.put(cell, terrain),
                Err(error) => {
                    result = Err(error);
                    break;
                }
            }
        }
        self.repair();
        result
    }

    /// Sets the cost of a cell, by which that of its terrain is multiplied.
    ///
    /// # Errors
    /// [`NavigationError::Outside`] when it is on no floor, [`NavigationError::Cost`] when the cost is outside
    /// [`COSTS`].
    pub fn set_cost(
        &mut self,
        place: impl Into<Place>,
        cost: f64,
    ) -> Result<(), NavigationError> {
        let cell = self.cell_of(place.into())?;
        if !COSTS.contains(&cost) {
            return Err(NavigationError::Cost(cost));
        }
        if self.costs.is_empty() {
            self.costs = vec![1.0; self.area.area()];
        }
        self.costs[self.area.index(cell)] = cost;
        self.reweigh(&[cell]);
        self.repair();
        Ok(())
    }

    /// Sets the danger of cells, at the cost of these cells.
    ///
    /// # Errors
    /// [`NavigationError::Outside`] for the first one that is on no floor; those before it have changed.
    pub fn set_danger(
        &mut self,
        changes: impl IntoIterator<Item = (Place, u32)>,
    ) -> Result<(), NavigationError> {
        let (mut cells, mut result) = (std::mem::take(&mut self.memory.cells), Ok(()));
        cells.clear();
        for (place, danger) in changes {
            let cell = match self.cell_of(place) {
                Ok(cell) => cell,
                Err(error) => {
                    result = Err(error);
                    break;
                }
            };
            if self.danger.is_empty() {
                self.danger = vec![0; self.area.area()];
            }
            let at = self.area.index(cell);
            if std::mem::replace(&mut self.danger[at], danger) != danger {
                cells.push(cell);
            }
        }

        self.reweigh(&cells);
        self.memory.cells = cells;
        self.repair();
        result
    }

    /// Finds anew what the changes so far have changed in the surfaces.
    pub(super) fn repair(&mut self) {
        for number in 0..self.surfaces.len() {
            if self.surfaces[number].repair() && !self.exits.is_empty() {
                self.find_bridges(number);
            }
        }
    }

    /// Prepares the layer and size of an agent for queries on maps with costs, which then take a fraction of the time: distances from some cells to
    /// all others are found, in 64 bytes a cell and some tenths of a second for 512 × 512. They serve as long as cells only become
    /// dearer, more dangerous or blocked; a door that opens ends them, until the next call. Answers cost the same with and without.
    ///
    /// # Errors
    /// [`NavigationError::Layer`] and [`NavigationError::Size`] for agents that the map does not have.
    pub fn prepare(&mut self, agent: Agent) -> Result<(), NavigationError> {
        self.surface(agent)?;
        let version = self.version;
        let is_asked = |surface: &&mut Surface| {
            (surface.plane.layer, surface.plane.size) == (agent.layer.0, agent.size)
        };
        if let Some(surface) = self.surfaces.iter_mut().find(is_asked) {
            surface.prepare(version);
        }
        Ok(())
    }

    /// Whether the layer and size of an agent is prepared, and no way has become shorter since.
    ///
    /// # Errors
    /// As [`Navigation::prepare`].
    pub fn is_prepared(&self, agent: Agent) -> Result<bool, NavigationError> {
        Ok(self.surface(agent)?.landmarks().is_some())
    }

    /// Makes a cell of another terrain; the surfaces must be repaired then.
    pub(super) fn put(&mut self, cell: Cell, terrain: Terrain) {
        let at = self.area.index(cell);
        let before = std::mem::replace(&mut self.terrain[at], terrain);
        if before == terrain {
            return;
        }
        self.version += 1;

        let mut alone = 0;
        for number in 0..self.surfaces.len() {
            let Plane { layer, size, .. } = self.surfaces[number].plane;
            if size == 1 {
                alone = number;
            }
            let costs = [before, terrain]
                .map(|terrain| self.layers[usize::from(layer)].cost_of(terrain));
            if costs[0].is_some() != costs[1].is_some() {
                self.open_or_block(number, alone, cell);
            }
        }
        self.reweigh(&[cell]);
    }

    /// Sets the cost and the danger of a cell; the surfaces must be repaired then.
    pub(super) fn put_weight(&mut self, cell: Cell, cost: f64, danger: u32) {
        let at = self.area.index(cell);
        if self.costs.is_empty() {
            self.costs = vec![1.0; self.area.area()];
        }
        if self.danger.is_empty() {
            self.danger = vec![0; self.area.area()];
        }
        (self.costs[at], self.danger[at]) = (cost, danger);
        self.reweigh(&[cell]);
    }

    /// Finds anew where the agents of a surface can stand on a cell, by the surface of agents of size 1.
    fn open_or_block(&mut self, number: usize, alone: usize, cell: Cell) {
        let size = self.surfaces[number].plane.size;
        let first = above_left(cell, size - 1);
        let mut is_changed = false;
        for row in first.row..=cell.row {
            for column in first.column..=cell.column {
                let corner = Cell::new(row, column);
                let is_free = if size == 1 {
                    let Plane { layer, .. } = self.surfaces[number].plane;
                    let terrain = self.terrain[self.area.index(cell)];
                    self.layers[usize::from(layer)].cost_of(terrain).is_some()
                } else {
                    let alone = &self.surfaces[alone].plane;
                    alone.is_clear(alone.node(corner), size)
                };
                let version = self.version;
                let surface = &mut self.surfaces[number];
                if surface.set(corner, is_free) {
                    is_changed = true;
                    if is_free {
                        surface.note_shorter(version);
                    }
                }
            }
        }
        if !is_changed {
            return;
        }

        // The steps of the cells around depend on them too.
        let (first, last) = (above_left(first, 1), self.below_right(cell));
        let version = self.version;
        let surface = &mut self.surfaces[number];
        surface.plane.repair_ways(first.row..=last.row, first.column..=last.column);
        surface.note_open(first, last, version);
    }

    /// Finds the weights anew of all that stand on one of these cells.
    fn reweigh(&mut self, cells: &[Cell]) {
        let version = self.version + 1;
        let mut corners = std::mem::take(&mut self.memory.corners);
        let mut is_changed = false;
        for number in 0..self.surfaces.len() {
            self.find_corners(number, cells, &mut corners);
            for &corner in &corners {
                is_changed |= self.weigh(number, corner, version);
            }
        }
        self.memory.corners = corners;
        self.version += u64::from(is_changed);
    }

    /// Finds where the agents of a surface stand on one of these cells, each place once: a disc of danger has about as many of them as
    /// cells, whatever the size of the agents.
    fn find_corners(&self, number: usize, cells: &[Cell], corners: &mut Vec<Cell>) {
        let plane = &self.surfaces[number].plane;
        corners.clear();
        for &cell in cells {
            let first = above_left(cell, plane.size - 1);
            for row in first.row..=cell.row {
                let columns = first.column..=cell.column;
                corners.extend(columns.map(|column| Cell::new(row, column)));
            }
        }
        if plane.size > 1 && cells.len() > 1 {
            corners.sort_unstable();
            corners.dedup();
        }
        corners.retain(|&corner| plane.is_free(plane.node(corner)));
    }

    /// Finds the weight of a free cell of a surface anew; returns whether it had another one.
    fn weigh(&mut self, number: usize, corner: Cell, version: u64) -> bool {
        let Plane { layer, size, .. } = self.surfaces[number].plane;
        let weight = self.weight(&self.layers[usize::from(layer)], size, corner);
        let surface = &mut self.surfaces[number];
        let before = surface.weight(surface.plane.node(corner));
        if !surface.weigh(corner, weight) {
            return false;
        }
        surface.note_weight(corner, version);
        if weight[0] < before[0] || weight[1] < before[1] {
            surface.note_shorter(version);
        }
        true
    }

    /// The factor and the addend of a step by which an agent comes to stand at a cell: those of the dearest and the most dangerous
    /// of its cells.
    pub(super) fn weight(&self, layer: &Layer, size: u8, cell: Cell) -> [f64; 2] {
        let (mut factor, mut danger) = (0.0_f64, 0);
        for row in cell.row..cell.row + u32::from(size) {
            for column in cell.column..cell.column + u32::from(size) {
                let at = self.area.index(Cell::new(row, column));
                let cost = self.costs.get(at).copied().unwrap_or(1.0);
                factor =
                    factor.max(layer.cost_of(self.terrain[at]).unwrap_or(1.0) * cost);
                danger = danger.max(self.danger.get(at).copied().unwrap_or(0));
            }
        }
        [factor, layer.weight_of_danger() * f64::from(danger)]
    }

    /// The cell below and to the right, within the map.
    pub(super) fn below_right(&self, cell: Cell) -> Cell {
        let Size { rows, columns } = self.area;
        Cell::new((cell.row + 1).min(rows - 1), (cell.column + 1).min(columns - 1))
    }
}

/// The cell as many rows above and columns to the left, within the map.
pub(super) fn above_left(cell: Cell, by: u8) -> Cell {
    let by = u32::from(by);
    Cell::new(cell.row.saturating_sub(by), cell.column.saturating_sub(by))
}
