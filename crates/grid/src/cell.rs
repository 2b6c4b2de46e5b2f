//! A position on a grid.

use std::fmt;

#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

use crate::Heading;

/// A position on a grid: row 0 is the top row, column 0 the leftmost column.
///
/// Cells sort row by row, from the top left to the bottom right. In JSON a cell is
/// `[row, column]`, from 0; in words it is counted from 1, as on pictures and in lines of files.
///
/// ```
/// use tilewright_grid::{Cell, Heading};
///
/// assert_eq!(Cell::new(3, 9).to_string(), "row 4, column 10");
/// assert_eq!(Cell::new(3, 9).step(Heading::East), Some(Cell::new(3, 10)));
/// assert_eq!(Cell::new(0, 0).step(Heading::North), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(from = "(u32, u32)", into = "(u32, u32)"))]
pub struct Cell {
    /// Rows from the top.
    pub row: u32,
    /// Columns from the left.
    pub column: u32,
}

impl Cell {
    /// The cell in the given row and column.
    pub const fn new(row: u32, column: u32) -> Self {
        Self { row, column }
    }

    /// The cell at x, the column, and y, the row: y grows downwards.
    ///
    /// ```
    /// use tilewright_grid::Cell;
    ///
    /// assert_eq!(Cell::from_xy(9, 3), Cell::new(3, 9));
    /// assert_eq!(Cell::new(3, 9).xy(), [9, 3]);
    /// ```
    pub const fn from_xy(x: u32, y: u32) -> Self {
        Self::new(y, x)
    }

    /// The column and the row: x and y.
    pub const fn xy(self) -> [u32; 2] {
        [self.column, self.row]
    }

    /// The neighbour in a direction; `None` above row 0 and left of column 0. The bottom and
    /// right edges depend on the grid: see [`Size::step`](crate::Size::step).
    pub fn step(self, heading: Heading) -> Option<Self> {
        let (rows, columns) = heading.offset();
        Some(Self {
            row: self.row.checked_add_signed(rows)?,
            column: self.column.checked_add_signed(columns)?,
        })
    }
}

impl From<(u32, u32)> for Cell {
    fn from((row, column): (u32, u32)) -> Self {
        Self { row, column }
    }
}

impl From<Cell> for (u32, u32) {
    fn from(cell: Cell) -> Self {
        (cell.row, cell.column)
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [row, column] = [self.row, self.column].map(|from_0| u64::from(from_0) + 1);
        write!(f, "row {row}, column {column}")
    }
}
