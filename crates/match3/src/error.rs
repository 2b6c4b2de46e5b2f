//! The errors of levels and of requests for levels.

use tilewright_grid::{Cell, DocumentError};

/// The reason why a text or a file cannot be read as a level.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LevelError {
    /// No rows.
    #[error("the level has no rows: expected 1 to {most}", most = crate::MAX_SIDE)]
    Empty,
    /// Too many rows or columns.
    #[error("the level has {rows} rows and {columns} columns: expected at most {most} of each", most = crate::MAX_SIDE)]
    TooLarge {
        /// Rows found or stated.
        rows: u64,
        /// Columns found or stated.
        columns: u64,
    },
    /// An empty first row, followed by others.
    #[error("line {line}: the first row is empty")]
    EmptyRow {
        /// The line, from 1.
        line: usize,
    },
    /// A row whose length differs from that of the first row.
    #[error(
        "line {line}, column {column}: the row has {found} cells, but the first row has {expected}"
    )]
    Ragged {
        /// The line, from 1.
        line: usize,
        /// The first column that only one of the two rows has, from 1.
        column: usize,
        /// The length of the first row.
        expected: usize,
        /// The length of this row.
        found: usize,
    },
    /// A character that stands for no kind.
    #[error("line {line}, column {column}: found {found:?}, expected one of {expected}")]
    Glyph {
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
        /// The character.
        found: char,
        /// The allowed characters.
        expected: &'static str,
    },
    /// A word of a text level of match3-lab that is something else than expected.
    #[error("line {line}, column {column}: found {found:?}, expected {expected}")]
    Word {
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
        /// The word, or its beginning.
        found: String,
        /// What may stand there.
        expected: String,
    },
    /// A line of a text level of match3-lab, or the text itself, that ends too early.
    #[error("line {line}: found the end, expected {expected}")]
    Ends {
        /// The line, from 1.
        line: usize,
        /// What was expected.
        expected: String,
    },
    /// A text that is not JSON, or not that of a level.
    #[error(transparent)]
    Document(#[from] DocumentError),
    /// A value of the rules, or of what depends on them.
    #[error(transparent)]
    Rules(#[from] crate::RulesError),
    /// A token of the layout with a name that the rules do not have.
    #[error("{error}")]
    Unknown {
        /// The cell and what stands there.
        error: crate::RulesError,
        /// The name, with its number.
        name: String,
        /// The names that may stand there, such as `box1`.
        known: Vec<String>,
    },
    /// A JSON document without a layout.
    #[error(
        "the key `layout` is missing: expected the rows of the level, as a list of strings"
    )]
    NoLayout,
    /// A number of rows or columns that contradicts the layout.
    #[error("`{key}` is {stated}, but `layout` has {found}")]
    Stated {
        /// `rows` or `columns`.
        key: &'static str,
        /// The value of the key.
        stated: u64,
        /// The number of rows or columns of the layout.
        found: usize,
    },
    /// A number of colours out of range.
    #[error("`colors` is {found}, expected {least} to {}", crate::COLORS.end())]
    Colors {
        /// The number.
        found: u64,
        /// The least number: 2 in `classic`, else 1.
        least: u32,
    },
    /// A goal that needs more colours than the level has.
    #[error("the goal needs {wanted} colours, but the level has {found}")]
    GoalColors {
        /// Colours of the goal.
        wanted: u32,
        /// Colours of the level.
        found: u32,
    },
    /// A cell or a supply with a colour that the level does not have.
    #[error("the cells need {wanted} colours, but the level has {found}")]
    CellColors {
        /// Colours of the cells and the supply.
        wanted: u32,
        /// Colours of the level.
        found: u32,
    },
    /// A goal that is reached before the first swap.
    #[error("the goal is 0: expected at least 1 block, colour or point")]
    EmptyGoal,
    /// A move limit of 0.
    #[error("`moves` is 0, expected at least 1")]
    NoMoves,
    /// A free cell in a level.
    #[error("{0} is a free cell `?`, which only a template may have")]
    Free(Cell),
    /// A spawner where the board has no cell.
    #[error(
        "`spawners` have [{row}, {column}], which is outside the board or in a hole ({0})",
        row = .0.row, column = .0.column
    )]
    Spawner(Cell),
}
