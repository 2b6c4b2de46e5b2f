//! Games as they are played: many on all threads, handed on in their order and stopped at will,
//! with what they say; players of any skill; and a single game that a person or an agent plays,
//! the [`Session`].
//!
//! This knows no game. A batch is a range of numbers; game *i* draws from the *i*-th child of a
//! seed, which is up to the one who plays, so a batch can be divided anywhere and gives the same.

mod batch;
mod seal;
mod session;
mod skill;
mod summary;

pub use batch::{all, each};
pub use seal::{is_intact, seal};
pub use session::Session;
pub use skill::{Skilled, is_own_move};
pub use summary::{Quantiles, Summary};

/// The example of the package's first page.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct FirstPage;
