//! Schemes: how the next generation is bred from the last one.

mod feasible_infeasible;
mod generational;
mod plus;
mod plus_crossed;

use std::fmt::{self, Debug};

use tilewright_grid::{Seed, Watch};

pub use feasible_infeasible::FeasibleInfeasible;
pub use generational::Generational;
pub use plus::Plus;
pub use plus_crossed::PlusCrossed;

use crate::evolution::check;
use crate::{Error, HallOfFame, Population, Problem};

/// The input of [`Scheme::breed`].
#[derive(Clone, Copy)]
pub struct Past<'a, G> {
    /// The last generation, which is evaluated.
    pub parents: &'a Population<G>,
    /// The best distinct individuals so far.
    pub hall_of_fame: &'a HallOfFame<G>,
    /// The seed of the new generation; individual `i` uses `seed.child(i)`.
    pub seed: Seed,
    /// The watch that can cancel the breeding, which may take long for large genomes.
    pub watch: &'a dyn Watch,
}

impl<G: Debug> Debug for Past<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { parents, hall_of_fame, seed, watch: _ } = self;
        f.debug_struct("Past")
            .field("parents", parents)
            .field("hall_of_fame", hall_of_fame)
            .field("seed", seed)
            .finish_non_exhaustive()
    }
}

impl<G> Past<'_, G> {
    /// Calls the watch.
    ///
    /// # Errors
    /// [`Error::Cancelled`] if the watch cancels the breeding.
    pub fn look(&self) -> Result<(), Error> {
        check(self.watch)
    }
}

/// Breeds the next generation from the last one.
///
/// Its `Debug` form before the first generation is its name in checkpoints, so it must contain
/// all settings.
pub trait Scheme<P: Problem>: Debug {
    /// The number of individuals of a generation.
    fn population(&self) -> usize;

    /// Checks the settings before the search begins.
    ///
    /// # Errors
    /// If the settings do not work.
    fn check(&self) -> Result<(), Error>;

    /// Whether to restart with a random generation, after `standstill` consecutive generations
    /// whose best individual was no better than that of the generation before. Default: never.
    fn restarts(&self, standstill: u64) -> bool {
        let _ = standstill;
        false
    }

    /// Overwrites `children` with the next generation and marks the individuals that must be
    /// evaluated. The result must not depend on the previous contents of `children`, as a
    /// cancelled breeding is repeated.
    ///
    /// # Errors
    /// If the selection does not work with the parents; [`Error::Cancelled`] if the watch cancels
    /// it.
    fn breed(
        &mut self,
        past: Past<'_, P::Genome>,
        children: &mut Population<P::Genome>,
    ) -> Result<(), Error>;
}
