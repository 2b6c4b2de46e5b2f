//! A board with incrementally updated potential and feasibility.

use tilewright_grid::Grid;
use tilewright_match3::{Kind, Level, MAX_SIDE};

use crate::feasibility::{RowBits, Rows};

/// A board with an incrementally updated potential: setting a cell recounts only the cases of that cell,
/// at most 64.
///
/// ```
/// use tilewright_grid::Cell;
/// use tilewright_match3::{Kind, Level};
/// use tilewright_match3_design::Tally;
///
/// let level: Level = "...\n...\n...\n".parse()?;
/// let mut tally = Tally::new(&level);
/// assert_eq!(tally.potential(), 24);
/// tally.set(4, Kind::OBSTACLE);
/// assert_eq!(tally.potential(), 8);
/// tally.set(4, Kind::ORDINARY);
/// assert_eq!(tally.potential(), 24);
/// # Ok::<(), tilewright_match3::LevelError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Tally {
    cells: Grid<Kind>,
    /// Bit 0: draggable; bit 1: open. With a margin of three empty cells.
    flags: Vec<u8>,
    open: RowBits,
    rows: Rows,
    potential: u32,
}

/// The margin of the flags: as far as a case reaches.
const REACH: usize = 3;
/// The flags of a row with its two margins; a constant, so that neighbours are at constant distances.
const STRIDE: usize = MAX_SIDE as usize + 2 * REACH;
/// The flags from three rows and cells before a cell to three after it, as an array of constant
/// length: no access within it needs a check of bounds.
const WINDOW: usize = 2 * REACH * STRIDE + 2 * REACH + 1;
/// The index of the cell in its window.
const CENTER: usize = REACH * STRIDE + REACH;

impl Tally {
    /// A board that starts as this level.
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

    /// The current potential.
    pub const fn potential(&self) -> u32 {
        self.potential
    }

    /// Whether the board is currently feasible.
    pub fn is_feasible(&self) -> bool {
        self.rows.is_feasible(&self.open)
    }

    /// The current board.
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

    /// Sets the kind of a cell, given by its index in reading order, and returns the earlier kind.
    ///
    /// # Panics
    /// When the index is outside the board, or the change would add or remove a hole.
    pub fn set(&mut self, index: usize, kind: Kind) -> Kind {
        let cell = self.cells.size().cell(index);
        let before = std::mem::replace(&mut self.cells.values_mut()[index], kind);
        assert!(
            before.is_present() == kind.is_present(),
            "holes cannot be added or removed"
        );

        let (old, new) = (flag(before), flag(kind));

        if old != new {
            let start = window_start(cell.row, cell.column);
            let window: &[u8; WINDOW] =
                self.flags[start..].first_chunk().expect("the margins are wide enough");

            // The window is counted before its centre changes, so that the same cases come and
            // go.
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

/// The flags of the cell at an offset from the centre.
#[inline]
const fn near(window: &[u8; WINDOW], rows: isize, columns: isize) -> u8 {
    window[CENTER.wrapping_add_signed(rows * STRIDE.cast_signed() + columns)]
}

/// 1 if the cell at an offset from the centre is draggable.
#[inline]
const fn drag(window: &[u8; WINDOW], rows: isize, columns: isize) -> u32 {
    (near(window, rows, columns) & 1) as u32
}

/// 1 if the cell at an offset from the centre is open.
#[inline]
const fn open(window: &[u8; WINDOW], rows: isize, columns: isize) -> u32 {
    (near(window, rows, columns) >> 1) as u32
}

/// The number of cases with the centre as the arriving cell or the source whose other cells allow them.
#[inline]
fn cases_as_end(window: &[u8; WINDOW]) -> u32 {
    side(window, |along, across| (along, across))
        + side(window, |along, across| (-along, across))
        + side(window, |along, across| (across, along))
        + side(window, |along, across| (across, -along))
}

/// The number of these cases whose other end is the neighbour one step along: lines through the centre
/// without the neighbour, and lines through the neighbour without the centre.
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

/// The number of cases with the centre as one of the two others of the line whose other cells allow them.
#[inline]
fn cases_in_line(window: &[u8; WINDOW]) -> u32 {
    half(window, |along, across| (along, across))
        + half(window, |along, across| (-along, across))
        + half(window, |along, across| (across, along))
        + half(window, |along, across| (across, -along))
}

/// The number of these cases whose arriving cell is one or two steps along.
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
