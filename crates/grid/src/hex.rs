//! Hexagonal cells, in rows and columns of which every other one is shifted by half a cell.

#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

use crate::Cell;

/// One of the directions from a hexagonal cell to those beside it. Where rows are shifted there are east, west and the four between,
/// where columns are shifted north, south and the four between.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum HexHeading {
    /// Up, where columns are shifted.
    North,
    /// Up and to the right.
    NorthEast,
    /// To the right, where rows are shifted.
    East,
    /// Down and to the right.
    SouthEast,
    /// Down, where columns are shifted.
    South,
    /// Down and to the left.
    SouthWest,
    /// To the left, where rows are shifted.
    West,
    /// Up and to the left.
    NorthWest,
}

/// Which rows or columns of a hexagonal or staggered map are shifted by half a cell, to the right or down: `staggeraxis` and `staggerindex` of
/// Tiled. Rows and columns are counted from 0.
///
/// ```
/// use tilewright_grid::{Cell, HexHeading, Stagger};
///
/// let map = Stagger::OddRows;
/// let cell = Cell::new(1, 4); // half a cell to the right of the cells above it
/// assert_eq!(map.step(cell, HexHeading::NorthWest), Some(Cell::new(0, 4)));
/// assert_eq!(map.step(cell, HexHeading::NorthEast), Some(Cell::new(0, 5)));
/// assert_eq!(map.step(cell, HexHeading::North), None); // rows are shifted, not columns
/// assert_eq!(map.distance(Cell::new(0, 0), Cell::new(4, 2)), 4);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Stagger {
    /// Rows 1, 3, 5 … are shifted to the right.
    OddRows,
    /// Rows 0, 2, 4 … are shifted to the right.
    EvenRows,
    /// Columns 1, 3, 5 … are shifted down.
    OddColumns,
    /// Columns 0, 2, 4 … are shifted down.
    EvenColumns,
}

crate::names! {
    /// All of them.
    Stagger, name: OddRows = "odd-rows", EvenRows = "even-rows", OddColumns = "odd-columns", EvenColumns = "even-columns",
}

impl Stagger {
    /// Whether rows are shifted, rather than columns.
    pub const fn is_of_rows(self) -> bool {
        matches!(self, Self::OddRows | Self::EvenRows)
    }

    /// Whether a cell is shifted.
    pub const fn is_shifted(self, cell: Cell) -> bool {
        match self {
            Self::OddRows => cell.row % 2 == 1,
            Self::EvenRows => cell.row.is_multiple_of(2),
            Self::OddColumns => cell.column % 2 == 1,
            Self::EvenColumns => cell.column.is_multiple_of(2),
        }
    }

    /// The six directions, clockwise: from north-east where rows are shifted, from north where columns are.
    pub const fn headings(self) -> [HexHeading; 6] {
        use HexHeading::{
            East, North, NorthEast, NorthWest, South, SouthEast, SouthWest, West,
        };
        if self.is_of_rows() {
            [NorthEast, East, SouthEast, SouthWest, West, NorthWest]
        } else {
            [North, NorthEast, SouthEast, South, SouthWest, NorthWest]
        }
    }

    /// What a step from a cell adds to (row, column). None in a direction that these cells do not have.
    pub const fn offset(self, from: Cell, heading: HexHeading) -> Option<(i32, i32)> {
        use HexHeading::{
            East, North, NorthEast, NorthWest, South, SouthEast, SouthWest, West,
        };
        let shift = self.is_shifted(from) as i32;
        Some(match (self.is_of_rows(), heading) {
            (true, East) => (0, 1),
            (true, West) => (0, -1),
            (true, NorthEast) => (-1, shift),
            (true, SouthEast) => (1, shift),
            (true, NorthWest) => (-1, shift - 1),
            (true, SouthWest) => (1, shift - 1),
            (false, North) => (-1, 0),
            (false, South) => (1, 0),
            (false, NorthEast) => (shift - 1, 1),
            (false, SouthEast) => (shift, 1),
            (false, NorthWest) => (shift - 1, -1),
            (false, SouthWest) => (shift, -1),
            (true, North | South) | (false, East | West) => return None,
        })
    }

    /// The cell beside another one. None in a direction that these cells do not have, and above row 0 or left of column 0.
    pub fn step(self, from: Cell, heading: HexHeading) -> Option<Cell> {
        let (down, right) = self.offset(from, heading)?;
        let row = from.row.checked_add_signed(down)?;
        Some(Cell::new(row, from.column.checked_add_signed(right)?))
    }

    /// Where the middle of a cell lies, as `[across, along]`: along the direction of the shift in half cells, across it in rows or columns.
    /// A step changes both by 1, or `along` alone by 2.
    #[inline]
    pub const fn place(self, cell: Cell) -> [i64; 2] {
        let shift = self.is_shifted(cell) as i64;
        let (across, along) = if self.is_of_rows() {
            (cell.row, cell.column)
        } else {
            (cell.column, cell.row)
        };
        [across as i64, 2 * along as i64 + shift]
    }

    /// The number of steps from one cell to another on a map without walls.
    #[inline]
    pub const fn distance(self, from: Cell, to: Cell) -> u32 {
        let ([row, half], [other_row, other_half]) = (self.place(from), self.place(to));
        let (across, along) = (row.abs_diff(other_row), half.abs_diff(other_half));
        // Steps across bring it nearer by half a cell each, those along by a whole one.
        let steps = if across > along { across } else { across.midpoint(along) };
        steps as u32
    }
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;

    use super::*;
    use crate::CellShape;

    #[test]
    fn the_six_neighbours_are_those_whose_middles_are_one_apart() {
        for stagger in Stagger::ALL {
            let shape = CellShape::Hexagon(stagger);
            for row in 1..7 {
                for column in 1..7 {
                    let cell = Cell::new(row, column);
                    let step = |heading| stagger.step(cell, heading).unwrap();
                    let mut found = stagger.headings().map(step);
                    found.sort_unstable();
                    let near = (0..9)
                        .flat_map(|row| (0..9).map(move |column| Cell::new(row, column)));
                    let near: Vec<Cell> =
                        near.filter(|&other| shape.apart(cell, other) == 4).collect();
                    assert_eq!(near, found, "{stagger} {cell}");
                }
            }
        }
    }

    #[test]
    fn distances_are_those_of_a_search() {
        for stagger in Stagger::ALL {
            let start = Cell::new(4, 5);
            let mut distances = [[None; 10]; 10];
            distances[4][5] = Some(0);
            let mut waiting = VecDeque::from([start]);
            while let Some(cell) = waiting.pop_front() {
                let here = distances[cell.row as usize][cell.column as usize].unwrap();
                for heading in stagger.headings() {
                    let Some(next) = stagger.step(cell, heading) else { continue };
                    if next.row < 10 && next.column < 10 {
                        let there =
                            &mut distances[next.row as usize][next.column as usize];
                        if there.is_none() {
                            *there = Some(here + 1);
                            waiting.push_back(next);
                        }
                    }
                }
            }
            for (row, distances) in (0..).zip(&distances) {
                for (column, &distance) in (0..).zip(distances) {
                    let found = stagger.distance(start, Cell::new(row, column));
                    assert_eq!(Some(found), distance, "{stagger} {row} {column}");
                }
            }
        }
    }
}
