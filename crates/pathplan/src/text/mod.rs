//! Maps as text: a character for each cell, or a matrix of numbers.
//!
//! 1. Characters: the text form of [`Map`]. A space is free where rows have spaces within them;
//!    characters may also be separated by spaces or commas. One start (`S`, else `@`) and one goal (`G`,
//!    else `E`, else `*`) mark these places; more of them are terrain.
//! 2. Numbers, as rows of digits, separated by spaces, commas, semicolons or tabs, or as lists in
//!    brackets: 0 is walkable and every other number is a wall. In the CSV export of Tiled, which
//!    writes -1 where there is no tile, -1 is walkable instead. A list names other walkable numbers.
//!
//! ```
//! use tilewright_grid::Cell;
//! use tilewright_pathplan::text;
//!
//! let maze = text::read("#####\n#S..#\n#.#G#\n#####\n", &[])?;
//! assert_eq!(maze.map.places.goal, Some(Cell::new(2, 3)));
//!
//! let matrix = "[[0, 1, 0],\n [0, 0, 0]]";
//! assert_eq!(text::read(matrix, &[])?.map.to_string(), ".#.\n...\n");
//! let one = "1".parse().expect("it is the name of a tile");
//! assert_eq!(text::read(matrix, &[one])?.map.to_string(), "#.#\n###\n");
//! # Ok::<(), tilewright_pathplan::MapError>(())
//! ```

mod glyphs;
mod numbers;

pub use glyphs::of_glyph;

use std::str::FromStr;

use tilewright_grid::{Grid, Stagger};

use crate::{Map, MapError, TileName};

/// The name of the rule of characters.
pub const GLYPHS: &str = "glyphs";
/// The name of the rule of numbers.
pub const NUMBERS: &str = "numbers";

/// A map as it was read.
#[derive(Clone, Debug, PartialEq)]
pub struct ParsedMap {
    /// The map.
    pub map: Map,
    /// What decided which cells are walkable: [`GLYPHS`] or [`NUMBERS`].
    pub rule: &'static str,
    /// How the cells were read, in words.
    pub found: String,
    /// What may have been meant in another way.
    pub warnings: Vec<String>,
}

/// Reads a map from text, as [the module](self) says. `walkable` lists the walkable numbers of a
/// matrix; if it is empty, 0 is walkable.
///
/// # Errors
/// When rows differ in length, a character or a value is unknown, or the map has no cells or too many.
pub fn read(text: &str, walkable: &[TileName]) -> Result<ParsedMap, MapError> {
    let text = text.trim_start_matches('\u{feff}');
    match numbers::kind(text, !walkable.is_empty()) {
        numbers::TextKind::Numbers => numbers::read(text, walkable),
        numbers::TextKind::Fields => glyphs::read(&numbers::without_separators(text)),
        numbers::TextKind::Glyphs => glyphs::read(text),
    }
}

/// The values of cells in rows of text, where they lie on the map: those of squares beside each other, those of hexagons with a `blank`
/// between two, in rows or columns that are shifted by one.
///
/// ```
/// use tilewright_grid::{Grid, Size, Stagger};
/// use tilewright_pathplan::text::rows;
///
/// let cells = Grid::from_values(Size::new(2, 2), vec!['a', 'b', 'c', 'd'])?;
/// assert_eq!(rows(&cells, None, &' '), [['a', 'b'], ['c', 'd']]);
/// let shifted = [['a', ' ', 'b', ' '], [' ', 'c', ' ', 'd']];
/// assert_eq!(rows(&cells, Some(Stagger::OddRows), &' '), shifted);
/// # Ok::<(), tilewright_grid::GridError>(())
/// ```
pub fn rows<T: Clone>(
    cells: &Grid<T>,
    stagger: Option<Stagger>,
    blank: &T,
) -> Vec<Vec<T>> {
    let Some(stagger) = stagger else {
        return cells.rows().map(<[T]>::to_vec).collect();
    };

    let size = cells.size();
    let (rows, columns) = (size.rows as usize, size.columns as usize);
    let is_of_rows = stagger.is_of_rows();
    let (rows, columns) =
        if is_of_rows { (rows, 2 * columns) } else { (2 * rows, columns) };
    let mut text = vec![vec![blank.clone(); columns]; rows];
    for (cell, value) in size.cells().zip(cells.values()) {
        let [across, along] = stagger.place(cell).map(|place| place as usize);
        let (row, column) = if is_of_rows { (across, along) } else { (along, across) };
        text[row][column] = value.clone();
    }
    text
}

impl FromStr for Map {
    type Err = MapError;

    fn from_str(text: &str) -> Result<Self, MapError> {
        read(text, &[]).map(|reading| reading.map)
    }
}
