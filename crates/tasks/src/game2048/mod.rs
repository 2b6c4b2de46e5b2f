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

use crate::{Entry, Game};

/// The game and its tasks, in the order in which people look for them.
pub const GAME: Game = Game {
    name: "2048",
    about: "2048: play by search, learn by playing",
    tasks: &[
        Entry::of::<Bench>(),
        Entry::of::<Eval>(),
        Entry::of::<Move>(),
        Entry::of::<Train>(),
        Entry::of::<Tune>(),
    ],
};
