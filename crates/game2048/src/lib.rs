#![doc = include_str!("../README.md")]
//!
//! # The main types
//!
//! - [`Board`]: a board of any size; [`Board::slide`] makes a move. [`BitBoard`] is the fast 4 × 4 board.
//! - [`Setup`] and [`Game`]: a game with its score and random tiles; [`Session`] adds undo, hints and
//!   saving.
//! - [`Player`]: the trait of everything that chooses moves. Built in are [`RandomPlayer`], [`GreedyPlayer`],
//!   [`ClassicPlayer`], [`Expectimax`], [`NetworkPlayer`] and [`PerfectPlayer`]; [`Strategy`] has their names.
//! - [`play()`] and [`play_each`]: many games on all threads; [`Statistics`] summarizes the [`Outcome`]s.
//! - [`Learner`]: trains a [`Network`] of a [`Shape`] with [`Settings`].
//! - [`Solution`]: the exact values of all positions of a small board.
//! - [`Tuning`]: optimizes the [`Weights`] of a player by evolution.
//! - [`Record`], [`Assessment`] and [`Review`]: what the moves of a game lost; [`reasons`] and [`Line`] explain it.
//! - [`Hint`] and [`Motion`]: what a screen shows besides the board.
//!
//! # Where things are
//!
//! | in `src` | contents |
//! |---|---|
//! | `board.rs`, `document.rs`, `bits.rs`, `game.rs` | boards of any size, their text and JSON, the fast 4 × 4 board, a game with undo |
//! | `rules.rs`, `rows.rs`, `line.rs` | moves and new tiles: by tables, and for a row of any length |
//! | `solve/` | small boards exactly, in layers of equal tile sum |
//! | `players/` | one file each behind the trait [`Player`]; `players/gaps.rs` is the last ply of a search, for all new tiles at once |
//! | `network/` | shapes, features, weights, the learner and its games, the built-in network, files |
//! | `play.rs`, `statistics.rs`, `weights.rs`, `tune.rs`, `tuples.rs` | many games; a player as a problem for evolution; small networks of given weights |
//! | `coach/` | recorded games, what their moves lost, why, and the better line |
//! | `session.rs`, `saved.rs`, `hint.rs`, `motion.rs` | an interactive game, its document, how a move looks |
//! | `picture.rs`, `chart.rs`, `animation.rs`, `coach/picture.rs` | pictures |
//!
//! Entries of a search's memory carry their depth. Learning gives the same bytes however often it was interrupted, except in parallel.

#[cfg(feature = "pictures")]
mod animation;
mod bits;
mod board;
#[cfg(feature = "pictures")]
pub mod chart;
mod coach;
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
mod step;
mod tune;
mod tuples;
mod weights;

pub use bits::BitBoard;
pub use board::{Board, MAX_SIDE, MIN_SIDE};
#[cfg(feature = "pictures")]
pub use coach::picture as coach_pictures;
pub use coach::{
    Assessment, EQUAL, Grade, Line, MAX_POSITIONS, Position, Quality, Reason, Record,
    RecordError, Review, RolloutResult, Rollouts, Step, reasons,
};
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
    BoardEvaluation, ClassicPlayer, Depth, Expectimax, GreedyPlayer, MAX_DEPTH,
    MAX_PLIES, NetworkPlayer, PerfectPlayer, Player, RandomPlayer, Stopwatch, Strategy,
    USUAL_PLIES, UnknownPlayer,
};
pub use rules::{FOUR_PROBABILITY, Slide, move_name};
pub use session::{Event, Move, Session, State, UNDO_DEPTH, UnknownMove};
pub use solve::{MAX_SOLVED_CELLS, Solution, SolveProgress};
pub use statistics::Statistics;
pub use tilewright_play::Summary;
pub use tune::Tuning;
pub use tuples::{TupleLayout, TuplesError};
pub use weights::{ClassicWeights, ExpectimaxWeights, Weights};
