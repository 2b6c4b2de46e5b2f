//! A board under change, with its potential and feasibility kept up to date.

use tilewright_grid::Grid;

use crate::feasibility::{RowBits, Rows};
use crate::level::MAX_SIDE;
use crate::{Kind, Level};

/// A board under change. Setting a cell updates the potential by the cases in which the cell
/// takes part, at most 64 of them, instead of counting all anew.
///
/// ```
/// use tilewright_grid::Cell;
/// use tilewright_match3::{Kind, Level, Tally};
///
/// let level: Level = "...\n...\n...\n".parse()?;
/// let mut tally = Tally::new(&level);
/// assert_eq!(tally.potential(), 24);
/// tally.set(4, Kind::Obstacle);
/// assert_eq!(tally.potential(), 8);
/// tally.set(4, Kind::Ordinary);
/// assert_eq!(tally.potential(), 24);
/// # Ok::<(), tilewright_match3::LevelError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Tally {
    cells: Grid<Kind>,
    /// 1 where a cell is draggable, 2 where it is open; three blank cells all round.
    flags: Vec<u8>,
    open: RowBits,
    rows: Rows,
    potential: u32,
}

/// The blank cells round the flags: as far as a case reaches.
const REACH: usize = 3;
/// The flags of a row and its two margins; fixed, so that neighbours lie at fixed distances.
const STRIDE: usize = MAX_SIDE as usize + 2 * REACH;
/// The flags from three rows and cells before a cell to three after it.
const WINDOW: usize = 2 * REACH * STRIDE + 2 * REACH + 1;
/// Where the cell itself stands in its window.
const CENTER: usize = REACH * STRIDE + REACH;

impl Tally {
    /// A board that begins as that level.
    pub fn new(level: &Level) -> Self {
        let cells = level.cells().clone();
        let size = cells.size();
        let rows = Rows::new(size, &level.spawner_cells(), &cells);
        let mut flags = vec![0; (size.rows as usize + 2 * REACH) * STRIDE];
        for cell in size.cells() {
            flags[window_start(cell.row, cell.column) + CENTER] = flag(cells[cell]);
        }
        let potential = crate::potential(level);
        Self { open: rows.open_rows(&cells), cells, flags, rows, potential }
    }

    /// The potential of the board as it stands.
    pub const fn potential(&self) -> u32 {
        self.potential
    }

    /// Whether the board as it stands is feasible.
    pub fn is_feasible(&self) -> bool {
        self.rows.is_feasible(&self.open)
    }

    /// The board as it stands.
    pub const fn cells(&self) -> &Grid<Kind> {
        &self.cells
    }

    /// The refillable cells of every row.
    pub(crate) fn refillable(&self) -> RowBits {
        self.rows.refillable(&self.open)
    }

    /// The infeasible cells of every row.
    pub(crate) fn infeasible(&self) -> RowBits {
        self.rows.infeasible(&self.open)
    }

    /// Puts a kind in a cell, given by its index in reading order, and returns what was there.
    ///
    /// # Panics
    /// When there is no such cell, or a hole would come or go: the shape of the board stays.
    pub fn set(&mut self, index: usize, kind: Kind) -> Kind {
        let cell = self.cells.size().cell(index);
        let before = std::mem::replace(&mut self.cells.values_mut()[index], kind);
        assert!(before.is_present() == kind.is_present(), "the shape of the board stays");
        let (old, new) = (flag(before), flag(kind));
        if old != new {
            let start = window_start(cell.row, cell.column);
            let window: &[u8; WINDOW] =
                self.flags[start..].first_chunk().expect("the margins are wide enough");
            if (old ^ new) & 1 != 0 {
                let cases = cases_as_end(window);
                self.potential = if new & 1 != 0 {
                    self.potential + cases
                } else {
                    self.potential - cases
                };
            }
            if (old ^ new) & 2 != 0 {
                let cases = cases_in_line(window);
                self.potential = if new & 2 != 0 {
                    self.potential + cases
                } else {
                    self.potential - cases
                };
                self.open[cell.row as usize] ^= 1 << cell.column;
            }
            self.flags[start + CENTER] = new;
        }
        before
    }
}

const fn flag(kind: Kind) -> u8 {
    kind.is_draggable() as u8 | (kind.is_open() as u8) << 1
}

const fn window_start(row: u32, column: u32) -> usize {
    row as usize * STRIDE + column as usize
}

/// The flags of the cell that many rows and columns away.
#[inline]
const fn near(window: &[u8; WINDOW], rows: isize, columns: isize) -> u8 {
    window[CENTER.wrapping_add_signed(rows * STRIDE.cast_signed() + columns)]
}

/// Whether the cell that many rows and columns away is draggable.
#[inline]
const fn drag(window: &[u8; WINDOW], rows: isize, columns: isize) -> u32 {
    (near(window, rows, columns) & 1) as u32
}

/// Whether the cell that many rows and columns away is open.
#[inline]
const fn open(window: &[u8; WINDOW], rows: isize, columns: isize) -> u32 {
    (near(window, rows, columns) >> 1) as u32
}

/// The cases in which the centre arrives or is the source, and all others pass.
#[inline]
fn cases_as_end(window: &[u8; WINDOW]) -> u32 {
    side(window, |along, across| (along, across))
        + side(window, |along, across| (-along, across))
        + side(window, |along, across| (across, along))
        + side(window, |along, across| (across, -along))
}

/// Those with the neighbour one step along as the other end: the lines through the centre
/// that miss the neighbour, and the lines through the neighbour that miss the centre.
#[inline]
fn side(window: &[u8; WINDOW], turn: impl Fn(isize, isize) -> (isize, isize)) -> u32 {
    let open = |along, across| {
        let (rows, columns) = turn(along, across);
        open(window, rows, columns)
    };
    let crossing = |along| {
        let [ll, l, r, rr] =
            [open(along, -2), open(along, -1), open(along, 1), open(along, 2)];
        (l & ll) + (l & r) + (r & rr)
    };
    let lines = crossing(0)
        + crossing(1)
        + (open(-1, 0) & open(-2, 0))
        + (open(2, 0) & open(3, 0));
    let (rows, columns) = turn(1, 0);
    drag(window, rows, columns) * lines
}

/// The cases in which the centre is one of the two others of the line, and all others pass.
#[inline]
fn cases_in_line(window: &[u8; WINDOW]) -> u32 {
    half(window, |along, across| (along, across))
        + half(window, |along, across| (-along, across))
        + half(window, |along, across| (across, along))
        + half(window, |along, across| (across, -along))
}

/// Those whose arriving cell lies one or two steps along.
#[inline]
fn half(window: &[u8; WINDOW], turn: impl Fn(isize, isize) -> (isize, isize)) -> u32 {
    let open = |along| {
        let (rows, columns) = turn(along, 0);
        open(window, rows, columns)
    };
    let drag = |along, across| {
        let (rows, columns) = turn(along, across);
        drag(window, rows, columns)
    };
    // Arriving at one step: the third cell is two steps along, or one step back; the sources
    // are those across, and the one beyond when the line ends there.
    let across = drag(1, -1) + drag(1, 1);
    let near = drag(1, 0) * (open(2) * across + open(-1) * (across + drag(2, 0)));
    let far = drag(2, 0) * open(1) * (drag(2, -1) + drag(2, 1) + drag(3, 0));
    near + far
}
