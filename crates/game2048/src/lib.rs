//! 2048: an exact board, players by search, networks that learn by playing.

mod bits;
mod board;
#[cfg(feature = "pictures")]
mod chart;
mod document;
mod error;
mod game;
mod line;
mod network;
#[cfg(feature = "pictures")]
pub mod picture;
mod play;
mod players;
mod rows;
mod rules;
mod solve;
mod statistics;

pub use bits::BitBoard;
pub use board::{Board, LEAST_SIDE, MOST_SIDE};
pub use error::{BoardError, NetworkError};
pub use game::{Game, Session, Table};
pub use network::{BLOCK, Block, Curve, Episode, Learner, Network, Settings, Shape};
pub use play::{Outcome, play};
pub use players::{
    Classic, Depth, Expectimax, Greedy, MOST_DEPTH, MOST_PLIES, NetworkPlayer, Opinion,
    Player, Random, Stopwatch, Strategy, UnknownPlayer, evaluate,
};
pub use rules::{FOURS, Slide, name};
pub use solve::Solution;
pub use statistics::Statistics;
