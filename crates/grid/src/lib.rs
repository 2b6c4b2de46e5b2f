//! Cells, headings, rectangular grids, bit boards, flood fill, the seed and its random streams,
//! estimates; how long work is watched and stopped.
//!
//! This is the ground floor: it knows no game, no file format and no picture. Row 0 is
//! the top row everywhere; columns grow to the right.

mod bits;
mod cell;
mod checksum;
pub mod det;
mod document;
mod estimate;
mod flood;
mod grid;
mod heading;
mod rng;
mod seed;
mod watch;

pub use bits::Bits;
pub use cell::Cell;
pub use checksum::{checksum, checksum_on};
pub use document::{DocumentError, Schema, in_plain_words};
pub use estimate::{Estimate, moments};
pub use flood::{flood, groups};
pub use grid::{Grid, GridError, Size};
pub use heading::Heading;
pub use rng::Rng;
pub use seed::Seed;
pub use watch::{Telling, Watch};

/// The example of the package's first page.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct FirstPage;
