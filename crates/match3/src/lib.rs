//! Match-3 levels: swap-match potential, feasibility, and levels of a wanted potential.
//!
//! A [`Level`] is read from text or JSON, measured by [`potential`], [`Feasibility`] and
//! [`Analysis`], and made by [`generate`] from a [`Wish`].

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
mod layout;
mod level;
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
mod session;
mod space;
mod statistics;
mod symmetry;
mod tally;
mod template;
#[cfg(feature = "tiled")]
pub mod tiled;

pub use analysis::{Analysis, BLAME_PARTS};
pub use bots::{Bot, Greedy, Planner, Player, Random, SeedBot, Strategy, UnknownPlayer};
pub use error::{LevelError, Possible, WishError};
pub use explain::{Change, Cost, Explanation, Playtest, Sample, explain};
pub use feasibility::{Feasibility, Violation};
pub use gauge::{Gauge, Measure};
pub use generate::{
    DifficultyWish, Made, Moment, Proven, Search, Wanted, Wish, generate,
    generate_difficulty, generate_distinct,
};
pub use goal::{Clearing, Goal, UnknownGoal};
#[cfg(feature = "pictures")]
pub use history::History;
pub use kind::{Kind, UnknownKind};
pub use level::{COLORS, Level, MAX_SIDE, Missed, Spawners};
pub use play::{IllegalSwap, MAX_SWAPS, Outcome, play, play_bot, play_until, play_while};
pub use potential::potential;
pub use predict::{
    Calibration, Fit, Guide, Method, Model, ModelError, Played, PlaysError, Source,
    calibrate, fit_levels, fit_plays, leave_one_out, play_levels, spearman,
};
pub use problem::LevelProblem;
pub use quota::{Quota, UnknownQuota};
pub use reach::{Unreachable, unreachable};
pub use replay::{Replay, ReplayError};
pub use rules::{Gain, Game, Rules, Swap};
pub use session::{Blocks, Happening, Session, State, Step, SwapError};
pub use space::Space;
pub use statistics::{Chance, Statistics};
pub use symmetry::Symmetry;
pub use tally::Tally;
pub use template::Template;
pub use tilewright_play::{Quantiles, Summary};

/// The example of the package's first page.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct FirstPage;
