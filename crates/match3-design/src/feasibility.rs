//! Which cells of a level can be refilled, and which are infeasible.
//!
//! A cell is refillable if a path of steps up, left or right through open cells leads from it to an
//! open spawner. A cell is infeasible if it is open but not refillable, or if it is a blocker or
//! obstacle whose upper, left and right neighbours are not refillable; spawners and row 0 are never
//! infeasible. (The rule of limbsoo's article *Genetic algorithms in Unity*.) The flood fill runs
//! from the top row down, with the cells of a row as the bits of a word.

use serde::{Deserialize, Serialize};
use tilewright_grid::{Cell, Grid, Size, groups};
use tilewright_match3::{Kind, Level, MAX_SIDE};

/// The infeasible cells of a level: open cells that are never refilled, and blockers and obstacles
/// beside no refilled cell. A level is feasible if it has none.
///
/// ```
/// use tilewright_grid::Cell;
/// use tilewright_match3::Level;
/// use tilewright_match3_design::Feasibility;
///
/// let level: Level = "...\n###\n...\n".parse()?;
/// let feasibility = Feasibility::of(&level);
/// assert!(!feasibility.is_feasible());
/// assert_eq!((feasibility.cells[0], feasibility.groups), (Cell::new(2, 0), 1));
/// # Ok::<(), tilewright_match3::LevelError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Feasibility {
    /// The infeasible cells in reading order.
    pub cells: Vec<Cell>,
    /// The number of groups of infeasible cells that are connected by their sides.
    pub groups: u32,
}

impl Feasibility {
    /// The infeasible cells of a level.
    pub fn of(level: &Level) -> Self {
        let rows = Rows::new(level.size(), &level.spawner_cells(), level.cells());
        let infeasible = rows.infeasible(&rows.open_rows(level.cells()));
        let size = level.size();
        let is_bad = |cell: Cell| infeasible[cell.row as usize] >> cell.column & 1 == 1;
        Self {
            cells: size.cells().filter(|&cell| is_bad(cell)).collect(),
            groups: groups(size, is_bad).len() as u32,
        }
    }

    /// Whether no cell is infeasible.
    pub const fn is_feasible(&self) -> bool {
        self.cells.is_empty()
    }
}

/// How the violation of an infeasible level is counted. Both counts are 0 for feasible levels only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Violation {
    /// Connected groups of infeasible cells, as in the text of the article.
    Groups,
    /// Infeasible cells, as in the code of the article.
    Cells,
}

/// One word per row, one bit per column.
pub(crate) type RowBits = [u64; MAX_SIDE as usize];

/// The parts of the flood fill that depend on the shape of a board only.
#[derive(Clone, Debug)]
pub(crate) struct Rows {
    size: Size,
    present: Vec<u64>,
    spawners: Vec<u64>,
}

impl Rows {
    pub(crate) fn new(size: Size, spawners: &Grid<bool>, cells: &Grid<Kind>) -> Self {
        Self {
            size,
            present: bits(
                cells.rows().map(|row| row.iter().map(|kind| kind.is_present())),
            ),
            spawners: bits(spawners.rows().map(|row| row.iter().copied())),
        }
    }

    /// The open cells of every row.
    pub(crate) fn open_rows(&self, cells: &Grid<Kind>) -> RowBits {
        let open = bits(cells.rows().map(|row| row.iter().map(|kind| kind.is_open())));
        let mut rows = [0; MAX_SIDE as usize];
        rows[..self.size.rows as usize].copy_from_slice(&open);
        rows
    }

    /// The refillable cells of every row.
    pub(crate) fn refillable(&self, open: &RowBits) -> RowBits {
        let mut found = [0; MAX_SIDE as usize];
        self.sweep(|row| open[row], |row, refillable, _| found[row] = refillable);
        found
    }

    /// The infeasible cells of every row.
    pub(crate) fn infeasible(&self, open: &RowBits) -> RowBits {
        let mut found = [0; MAX_SIDE as usize];
        self.sweep(|row| open[row], |row, _, infeasible| found[row] = infeasible);
        found
    }

    /// Whether no cell is infeasible.
    pub(crate) fn is_feasible(&self, open: &RowBits) -> bool {
        self.violation(|row| open[row], Violation::Cells) == 0
    }

    /// The violation of a board, given its open cells row by row.
    #[inline]
    pub(crate) fn violation(
        &self,
        open: impl Fn(usize) -> u64,
        measure: Violation,
    ) -> u32 {
        let mut cells = 0;
        self.sweep(&open, |_, _, infeasible| {
            if infeasible != 0 {
                cells += infeasible.count_ones();
            }
        });

        if cells == 0 || measure == Violation::Cells {
            return cells;
        }

        let mut found = [0; MAX_SIDE as usize];
        self.sweep(&open, |row, _, infeasible| found[row] = infeasible);
        groups(self.size, |cell| found[cell.row as usize] >> cell.column & 1 == 1).len()
            as u32
    }

    /// Visits the rows from the top: calls `visit` with the refillable and the infeasible cells.
    #[inline]
    fn sweep(&self, open: impl Fn(usize) -> u64, mut visit: impl FnMut(usize, u64, u64)) {
        let columns = self.size.columns;

        let mut above = 0;
        for (row, (&present, &spawners)) in
            self.present.iter().zip(&self.spawners).enumerate()
        {
            let open = open(row);

            let refillable = spread(open, open & (above | spawners), columns);
            let reached = above | refillable | refillable << 1 | refillable >> 1;
            let spoilt = (open & !refillable) | (present & !open & !reached);

            visit(row, refillable, if row == 0 { 0 } else { spoilt & !spawners });
            above = refillable;
        }
    }
}

/// The runs of `open` that hold a bit of `start`, which lies within `open`.
#[inline]
const fn spread(open: u64, start: u64, columns: u32) -> u64 {
    // A carry fills a run upwards from its lowest start …
    let mut filled = start | (open & !open.wrapping_add(start));
    // … and doubling steps fill the rest below it.
    if filled == open {
        return filled;
    }
    let mut through = open;
    let mut step = 1;
    while step < columns {
        filled |= through & (filled >> step);
        through &= through >> step;
        step *= 2;
    }
    filled
}

/// Packs rows of flags, the first flag in the lowest bit.
fn bits(rows: impl Iterator<Item = impl Iterator<Item = bool>>) -> Vec<u64> {
    rows.map(|row| row.enumerate().fold(0, |bits, (i, flag)| bits | u64::from(flag) << i))
        .collect()
}
