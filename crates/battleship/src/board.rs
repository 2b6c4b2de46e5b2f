//! What is known of a field, as people write it down.

use std::str::FromStr;

use serde::Deserialize;
use tilewright_grid::{Cell, DocumentError, Size};

use crate::{Fleet, FleetError, Rules, Ship, Sight, cell_name, named_cell};

/// A field with misses, hits and sunk ships, from text or JSON.
///
/// In text there is a line for each row: `.` for a cell that was not shot at, `o` for a miss, `x` for a hit, in upper or
/// lower case, and for each sunk ship another letter in all its cells. In JSON `board` holds these lines and `sunk` the
/// cells of further sunk ships: `{"board":["xx.","..o"],"sunk":[[[0,0],[0,1]]]}`. So that ships which touch stay apart,
/// each is written by its own letter or its own list.
///
/// ```
/// use tilewright_battleship::{HuntBoard, Rules, Touch};
///
/// let board: HuntBoard = "AA.\n..o\nx..\n".parse()?;
/// let rules = Rules::new(board.size, "2,2".parse()?, Touch::Never)?;
/// let sight = board.sight(&rules)?;
/// assert_eq!((sight.shots(), sight.sunk().len()), (4, 1));
/// # Ok::<(), tilewright_battleship::FleetError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HuntBoard {
    /// The size of the field.
    pub size: Size,
    /// The cells of misses.
    pub misses: Vec<Cell>,
    /// The cells that were hit, also those of sunk ships that have no letter.
    pub hits: Vec<Cell>,
    /// The sunk ships.
    pub sunk: Vec<Ship>,
}

/// The keys of the JSON form.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BoardKeys {
    board: Vec<String>,
    #[serde(default)]
    sunk: Vec<Vec<Cell>>,
}

impl HuntBoard {
    /// A field at which nobody has shot.
    pub const fn new(size: Size) -> Self {
        Self { size, misses: Vec::new(), hits: Vec::new(), sunk: Vec::new() }
    }

    /// What a hunter knows, by rules of the same size.
    ///
    /// # Errors
    /// [`FleetError::BoardSize`] by rules of another size, and as [`Sight::of_cells`].
    pub fn sight<'a>(&self, rules: &'a Rules) -> Result<Sight<'a>, FleetError> {
        let (found, expected) = (self.size, rules.size());
        if found != expected {
            return Err(FleetError::BoardSize { found, expected });
        }
        let is_sunk = |cell: Cell| self.sunk.iter().any(|ship| ship.covers(cell));
        let hits = self.hits.iter().copied().filter(|&cell| !is_sunk(cell));
        Sight::of_cells(rules, &self.misses, &hits.collect::<Vec<_>>(), &self.sunk)
    }

    fn from_json(text: &str) -> Result<Self, FleetError> {
        let keys: BoardKeys = serde_json::from_str(text).map_err(DocumentError::from)?;
        let mut board = Self::from_text(&keys.board.join("\n"))?;
        for cells in &keys.sunk {
            board.sunk.push(of_cells(cells)?);
        }
        Ok(board)
    }

    fn from_text(text: &str) -> Result<Self, FleetError> {
        // The letters of sunk ships are those of a fleet.
        let (mut misses, mut hits) = (Vec::new(), Vec::new());
        let mut letters = String::new();
        for (row, line) in (0..).zip(text.trim_end().lines()) {
            for (column, sign) in (0..).zip(line.trim_end().chars()) {
                match sign {
                    'o' | 'O' => misses.push(Cell::new(row, column)),
                    'x' | 'X' => hits.push(Cell::new(row, column)),
                    _ => {}
                }
                letters.push(if matches!(sign, 'o' | 'O' | 'x' | 'X') {
                    '.'
                } else {
                    sign
                });
            }
            letters.push('\n');
        }
        let (size, fleet) = Fleet::from_text(&letters)?;
        Ok(Self { size, misses, hits, sunk: fleet.ships })
    }
}

impl FromStr for HuntBoard {
    type Err = FleetError;

    /// Reads the JSON form if the text begins with a brace, otherwise lines.
    fn from_str(text: &str) -> Result<Self, FleetError> {
        if text.trim_start().starts_with('{') {
            return Self::from_json(text);
        }
        Self::from_text(text)
    }
}

/// The ship of some cells, in any order.
///
/// # Errors
/// [`FleetError::NotStraight`] when they are not in one line without a gap.
pub fn of_cells(cells: &[Cell]) -> Result<Ship, FleetError> {
    let mut cells = cells.to_vec();
    cells.sort_unstable();
    let bent = || FleetError::NotStraight {
        cells: cells.iter().map(|&cell| cell_name(cell)).collect::<Vec<_>>().join(", "),
    };
    let is_far =
        |cell: &Cell| cell.row >= crate::MAX_SIDE || cell.column >= crate::MAX_SIDE;
    if cells.len() > crate::MAX_SIDE as usize || cells.iter().any(is_far) {
        return Err(bent());
    }
    crate::fleet::straight(&cells).ok_or_else(bent)
}

impl FromStr for Ship {
    type Err = FleetError;

    /// Reads the first and the last cell of a ship, such as `B2-B4`, or the only one.
    fn from_str(text: &str) -> Result<Self, FleetError> {
        let unknown = || FleetError::UnknownShip(text.to_owned());
        let (first, last) = text.split_once('-').unwrap_or((text, text));
        let named = |name: &str| named_cell(name.trim()).ok_or_else(unknown);
        let (first, last) = (named(first)?, named(last)?);
        let (first, last) = (first.min(last), first.max(last));
        let length = last.row - first.row + last.column.abs_diff(first.column) + 1;
        let is_straight = first.row == last.row || first.column == last.column;
        if !is_straight || last.row.max(last.column) >= crate::MAX_SIDE {
            return Err(unknown());
        }
        let heading = if first.row == last.row {
            tilewright_grid::Heading::East
        } else {
            tilewright_grid::Heading::South
        };
        Ok(Self::new(first, length, heading))
    }
}
