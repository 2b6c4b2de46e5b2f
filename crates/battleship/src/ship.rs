//! A ship where it lies.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use tilewright_grid::{Cell, Heading, Size};

use crate::{Touch, name};

/// A straight ship: its first cell, its length, and whether it runs east or south from there.
///
/// In JSON: `{"cell":[0,2],"length":4,"heading":"east"}`, row and column of the cell from 0. A
/// ship of one deck heads east. Documents of version 1 wrote `"row":1,"column":3`, from 1, for
/// the same cell; they are still read.
///
/// ```
/// use tilewright_battleship::Ship;
/// use tilewright_grid::{Cell, Heading};
///
/// let ship = Ship::new(Cell::new(0, 2), 4, Heading::East);
/// assert_eq!(ship.last(), Cell::new(0, 5));
/// assert_eq!(ship.to_string(), "C1, 4 decks east");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ship {
    /// The cell of its northern or western end.
    pub cell: Cell,
    /// How many decks it has.
    pub length: u32,
    /// Whether it runs down; else it runs to the right.
    pub is_upright: bool,
}

impl Ship {
    /// A ship from that cell on. One that heads north or west is turned around, so that its
    /// first cell is its northern or western end; meant for ships that stay inside the field.
    ///
    /// # Panics
    /// When a turned ship would begin above row 0 or left of column 0.
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

    /// All ships of that length inside a field: those that head east in reading order, then
    /// those that head south.
    pub fn everywhere(size: Size, length: u32) -> impl Iterator<Item = Self> {
        let headings = [Heading::East, Heading::South];
        let headings = headings.into_iter().take(if length > 1 { 2 } else { 1 });
        let ships = headings.flat_map(move |heading| {
            size.cells().map(move |cell| Self::new(cell, length, heading))
        });
        ships.filter(move |ship| ship.is_inside(size))
    }

    /// East or south.
    pub const fn heading(self) -> Heading {
        if self.is_upright { Heading::South } else { Heading::East }
    }

    /// The cell of its southern or eastern end.
    pub const fn last(self) -> Cell {
        let Cell { row, column } = self.cell;
        let back = self.length - 1;
        if self.is_upright {
            Cell::new(row + back, column)
        } else {
            Cell::new(row, column + back)
        }
    }

    /// Its cells from the first to the last.
    pub fn cells(self) -> impl Iterator<Item = Cell> + Clone {
        let Cell { row, column } = self.cell;
        (0..self.length).map(move |step| {
            if self.is_upright {
                Cell::new(row + step, column)
            } else {
                Cell::new(row, column + step)
            }
        })
    }

    /// Whether all of it lies inside.
    pub const fn is_inside(self, size: Size) -> bool {
        size.contains(self.last())
    }

    /// Whether one of its decks lies there.
    pub const fn covers(self, cell: Cell) -> bool {
        let last = self.last();
        self.cell.row <= cell.row
            && cell.row <= last.row
            && self.cell.column <= cell.column
            && cell.column <= last.column
    }

    /// Whether the two have a cell in common.
    #[inline]
    pub const fn overlaps(self, other: Self) -> bool {
        self.is_near(other, 0, 0)
    }

    /// Whether the two cannot both lie where they are under that rule.
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

    /// Whether the rectangles overlap when one grows by so many rows and columns to each side.
    #[expect(clippy::needless_bitwise_bool, reason = "all four are cheaper than a guess")]
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
        let (cell, length) = (name(self.cell), self.length);
        match (length, self.is_upright) {
            (1, _) => write!(f, "{cell}, 1 deck"),
            (_, false) => write!(f, "{cell}, {length} decks east"),
            (_, true) => write!(f, "{cell}, {length} decks south"),
        }
    }
}

/// The form of a ship in JSON.
#[derive(Serialize)]
struct Written {
    cell: Cell,
    length: u32,
    heading: Heading,
}

/// The forms of a ship that are read.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Read {
    cell: Option<Cell>,
    row: Option<u32>,
    column: Option<u32>,
    length: u32,
    heading: Heading,
}

/// The cell that a document states: as one from 0, or in version 1 as a row and a column from 1.
///
/// # Errors
/// When it states neither, or a row or column 0 in version 1.
pub(crate) fn place(
    cell: Option<Cell>,
    row: Option<u32>,
    column: Option<u32>,
) -> Result<Cell, &'static str> {
    match (cell, row, column) {
        (Some(cell), None, None) => Ok(cell),
        (None, Some(row), Some(column)) => {
            let cell = row.checked_sub(1).zip(column.checked_sub(1));
            let cell = cell.map(|(row, column)| Cell::new(row, column));
            cell.ok_or("`row` and `column` count from 1; write `cell` to count from 0")
        }
        _ => Err("expected a `cell` as [row, column] from 0"),
    }
}

impl Serialize for Ship {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Written { cell: self.cell, length: self.length, heading: self.heading() }
            .serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Ship {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        use serde::de::Error;
        let Read { cell, row, column, length, heading } =
            Read::deserialize(deserializer)?;
        let cell = place(cell, row, column).map_err(D::Error::custom)?;
        let most = crate::MAX_SIDE - 1;
        if cell.row > most || cell.column > most {
            let Cell { row, column } = cell;
            let what = format!(
                "a ship's cell is [{row}, {column}], the last is [{most}, {most}]"
            );
            return Err(D::Error::custom(what));
        }
        if !(1..=crate::MAX_SIDE).contains(&length) {
            let what =
                format!("a ship's length is 1 to {}, found {length}", crate::MAX_SIDE);
            return Err(D::Error::custom(what));
        }
        if !matches!(heading, Heading::East | Heading::South) {
            return Err(D::Error::custom("a ship heads east or south"));
        }
        Ok(Self::new(cell, length, heading))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ships_that_head_back_are_turned_around() {
        let ship = Ship::new(Cell::new(3, 5), 3, Heading::North);
        assert_eq!(ship, Ship::new(Cell::new(1, 5), 3, Heading::South));
        let ship = Ship::new(Cell::new(3, 5), 3, Heading::West);
        assert_eq!(ship.cells().last(), Some(Cell::new(3, 5)));
    }

    #[test]
    fn clashes_agree_with_a_look_at_every_pair_of_cells() {
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
