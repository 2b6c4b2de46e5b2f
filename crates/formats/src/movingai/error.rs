//! What can be wrong with a file of the MovingAI benchmarks.

/// Why a map or a list of scenarios cannot be read. Lines count from 1.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A line of the head that is not the one that belongs there.
    #[error("line {line}: expected `{expected}`, found `{found}`")]
    Head {
        /// The line.
        line: usize,
        /// What belongs there.
        expected: &'static str,
        /// What stands there; nothing at the end of the text.
        found: String,
    },
    /// A map without a cell.
    #[error("a map of {rows} × {columns} cells has none")]
    Empty {
        /// Its rows.
        rows: u32,
        /// Its columns.
        columns: u32,
    },
    /// A head that promises more cells than the text has characters.
    #[error(
        "the head promises {rows} × {columns} cells, but only {found} characters follow"
    )]
    Short {
        /// The rows of the head.
        rows: u32,
        /// The columns of the head.
        columns: u32,
        /// The characters after it.
        found: usize,
    },
    /// A row of another length than the head says.
    #[error("line {line}: expected {expected} cells, found {found}")]
    Width {
        /// The line.
        line: usize,
        /// The columns of the head.
        expected: u32,
        /// The characters of the line.
        found: usize,
    },
    /// A cell that is no printable ASCII character.
    #[error("line {line}, column {column}: `{found}` is no cell")]
    Glyph {
        /// The line.
        line: usize,
        /// The column, from 1.
        column: usize,
        /// What stands there.
        found: char,
    },
    /// A text that goes on after the last row.
    #[error("line {line}: expected the end of the map, found `{found}`")]
    Rest {
        /// The line.
        line: usize,
        /// What stands there.
        found: String,
    },
    /// A scenario with more or fewer than nine fields.
    #[error("line {line}: expected 9 fields, found {found}")]
    Fields {
        /// The line.
        line: usize,
        /// How many there are.
        found: usize,
    },
    /// A field of a scenario that is not what it should be.
    #[error("line {line}: expected {expected}, found `{found}`")]
    Field {
        /// The line.
        line: usize,
        /// What belongs there.
        expected: &'static str,
        /// What stands there.
        found: String,
    },
}
