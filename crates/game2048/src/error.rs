//! What can be wrong with a board, a network or a file.

/// Why a text or a document is no board.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BoardError {
    /// A board of a shape that is not played.
    #[error("{rows} × {columns} cells are no board: it has 2 to 5 rows and columns")]
    Size {
        /// Rows found.
        rows: u32,
        /// Columns found.
        columns: u32,
    },
    /// A board of too many cells for what was asked.
    #[error("{rows} × {columns} cells are too many to solve: at most 9")]
    TooLarge {
        /// Rows found.
        rows: u32,
        /// Columns found.
        columns: u32,
    },
    /// A row of another length than the first.
    #[error("row {row}: it has {found} cells, the first has {expected}")]
    Ragged {
        /// The row, from 1.
        row: usize,
        /// The length of the first row.
        expected: usize,
        /// The length of this row.
        found: usize,
    },
    /// A cell that holds no tile of 2048.
    #[error(
        "row {row}, column {column}: found {found}, expected 0 or a power of two from 2 to \
         {most}, the most that the board can hold"
    )]
    Tile {
        /// The row, from 1.
        row: usize,
        /// The column, from 1.
        column: usize,
        /// What stood there.
        found: String,
        /// The largest tile that a board of this shape can hold.
        most: u64,
    },
    /// JSON that cannot be read.
    #[error("column {}: {}", .0.column(), described(.0))]
    Json(serde_json::Error),
    /// A document without rows.
    #[error("found {0}, expected {{\"board\": [[0, 2, …], …]}}")]
    NoBoard(String),
}

/// What the JSON reader says, without the place, which is told before it.
fn described(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let end = text.rfind(" at line ").unwrap_or(text.len());
    text[..end].to_owned()
}

/// Why a network cannot be made or read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NetworkError {
    /// Words that name no shape.
    #[error("`{found}` is no shape: {expected}")]
    Shape {
        /// The words.
        found: String,
        /// What a shape is.
        expected: &'static str,
    },
    /// Bytes that are no network, or not all of it.
    #[error("this is no whole network: {0}")]
    File(&'static str),
    /// A network of so many weights is not read.
    #[error("it says that it has {found} weights, expected {expected}")]
    Size {
        /// What the file says.
        found: u64,
        /// What its shape needs.
        expected: u64,
    },
    /// The compressed weights cannot be written or read.
    #[error("the weights cannot be compressed or expanded")]
    Compression(#[source] std::io::Error),
    /// A checkpoint of other settings.
    #[error("the checkpoint was made with {what} {found}, asked for is {expected}")]
    Mismatch {
        /// What differs.
        what: &'static str,
        /// What the checkpoint holds.
        found: String,
        /// What was asked for.
        expected: String,
    },
}
