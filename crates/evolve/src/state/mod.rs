//! Individuals, their order, and what a scheme remembers of them.

mod archive;
mod axis;
mod bins;
mod cells;
mod hall_of_fame;
mod individual;
mod lists;
mod population;
mod sound;
mod standing;
mod tree;

pub use archive::{Archive, Arrival};
pub use axis::Axis;
pub(crate) use bins::{Bins, check_bins};
pub use cells::Cells;
pub(crate) use cells::MOST as MOST_CELLS;
pub use hall_of_fame::HallOfFame;
pub use individual::Individual;
pub(crate) use lists::Lists;
pub(crate) use population::Status;
pub use population::{Child, Population};
pub(crate) use sound::is_count;
pub use standing::Standing;
pub(crate) use standing::{Ranks, ordinal, value};
