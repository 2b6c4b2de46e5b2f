//! Hunters: they know the rules and the outcomes of their shots, never the fleet.

mod casual;
mod density;
mod energy;
mod estimate;
mod exact;
mod gibbs;
mod knowledge;
mod known_list;
mod lattice;
mod outlook;
mod particle;
mod particles;
mod perfect;
mod polynomial;
mod posterior;
mod random;
mod rate_hunts;
mod skilled;
mod strategy;
mod target;
mod win_rate;
mod witness;

pub use knowledge::Knowledge;
pub use perfect::PerfectPolicy;
pub use posterior::{Occupancy, Posterior};
pub use skilled::SkilledHunter;
pub(crate) use strategy::SOLVING;
pub use strategy::{Strategy, casual_with_focus};
pub use win_rate::{CalibratedHunter, WinRates};

pub(crate) use density::densities;
pub(crate) use energy::weighed_cells;
pub(crate) use estimate::sampled;
pub(crate) use gibbs::{FleetSampler, sampler};
use random::RandomHunter;
use tilewright_grid::{Cell, Rng};
pub(crate) use witness::search;

use crate::{FleetError, Sight};

/// Chooses the cells to shoot at. The hunters of this crate are made by
/// [`Strategy::hunter`] and [`SkilledHunter::hunter`]; your own type can implement the trait, too:
///
/// ```
/// use tilewright_battleship::{Hunter, Mark, Placer, Rules, Sequential, Sight, hunt};
/// use tilewright_grid::{Cell, Rng, Seed};
///
/// /// Shoots at the unknown cells in reading order.
/// struct RowByRow;
///
/// impl Hunter for RowByRow {
///     fn fork(&self) -> Box<dyn Hunter> {
///         Box::new(Self)
///     }
///
///     fn aim(&mut self, sight: &Sight<'_>, _: &mut Rng) -> Cell {
///         let mut cells = sight.rules().size().cells();
///         let next = cells.find(|&cell| sight.mark(cell) == Mark::Unknown);
///         next.expect("the game is not over")
///     }
/// }
///
/// let rules = Rules::russian(10, 10)?;
/// let placer = Placer::Sequential(Sequential::new(&rules));
/// let shots = hunt(&rules, &RowByRow, &placer, 0..100, Seed(1), &())?;
/// assert!(shots.iter().sum::<u32>() > 90 * 100);
/// # Ok::<(), tilewright_battleship::FleetError>(())
/// ```
///
/// A hunter plays one game at a time and may remember it; every thread plays with its own
/// [`fork`](Self::fork).
pub trait Hunter: Send + Sync {
    /// A copy that remembers the same. Other threads play with copies, and a session keeps some to go back to.
    fn fork(&self) -> Box<dyn Hunter>;

    /// Starts a game: forgets the last one. The default does nothing.
    fn begin(&mut self, rng: &mut Rng) {
        let _ = rng;
    }

    /// The cell to shoot at next. It must be inside the field and not shot at before; the game is
    /// not over.
    fn aim(&mut self, sight: &Sight<'_>, rng: &mut Rng) -> Cell;

    /// Sees the outcomes of all shots so far without shooting, in the place of [`aim`](Self::aim): afterwards it remembers the
    /// same. The default aims at a cell and forgets it.
    fn follow(&mut self, sight: &Sight<'_>, rng: &mut Rng) {
        let _ = self.aim(sight, rng);
    }

    /// Its name in errors. The default is the name of its type.
    fn name(&self) -> String {
        std::any::type_name::<Self>().to_owned()
    }
}

/// The cell at which a hunter shoots next, checked to be legal.
///
/// # Errors
/// [`FleetError::IllegalShot`] when it is not.
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
