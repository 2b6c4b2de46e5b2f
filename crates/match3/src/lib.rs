//! Match-3 levels: swap-match potential, feasibility, and levels of a wanted potential.
//!
//! A [`Level`] is read from text or JSON, measured by [`potential`], [`Feasibility`] and
//! [`Analysis`], and made by [`generate`] from a [`Wish`].

mod analysis;
mod cases;
mod document;
mod error;
mod feasibility;
mod gauge;
mod generate;
mod goal;
mod kind;
mod layout;
mod level;
#[cfg(feature = "pictures")]
pub mod picture;
mod potential;
mod problem;
mod quota;
mod space;
#[cfg(feature = "pictures")]
mod story;
mod symmetry;
mod tally;
mod template;

pub use analysis::{Analysis, BLAME_PARTS};
pub use error::{LevelError, Possible, WishError};
pub use feasibility::{Feasibility, Violation};
pub use gauge::{Gauge, Measure};
pub use generate::{Made, Moment, Search, Wish, generate, generate_distinct};
pub use goal::{Clearing, Goal, UnknownGoal};
pub use kind::{Kind, UnknownKind};
pub use level::{COLORS, Level, MAX_SIDE, Spawners};
pub use potential::potential;
pub use problem::LevelProblem;
pub use quota::{Quota, UnknownQuota};
pub use space::Space;
#[cfg(feature = "pictures")]
pub use story::Story;
pub use symmetry::Symmetry;
pub use tally::Tally;
pub use template::Template;
