//! The board: cells and what is on them.

use super::effect::Effect;
use super::rules::{Rules, Spot};

/// A cell's row and column, from the top left.
pub(crate) type Place = (usize, usize);

/// The direction in which a piece fires a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Direction {
    /// Along its row.
    Row,
    /// Along its column.
    Column,
}

/// A piece that has not fired.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Piece {
    pub(crate) kind: usize,
    pub(crate) color: Option<usize>,
    pub(crate) direction: Option<Direction>,
}

/// Something with layers: a blocker, a cover or ground.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Layered {
    pub(crate) kind: usize,
    /// Of a timer the turns that are left; 1 of a generator.
    pub(crate) layers: u64,
}

/// What fills a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Contents {
    /// A block of a colour.
    Block(usize),
    Piece(Piece),
    /// A piece that has fired and will fire this effect.
    Armed {
        kind: usize,
        effect: Effect,
    },
    /// An ingredient of a kind.
    Ingredient(usize),
    /// A blocker; of a big one this is its first cell.
    Blocker(Layered),
    /// Another cell of a big block.
    Part,
    Obstacle,
}

impl Contents {
    /// The colour of a block or piece.
    pub(crate) const fn color(&self) -> Option<usize> {
        match self {
            Self::Block(color) => Some(*color),
            Self::Piece(piece) => piece.color,
            _ => None,
        }
    }
}

/// A place of the board and what is there.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(crate) struct Cell {
    /// Whether the place is no cell at all.
    pub(crate) hole: bool,
    pub(crate) contents: Option<Contents>,
    pub(crate) cover: Option<Layered>,
    pub(crate) ground: Option<Layered>,
}

impl Cell {
    /// A hole, or a blocker that does not move, or a big block, or a cover that holds.
    pub(crate) fn closed(&self, rules: &Rules) -> bool {
        let stands = match self.contents {
            Some(Contents::Obstacle | Contents::Part) => true,
            Some(Contents::Blocker(blocker)) => {
                let kind = &rules.kinds[blocker.kind];
                !kind.moves || kind.big()
            }
            _ => false,
        };
        let held = self.cover.is_some_and(|cover| rules.kinds[cover.kind].holds);
        self.hole || stands || held
    }

    /// Open and empty.
    pub(crate) fn fillable(&self, rules: &Rules) -> bool {
        !self.closed(rules) && self.contents.is_none()
    }

    /// Whether a move may take hold of the contents.
    pub(crate) fn draggable(&self, rules: &Rules) -> bool {
        let loose = match self.contents {
            Some(Contents::Block(_) | Contents::Piece(_) | Contents::Ingredient(_)) => {
                true
            }
            Some(Contents::Blocker(blocker)) => {
                let kind = &rules.kinds[blocker.kind];
                kind.moves && !kind.big()
            }
            Some(Contents::Armed { .. } | Contents::Part | Contents::Obstacle) | None => {
                false
            }
        };
        loose && self.cover.is_none()
    }

    /// The colour in which the cell matches.
    pub(crate) fn matching_color(&self, rules: &Rules) -> Option<usize> {
        let hidden = self.cover.is_some_and(|cover| !rules.kinds[cover.kind].matches);
        if hidden { None } else { self.contents.and_then(|contents| contents.color()) }
    }

    /// The piece in the cell, if it has not fired.
    pub(crate) const fn piece(&self) -> Option<Piece> {
        match self.contents {
            Some(Contents::Piece(piece)) => Some(piece),
            _ => None,
        }
    }

    /// The block without a cover in the cell, by its colour.
    pub(crate) const fn uncovered_block(&self) -> Option<usize> {
        match (self.contents, self.cover) {
            (Some(Contents::Block(color)), None) => Some(color),
            _ => None,
        }
    }

    /// How often the kind is here: 0 or 1.
    pub(crate) fn count(&self, rules: &Rules, kind: usize) -> usize {
        let of_kind =
            |layered: Option<Layered>| layered.is_some_and(|it| it.kind == kind);
        let here = match rules.kinds[kind].spot {
            Spot::Cover => of_kind(self.cover),
            Spot::Ground => of_kind(self.ground),
            Spot::Ingredient => self.contents == Some(Contents::Ingredient(kind)),
            Spot::Blocker => match self.contents {
                Some(Contents::Blocker(blocker)) => blocker.kind == kind,
                _ => false,
            },
        };
        usize::from(here)
    }

    /// The layers of the kind that are here: a timer has one.
    pub(crate) fn layers_of(&self, rules: &Rules, kind: usize) -> u64 {
        if rules.kinds[kind].timer.is_some() {
            return self.count(rules, kind) as u64;
        }

        let blocker = match self.contents {
            Some(Contents::Blocker(blocker)) => Some(blocker),
            _ => None,
        };
        let all = [self.cover, self.ground, blocker];
        all.into_iter().flatten().filter(|it| it.kind == kind).map(|it| it.layers).sum()
    }
}

/// Cells in rows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Board {
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    pub(crate) cells: Vec<Cell>,
}

impl Board {
    /// The cell at a place of the board.
    pub(crate) fn at(&self, place: Place) -> &Cell {
        &self.cells[place.0 * self.columns + place.1]
    }

    /// The same, to change it.
    pub(crate) fn at_mut(&mut self, place: Place) -> &mut Cell {
        &mut self.cells[place.0 * self.columns + place.1]
    }

    /// All places in reading order.
    pub(crate) fn places(&self) -> Vec<Place> {
        let row = |row| (0..self.columns).map(move |column| (row, column));
        (0..self.rows).flat_map(row).collect()
    }

    /// Whether a place is on the board, a hole or not.
    pub(crate) const fn has(&self, place: Place) -> bool {
        place.0 < self.rows && place.1 < self.columns
    }

    /// The place that many rows below and columns to the right, if it is on the board.
    pub(crate) fn step(&self, place: Place, step: (isize, isize)) -> Option<Place> {
        let row = place.0.checked_add_signed(step.0)?;
        let column = place.1.checked_add_signed(step.1)?;
        self.has((row, column)).then_some((row, column))
    }

    /// The places above, to the right, below and to the left that are cells.
    pub(crate) fn neighbours(&self, place: Place) -> Vec<Place> {
        [(-1, 0), (0, 1), (1, 0), (0, -1)]
            .into_iter()
            .filter_map(|step| self.step(place, step))
            .filter(|&place| !self.at(place).hole)
            .collect()
    }

    /// Exchanges the contents of two cells.
    pub(crate) fn exchange(&mut self, one: Place, other: Place) {
        let contents = self.at_mut(one).contents.take();
        let back = self.at_mut(other).contents.take();
        self.at_mut(other).contents = contents;
        self.at_mut(one).contents = back;
    }
}
