//! Boards as text and as JSON.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;
use tilewright_grid::{DocumentError, Size};

use crate::{Board, BoardError};

impl FromStr for Board {
    type Err = BoardError;

    /// Reads one row of tiles per line, separated by spaces or commas, with 0 or `.` for an empty
    /// cell; or the JSON that [`Board::from_json`] reads.
    fn from_str(text: &str) -> Result<Self, BoardError> {
        if text.trim_start().starts_with(['{', '[']) {
            return Self::from_json(text);
        }
        let lines = text.lines().filter(|line| !line.trim().is_empty());
        let rows = lines.map(|line| {
            let words = line.split(|it: char| it == ',' || it.is_whitespace());
            words
                .filter(|word| !word.is_empty())
                .map(|word| if word == "." { Value::from(0) } else { number(word) })
                .collect()
        });

        // A hundred rows are far too many already; so a large file is refused without reading it
        // all.
        Self::from_rows(&rows.take(100).collect::<Vec<Vec<Value>>>())
    }
}

/// A word as a number if it is one, else as text.
fn number(word: &str) -> Value {
    word.parse::<u64>().map_or_else(|_| Value::from(word), Value::from)
}

impl Board {
    /// Reads `{"board": [[0, 2, …], …]}`, or the rows alone. Other keys are ignored.
    ///
    /// # Errors
    /// If the text is not JSON, the rows are not a board, or a number is not a tile that a board of
    /// this size can hold.
    ///
    /// ```
    /// use tilewright_2048::Board;
    ///
    /// let board = Board::from_json("[[2, 0, 0], [0, 3, 0]]");
    /// assert!(board.unwrap_err().to_string().starts_with("row 2, column 2: expected 0 or a power"));
    /// ```
    pub fn from_json(text: &str) -> Result<Self, BoardError> {
        Self::from_value(serde_json::from_str(text).map_err(DocumentError::from)?)
    }

    /// Reads a board from parsed JSON.
    pub(crate) fn from_value(mut value: Value) -> Result<Self, BoardError> {
        if let Some(board) = value.get_mut("board") {
            value = board.take();
        }
        let no_board = |value: &Value| BoardError::NoBoard(shown(value));
        let rows = value.as_array().ok_or_else(|| no_board(&value))?;
        let cells = |row: &Value| row.as_array().cloned().ok_or_else(|| no_board(row));
        Self::from_rows(&rows.iter().map(cells).collect::<Result<Vec<_>, _>>()?)
    }

    fn from_rows(rows: &[Vec<Value>]) -> Result<Self, BoardError> {
        let columns = rows.first().map_or(0, Vec::len);
        let odd = rows.iter().position(|row| row.len() != columns);
        if let Some(row) = odd {
            let found = rows[row].len();
            return Err(BoardError::Ragged { row, expected: columns, found });
        }

        let side = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        let mut board = Self::empty(Size::new(side(rows.len()), side(columns)))?;
        for (index, cell) in rows.iter().flatten().enumerate() {
            let code = code(cell).filter(|&code| code <= board.max_code());
            let code = code.ok_or_else(|| BoardError::Tile {
                row: index / columns,
                column: index % columns,
                found: shown(cell),
                max: 1 << board.max_code(),
            })?;

            board = board.with_code(index, code);
        }

        Ok(board)
    }

    /// The document that [`Board::from_json`] reads.
    pub fn to_json(self) -> String {
        serde_json::json!({ "board": self }).to_string()
    }
}

/// The code of a tile.
fn code(cell: &Value) -> Option<u8> {
    let tile = cell.as_u64()?;
    let is_tile = tile == 0 || tile > 1 && tile.is_power_of_two();
    is_tile.then(|| if tile == 0 { 0 } else { tile.trailing_zeros() as u8 })
}

/// A value as text, shortened if it is long.
fn shown(value: &Value) -> String {
    const MOST: usize = 40;
    let text = value.to_string();
    if text.chars().count() <= MOST {
        return text;
    }
    text.chars().take(MOST).chain(['…']).collect()
}

/// Writes the rows of tiles.
impl Serialize for Board {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.tiles().serialize(serializer)
    }
}

/// Reads the rows of tiles, or an object with them under `board`.
impl<'de> Deserialize<'de> for Board {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Self::from_value(Value::deserialize(from)?).map_err(serde::de::Error::custom)
    }
}

/// Writes the text that [`FromStr`] reads, in aligned columns.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.largest().to_string().len();
        for (index, row) in self.tiles().iter().enumerate() {
            if index > 0 {
                writeln!(f)?;
            }
            let words: Vec<String> =
                row.iter().map(|tile| format!("{tile:>width$}")).collect();
            f.write_str(&words.join(" "))?;
        }
        Ok(())
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.tiles())
    }
}
