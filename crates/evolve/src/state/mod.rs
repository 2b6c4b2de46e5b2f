//! Individuals, their order, and what a scheme remembers of them.

mod archive;
mod hall_of_fame;
mod individual;
mod population;
mod sound;
mod standing;

pub(crate) use archive::bins;
pub use archive::{Archive, Arrival, Axis};
pub use hall_of_fame::HallOfFame;
pub use individual::Individual;
pub(crate) use population::Lists;
pub use population::{Child, Population};
pub(crate) use sound::is_count;
pub use standing::Standing;
pub(crate) use standing::{Ranks, ordinal, value};
