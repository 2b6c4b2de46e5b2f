//! The errors of this crate.

use tilewright_grid::{DocumentError, Heading};
use tilewright_play::ErrorCode;

use crate::{Board, Move, rules};

/// Why a text or a document is not a board, or a board is not supported.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BoardError {
    /// A board size that is not supported.
    #[error("a board has 2 to 5 rows and columns, found {rows} × {columns}")]
    Size {
        /// The rows found.
        rows: u32,
        /// The columns found.
        columns: u32,
    },
    /// A board that is too large to be solved exactly.
    #[error("only boards of at most 9 cells can be solved, found {rows} × {columns}")]
    TooLarge {
        /// The rows found.
        rows: u32,
        /// The columns found.
        columns: u32,
    },
    /// The caller stopped the work.
    #[error("cancelled")]
    Cancelled,
    /// A row that is longer or shorter than the first.
    #[error("row {} has {found} cells, row 1 has {expected}", row + 1)]
    Ragged {
        /// The row, counted from 0.
        row: usize,
        /// The length of row 0.
        expected: usize,
        /// The length of this row.
        found: usize,
    },
    /// A cell that does not hold a tile of 2048.
    #[error(
        "row {}, column {}: expected 0 or a power of two from 2 to {max}, the largest tile on a \
         board of this size; found {found}",
        row + 1,
        column + 1
    )]
    Tile {
        /// The row, counted from 0.
        row: usize,
        /// The column, counted from 0.
        column: usize,
        /// The contents of the cell.
        found: String,
        /// The largest tile that is possible on a board of this size.
        max: u64,
    },
    /// Text that is not JSON.
    #[error(transparent)]
    Document(#[from] DocumentError),
    /// A document without rows.
    #[error("expected {{\"board\": [[0, 2, …], …]}}, found {0}")]
    NoBoard(String),
}

/// Why games could not be played.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PlayError {
    /// The board size is not supported.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// A player made an illegal move.
    #[error(
        "game {game}: the player {player} made the illegal move {} on the board {board:?}",
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

/// Why a network or a checkpoint cannot be made or read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NetworkError {
    /// A text that is not a shape.
    #[error("expected {expected}; found `{found}`")]
    Shape {
        /// The text.
        found: String,
        /// What a shape may be.
        expected: &'static str,
    },
    /// Not enough memory for the weights.
    #[error("there is not enough memory for {0} MiB of weights")]
    Memory(usize),
    /// Bytes that are not a network file or a checkpoint.
    #[error("{0}")]
    File(&'static str),
    /// A number of weights that does not fit the shape.
    #[error(
        "the header says {found} weights, its shape has {expected}, or twice as many with stage 2"
    )]
    Size {
        /// The number in the header.
        found: u64,
        /// The number that the shape needs.
        expected: u64,
    },
    /// The built-in network of a build that has none.
    #[error(
        "no network is built in: compile tilewright-2048 with its feature `network`, or read a \
         network from a file"
    )]
    NotBuiltIn,
    /// The caller stopped the work.
    #[error("cancelled")]
    Cancelled,
    /// The weights could not be compressed or decompressed.
    #[error("the weights cannot be compressed or decompressed")]
    Compression(#[source] std::io::Error),
    /// A checkpoint of a training with other settings.
    #[error("the checkpoint has {what} {found}, requested is {expected}")]
    Mismatch {
        /// The setting that differs.
        what: &'static str,
        /// Its value in the checkpoint.
        found: String,
        /// The requested value.
        expected: String,
    },
}

/// Why weights cannot be read from a document.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WeightsError {
    /// Another kind of document, or text that is not JSON, or a missing key.
    #[error(transparent)]
    Document(#[from] DocumentError),
    /// A weight that is out of range.
    #[error("the weight {name} is {found:?}, expected a number from 0 to {max:?}")]
    Range {
        /// Its name.
        name: &'static str,
        /// Its value.
        found: f64,
        /// The largest value allowed.
        max: f64,
    },
}

/// Why a move cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MoveError {
    /// The move changes nothing.
    #[error("{0} is illegal: no tile moves")]
    Illegal(Move),
    /// No move is legal.
    #[error("the game is over: no move is legal")]
    Over,
}

impl ErrorCode for MoveError {
    fn code(&self) -> &'static str {
        match self {
            Self::Illegal(_) => "no-effect",
            Self::Over => "over",
        }
    }
}

/// Why a document is not a saved game.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SavedError {
    /// Another kind of document, or text that is not JSON, or a missing key.
    #[error(transparent)]
    Document(#[from] DocumentError),
    /// The rows are not a board.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// A probability that is out of range.
    #[error("four_probability is {0}, expected 0 to 1")]
    FourProbability(f64),
    /// A number of moves that cannot lead to the board.
    #[error("{moves} moves cannot lead to tiles with the sum {sum}")]
    Moves {
        /// The number of moves.
        moves: u32,
        /// The sum of the tiles.
        sum: u64,
    },
    /// A game under rules that came later.
    #[error(
        "the game was saved under version {0} of the rules, and this program has an older one"
    )]
    Rules(u32),
    /// A letter that is not a move.
    #[error("move {place}: expected u, r, d or l, found {found:?}")]
    Letter {
        /// The number of the move, counted from 1.
        place: usize,
        /// The letter.
        found: char,
    },
    /// An illegal move.
    #[error("move {place}: {name} is illegal on its board")]
    Illegal {
        /// The number of the move, counted from 1.
        place: usize,
        /// Its name.
        name: &'static str,
    },
    /// A board or a score that does not result from the moves.
    #[error("the {what} is {found}, but the moves lead to {expected}")]
    Differs {
        /// Which of the two it is.
        what: &'static str,
        /// The value in the document.
        found: String,
        /// The value that results from the moves.
        expected: String,
    },
    /// A document that was changed in a way that the moves do not reveal.
    #[error("wrong checksum: the saved game was damaged or changed")]
    Checksum,
    /// A best score that is below the score.
    #[error("the best score is {best}, less than the score {score}")]
    Best {
        /// The best score.
        best: u64,
        /// The score.
        score: u64,
    },
}
