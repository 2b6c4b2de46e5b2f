#![doc = include_str!("../README.md")]
//!
//! # What is in it
//!
//! 1. [`all`] and [`each`] play a batch: a range of game numbers. If game `i` draws its random
//!    numbers from the `i`-th child of a seed, a batch can be split anywhere and its parts give
//!    the same games.
//! 2. `Summary`, of the feature `statistics`, describes a quantity over many games: mean,
//!    interval, quantiles.
//! 3. [`Session`] is the trait of one game that a person or an agent plays move by move, with
//!    undo, hints and saved games. The games of tilewright implement it. Their errors have an
//!    [`ErrorCode`].
//! 4. [`seal`] adds a checksum to a saved game, [`is_intact`] verifies it.
//! 5. [`SkilledName`] reads `NAME:SKILL`: a player that makes some of its moves at random.
//!
//! Both features, `statistics` and `threads`, are on by default. Without `threads`, batches are
//! played by the thread that asks for them, with the same outcomes.
//!
//! # Where things are
//!
//! | in `src` | contents |
//! |---|---|
//! | `batch.rs`, `summary.rs` | batches of games, and statistics of a quantity |
//! | `skill.rs` | players of any strength |
//! | `session.rs`, `seal.rs` | the trait of an interactive game; checksums of saved games |

mod batch;
mod seal;
mod session;
mod skill;
#[cfg(feature = "statistics")]
mod summary;

pub use batch::{all, each};
pub use seal::{is_intact, seal};
pub use session::{ErrorCode, Session};
pub use skill::{SkilledName, is_own_move};
#[cfg(feature = "statistics")]
pub use summary::{Quantiles, Summary};
