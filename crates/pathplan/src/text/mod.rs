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

use std::str::FromStr;

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

impl FromStr for Map {
    type Err = MapError;

    fn from_str(text: &str) -> Result<Self, MapError> {
        read(text, &[]).map(|reading| reading.map)
    }
}
