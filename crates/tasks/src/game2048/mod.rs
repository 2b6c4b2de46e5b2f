//! 2048: boards are moved and judged, players measured and tuned, networks trained.

mod bench;
mod benched;
mod eval;
mod loss;
mod player;
mod seat;
mod slide;
mod train;
mod trained;
mod tune;
mod tuned;

pub use bench::Bench;
pub use eval::Eval;
pub use loss::Loss;
pub use player::{Maker, Who};
pub use slide::Move;
pub use train::Train;
pub use tune::Tune;

use crate::Entry;

/// The tasks of this game.
pub const TASKS: &[Entry] = &[
    Entry::of::<Bench>(),
    Entry::of::<Eval>(),
    Entry::of::<Move>(),
    Entry::of::<Train>(),
    Entry::of::<Tune>(),
];
