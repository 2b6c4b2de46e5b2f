//! The cells of a tile layer.

use tilewright_grid::{Cell, Grid, Size};

use super::extras::Extras;
use super::gid::Gid;

/// The cells of a tile layer.
///
/// ```
/// use tilewright_formats::tiled::{Gid, TileLayer};
/// use tilewright_grid::{Grid, Size};
///
/// let layer = TileLayer::Finite(Grid::filled(Size::new(2, 2), Gid::new(7)));
/// assert_eq!(layer.get(1, 1).id(), 7);
/// assert!(layer.get(2, 0).is_empty());
/// assert_eq!(layer.cells().count(), 4);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum TileLayer {
    /// All cells of a map of fixed size.
    Finite(Grid<Gid>),
    /// The chunks of an infinite map. Where chunks overlap, the later one counts.
    Infinite {
        /// The size in the file, which has no meaning.
        size: Size,
        /// The chunks.
        chunks: Vec<Chunk>,
    },
}

/// A rectangle of cells of an infinite layer.
#[derive(Clone, Debug, PartialEq)]
pub struct Chunk {
    /// The row of its top edge, which may be negative.
    pub row: i32,
    /// The column of its left edge, which may be negative.
    pub column: i32,
    /// The cells.
    pub cells: Grid<Gid>,
    /// Unknown parts of the file.
    pub extras: Extras,
}

impl TileLayer {
    /// The gid of a cell; [`Gid::EMPTY`] outside the layer.
    pub fn get(&self, row: i32, column: i32) -> Gid {
        let found = match self {
            Self::Finite(cells) => at(cells, row.into(), column.into()),
            Self::Infinite { chunks, .. } => {
                chunks.iter().rev().find_map(|chunk| chunk.get(row, column))
            }
        };
        found.unwrap_or(Gid::EMPTY)
    }

    /// All cells as (row, column, gid): row by row, or chunk by chunk.
    pub fn cells(&self) -> Box<dyn Iterator<Item = (i64, i64, Gid)> + '_> {
        match self {
            Self::Finite(cells) => Box::new(places(cells, 0, 0)),
            Self::Infinite { chunks, .. } => Box::new(chunks.iter().flat_map(|chunk| {
                places(&chunk.cells, chunk.row.into(), chunk.column.into())
            })),
        }
    }
}

impl Chunk {
    /// The gid of a cell of the layer; `None` outside this chunk.
    pub fn get(&self, row: i32, column: i32) -> Option<Gid> {
        let row = i64::from(row) - i64::from(self.row);
        at(&self.cells, row, i64::from(column) - i64::from(self.column))
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
