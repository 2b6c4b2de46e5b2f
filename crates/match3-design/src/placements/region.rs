//! Painted regions: places of a board that have names of their own.

use std::collections::BTreeMap;
use std::sync::Arc;

use tilewright_grid::{Cell, Grid, Size};
use tilewright_match3::MAX_SIDE;

/// Regions of a board by name, which placements name as places: a name is of letters, digits and `-`, begins with a letter, and is
/// no word of the built-in places.
///
/// ```
/// use tilewright_match3_design::{Placement, Regions};
///
/// let regions = Regions::new([("A", [".xx", "..x"])])?;
/// let placement: Placement = "box in A".parse()?;
/// assert_eq!(placement.with_regions(&regions).to_string(), "box in A");
/// assert!(Regions::new([("border", ["x"])]).is_err() && Regions::new([("B", ["x?"])]).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Regions {
    by_name: BTreeMap<String, Arc<Grid<bool>>>,
}

/// Regions that cannot be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RegionError {
    /// A name that is a word of the built-in places, or of other characters.
    #[error(
        "a region cannot be named `{0}`: expected letters, digits and `-`, a letter first, and no word of a place such as border, row or half"
    )]
    Name(String),
    /// A region without rows, or with too many of them, or of different lengths.
    #[error(
        "the region `{name}` has rows of {found} cells: expected rows of one length, at most {MAX_SIDE} of at most {MAX_SIDE}"
    )]
    Rows {
        /// The name.
        name: String,
        /// The lengths of its rows.
        found: String,
    },
    /// Another character than `x` and `.`.
    #[error(
        "the region `{name}` has `{found}` in row {}, column {}: expected `x` inside and `.` outside",
        cell.row + 1,
        cell.column + 1
    )]
    Character {
        /// The name.
        name: String,
        /// The character.
        found: char,
        /// Its cell.
        cell: Cell,
    },
    /// A region without a cell.
    #[error("the region `{0}` has no cell: expected `x` in one at least")]
    Empty(String),
}

/// The words of the built-in places and of placements.
const WORDS: [&str; 23] = [
    "border", "center", "centre", "spawners", "row", "rows", "column", "columns",
    "upper", "lower", "left", "right", "half", "third", "or", "in", "not", "with",
    "clusters", "of", "any", "lines", "frames",
];

impl Regions {
    /// The regions of these names, each with its rows of text: `x` inside, `.` outside.
    ///
    /// # Errors
    /// When a name is no name of a region, its rows are no rectangle, or it has no cell.
    pub fn new<N: Into<String>, R: IntoIterator<Item: AsRef<str>>>(
        regions: impl IntoIterator<Item = (N, R)>,
    ) -> Result<Self, RegionError> {
        let mut by_name = BTreeMap::new();
        for (name, rows) in regions {
            let name = name.into();
            if !is_name(&name) {
                return Err(RegionError::Name(name));
            }
            let rows: Vec<Vec<char>> =
                rows.into_iter().map(|row| row.as_ref().chars().collect()).collect();
            let cells = cells(&name, &rows)?;
            by_name.insert(name, Arc::new(cells));
        }
        Ok(Self { by_name })
    }

    /// The names, in alphabetical order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.by_name.keys().map(String::as_str)
    }

    pub(super) fn named(&self, name: &str) -> Option<&Arc<Grid<bool>>> {
        self.by_name.get(name)
    }
}

/// Whether a word may be the name of a region.
pub(super) fn is_name(word: &str) -> bool {
    let is_letter = |c: char| c.is_ascii_alphabetic();
    let is_of_name = |c: char| c.is_ascii_alphanumeric() || c == '-';
    word.starts_with(is_letter)
        && word.chars().all(is_of_name)
        && !WORDS.contains(&&*word.to_ascii_lowercase())
}

fn cells(name: &str, rows: &[Vec<char>]) -> Result<Grid<bool>, RegionError> {
    let columns = rows.first().map_or(0, Vec::len);
    let most = MAX_SIDE as usize;
    let is_whole = (1..=most).contains(&rows.len())
        && (1..=most).contains(&columns)
        && rows.iter().all(|row| row.len() == columns);
    if !is_whole {
        let lengths = rows.iter().take(6).map(|row| row.len().to_string());
        let mut found = lengths.collect::<Vec<_>>().join(", ");
        if rows.len() > 6 {
            found.push_str(", …");
        }
        let found = if rows.is_empty() { "no".to_owned() } else { found };
        return Err(RegionError::Rows { name: name.to_owned(), found });
    }

    let size = Size::new(rows.len() as u32, columns as u32);
    let at = |cell: Cell| rows[cell.row as usize][cell.column as usize];
    if let Some(cell) = size.cells().find(|&cell| !matches!(at(cell), 'x' | '.')) {
        let (name, found) = (name.to_owned(), at(cell));
        return Err(RegionError::Character { name, found, cell });
    }
    let cells = Grid::from_fn(size, |cell| at(cell) == 'x');
    if cells.values().contains(&true) {
        Ok(cells)
    } else {
        Err(RegionError::Empty(name.to_owned()))
    }
}
