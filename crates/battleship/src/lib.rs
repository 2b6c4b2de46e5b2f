//! Battleship: fleets that are legal, counted, hidden from hunters and hunted.
//!
//! [`Rules`] say how large the field is and which ships there are; a [`Fleet`] is where they
//! lie.

#[cfg(feature = "pictures")]
pub mod animation;
mod bits;
#[cfg(feature = "pictures")]
pub mod chart;
mod classic;
mod document;
mod duel;
mod error;
mod evolved;
mod fleet;
mod hard;
mod harden;
#[cfg(feature = "pictures")]
mod history;
mod hunt;
mod hunters;
mod legality;
mod name;
#[cfg(feature = "pictures")]
pub mod picture;
mod placers;
mod replay;
mod rules;
mod saved;
mod score;
mod sequential;
mod session;
mod ship;
mod sight;
mod ways;

pub use classic::{Classic, ClassicProblem, Moment, Placed, classic};
pub use document::{FleetDocument, FleetFile, MAX_FLEETS, Origin};
pub use duel::duels;
pub use error::FleetError;
pub use evolved::{ClashProblem, Evolved, Redock, evolve};
pub use fleet::{Fleet, MAX_LETTERS};
pub use hard::hard_fleets;
pub use harden::{HardEvent, HardFleet, HardMoment, Hardened, Hardening, Island, harden};
#[cfg(feature = "pictures")]
pub use history::History;
pub use hunt::{Statistics, hunt, hunt_while, play};
pub use hunters::{Cloud, Hunter, Likely, Player, Strategy, casual_of_focus};
pub use legality::Clash;
pub use name::{letters, name};
pub use placers::{Hide, Placer, TwoColumns, turned};
pub use replay::{Battle, Shot};
pub use rules::{MAX_SHIPS, MAX_SIDE, Roster, Rules, Touch};
pub use score::{Chromosome, Fitness};
pub use sequential::{ATTEMPTS, Sequential};
pub use session::{Session, Side, State, Turn, Waters};
pub use ship::Ship;
pub use sight::{Answer, Mark, Sight};
pub use tilewright_play::{Quantiles, Summary};
pub use ways::{MEMORY, Ways, count, count_while};

/// The example of the package's first page.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct FirstPage;
