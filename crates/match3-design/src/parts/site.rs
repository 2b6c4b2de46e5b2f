//! The board on which parts are drawn.

use tilewright_grid::{Cell, Grid, Size};
use tilewright_match3::{Kind, Level, Place, Template};

use super::BoardPart;
use crate::space::complete;
use crate::{Placement, RequestError, Symmetry};

/// A template, and where its parts may be.
pub(super) struct Site<'a> {
    pub(super) template: &'a Template,
    pub(super) size: Size,
    /// The cells that are free or ordinary, with all their images.
    plain: Grid<bool>,
    pub(super) spawners: Grid<bool>,
    /// The cells that are refilled before there are parts.
    pub(super) refilled: Grid<bool>,
    /// For each part, in their order, the cells in which it may be.
    allowed: Vec<Grid<bool>>,
}

impl<'a> Site<'a> {
    pub(super) fn new(
        template: &'a Template,
        symmetry: Symmetry,
        placements: &[(BoardPart, Placement)],
    ) -> Result<Self, RequestError> {
        let whole = complete(template, symmetry)?;
        let opened: Level = template.opened();
        let mut allowed = vec![whole.cells().map(|_| true); BoardPart::ALL.len()];
        for (part, placement) in placements {
            let within = placement.room(template)?;
            let all = allowed[*part as usize].values_mut();
            all.iter_mut().zip(within).for_each(|(all, one)| *all &= one);
        }
        Ok(Self {
            template,
            size: template.size(),
            plain: whole.cells().map(|kind| kind.is_none_or(|it| it == Kind::ORDINARY)),
            spawners: opened.spawner_cells(),
            refilled: opened.refilled_cells(),
            allowed,
        })
    }

    /// Whether a part may be in a cell: new blocks come to it, and nothing fixed is there.
    pub(super) fn may(&self, part: BoardPart, cell: Cell) -> bool {
        self.plain[cell] && self.refilled[cell] && self.allowed[part as usize][cell]
    }

    /// Whether blocks lie in a cell, and fall from it.
    pub(super) fn is_open(&self, cell: Option<Cell>) -> bool {
        cell.and_then(|cell| self.refilled.get(cell)).copied().unwrap_or(false)
    }

    /// Whether each cell of the site that was refilled still is, on a board with parts.
    pub(super) fn is_refilled(&self, board: &Template) -> bool {
        if board.parts().portals == self.template.parts().portals {
            // Nothing else changes where blocks fall.
            return true;
        }
        let after = board.opened().refilled_cells();
        let mut pairs = self.refilled.values().iter().zip(after.values());
        pairs.all(|(before, after)| !before || *after)
    }
}

/// The ingredients that the rules have, with their names.
pub(super) fn ingredients(template: &Template) -> Vec<(String, Kind)> {
    let blocks = template.rules().blocks().iter();
    let named = blocks.filter(|block| block.place == Place::Ingredient);
    let kind = |name: &String| Some((name.clone(), template.kind(name).ok()?));
    named.filter_map(|block| kind(&block.name)).collect()
}

/// The cell below a cell.
pub(super) const fn below(cell: Cell) -> Cell {
    Cell::new(cell.row + 1, cell.column)
}

/// The cell above a cell, if there is one.
pub(super) fn above(cell: Cell) -> Option<Cell> {
    cell.row.checked_sub(1).map(|row| Cell::new(row, cell.column))
}
