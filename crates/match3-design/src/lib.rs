//! Match-3 levels: measured, and generated for a given potential or difficulty.
//!
//! The difficulty of a level is the mean number of swaps that a bot needs to reach the goal, or the
//! share of games that it wins within a move limit. The potential is a cheaper measure: the number of
//! ways in which a swap can complete a line of three.
//!
//! ```
//! use tilewright_grid::Seed;
//! use tilewright_match3::Kind;
//! use tilewright_match3_design::{DifficultyRequest, Symmetry};
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
//! - [`potential()`], [`Feasibility`] and [`Analysis`] measure a level without playing it.
//! - [`LevelRequest`] and [`DifficultyRequest`] generate levels; [`generate`], [`generate_distinct`]
//!   and [`generate_difficulty`] also report progress and can be stopped. A [`TweakRequest`] asks for the least
//!   change of a level, an [`ArchiveRequest`] for levels of every kind.
//! - [`Model`] predicts the swaps of a level. Models are fitted by [`fit_levels`]; [`people`] has models of how often
//!   your players pass, fitted to logs. [`explain()`] finds the cells that make a level hard.
//!
//! All results depend on a [`Seed`](tilewright_grid::Seed) only, and not on the number of threads.
//!
//! # Where things are
//!
//! | in `src` | contents |
//! |---|---|
//! | `potential.rs`, `gauge.rs`, `tally.rs`, `analysis.rs`, `cases.rs` | the potential: of a level, of many boards of one shape, of one board under change, case by case |
//! | `feasibility.rs`, `symmetry.rs`, `difference.rs` | which cells can be refilled; symmetries; how much two levels differ |
//! | `look.rs`, `style/` | how special cells are spread: measured, composed into clusters, or as in given levels |
//! | `placements/` | where special cells stand, as a request says it |
//! | `parts/` | exits, portals, conveyors and supply, drawn for a board |
//! | `space/`, `quotas.rs`, `problem.rs` | the levels that a request allows, and how evolution sees them |
//! | `predict/` | the mean field, its features, models and their files, their calibration by bots; `models/` has the built-in ones |
//! | `people/` | logs of what people played, the games of judges, the fit, pass rates of other levels |
//! | `generate/` | requests; hill climbing and FI-2Pop for a potential; for a difficulty the search, its landscape and the proof by games |
//! | `generate/archive/`, `generate/tweak/` | a level for each bin; few changes to another difficulty |
//! | `explain/`, `limit.rs` | which cell makes a level hard; the move limit with which no game is lost |
//! | `picture/`, `chart.rs`, `history.rs` | pictures; a search in motion |

mod analysis;
mod cases;
#[cfg(feature = "pictures")]
pub mod chart;
mod difference;
mod error;
mod explain;
mod feasibility;
mod gauge;
mod generate;
#[cfg(feature = "pictures")]
mod history;
mod latch;
mod limit;
mod look;
mod parts;
pub mod people;
#[cfg(feature = "pictures")]
pub mod picture;
mod placements;
mod potential;
mod predict;
mod problem;
mod quotas;
mod space;
mod style;
mod symmetry;
mod tally;

pub use analysis::Analysis;
pub use difference::difference;
pub use error::{PotentialBounds, RequestError};
pub use explain::{Change, Cost, Explanation, Playtest, Sample, explain};
pub use feasibility::{Feasibility, Violation};
pub use gauge::{Gauge, Measure};
pub use generate::{
    Algorithm, ArchiveRequest, ArchiveRound, ArchivedLevel, CellChange, Difficulty,
    DifficultyRequest, GeneratedLevel, LevelArchive, LevelRequest, NamedDifficulty,
    PlayedLevel, Progress, Shift, Shortage, Tweak, TweakRequest, Tweaks,
    UnknownDifficulty, VerifiedLevel, bin_ends, bin_words, generate, generate_difficulty,
    generate_distinct, promising, tweak, verify_difficulty,
};
#[cfg(feature = "pictures")]
pub use history::History;
pub use limit::limit_without_loss;
pub use look::Look;
pub use parts::{BoardPart, PartProblem, PartQuota, Parts, UnknownPart};
pub use placements::{
    BrokenPlacement, Placement, RegionError, Regions, UnknownPlacement, broken_placements,
};
pub use potential::potential;
pub use predict::{
    Calibration, Fit, Guide, MeanSwaps, Method, Model, ModelError, Prediction,
    fit_levels, leave_one_out, play_levels, spearman, usual_kinds, win_rate,
};
pub use problem::LevelProblem;
pub use space::Space;
pub use style::{Examples, ExamplesError, Likeness, Style};
pub use symmetry::Symmetry;
pub use tally::Tally;

/// Tests the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct FirstPage;
