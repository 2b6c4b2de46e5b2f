//! Hunters: what they see is the rules and what their shots did, never the fleet.

mod casual;
mod density;
mod exact;
mod lattice;
mod outlook;
mod particles;
mod player;
mod posterior;
mod random;
mod target;

pub use player::{Player, Strategy, casual_of_focus};
pub use posterior::{Cloud, Likely};

use random::Random;
use tilewright_grid::{Cell, Rng};

use crate::{FleetError, Sight};

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

    /// What errors call it; unless said otherwise the name of its type.
    fn name(&self) -> String {
        std::any::type_name::<Self>().to_owned()
    }
}

/// The cell that a hunter shoots at next.
///
/// # Errors
/// [`FleetError::IllegalShot`] when it may not shoot there.
pub(crate) fn shot(
    hunter: &mut dyn Hunter,
    sight: &Sight<'_>,
    rng: &mut Rng,
) -> Result<Cell, FleetError> {
    let cell = hunter.aim(sight, rng);
    sight.check(cell).map(|()| cell).map_err(|reason| FleetError::IllegalShot {
        hunter: hunter.name(),
        reason: Box::new(reason),
    })
}
