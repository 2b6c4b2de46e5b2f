//! How the next generation is bred from the last.

mod crossed;
mod feasible_infeasible;
mod generational;
mod plus;

use std::fmt::{self, Debug};

use tilewright_grid::{Seed, Watch};

pub use crossed::PlusCrossed;
pub use feasible_infeasible::FeasibleInfeasible;
pub use generational::Generational;
pub use plus::Plus;

use crate::evolution::check;
use crate::{Error, HallOfFame, Population, Problem};

/// What a scheme may look at when it breeds.
#[derive(Clone, Copy)]
pub struct Past<'a, G> {
    /// The last generation, evaluated.
    pub parents: &'a Population<G>,
    /// The best distinct individuals so far.
    pub hall_of_fame: &'a HallOfFame<G>,
    /// The seed of the generation to breed; individual i draws from `seed.child(i)`.
    pub seed: Seed,
    /// Who may stop the breeding; a generation takes long where genomes are long.
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
    /// Looks at the watch.
    ///
    /// # Errors
    /// [`Error::Cancelled`] when the watch stops the breeding.
    pub fn look(&self) -> Result<(), Error> {
        check(self.watch)
    }
}

/// Breeds the next generation from the last.
///
/// Its `Debug` form, taken before the first generation, is the name by which a checkpoint
/// knows it; so it must show every setting.
pub trait Scheme<P: Problem>: Debug {
    /// How many individuals a generation has.
    fn population(&self) -> usize;

    /// Checks that the settings can work, before anything is drawn.
    ///
    /// # Errors
    /// When they cannot.
    fn check(&self) -> Result<(), Error>;

    /// Whether to begin anew with a random generation, after so many generations in a row whose
    /// best was no better than that of the one before. Never, unless said otherwise.
    fn restarts(&self, standstill: u64) -> bool {
        let _ = standstill;
        false
    }

    /// Overwrites `children` with the next generation and marks those to be evaluated. What
    /// comes of it must not depend on what `children` held, since a breeding that is stopped
    /// is begun again.
    ///
    /// # Errors
    /// When the selection cannot work on the parents, and [`Error::Cancelled`] when the watch
    /// stops it.
    fn breed(
        &mut self,
        past: Past<'_, P::Genome>,
        children: &mut Population<P::Genome>,
    ) -> Result<(), Error>;
}
