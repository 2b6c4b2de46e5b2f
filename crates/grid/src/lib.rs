#![doc = include_str!("../README.md")]
//!
//! # What is in it
//!
//! 1. [`Cell`], [`Heading`] and [`Size`] are positions, directions and the size of a rectangle;
//!    [`Grid`] holds a value for each cell. Row 0 is the top row everywhere; columns grow to
//!    the right.
//!    [`Stagger`] and [`HexHeading`] are the same for hexagonal cells, [`Diamonds`] turns a staggered map into one of squares; a [`World`] says where cells lie in pixels.
//! 2. [`flood`] fills, [`groups`] finds connected components, [`Bits`] is a bit board.
//! 3. [`Seed`] is the one number from which all randomness comes, [`Rng`] its random stream.
//!    [`det`] has `exp`, `ln` and `sin` that give the same bits on every platform.
//! 4. `Estimate`, of the feature `statistics`, is a mean or a share with its confidence interval.
//! 5. [`Watch`] reports the progress of long work and cancels it.
//! 6. `Schema`, of the feature `documents`, names the kind and the version of a JSON document;
//!    [`checksum`] is a hash that finds damaged files.
//!
//! The feature `serde` reads and writes cells, grids, seeds and random streams; `glam` and `mint` turn cells into vectors
//! `x, y` of these crates and back. No feature is on by default.
//!
//! # Where things are
//!
//! | in `src` | contents |
//! |---|---|
//! | `cell.rs`, `vectors.rs`, `heading.rs`, `hex.rs`, `diamond.rs`, `world.rs`, `grid.rs`, `bits.rs`, `flood.rs` | positions, grids, bit boards, filling |
//! | `seed.rs`, `rng.rs` | the seed and its random streams, with draws of our own, fixed by a test |
//! | `det.rs` | mathematical functions that give the same bits everywhere |
//! | `estimate.rs` | means and shares with confidence intervals |
//! | `watch.rs`, `lock.rs` | how work is watched and stopped; locks that survive a panic |
//! | `names.rs` | the names of the variants of an enum |
//! | `schema/`, `checksum.rs` | kinds and versions of documents, their errors in plain words; checksums |
//!
//! Long work asks its [`Watch`] at least every 100 ms, from any thread.

mod bits;
mod cell;
mod checksum;
pub mod det;
mod diamond;
#[cfg(feature = "statistics")]
mod estimate;
mod flood;
mod grid;
mod heading;
mod hex;
mod lock;
mod names;
mod rng;
#[cfg(feature = "documents")]
mod schema;
mod seed;
#[cfg(any(feature = "glam", feature = "mint"))]
mod vectors;
mod watch;
mod world;

pub use bits::Bits;
pub use cell::Cell;
pub use checksum::{checksum, checksum_on};
pub use diamond::{CellShape, Diamonds};
#[cfg(feature = "statistics")]
pub use estimate::{Estimate, moments};
pub use flood::{flood, groups};
pub use grid::{Grid, GridError, Size};
pub use heading::Heading;
pub use hex::{HexHeading, Stagger};
pub use lock::{locked, unlocked};
pub use rng::Rng;
#[cfg(feature = "documents")]
pub use schema::{DocumentError, Schema, in_plain_words, plain_words};
pub use seed::Seed;
pub use watch::{ProgressWatch, Watch};
pub use world::World;
