//! Where portals are drawn.

use tilewright_grid::{Cell, Rng};

use super::BoardPart;
use super::draft::Draft;
use super::site::{above, below};

impl Draft<'_> {
    /// A portal from a cell above nothing into another column, as far as there is one. Returns whether there is room.
    pub(super) fn add_portal(&mut self, rng: &mut Rng) -> bool {
        let size = self.site.size;
        let may =
            |cell: &Cell| self.may(BoardPart::Portals, *cell) && !self.is_beside(*cell);
        let cells: Vec<Cell> = size.cells().filter(may).collect();

        let is_low = |cell: Cell| !self.site.is_open(Some(below(cell)));
        let Some(entrance) = preferred(&cells, |cell| u32::from(!is_low(cell)), rng)
        else {
            return false;
        };

        let may_end = |cell: &Cell| {
            cell.column != entrance.column
                && !touches(*cell, entrance)
                && !self.site.spawners[*cell]
        };
        let ends: Vec<Cell> = cells.into_iter().filter(may_end).collect();
        let Some(exit) = preferred(&ends, |cell| self.order(cell), rng) else {
            return false;
        };

        self.take(entrance);
        self.take(exit);
        self.parts.portals.push([entrance, exit]);
        true
    }

    /// Whether a portal has an end beside a cell, or in it.
    fn is_beside(&self, cell: Cell) -> bool {
        self.parts.portals.iter().flatten().any(|&end| touches(cell, end))
    }

    /// Exits below nothing come first; then those that leave two cells above them, where blocks come to rest, and one below.
    fn order(&self, cell: Cell) -> u32 {
        let (one, two) = (above(cell), above(cell).and_then(above));
        let is_open = |cell| self.site.is_open(cell);
        match () {
            () if !is_open(one) => 0,
            () if is_open(two) && is_open(Some(below(cell))) => 1,
            () => 2,
        }
    }
}

/// Whether two cells are the same, or side by side, across a corner too.
const fn touches(one: Cell, other: Cell) -> bool {
    one.row.abs_diff(other.row) <= 1 && one.column.abs_diff(other.column) <= 1
}

/// One of the cells of the lowest order.
fn preferred(cells: &[Cell], order: impl Fn(Cell) -> u32, rng: &mut Rng) -> Option<Cell> {
    let least = cells.iter().map(|&cell| order(cell)).min()?;
    let best: Vec<Cell> =
        cells.iter().copied().filter(|&cell| order(cell) == least).collect();
    Some(best[rng.below(best.len() as u32) as usize])
}
