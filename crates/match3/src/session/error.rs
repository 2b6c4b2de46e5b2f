//! Moves that a session refuses.

use tilewright_grid::Cell;
use tilewright_play::ErrorCode;

/// The reason why a swap is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SwapError {
    /// The cells are not neighbours on the board.
    #[error("{one} and {two} are not neighbours on the board")]
    NotNeighbors {
        /// The first cell.
        one: Cell,
        /// The second cell.
        two: Cell,
    },
    /// The swap completes no line.
    #[error("swapping {one} and {two} completes no line of three")]
    NoLine {
        /// The first cell.
        one: Cell,
        /// The second cell.
        two: Cell,
    },
    /// The swap is not possible under the rules of the level.
    #[error("swapping {one} and {two} makes no group and starts no piece")]
    Impossible {
        /// The first cell.
        one: Cell,
        /// The second cell.
        two: Cell,
    },
    /// The tap is not possible under the rules of the level.
    #[error("a tap on {0} takes nothing: no group and no piece that fires is there")]
    NoTap(Cell),
    /// A swap in a game that is tapped.
    #[error("nothing is swapped in this game: groups and pieces are tapped")]
    OnlyTaps,
    /// A cell outside the board.
    #[error("{0} is outside the board")]
    Outside(Cell),
    /// The game is over.
    #[error("the game is over")]
    Over,
}

impl ErrorCode for SwapError {
    fn code(&self) -> &'static str {
        match self {
            Self::NotNeighbors { .. } => "not-neighbors",
            Self::NoLine { .. } => "no-line",
            Self::Impossible { .. } => "no-effect",
            Self::NoTap(_) => "no-tap",
            Self::OnlyTaps => "only-taps",
            Self::Outside(_) => "outside",
            Self::Over => "over",
        }
    }
}
