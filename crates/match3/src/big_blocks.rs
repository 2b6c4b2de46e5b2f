//! Blocks of several cells, and timers, on the boards of levels.

use tilewright_grid::{Cell, Grid, Size};

use crate::kind::Contents;
use crate::setting::{Direction, Gravity, Setting};
use crate::token::Tokens;
use crate::{Kind, RulesError, Ruleset};

impl Ruleset {
    /// The rows and columns of a block of several cells, if this is the kind of its upper left one.
    pub fn big_size(&self, kind: Kind) -> Option<[u8; 2]> {
        let block = self.blocks.get(usize::from(kind.id));
        let block = block.filter(|block| kind.is_blocker() && block.is_big());
        block.map(|block| block.cells)
    }

    /// Whether a cell is of a block of several cells.
    pub fn is_of_big_block(&self, kind: Kind) -> bool {
        kind.contents() == Contents::Part || self.big_size(kind).is_some()
    }

    /// Whether a cell of this kind has a timer without turns.
    pub(crate) fn is_spent(&self, kind: Kind) -> bool {
        let is_timer = |index: u8| {
            self.blocks.get(usize::from(index)).is_some_and(|it| it.timer.is_some())
        };
        let cover = kind.cover.checked_sub(1);
        kind.is_blocker() && kind.layers == 0 && is_timer(kind.id)
            || kind.cover_layers == 0 && cover.is_some_and(is_timer)
    }

    /// Puts the parts of the big blocks, whose first cells are known, into their cells.
    pub(crate) fn fill_parts(&self, kinds: &mut Grid<Kind>) {
        let size = kinds.size();
        for first in size.cells() {
            let Some(sides) = self.big_size(kinds[first]) else { continue };
            for cell in others(first, sides).filter(|&cell| size.contains(cell)) {
                let part = Kind::of(Contents::Part, 0);
                let Kind { ground, ground_layers, .. } = kinds[cell];
                kinds[cell] = Kind { ground, ground_layers, ..part };
            }
        }
    }
}

impl Setting {
    /// Refuses timers without turns, which stand on the boards of lost games only.
    pub(crate) fn check_timers(
        &self,
        cells: &Grid<Option<Kind>>,
    ) -> Result<(), RulesError> {
        let spent = cells.size().cells().find_map(|cell| {
            let kind = cells[cell].filter(|&kind| self.ruleset.is_spent(kind))?;
            Some((cell, Tokens::new(&self.ruleset, &[]).write(kind)))
        });
        spent.map_or(Ok(()), |(cell, token)| {
            Err(at(cell, &format!("is {token:?}: a timer without turns")))
        })
    }

    /// Refuses big blocks that lack cells, cells that belong to none, and such blocks where they cannot be.
    pub(crate) fn check_big_blocks(
        &self,
        cells: &Grid<Option<Kind>>,
    ) -> Result<(), RulesError> {
        let rules = &self.ruleset;
        self.check_falling()?;

        let is_part = |cell: Cell| {
            let kind = cells.get(cell).copied().flatten();
            kind.is_some_and(|kind| kind.contents() == Contents::Part)
        };
        let mut owned = Grid::filled(cells.size(), false);
        for first in cells.size().cells() {
            let Some(sides) = cells[first].and_then(|kind| rules.big_size(kind)) else {
                continue;
            };
            for cell in others(first, sides) {
                if !is_part(cell) || owned[cell] {
                    let [rows, columns] = sides;
                    let cells = format!("{rows} × {columns} cells, here {cell}");
                    return Err(at(
                        first,
                        &format!("is a block of {cells}: expected `=` there"),
                    ));
                }
                owned[cell] = true;
            }
        }

        let lost = cells.size().cells().find(|&cell| is_part(cell) && !owned[cell]);
        if let Some(cell) = lost {
            return Err(at(cell, "is `=`, but of no block of several cells"));
        }
        let is_big =
            |cell: &Cell| cells[*cell].is_some_and(|kind| rules.is_of_big_block(kind));
        match self.conveyors.iter().flatten().find(|cell| is_big(cell)) {
            None => Ok(()),
            Some(&cell) => {
                Err(at(cell, "is of a block of several cells, and on a conveyor"))
            }
        }
    }

    /// Refuses ways of contents by which a big block cannot fall.
    fn check_falling(&self) -> Result<(), RulesError> {
        let mut blocks = self.ruleset.blocks.iter();
        let Some(block) = blocks.find(|block| block.is_big() && block.moves) else {
            return Ok(());
        };
        let keys = [
            ("gravity", self.gravity != Gravity::All(Direction::Down)),
            ("portals", !self.portals.is_empty()),
            ("conveyors", !self.conveyors.is_empty()),
        ];
        let found = keys.into_iter().find(|&(_, is_used)| is_used);
        found.map_or(Ok(()), |(key, _)| {
            let message = format!(
                "cannot be with {}, a block of several cells that falls",
                block.name
            );
            Err(RulesError { key: format!("cells.{key}"), message })
        })
    }
}

/// The error of a cell of the layout.
fn at(cell: Cell, wrong: &str) -> RulesError {
    let Cell { row, column } = cell;
    let message = format!("{wrong} ({cell})");
    RulesError { key: format!("layout[{row}][{column}]"), message }
}

/// The cells of a big block beside its first one; they may be outside the board.
fn others(first: Cell, [rows, columns]: [u8; 2]) -> impl Iterator<Item = Cell> {
    let cells = Size::new(rows.into(), columns.into()).cells().skip(1);
    cells.map(move |cell| Cell::new(first.row + cell.row, first.column + cell.column))
}
