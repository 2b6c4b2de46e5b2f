//! The tasks of 2048: play moves, evaluate boards, analyze games, measure players, tune weights, train networks.

mod analyze;
mod bench;
mod counter;
mod eval;
mod player;
mod slide;
mod speed;
mod terminal_value;
mod train;
mod tune;

pub use analyze::AnalyzeRequest;
pub use bench::BenchRequest;
pub use eval::EvalRequest;
pub use player::{PlayerFactory, PlayerOptions};
pub use slide::MoveRequest;
pub use terminal_value::TerminalValue;
pub use train::TrainRequest;
pub use tune::TuneRequest;

use tilewright_2048::{Board, BoardError};

use crate::lines::Grids;
use crate::{Entry, Game};

/// The game and its tasks, the most used ones first.
pub const GAME: Game = Game {
    name: "2048",
    about: "2048: play by search, learn by playing",
    tasks: &[
        Entry::of::<BenchRequest>(),
        Entry::of::<AnalyzeRequest>(),
        Entry::of::<EvalRequest>(),
        Entry::of::<MoveRequest>(),
        Entry::of::<TrainRequest>(),
        Entry::of::<TuneRequest>(),
    ],
};

/// The board of a question: rows of numbers, or JSON.
fn read_board(text: &str) -> Result<Board, BoardError> {
    if Grids::is_row(text) { text.parse() } else { Board::from_json(text) }
}
