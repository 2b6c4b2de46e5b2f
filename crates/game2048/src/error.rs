//! What can be wrong with a board, a player, a network or a file.

use tilewright_grid::{DocumentError, Heading};

use crate::{Board, Move, rules};

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
    /// The watch stopped the work.
    #[error("cancelled")]
    Cancelled,
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
    #[error(transparent)]
    Document(#[from] DocumentError),
    /// A document without rows.
    #[error("found {0}, expected {{\"board\": [[0, 2, …], …]}}")]
    NoBoard(String),
}

/// Why games cannot be played.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PlayError {
    /// There is no such board.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// A player made a move that changes nothing.
    #[error(
        "game {game}: the player {player} moved {} on the board {board:?}, where that is not legal",
        rules::move_name(*.heading)
    )]
    Illegal {
        /// The number of the game.
        game: u32,
        /// The player's [`name`](crate::Player::name).
        player: String,
        /// The move.
        heading: Heading,
        /// The board.
        board: Board,
    },
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
    #[error("it says that it has {found} weights, expected {expected} or twice as many")]
    Size {
        /// What the file says.
        found: u64,
        /// What its shape needs.
        expected: u64,
    },
    /// The built-in network of a build that has none.
    #[error(
        "no network is built in: compile tilewright-2048 with its feature `network`, or read a \
         network from a file"
    )]
    NotBuiltIn,
    /// The watch stopped the work.
    #[error("cancelled")]
    Cancelled,
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

/// Why a document holds no weights.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WeightsError {
    /// Another sort of document, or JSON that cannot be read or lacks something.
    #[error(transparent)]
    Document(#[from] DocumentError),
    /// A weight that is none.
    #[error("the weight {name} is {found:?}, expected a number from 0 to {most:?}")]
    Range {
        /// Its name.
        name: &'static str,
        /// What stood there.
        found: f64,
        /// The most that it may be.
        most: f64,
    },
}

/// Why a move cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MoveError {
    /// It changes nothing.
    #[error("{0} is not legal here: no tile moves")]
    Illegal(Move),
    /// No move is left.
    #[error("the game is over: no move is left")]
    Over,
}

/// Why a document is no game under way.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SavedError {
    /// Another sort of document, or JSON that cannot be read or lacks something.
    #[error(transparent)]
    Document(#[from] DocumentError),
    /// Rows that are no board.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// A share of 4s that is none.
    #[error("the share of 4s is {0}, expected 0 to 1")]
    FourProbability(f64),
    /// A letter that stands for no move.
    #[error("move {place}: found {found:?}, expected u, r, d or l")]
    Letter {
        /// Which move, from 1.
        place: usize,
        /// What stood there.
        found: char,
    },
    /// A move that changes nothing.
    #[error("move {place}: {name} is not legal there")]
    Illegal {
        /// Which move, from 1.
        place: usize,
        /// Its name.
        name: &'static str,
    },
    /// A board or a score to which the moves do not lead.
    #[error("the {what} is {found}, the moves lead to {expected}")]
    Differs {
        /// Which of the two.
        what: &'static str,
        /// What the document says.
        found: String,
        /// What comes out.
        expected: String,
    },
    /// A document that was damaged or altered where the moves do not show it.
    #[error("the checksum does not agree: the saved game was damaged or altered")]
    Checksum,
    /// A best score below the score.
    #[error("the best score is {best}, less than the score {score}")]
    Best {
        /// The best score.
        best: u64,
        /// The score.
        score: u64,
    },
}
