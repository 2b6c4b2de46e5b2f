//! A fleet, and its text form.

use std::fmt::Write as _;

use serde::{Deserialize, Serialize};
use tilewright_grid::{Cell, Grid, Heading, Size};

use crate::{FleetError, Ship};

/// The letters of the ships in the text form, in the order of the fleet. Ship 53 is `A` again.
const LETTERS: &[u8; 52] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// The largest number of ships that the text form can tell apart.
pub const MAX_LETTERS: usize = LETTERS.len();

/// The character for water in the text form.
const WATER: char = '.';

/// The ships of one player, each at its place. A fleet knows neither its field nor its rules:
/// [`Rules::is_legal`](crate::Rules::is_legal) says whether it is legal.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fleet {
    /// The ships, usually in the order of the [`Roster`](crate::Roster).
    pub ships: Vec<Ship>,
}

impl Fleet {
    /// A fleet of these ships.
    pub const fn new(ships: Vec<Ship>) -> Self {
        Self { ships }
    }

    /// For every cell of a field the index of the ship that occupies it; where ships overlap, the
    /// last of them.
    pub fn grid(&self, size: Size) -> Grid<Option<u16>> {
        let mut grid = Grid::filled(size, None);
        for (index, ship) in self.ships.iter().enumerate() {
            for cell in ship.cells().filter(|&cell| size.contains(cell)) {
                grid[cell] = Some(index as u16);
            }
        }
        grid
    }

    /// The text form: one line per row, a dot for water, the same letter for all cells of a ship.
    /// With more than [`MAX_LETTERS`] ships the letters repeat, and the text cannot be read back.
    ///
    /// ```
    /// use tilewright_battleship::Fleet;
    ///
    /// let (size, fleet) = Fleet::from_text("A.B\nA..\n")?;
    /// assert_eq!((size.rows, size.columns, fleet.ships.len()), (2, 3, 2));
    /// assert_eq!(fleet.to_text(size), "A.B\nA..\n");
    /// # Ok::<(), tilewright_battleship::FleetError>(())
    /// ```
    pub fn to_text(&self, size: Size) -> String {
        let mut text = String::new();
        for row in self.grid(size).rows() {
            let letters = row.iter().map(|cell| cell.map_or(WATER, letter));
            let _ = writeln!(text, "{}", letters.collect::<String>());
        }
        text
    }

    /// Reads the text form of a fleet of at most 52 ships, each with its own letter. The ships are
    /// in the order of their letters, capitals first. Empty lines at the end are ignored.
    ///
    /// # Errors
    /// When a character is unknown, the lines differ in length, the field is larger than
    /// [`MAX_SIDE`](crate::MAX_SIDE), or the cells of a letter are not one straight ship.
    pub fn from_text(text: &str) -> Result<(Size, Self), FleetError> {
        let lines: Vec<&str> = text.trim_end().lines().map(str::trim_end).collect();

        let columns = lines.first().map_or(0, |line| line.chars().count());
        for (name, found) in [("rows", lines.len()), ("columns", columns)] {
            if !(1..=crate::MAX_SIDE as usize).contains(&found) {
                return Err(FleetError::Side { name, found: found as i128 });
            }
        }

        let size = Size::new(lines.len() as u32, columns as u32);
        let mut cells = vec![Vec::new(); LETTERS.len()];
        for (row, line) in lines.iter().enumerate() {
            let found = line.chars().count();
            if found != columns {
                return Err(FleetError::Width {
                    line: row + 1,
                    found,
                    expected: columns,
                });
            }

            for (column, sign) in line.chars().enumerate().filter(|(_, it)| *it != WATER)
            {
                let ship = LETTERS.iter().position(|&it| char::from(it) == sign);
                let place = (row + 1, column + 1);
                let (line, column) = place;
                let ship = ship.ok_or(FleetError::Sign { line, column, found: sign })?;
                cells[ship].push(Cell::new(row as u32, column as u32 - 1));
            }
        }

        let ships = cells.iter().enumerate().filter(|(_, cells)| !cells.is_empty());
        let ships = ships.map(|(index, cells)| {
            straight(cells).ok_or_else(|| FleetError::Bent(letter(index as u16)))
        });
        Ok((size, Self::new(ships.collect::<Result<_, _>>()?)))
    }

    /// The lengths of its ships, longest first, separated by commas.
    pub(crate) fn lengths(&self) -> String {
        let mut lengths: Vec<u32> = self.ships.iter().map(|ship| ship.length).collect();
        lengths.sort_unstable_by(|a, b| b.cmp(a));
        let words: Vec<String> = lengths.iter().map(u32::to_string).collect();
        words.join(",")
    }
}

/// The letter of a ship in the text form.
pub(crate) fn letter(ship: u16) -> char {
    char::from(LETTERS[usize::from(ship) % LETTERS.len()])
}

/// The ship that has exactly these cells, which are in reading order; none if they are not in one
/// straight line without gaps.
pub(crate) fn straight(cells: &[Cell]) -> Option<Ship> {
    let (first, last) = (*cells.first()?, *cells.last()?);
    let heading = if first.row == last.row { Heading::East } else { Heading::South };
    let ship = Ship::new(first, cells.len() as u32, heading);
    ship.cells().eq(cells.iter().copied()).then_some(ship)
}
