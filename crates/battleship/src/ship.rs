//! A ship at its place on the field.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use tilewright_grid::{Cell, Heading, Size};

use crate::{Touch, cell_name};

/// A straight ship: its first cell, its length, and whether it runs east or south from there.
///
/// In JSON: `{"cell":[0,2],"length":4,"heading":"east"}`, row and column of the cell from 0. A
/// ship of one cell heads east.
///
/// ```
/// use tilewright_battleship::Ship;
/// use tilewright_grid::{Cell, Heading};
///
/// let ship = Ship::new(Cell::new(0, 2), 4, Heading::East);
/// assert_eq!(ship.last(), Cell::new(0, 5));
/// assert_eq!(ship.to_string(), "C1, 4 cells east");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ship {
    /// The cell of its northern or western end.
    pub cell: Cell,
    /// Its length in cells.
    pub length: u32,
    /// Whether it runs south from its first cell; otherwise it runs east.
    pub is_upright: bool,
}

impl Ship {
    /// A ship that starts at a cell and runs `length` cells in a direction. If it heads north or
    /// west, the other end becomes its first cell, and it heads south or east.
    ///
    /// # Panics
    /// When the other end would lie above row 0 or left of column 0, or the length is 0.
    pub const fn new(cell: Cell, length: u32, heading: Heading) -> Self {
        let back = length - 1;
        let (cell, is_upright) = match heading {
            Heading::East => (cell, false),
            Heading::South => (cell, true),
            Heading::North => (Cell::new(cell.row - back, cell.column), true),
            Heading::West => (Cell::new(cell.row, cell.column - back), false),
        };
        Self { cell, length, is_upright: is_upright && length > 1 }
    }

    /// Every ship of a length that lies inside a field: those that head east in reading order,
    /// then those that head south.
    pub fn everywhere(size: Size, length: u32) -> impl Iterator<Item = Self> {
        let headings = [Heading::East, Heading::South];
        let headings = headings.into_iter().take(if length > 1 { 2 } else { 1 });
        let ships = headings.flat_map(move |heading| {
            size.cells().map(move |cell| Self::new(cell, length, heading))
        });
        ships.filter(move |ship| ship.is_inside(size))
    }

    /// The direction from its first cell to its last: east or south.
    pub const fn heading(self) -> Heading {
        if self.is_upright { Heading::South } else { Heading::East }
    }

    /// The cell of its southern or eastern end.
    pub const fn last(self) -> Cell {
        self.part(self.length - 1)
    }

    /// The cell at a distance from its first one.
    const fn part(self, step: u32) -> Cell {
        let Cell { row, column } = self.cell;
        let (down, across) = if self.is_upright { (step, 0) } else { (0, step) };
        Cell::new(row + down, column + across)
    }

    /// Its cells from the first to the last.
    pub fn cells(self) -> impl Iterator<Item = Cell> + Clone {
        (0..self.length).map(move |step| self.part(step))
    }

    /// Whether all its cells lie inside the field.
    pub const fn is_inside(self, size: Size) -> bool {
        size.contains(self.last())
    }

    /// Whether it occupies a cell.
    pub const fn covers(self, cell: Cell) -> bool {
        let last = self.last();
        self.cell.row <= cell.row
            && cell.row <= last.row
            && self.cell.column <= cell.column
            && cell.column <= last.column
    }

    /// Whether two ships have a cell in common.
    #[inline]
    pub const fn overlaps(self, other: Self) -> bool {
        self.is_near(other, 0, 0)
    }

    /// Whether two ships break a touch rule: they overlap, or lie closer than it allows.
    ///
    /// ```
    /// use tilewright_battleship::{Ship, Touch};
    /// use tilewright_grid::{Cell, Heading};
    ///
    /// let one = Ship::new(Cell::new(0, 0), 2, Heading::East);
    /// let other = Ship::new(Cell::new(1, 2), 3, Heading::South);
    /// assert!(one.clashes(other, Touch::Never));
    /// assert!(!one.clashes(other, Touch::Corners));
    /// ```
    #[inline]
    pub const fn clashes(self, other: Self, touch: Touch) -> bool {
        match touch {
            Touch::Never => self.is_near(other, 1, 1),
            Touch::Corners => self.is_near(other, 1, 0) || self.is_near(other, 0, 1),
            Touch::Free => self.is_near(other, 0, 0),
        }
    }

    /// Whether the two rectangles overlap once one of them is extended by `rows` and `columns` on
    /// each side.
    #[expect(
        clippy::needless_bitwise_bool,
        reason = "four comparisons cost less than a mispredicted branch"
    )]
    #[inline]
    const fn is_near(self, other: Self, rows: u32, columns: u32) -> bool {
        let (end, other_end) = (self.last(), other.last());
        (self.cell.row <= other_end.row + rows)
            & (other.cell.row <= end.row + rows)
            & (self.cell.column <= other_end.column + columns)
            & (other.cell.column <= end.column + columns)
    }
}

impl fmt::Display for Ship {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (cell, length) = (cell_name(self.cell), self.length);
        match (length, self.is_upright) {
            (1, _) => write!(f, "{cell}, 1 cell"),
            (_, false) => write!(f, "{cell}, {length} cells east"),
            (_, true) => write!(f, "{cell}, {length} cells south"),
        }
    }
}

/// A ship as it is written and read.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ShipDocument {
    cell: Cell,
    length: u32,
    heading: Heading,
}

impl Serialize for Ship {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        ShipDocument { cell: self.cell, length: self.length, heading: self.heading() }
            .serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Ship {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        use serde::de::Error;
        let ShipDocument { cell, length, heading } =
            ShipDocument::deserialize(deserializer)?;

        let most = crate::MAX_SIDE - 1;
        if cell.row > most || cell.column > most {
            let Cell { row, column } = cell;
            let what = format!(
                "`cell` is [{row}, {column}], expected rows and columns from 0 to {most}"
            );
            return Err(D::Error::custom(what));
        }

        if !(1..=crate::MAX_SIDE).contains(&length) {
            let what = format!("`length` is {length}, expected 1 to {}", crate::MAX_SIDE);
            return Err(D::Error::custom(what));
        }

        if !matches!(heading, Heading::East | Heading::South) {
            let what = "`heading` is north or west, expected east or south";
            return Err(D::Error::custom(what));
        }
        Ok(Self::new(cell, length, heading))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ships_that_head_north_or_west_start_at_their_other_end() {
        let ship = Ship::new(Cell::new(3, 5), 3, Heading::North);
        assert_eq!(ship, Ship::new(Cell::new(1, 5), 3, Heading::South));
        let ship = Ship::new(Cell::new(3, 5), 3, Heading::West);
        assert_eq!(ship.cells().last(), Some(Cell::new(3, 5)));
    }

    #[test]
    fn clashes_agree_with_a_comparison_of_every_pair_of_cells() {
        let size = Size::new(5, 6);
        let all: Vec<Ship> = size
            .cells()
            .flat_map(|cell| {
                [(1, Heading::East), (2, Heading::East), (3, Heading::South)]
                    .map(|(length, heading)| Ship::new(cell, length, heading))
            })
            .filter(|ship| ship.is_inside(size))
            .collect();

        for (one, other) in all.iter().flat_map(|one| all.iter().map(move |it| (one, it)))
        {
            let near = |rows: u32, columns: u32| {
                one.cells().any(|a| {
                    other.cells().any(|b| {
                        a.row.abs_diff(b.row) <= rows
                            && a.column.abs_diff(b.column) <= columns
                    })
                })
            };
            assert_eq!(one.clashes(*other, Touch::Never), near(1, 1));
            assert_eq!(one.clashes(*other, Touch::Corners), near(1, 0) || near(0, 1));
            assert_eq!(one.clashes(*other, Touch::Free), near(0, 0));
            assert_eq!(one.overlaps(*other), near(0, 0));
        }
    }
}
