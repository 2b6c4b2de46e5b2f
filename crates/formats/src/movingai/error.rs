//! Errors in files of the MovingAI benchmarks.

/// Why a map or a list of scenarios cannot be read. Lines count from 1.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A wrong line in the header.
    #[error("line {line}: expected a line such as `{expected}`, found `{found}`")]
    Head {
        /// The line.
        line: usize,
        /// An example of the expected line.
        expected: &'static str,
        /// The line that was found; empty at the end of the text.
        found: String,
    },
    /// A map without cells.
    #[error("the map has {rows} × {columns} cells: expected at least 1 × 1")]
    Empty {
        /// The number of rows.
        rows: u32,
        /// The number of columns.
        columns: u32,
    },
    /// The text is shorter than the size in the header.
    #[error("expected {rows} × {columns} cells, but the text has only {found} bytes")]
    Short {
        /// The number of rows in the header.
        rows: u32,
        /// The number of columns in the header.
        columns: u32,
        /// The length of the text in bytes.
        found: usize,
    },
    /// A row whose length is not the width in the header.
    #[error("line {line}: expected {expected} cells, found {found}")]
    Width {
        /// The line.
        line: usize,
        /// The number of columns in the header.
        expected: u32,
        /// The number of characters in the line.
        found: usize,
    },
    /// A cell that is not a printable ASCII character.
    #[error(
        "line {line}, column {column}: expected a printable ASCII character, found `{found}`"
    )]
    Glyph {
        /// The line.
        line: usize,
        /// The column, from 1.
        column: usize,
        /// The character.
        found: char,
    },
    /// Text after the last row.
    #[error("line {line}: expected the end of the map, found `{found}`")]
    Rest {
        /// The line.
        line: usize,
        /// The text of the line.
        found: String,
    },
    /// A scenario with more or fewer than nine fields.
    #[error("line {line}: expected 9 fields, found {found}")]
    Fields {
        /// The line.
        line: usize,
        /// The number of fields.
        found: usize,
    },
    /// An invalid field of a scenario.
    #[error("line {line}: expected {expected}, found `{found}`")]
    Field {
        /// The line.
        line: usize,
        /// The meaning of the field.
        expected: &'static str,
        /// The text of the field.
        found: String,
    },
}
