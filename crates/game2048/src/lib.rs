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
pub use board::{Board, LEAST_SIDE, MOST_SIDE};
pub use error::{
    BoardError, MoveError, NetworkError, PlayError, SavedError, WeightsError,
};
pub use game::{Game, Table};
pub use hint::Hint;
pub use motion::{GLIDE, Glide, Motion, POP, Sprite};
pub use network::{
    BLOCK, Block, Curve, Episode, FILE_START, Learner, Network, Settings, Shape,
};
pub use play::{Outcome, play, play_each};
pub use players::{
    Classic, Depth, Expectimax, Greedy, MOST_DEPTH, MOST_PLIES, NetworkPlayer, Opinion,
    Perfect, Player, Random, Stopwatch, Strategy, UnknownPlayer, evaluate,
};
pub use rules::{FOURS, Slide, name};
pub use session::{Event, Move, Session, State, UnknownMove};
pub use solve::{MOST_SOLVED, Solution, Solving};
pub use statistics::Statistics;
pub use tilewright_play::{Quantiles, Summary};
pub use tune::Tuning;
pub use weights::{ClassicWeights, ExpectimaxWeights, Weights};

/// The example of the package's first page.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct FirstPage;
