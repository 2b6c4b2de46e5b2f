//! A board whose parts are being drawn.

use tilewright_grid::{Cell, Grid, Rng};
use tilewright_match3::{BoardParts, Kind, LevelError, Template, Ways};

use super::site::{Site, ingredients};
use super::{BoardPart, PartQuota};

/// The parts of a board so far.
pub(super) struct Draft<'a> {
    pub(super) site: &'a Site<'a>,
    pub(super) parts: BoardParts,
    /// The cells that have a part.
    used: Grid<bool>,
    /// Those of them that have a drawn one.
    drawn: Vec<Cell>,
}

impl<'a> Draft<'a> {
    pub(super) fn new(site: &'a Site<'a>) -> Self {
        let parts = site.template.parts();
        let mut used = Grid::filled(site.size, false);
        let exits = parts.exits.iter().flatten();
        let portals = parts.portals.iter().flatten();
        let conveyors = parts.conveyors.iter().flatten();
        let supplied = parts.supply.iter().map(|(cell, _)| cell);
        for &cell in exits.chain(portals).chain(conveyors).chain(supplied) {
            used[cell] = true;
        }
        Self { site, parts, used, drawn: Vec::new() }
    }

    /// Draws as many of a part as there is room for, up to a number of the quota. Returns whether it is enough.
    pub(super) fn add(&mut self, quota: PartQuota, rng: &mut Rng) -> bool {
        let PartQuota { part, min, max } = quota;
        let wanted = min + rng.below(max - min + 1);
        let found = match part {
            BoardPart::Exits => self.add_exits(wanted, rng),
            BoardPart::Portals => {
                (0..wanted).take_while(|_| self.add_portal(rng)).count() as u32
            }
            BoardPart::Conveyors => {
                (0..wanted).take_while(|_| self.add_conveyor(rng)).count() as u32
            }
            BoardPart::Supply => self.add_supply(wanted, rng),
        };
        found >= min
    }

    /// The template with the parts. Their cells are ordinary: what is put onto them would close them.
    pub(super) fn board(&self) -> Result<Template, LevelError> {
        let mut board = self.site.template.clone();
        for &cell in &self.drawn {
            board.set(cell, Some(Kind::ORDINARY));
        }
        board.with_parts(self.parts.clone())
    }

    /// Whether a part may be put into a cell.
    pub(super) fn may(&self, part: BoardPart, cell: Cell) -> bool {
        !self.used[cell] && self.site.may(part, cell)
    }

    pub(super) fn take(&mut self, cell: Cell) {
        self.used[cell] = true;
        self.drawn.push(cell);
    }

    /// Exits in the lowest cells of columns where they may be. Returns their number.
    fn add_exits(&mut self, wanted: u32, rng: &mut Rng) -> u32 {
        let size = self.site.size;
        let lowest = |column: u32| {
            let cells = (0..size.rows).rev().map(|row| Cell::new(row, column));
            cells.into_iter().find(|&cell| self.may(BoardPart::Exits, cell))
        };
        let mut cells: Vec<Cell> = (0..size.columns).filter_map(lowest).collect();
        rng.shuffle(&mut cells);
        // Side by side, or anywhere: where exits are close together, an ingredient that slides to the side still leaves.
        if let (0, Some(first)) = (rng.below(2), cells.first().copied()) {
            cells.sort_by_key(|cell| cell.column.abs_diff(first.column));
        }
        cells.truncate(wanted as usize);

        let mut exits = self.parts.exits.take().unwrap_or_default();
        for &cell in &cells {
            self.take(cell);
            exits.push(cell);
        }
        exits.sort_unstable();
        self.parts.exits = Some(exits);
        cells.len() as u32
    }

    /// Ingredients for spawners from which they come to an exit, one for each as far as there are enough. Returns their number.
    fn add_supply(&mut self, wanted: u32, rng: &mut Rng) -> u32 {
        let size = self.site.size;
        let Ok(board) = self.board() else { return 0 };
        let ways = Ways::of(&board.opened());
        let is_spawner = |cell: &Cell| {
            self.site.spawners[*cell]
                && self.may(BoardPart::Supply, *cell)
                && ways.steps(size.index(*cell)).is_some()
        };
        let mut spawners: Vec<Cell> = size.cells().filter(is_spawner).collect();
        if spawners.is_empty() {
            return 0;
        }
        // Those with the shortest ways come first: to bring an ingredient far to the side takes many moves.
        rng.shuffle(&mut spawners);
        spawners.sort_by_key(|cell| ways.steps(size.index(*cell)));
        // All from one, one from each as far as no more come than there are exits, or one from each: the more there are, the more have to
        // go to the side.
        let exits = self.parts.exits.as_ref().map_or(spawners.len(), Vec::len);
        let most = [1, exits.max(1), spawners.len()][rng.below(3) as usize];
        spawners.truncate(most.min(wanted as usize));
        spawners.sort_unstable();

        let kinds = ingredients(self.site.template);
        let first = self.parts.supply.len();
        for &cell in &spawners {
            self.take(cell);
            self.parts.supply.push((cell, Vec::new()));
        }
        for number in 0..wanted as usize {
            let (_, kind) = kinds[rng.below(kinds.len() as u32) as usize];
            self.parts.supply[first + number % spawners.len()].1.push(kind);
        }
        wanted
    }
}
