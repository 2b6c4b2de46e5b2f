//! Match-3 levels: measured, played by bots, and generated for a given potential or difficulty.
//!
//! The difficulty of a level is the mean number of swaps that a bot needs to reach the goal, or the
//! share of games that it wins within a move limit. The potential is a cheaper measure: the number of
//! ways in which a swap can complete a line of three.
//!
//! ```
//! use tilewright_grid::Seed;
//! use tilewright_match3::{DifficultyRequest, Kind, Symmetry};
//!
//! // A 9 × 9 level in which the article's bot collects 30 blocks of a colour in 26 swaps.
//! let request = DifficultyRequest::new("collect:30".parse()?, 26.0)
//!     .with_kinds([Kind::OBSTACLE.into(), "blocked2:2-6".parse()?])
//!     .with_symmetry(Symmetry::Horizontal);
//! let verified = request.generate(Seed(7))?;
//! assert!(verified.is_found, "games prove that the level is within 3 %");
//! println!("{}", verified.level);
//!
//! // The move limit with which six games in ten are won, as a file for your game.
//! let mut level = verified.level;
//! level.moves = verified.played.moves_for(0.6).map(|chance| chance.moves);
//! println!("{}", level.to_json());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! In the order in which you may need them:
//!
//! - A [`Level`] is read from text, JSON, or a map of the editor Tiled ([`tiled`]). It has cells of a
//!   [`Kind`], [`Spawners`], a [`Goal`] and a move limit. A [`Template`] is a level with free cells.
//! - [`potential`], [`Feasibility`] and [`Analysis`] measure a level without playing it.
//! - [`play`] plays [`Rules`] by a [`SkilledBot`], and [`Statistics`] summarizes the games. Implement
//!   [`Bot`] for a bot of your own, and play it with [`play_bot`]. A [`Replay`] records a game.
//! - [`LevelRequest`] and [`DifficultyRequest`] generate levels; [`generate`], [`generate_distinct`]
//!   and [`generate_difficulty`] also report progress and can be stopped.
//! - [`Model`] predicts the swaps of a level. Models are fitted by [`calibrate()`], or to recorded games
//!   of your players by [`fit_plays`]. [`explain`] finds the cells that make a level hard.
//! - A [`Session`] is a game that a person plays, with undo, hints and saved games.
//!
//! All results depend on a [`Seed`](tilewright_grid::Seed) only, and not on the number of threads.

mod analysis;
#[cfg(feature = "pictures")]
mod animation;
mod bits;
mod bots;
mod cases;
#[cfg(feature = "pictures")]
pub mod chart;
mod document;
mod error;
mod explain;
mod feasibility;
mod gauge;
mod generate;
mod goal;
#[cfg(feature = "pictures")]
mod history;
mod kind;
mod lab_text;
mod latch;
mod layout;
mod level;
mod limit;
#[cfg(feature = "pictures")]
pub mod picture;
mod play;
mod potential;
mod predict;
mod problem;
mod quota;
mod reach;
mod replay;
mod rules;
mod ruleset;
mod session;
mod setting;
mod space;
mod spawners;
mod statistics;
mod symmetry;
mod tally;
mod template;
#[cfg(feature = "tiled")]
pub mod tiled;
mod token;
mod words;

pub use analysis::Analysis;
pub use bots::{
    ArticleBot, Bot, Greedy, Planner, Random, SkilledBot, Strategy, UnknownBot,
    comparisons, judge,
};
pub use error::{LevelError, Possible, RequestError};
pub use explain::{Change, Cost, Explanation, Playtest, Sample, explain};
pub use feasibility::{Feasibility, Violation};
pub use gauge::{Gauge, Measure};
pub use generate::{
    Algorithm, ArchiveRequest, ArchiveRound, ArchivedLevel, CellChange, Difficulty,
    DifficultyRequest, GeneratedLevel, Lacking, LevelArchive, LevelRequest,
    NamedDifficulty, PlayedLevel, Progress, Shift, Tweak, TweakRequest, Tweaks,
    UnknownDifficulty, VerifiedLevel, bin_ends, bin_words, generate, generate_difficulty,
    generate_distinct, tweak,
};
pub use goal::{Clearing, Goal, KindCount, OfColor, OfKind, OfPiece, UnknownGoal};
#[cfg(feature = "pictures")]
pub use history::History;
pub use kind::{Kind, UnknownKind};
pub use lab_text::{LabText, NotLab, WrittenLab};
pub use level::{COLORS, Level, MAX_SIDE, Missed};
pub use limit::limit_without_loss;
pub use play::{IllegalSwap, MAX_SWAPS, Outcome, play, play_bot, play_while};
pub use potential::potential;
pub use predict::{
    Calibration, Fit, Guide, Method, Model, ModelError, Played, PlaysError, Source,
    calibrate, fit_levels, fit_plays, leave_one_out, play_levels, spearman, usual_kinds,
};
pub use problem::LevelProblem;
pub use quota::{NamedQuota, Quota, UnknownQuota};
pub use reach::{Unreachable, can_move, unreachable};
pub use replay::{Replay, ReplayError};
pub use rules::{Gain, Game, Move, OwnGame, Rules};
pub use ruleset::{Preset, RulesError, Ruleset, UnknownPreset};
pub use session::{Blocks, BoardEvent, Session, State, Step, SwapError};
pub use space::Space;
pub use spawners::Spawners;
pub use statistics::{Chance, Statistics};
pub use symmetry::Symmetry;
pub use tally::Tally;
pub use template::Template;
pub use tilewright_play::{Quantiles, Summary};

/// Tests the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct FirstPage;
