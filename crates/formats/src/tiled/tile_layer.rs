//! The cells of a tile layer.

use tilewright_grid::{Cell, Grid, Size};

use super::MAX_CELLS;
use super::extras::Extras;
use super::gid::Gid;

/// The cells of a tile layer.
#[derive(Clone, Debug, PartialEq)]
pub enum TileLayer {
    /// All cells of a map of fixed size.
    Finite(Grid<Gid>),
    /// The pieces of an infinite map that hold something. Where they overlap the later one
    /// counts.
    Infinite {
        /// The rows and columns that the file states, which mean nothing.
        size: Size,
        /// The pieces.
        chunks: Vec<Chunk>,
    },
}

/// A piece of an infinite layer.
#[derive(Clone, Debug, PartialEq)]
pub struct Chunk {
    /// The row of its top, which may lie above row 0.
    pub row: i32,
    /// The column of its left edge, which may lie left of column 0.
    pub column: i32,
    /// Its cells.
    pub cells: Grid<Gid>,
    /// What else the file says.
    pub extras: Extras,
}

impl TileLayer {
    /// What the cell holds; outside of all that is there it is empty.
    pub fn get(&self, row: i32, column: i32) -> Gid {
        let found = match self {
            Self::Finite(cells) => at(cells, row.into(), column.into()),
            Self::Infinite { chunks, .. } => {
                chunks.iter().rev().find_map(|chunk| chunk.get(row, column))
            }
        };
        found.unwrap_or(Gid::EMPTY)
    }

    /// The cells with their rows and columns: row by row, or chunk by chunk.
    pub fn cells(&self) -> Box<dyn Iterator<Item = (i64, i64, Gid)> + '_> {
        match self {
            Self::Finite(cells) => Box::new(places(cells, 0, 0)),
            Self::Infinite { chunks, .. } => Box::new(chunks.iter().flat_map(|chunk| {
                places(&chunk.cells, chunk.row.into(), chunk.column.into())
            })),
        }
    }

    /// The smallest rectangle around all chunks as one grid, with the row and column of its
    /// first cell; a finite layer as it is, from row 0 and column 0. `None` when the
    /// rectangle has more than [`MAX_CELLS`] cells.
    pub fn flatten(&self) -> Option<(i64, i64, Grid<Gid>)> {
        let chunks = match self {
            Self::Finite(cells) => return Some((0, 0, cells.clone())),
            Self::Infinite { chunks, .. } => chunks,
        };
        let full = || chunks.iter().filter(|chunk| chunk.cells.size().area() > 0);
        let top = full().map(|chunk| i64::from(chunk.row)).min().unwrap_or(0);
        let left = full().map(|chunk| i64::from(chunk.column)).min().unwrap_or(0);
        let bottom = full().map(Chunk::bottom).max().unwrap_or(0);
        let right = full().map(Chunk::right).max().unwrap_or(0);
        let rows = u32::try_from(bottom - top).ok()?;
        let columns = u32::try_from(right - left).ok()?;
        if u64::from(rows) * u64::from(columns) > MAX_CELLS as u64 {
            return None;
        }
        let mut grid = Grid::filled(Size::new(rows, columns), Gid::EMPTY);
        for (row, column, gid) in self.cells() {
            grid[Cell::new((row - top) as u32, (column - left) as u32)] = gid;
        }
        Some((top, left, grid))
    }
}

impl Chunk {
    /// What the cell of the layer holds; `None` outside of this chunk.
    pub fn get(&self, row: i32, column: i32) -> Option<Gid> {
        let row = i64::from(row) - i64::from(self.row);
        at(&self.cells, row, i64::from(column) - i64::from(self.column))
    }

    fn bottom(&self) -> i64 {
        i64::from(self.row) + i64::from(self.cells.size().rows)
    }

    fn right(&self) -> i64 {
        i64::from(self.column) + i64::from(self.cells.size().columns)
    }
}

fn at(cells: &Grid<Gid>, row: i64, column: i64) -> Option<Gid> {
    let cell = Cell::new(u32::try_from(row).ok()?, u32::try_from(column).ok()?);
    cells.get(cell).copied()
}

fn places(
    cells: &Grid<Gid>,
    top: i64,
    left: i64,
) -> impl Iterator<Item = (i64, i64, Gid)> + '_ {
    let place =
        move |cell: Cell| (top + i64::from(cell.row), left + i64::from(cell.column));
    cells.size().cells().zip(cells.values()).map(move |(cell, &gid)| {
        let (row, column) = place(cell);
        (row, column, gid)
    })
}
