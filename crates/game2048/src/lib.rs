//! 2048: an exact board, players by search, networks that learn by playing.

#[cfg(feature = "pictures")]
mod animation;
mod bits;
mod board;
#[cfg(feature = "pictures")]
pub mod chart;
mod document;
mod error;
mod game;
mod hint;
mod line;
mod motion;
mod network;
#[cfg(feature = "pictures")]
pub mod picture;
mod play;
mod players;
mod rows;
mod rules;
mod saved;
mod session;
mod solve;
mod statistics;
mod tune;
mod weights;

pub use bits::BitBoard;
pub use board::{Board, MAX_SIDE, MIN_SIDE};
pub use error::{
    BoardError, MoveError, NetworkError, PlayError, SavedError, WeightsError,
};
pub use game::{Game, Setup};
pub use hint::Hint;
pub use motion::{GLIDE, Glide, Motion, POP, Sprite};
pub use network::{
    CurvePoint, Episode, FILE_START, GAMES_PER_POINT, Learner, LearningCurve, Network,
    Settings, Shape,
};
pub use play::{Outcome, play, play_each};
pub use players::{
    BoardEvaluation, Classic, Depth, Expectimax, Greedy, MAX_DEPTH, MAX_PLIES,
    NetworkPlayer, Perfect, Player, Random, Stopwatch, Strategy, UnknownPlayer,
    classic_evaluation,
};
pub use rules::{FOUR_PROBABILITY, Slide, move_name};
pub use session::{Event, Move, Session, State, UnknownMove};
pub use solve::{MAX_SOLVED_CELLS, Solution, SolveProgress};
pub use statistics::Statistics;
pub use tilewright_play::{Quantiles, Summary};
pub use tune::Tuning;
pub use weights::{ClassicWeights, ExpectimaxWeights, Weights};

/// The example of the package's first page.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct FirstPage;
