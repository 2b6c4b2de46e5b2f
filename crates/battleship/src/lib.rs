//! Battleship: counts and samples the legal fleets of a game exactly, hides fleets that are hard
//! to find, and hunts fleets with algorithms from random to expert. Use it to write opponents of
//! every strength, to place fleets, and to compare both over thousands of seeded games.
//!
//! ```
//! use tilewright_battleship::{MEMORY, Placer, Placements, Rules, SkilledHunter, Statistics, hunt};
//! use tilewright_grid::Seed;
//!
//! // The standard game on 7 × 7: ten ships that may not touch.
//! let rules = Rules::russian(7, 7)?;
//!
//! // Count all legal fleets, then hide uniform ones from two hunters.
//! let placements = Placements::new(&rules, MEMORY)?;
//! assert_eq!(placements.total(), 406_664);
//! let placer = Placer::of_placements(placements)?;
//! let mut means = Vec::new();
//! for name in ["novice", "density"] {
//!     let hunter: SkilledHunter = name.parse()?;
//!     let shots = hunt(&rules, &*hunter.hunter(&rules), &placer, 0..100, Seed(1), &())?;
//!     let statistics = Statistics::of(&rules, &shots).expect("there are games");
//!     println!("{name}: {:.1} shots to sink the fleet", statistics.shots.mean);
//!     means.push(statistics.shots.mean);
//! }
//! assert!(means[0] > means[1]);
//! # Ok::<(), tilewright_battleship::FleetError>(())
//! ```
//!
//! The main types, in the order in which they are needed:
//!
//! - [`Rules`]: the size of the field, the lengths of the ships ([`Roster`]), and whether they
//!   may touch ([`Touch`]). A [`Fleet`] is the ships ([`Ship`]) at their places;
//!   [`Rules::clashes`] lists what is wrong with one. [`FleetFile`] and [`FleetDocument`] read
//!   and write files of fleets.
//! - [`Placements`]: all legal fleets, counted by broken-profile dynamic programming; any of them
//!   by its number, uniform samples, and the probability that a ship occupies a cell, also given
//!   some shots. [`count`] only counts.
//! - [`Placer`] hides the fleets of many games: [`Sequential`], uniform, [`TwoColumns`], from
//!   a list, or from a [`Mixture`] such as the built-in [`PlacerFile::adversarial`]. Your own type can
//!   implement the trait [`Hider`].
//! - [`evolve`] and [`classic`](fn@classic) search for a legal fleet,
//!   [`adversarial`](fn@adversarial) for fleets that hunters take long to find, [`DoubleOracle`] for a mixture that
//!   takes many shots even if the hunter knows it.
//! - [`Strategy`] and [`SkilledHunter`] make hunters by name, with a level or a skill;
//!   [`WinRates`] finds the one that wins a wanted share of its duels. Your own
//!   type can implement the trait [`Hunter`]. A hunter knows the [`Sight`]: the outcomes of its
//!   shots.
//! - [`play`] plays one game, [`hunt`] many on all threads, [`duels`] lets two hunters play
//!   against each other. [`Battle`] records a game.
//! - [`Session`]: a duel of a person against a hunter, with undo, hints and saved games.
//!   [`Posterior`] computes the probabilities for hints.
//! - [`Sight::note`] follows a game against people, by what the other side says; [`Advice`] says where their ships may
//!   be.
//! - [`picture`], [`heatmap`], [`animation`], [`chart`] and [`History`] draw all this.
//!
//! Without the feature `pictures` (on by default) nothing is drawn, and compiling takes less
//! time.
//!
//! # Where things are
//!
//! | in `src` | contents |
//! |---|---|
//! | `rules.rs`, `ship.rs`, `fleet.rs`, `document.rs`, `name.rs`, `numbers.rs` | the game, ships and fleets, their files, names of cells such as A1, fleets as numbers |
//! | `legality.rs`, `placements/` | whether a fleet is legal; all legal fleets, counted, numbered and sampled, given what is known |
//! | `score.rs`, `classic.rs` | the article's fitness and its genetic algorithm |
//! | `evolved.rs`, `sequential.rs`, `two_columns.rs`, `mixture.rs`, `placers.rs` | other ways to hide a fleet, behind the trait [`Hider`] |
//! | `adversarial/`, `double_oracle/` | fleets against hunters, on islands that are kept stretch by stretch; mixtures against hunters that know them |
//! | `sight.rs`, `note.rs`, `board.rs`, `advice.rs`, `hunters/` | what a hunter sees, from a fleet, from people, or as they write it; whether a fleet agrees, where ships may be; the hunters, one file each behind the trait [`Hunter`] |
//! | `hunt.rs`, `duel.rs`, `replay.rs`, `session/` | many games, duels, recorded games, a game that a person plays |
//! | `picture.rs`, `heatmap.rs`, `chart.rs`, `history.rs`, `animation.rs` | pictures |

mod adversarial;
mod advice;
#[cfg(feature = "pictures")]
pub mod animation;
mod bits;
mod board;
#[cfg(feature = "pictures")]
pub mod chart;
mod classic;
mod document;
mod double_oracle;
mod duel;
mod error;
mod evolved;
mod fleet;
#[cfg(feature = "pictures")]
pub mod heatmap;
#[cfg(feature = "pictures")]
mod history;
mod hunt;
mod hunters;
mod legality;
mod mixture;
mod name;
mod note;
mod numbers;
#[cfg(feature = "pictures")]
pub mod picture;
mod placements;
mod placers;
mod replay;
mod rules;
mod score;
mod sequential;
mod session;
mod ship;
mod sight;
mod two_columns;

pub use adversarial::{
    AdversarialEvent, AdversarialFleet, AdversarialFleets, AdversarialGeneration,
    AdversarialSettings, Stretch, StretchEnd, adversarial,
};
pub use advice::{Advice, AdviceMethod, FleetCount};
pub use board::{HuntBoard, of_cells};
pub use classic::{ClassicProblem, ClassicSettings, EvolvedFleet, Progress, classic};
pub use document::{FleetDocument, FleetFile, Origin};
pub use double_oracle::{DoubleOracle, OracleRound, OracleSettings, OracleStep};
pub use duel::duels;
pub use error::FleetError;
pub use evolved::{EvolvedSettings, evolve};
pub use fleet::{Fleet, MAX_LETTERS};
#[cfg(feature = "pictures")]
pub use history::History;
pub use hunt::{Statistics, hunt, play, play_while};
pub use hunters::{
    CalibratedHunter, Hunter, Knowledge, Occupancy, PerfectPolicy, Posterior,
    SkilledHunter, Strategy, WinRates, casual_with_focus,
};
pub use legality::Clash;
pub use mixture::{GibbsWeights, Mixture, MixtureComponent, PlacerFile, WorstCase};
pub use name::{cell_name, column_name, named_cell};
pub use note::Fit;
pub use placements::{Limits, MEMORY, Placements, count};
pub use placers::{Hider, MixturePlacer, Placer, transformed};
pub use replay::{Battle, Shot};
pub use rules::{MAX_SHIPS, MAX_SIDE, Roster, Rules, Touch};
pub use score::{Chromosome, Fitness};
pub use sequential::Sequential;
pub use session::{HINT_NODES, Session, Side, State, Turn, UNDO_DEPTH, Waters};
pub use ship::Ship;
pub use sight::{Answer, Mark, Sight};
pub use tilewright_play::{Quantiles, Summary};
pub use two_columns::TwoColumns;

/// Tests the example of the package's README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
