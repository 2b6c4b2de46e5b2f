//! The counting problem: the ships that are afloat, the cells where each may lie, and the steps of
//! the sweep.

use tilewright_grid::{Bits, Cell, Heading, Size};

use super::profile::{BLOCKED, DUE, FREE, Profile, SHADOW};
use crate::bits;
use crate::{FleetError, Mark, Ship, Sight, Touch};

/// The ships of one length.
#[derive(Clone, Copy, Debug)]
pub(super) struct Class {
    pub(super) length: usize,
    pub(super) count: usize,
    /// The difference of two mixes of which one has one more ship of the class.
    pub(super) stride: usize,
}

/// The counting problem, on a field turned so that it has at most as many columns as rows.
///
/// A *mix* is the number of ships placed of every class, encoded as one integer.
#[derive(Clone, Debug)]
pub(super) struct Question {
    /// The size of the field that is swept.
    pub(super) size: Size,
    /// Whether its rows are the columns of the true field.
    is_turned: bool,
    touch: Touch,
    pub(super) classes: Vec<Class>,
    /// The number of mixes.
    pub(super) mixes: usize,
    /// Whether a ship may start in a cell, for every class, first across, then upright.
    allowed: Vec<bool>,
    /// Whether a cell must be occupied.
    must: Vec<bool>,
    /// Whether a cell must be empty because of the shots.
    closed: Vec<bool>,
}

/// A decision about a cell.
#[derive(Clone, Copy, Debug)]
pub(super) struct Move {
    /// The class of the ship that starts in the cell; none if no ship starts there.
    pub(super) class: Option<u8>,
    pub(super) is_upright: bool,
}

impl Question {
    /// The problem of counting the fleets that agree with a hunter's shots. More mixes than fit
    /// in `limit` bytes are an error.
    pub(super) fn new(sight: &Sight<'_>, limit: u64) -> Result<Self, FleetError> {
        let rules = sight.rules();
        let field = rules.size();
        let is_turned = field.columns > field.rows;

        // The profile spans a row, so the shorter side must be the row: the number of
        // profiles grows exponentially with it.
        let size = if is_turned { Size::new(field.columns, field.rows) } else { field };

        let mut classes = Vec::new();
        let mut mixes = 1_usize;
        for (length, count) in sight.afloat() {
            let (length, count) = (length as usize, count as usize);
            classes.push(Class { length, count, stride: mixes });
            let more = mixes.checked_mul(count + 1);

            // A count has up to 16 bytes, and a row holds a count of every mix.
            let is_small = |&more: &usize| more as u64 <= limit / 16;
            mixes = more.filter(is_small).ok_or(FleetError::Memory { limit })?;
        }

        let mut question = Self {
            size,
            is_turned,
            touch: rules.touch(),
            classes,
            mixes,
            allowed: Vec::new(),
            must: Vec::new(),
            closed: Vec::new(),
        };
        question.read(sight);
        Ok(question)
    }

    /// Derives from the shots which cells are closed or must be occupied, and where ships may
    /// start.
    fn read(&mut self, sight: &Sight<'_>) {
        let field = sight.rules().size();
        let all = bits::field::<11>(field);

        let mut closed = Bits::EMPTY;
        for &ship in sight.sunk() {
            let bits = bits::of_ship(field, ship);
            closed = closed.or(bits::grown(bits, field, self.touch, all));
        }

        let is_closed = |cell: Cell| {
            let is_open = matches!(sight.mark(cell), Mark::Unknown | Mark::Hit);
            !is_open || closed.has(bits::place(field, cell))
        };

        let cells: Vec<Cell> =
            self.size.cells().map(|cell| self.on_field(cell)).collect();
        self.closed = cells.iter().map(|&cell| is_closed(cell)).collect();
        self.must = cells.iter().map(|&cell| sight.mark(cell) == Mark::Hit).collect();

        for class in 0..self.classes.len() {
            for is_upright in [false, true] {
                for cell in self.size.cells() {
                    let ship = self.seen_ship(cell, class, is_upright);
                    let is_allowed = ship.is_inside(self.size)
                        && ship.cells().all(|it| !self.closed[self.size.index(it)])
                        // A ship of which every cell was hit would be sunk.
                        && !ship.cells().all(|it| self.must[self.size.index(it)])
                        && (ship.is_upright == is_upright);

                    self.allowed.push(is_allowed);
                }
            }
        }
    }

    /// Maps a cell of the swept field to the true field, and back.
    pub(super) const fn on_field(&self, cell: Cell) -> Cell {
        if self.is_turned { Cell::new(cell.column, cell.row) } else { cell }
    }

    /// A ship on the swept field.
    fn seen_ship(&self, cell: Cell, class: usize, is_upright: bool) -> Ship {
        let heading = if is_upright { Heading::South } else { Heading::East };
        Ship::new(cell, self.classes[class].length as u32, heading)
    }

    /// The ship on the true field that a move places at the cell with an index.
    pub(super) fn ship(&self, index: usize, class: u8, is_upright: bool) -> Ship {
        let cell = self.on_field(self.size.cell(index));
        self.seen_ship(cell, usize::from(class), is_upright != self.is_turned)
    }

    /// The length of the longest ship afloat; 0 if there is none.
    pub(super) fn longest(&self) -> usize {
        self.classes.iter().map(|class| class.length).max().unwrap_or(0)
    }

    /// The number of cells decided by a step: the length of a ship placed across, otherwise 1.
    pub(super) fn reach(&self, ship: Option<(u8, bool)>) -> usize {
        match ship {
            Some((class, false)) => self.classes[usize::from(class)].length,
            _ => 1,
        }
    }

    /// The mix with all ships placed.
    pub(super) const fn complete(&self) -> usize {
        self.mixes - 1
    }

    fn is_allowed(&self, index: usize, class: usize, is_upright: bool) -> bool {
        let area = self.size.area();
        self.allowed[(class * 2 + usize::from(is_upright)) * area + index]
    }

    /// Visits every decision about the cell with an index, given the profile before it: the move,
    /// the number of cells that it decides, and the profile after them.
    pub(super) fn moves(
        &self,
        index: usize,
        profile: &Profile,
        mut visit: impl FnMut(Move, usize, &Profile),
    ) {
        let column = index % self.size.columns as usize;
        let digit = profile[column];
        let nothing = Move { class: None, is_upright: false };

        if digit > DUE {
            visit(nothing, 1, &self.occupy(index, 1, digit - DUE - 1, profile));
            return;
        }

        if !self.must[index] {
            let mut next = *profile;
            let below = if digit == SHADOW { BLOCKED } else { FREE };
            next[column] = self.digit_below(index, below);
            visit(nothing, 1, &next);
        }

        if digit != FREE || self.closed[index] {
            return;
        }

        let right = |width: usize| profile.get(column + width).copied().unwrap_or(FREE);
        for (class, &Class { length, .. }) in self.classes.iter().enumerate() {
            let label = |is_upright| Move { class: Some(class as u8), is_upright };
            // Only if corners may touch can a ship from above be to the right.
            let is_apart = |width| self.touch == Touch::Free || right(width) <= DUE;
            if length > 1 && self.is_allowed(index, class, true) && is_apart(1) {
                let next = self.occupy(index, 1, length as u8 - 1, profile);
                visit(label(true), 1, &next);
            }

            let is_clear = (1..length).all(|step| right(step) == FREE);
            if self.is_allowed(index, class, false) && is_clear && is_apart(length) {
                visit(label(false), length, &self.occupy(index, length, 0, profile));
            }
        }
    }

    /// A profile after `width` cells from a cell on are occupied. Below each of them, the ship has `due` more cells.
    fn occupy(&self, index: usize, width: usize, due: u8, profile: &Profile) -> Profile {
        let mut next = *profile;
        let columns = self.size.columns as usize;
        let column = index % columns;
        let touches = self.touch == Touch::Free;

        let below = match (due, touches) {
            (0, false) => BLOCKED,
            (0, true) => FREE,
            _ => DUE + due,
        };

        for step in 0..width {
            next[column + step] = self.digit_below(index + step, below);
        }

        let blocks_left = match self.touch {
            Touch::Never => true,
            Touch::Corners => due > 0,
            Touch::Free => false,
        };
        if blocks_left && column > 0 {
            next[column - 1] = self.digit_below(index - 1, BLOCKED);
        }

        // If not even corners may touch, the cell below the right neighbour must stay empty too: a
        // shadow carries that into the next row.
        if !touches && column + width < columns {
            let is_last = index / columns + 1 == self.size.rows as usize;
            let shadows = self.touch == Touch::Never && !is_last;
            next[column + width] = if shadows { SHADOW } else { BLOCKED };
        }
        next
    }

    /// The digit for the cell below one. A cell that is closed or outside the field does not have
    /// to be blocked, which keeps the number of profiles small.
    fn digit_below(&self, index: usize, digit: u8) -> u8 {
        let below = self.closed.get(index + self.size.columns as usize);
        let is_closed = below.is_none_or(|&is_closed| is_closed);
        if digit == BLOCKED && is_closed { FREE } else { digit }
    }
}
