//! What a mutation is.

use std::fmt::Debug;

use tilewright_grid::Rng;

use crate::Error;

/// Mutates a genome in place.
///
/// A tuple of two to four operators mutates tuples of genomes, each part by its own operator.
///
/// ```
/// use tilewright_evolve::Mutation;
/// use tilewright_grid::{Rng, Seed};
///
/// /// Turns the steps of a walk to the left from a random one on.
/// #[derive(Debug)]
/// struct Turn;
///
/// impl Mutation<Vec<(i32, i32)>> for Turn {
///     fn mutate(&self, walk: &mut Vec<(i32, i32)>, rng: &mut Rng) {
///         let at = rng.index(walk.len());
///         for step in &mut walk[at..] {
///             *step = (step.1, -step.0);
///         }
///     }
/// }
///
/// let mut walk = vec![(1, 0); 4];
/// Turn.mutate(&mut walk, &mut Seed(1).rng());
/// assert_eq!(walk[3], (0, -1));
/// ```
pub trait Mutation<G>: Debug + Sync {
    /// Checks the settings before the search begins, with a random genome as a sample. Default:
    /// they work.
    ///
    /// # Errors
    /// If the settings do not work, or not for such a genome.
    fn check(&self, sample: &G) -> Result<(), Error> {
        let _ = sample;
        Ok(())
    }

    /// Mutates the genome.
    fn mutate(&self, genome: &mut G, rng: &mut Rng);
}

/// No mutation.
impl<G> Mutation<G> for () {
    fn mutate(&self, _: &mut G, _: &mut Rng) {}
}

/// A mutation that is chosen while the program runs.
impl<G, T: Mutation<G> + ?Sized> Mutation<G> for Box<T> {
    fn check(&self, sample: &G) -> Result<(), Error> {
        (**self).check(sample)
    }

    fn mutate(&self, genome: &mut G, rng: &mut Rng) {
        (**self).mutate(genome, rng);
    }
}

/// Implements the trait for tuples.
macro_rules! tuple {
    ($($operator:ident $genome:ident $at:tt),+) => {
        /// Mutates each part of a genome by its own operator, in their order.
        impl<$($operator: Mutation<$genome>, $genome),+> Mutation<($($genome,)+)>
            for ($($operator,)+)
        {
            fn check(&self, sample: &($($genome,)+)) -> Result<(), Error> {
                $(self.$at.check(&sample.$at)?;)+
                Ok(())
            }

            fn mutate(&self, genome: &mut ($($genome,)+), rng: &mut Rng) {
                $(self.$at.mutate(&mut genome.$at, rng);)+
            }
        }
    };
}

tuple!(X A 0, Y B 1);
tuple!(X A 0, Y B 1, Z C 2);
tuple!(X A 0, Y B 1, Z C 2, W D 3);
