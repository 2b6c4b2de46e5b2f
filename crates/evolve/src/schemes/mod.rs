//! How the next generation is bred from the last.

mod crossed;
mod feasible_infeasible;
mod generational;
mod plus;

use std::fmt::Debug;

use tilewright_grid::Seed;

pub use crossed::PlusCrossed;
pub use feasible_infeasible::FeasibleInfeasible;
pub use generational::Generational;
pub use plus::Plus;

use crate::{Error, HallOfFame, Population, Problem};

/// What a scheme may look at when it breeds.
#[derive(Clone, Copy, Debug)]
pub struct Past<'a, G> {
    /// The last generation, evaluated.
    pub parents: &'a Population<G>,
    /// The best distinct individuals so far.
    pub hall_of_fame: &'a HallOfFame<G>,
    /// The seed of the generation to breed; individual i draws from `seed.child(i)`.
    pub seed: Seed,
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

    /// Overwrites `children` with the next generation and marks those to be evaluated.
    ///
    /// # Errors
    /// When the selection cannot work on the parents.
    fn breed(
        &mut self,
        past: Past<'_, P::Genome>,
        children: &mut Population<P::Genome>,
    ) -> Result<(), Error>;
}
