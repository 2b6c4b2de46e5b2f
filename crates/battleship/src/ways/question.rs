//! What is counted: the ships that are afloat, and the ways in which each may lie.

use tilewright_grid::{Bits, Cell, Heading, Size};

use super::profile::{BLOCKED, DUE, FREE, Profile, SHADOW};
use crate::bits;
use crate::{FleetError, Mark, Ship, Sight, Touch};

/// A class of equal ships.
#[derive(Clone, Copy, Debug)]
pub(super) struct Class {
    pub(super) length: usize,
    pub(super) count: usize,
    /// How far apart numbers of ships lie that differ by one ship of the class.
    pub(super) stride: usize,
}

/// A counting problem on a field whose columns are its shorter side.
#[derive(Clone, Debug)]
pub(super) struct Question {
    /// The field as the frontier sees it.
    pub(super) size: Size,
    is_turned: bool,
    touch: Touch,
    pub(super) classes: Vec<Class>,
    /// In how many ways the ships can be partly placed, by their numbers alone.
    pub(super) mixes: usize,
    /// For every class, across and upright: whether a ship may begin in a cell.
    allowed: Vec<bool>,
    /// Whether a cell must hold a deck.
    must: Vec<bool>,
    /// Whether a cell must be empty whatever lies around it.
    closed: Vec<bool>,
}

/// What is done with a cell.
#[derive(Clone, Copy, Debug)]
pub(super) struct Move {
    /// The class of the ship that begins there, if one does.
    pub(super) class: Option<u8>,
    pub(super) is_upright: bool,
}

impl Question {
    /// The fleets that agree with what is known; `limit` bytes bound the numbers of ships.
    pub(super) fn new(sight: &Sight<'_>, limit: u64) -> Result<Self, FleetError> {
        let rules = sight.rules();
        let field = rules.size();
        let is_turned = field.columns > field.rows;
        let size = if is_turned { Size::new(field.columns, field.rows) } else { field };
        let mut classes = Vec::new();
        let mut mixes = 1_usize;
        for (length, count) in sight.afloat() {
            let (length, count) = (length as usize, count as usize);
            classes.push(Class { length, count, stride: mixes });
            let more = mixes.checked_mul(count + 1);
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

    /// Takes over what is known of the cells.
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
                        // All of it hit, it would be sunk.
                        && !ship.cells().all(|it| self.must[self.size.index(it)])
                        && (ship.is_upright == is_upright);
                    self.allowed.push(is_allowed);
                }
            }
        }
    }

    /// A cell of the frontier's field on the true one, and the other way round.
    pub(super) const fn on_field(&self, cell: Cell) -> Cell {
        if self.is_turned { Cell::new(cell.column, cell.row) } else { cell }
    }

    fn seen_ship(&self, cell: Cell, class: usize, is_upright: bool) -> Ship {
        let heading = if is_upright { Heading::South } else { Heading::East };
        Ship::new(cell, self.classes[class].length as u32, heading)
    }

    /// The ship that a move places at the cell of that number, on the true field.
    pub(super) fn ship(&self, index: usize, class: u8, is_upright: bool) -> Ship {
        let cell = self.on_field(self.size.cell(index));
        self.seen_ship(cell, usize::from(class), is_upright != self.is_turned)
    }

    /// How many decks the longest ship afloat has; 0 without any.
    pub(super) fn longest(&self) -> usize {
        self.classes.iter().map(|class| class.length).max().unwrap_or(0)
    }

    /// How many cells are decided by a ship of that class and heading, or by none.
    pub(super) fn reach(&self, ship: Option<(u8, bool)>) -> usize {
        match ship {
            Some((class, false)) => self.classes[usize::from(class)].length,
            _ => 1,
        }
    }

    /// The number of ships when none is left.
    pub(super) const fn complete(&self) -> usize {
        self.mixes - 1
    }

    fn is_allowed(&self, index: usize, class: usize, is_upright: bool) -> bool {
        let area = self.size.area();
        self.allowed[(class * 2 + usize::from(is_upright)) * area + index]
    }

    /// Everything that can be done with the cell of that number in front of that profile: what
    /// it is, how many cells are then decided, and the profile behind them.
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
            let mut next = *profile;
            self.decks(index, 1, digit - DUE - 1, &mut next);
            visit(nothing, 1, &next);
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
            // Only where corners may touch can a ship from above stand to the right.
            let is_apart = |width| self.touch == Touch::Free || right(width) <= DUE;
            if length > 1 && self.is_allowed(index, class, true) && is_apart(1) {
                let mut next = *profile;
                self.decks(index, 1, length as u8 - 1, &mut next);
                visit(label(true), 1, &next);
            }
            let is_clear = (1..length).all(|step| right(step) == FREE);
            if self.is_allowed(index, class, false) && is_clear && is_apart(length) {
                let mut next = *profile;
                self.decks(index, length, 0, &mut next);
                visit(label(false), length, &next);
            }
        }
    }

    /// Puts decks side by side from a cell on, below each of which `due` more follow.
    fn decks(&self, index: usize, width: usize, due: u8, next: &mut Profile) {
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
        if !touches && column + width < columns {
            let is_last = index / columns + 1 == self.size.rows as usize;
            let shadows = self.touch == Touch::Never && !is_last;
            next[column + width] = if shadows { SHADOW } else { BLOCKED };
        }
    }

    /// The digit of the cell below one: what is closed anyway, or outside, need not be blocked.
    fn digit_below(&self, index: usize, digit: u8) -> u8 {
        let below = self.closed.get(index + self.size.columns as usize);
        if digit == BLOCKED && below.is_none_or(|&is_closed| is_closed) {
            FREE
        } else {
            digit
        }
    }
}
