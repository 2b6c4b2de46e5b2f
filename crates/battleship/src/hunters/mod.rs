//! Hunters: what they see is the rules and what their shots did, never the fleet.

mod density;
mod exact;
mod lattice;
mod outlook;
mod particles;
mod player;
mod posterior;
mod random;
mod target;

pub use player::{Player, Strategy};
pub use posterior::Cloud;

use random::Random;
use tilewright_grid::{Cell, Rng};

use crate::Sight;

/// A hunter. One hunts in one game at a time, and may remember what happened in it.
pub trait Hunter: Send + Sync {
    /// Another one like it, with nothing to remember.
    fn fork(&self) -> Box<dyn Hunter>;

    /// Forgets the last game. Unless said otherwise there is nothing to forget.
    fn begin(&mut self, rng: &mut Rng) {
        let _ = rng;
    }

    /// The cell that it shoots at next, which nobody shot at; the game is not over.
    fn aim(&mut self, sight: &Sight<'_>, rng: &mut Rng) -> Cell;
}
