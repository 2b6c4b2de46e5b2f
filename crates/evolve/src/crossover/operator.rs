//! What a crossover is.

use std::fmt::Debug;

use tilewright_grid::Rng;

use crate::Error;

/// Crosses two genomes in place.
///
/// A tuple of two to four operators crosses tuples of genomes, each part by its own operator. The
/// tuples of the standard library allocate when they are copied; a type of your own whose
/// `clone_from` copies each part does not.
///
/// ```
/// use tilewright_evolve::Crossover;
/// use tilewright_grid::{Rng, Seed};
///
/// /// Both children get the mean of the parents.
/// #[derive(Debug)]
/// struct Mean;
///
/// impl Crossover<f64> for Mean {
///     fn cross(&self, a: &mut f64, b: &mut f64, _: &mut Rng) {
///         *a = f64::midpoint(*a, *b);
///         *b = *a;
///     }
/// }
///
/// let (mut a, mut b) = (1.0, 4.0);
/// Mean.cross(&mut a, &mut b, &mut Seed(1).rng());
/// assert_eq!((a, b), (2.5, 2.5));
/// ```
pub trait Crossover<G>: Debug + Sync {
    /// Checks the settings before the search begins, with a random genome as a sample. Default:
    /// they work.
    ///
    /// # Errors
    /// If the settings do not work, or not for such a genome.
    fn check(&self, sample: &G) -> Result<(), Error> {
        let _ = sample;
        Ok(())
    }

    /// Replaces two parents by their two children.
    fn cross(&self, a: &mut G, b: &mut G, rng: &mut Rng);
}

/// No crossover: the children are the parents.
impl<G> Crossover<G> for () {
    fn cross(&self, _: &mut G, _: &mut G, _: &mut Rng) {}
}

/// A crossover that is chosen while the program runs.
impl<G, T: Crossover<G> + ?Sized> Crossover<G> for Box<T> {
    fn check(&self, sample: &G) -> Result<(), Error> {
        (**self).check(sample)
    }

    fn cross(&self, a: &mut G, b: &mut G, rng: &mut Rng) {
        (**self).cross(a, b, rng);
    }
}

/// Implements the trait for tuples.
macro_rules! tuple {
    ($($operator:ident $genome:ident $at:tt),+) => {
        /// Crosses each part of a genome by its own operator, in their order.
        impl<$($operator: Crossover<$genome>, $genome),+> Crossover<($($genome,)+)>
            for ($($operator,)+)
        {
            fn check(&self, sample: &($($genome,)+)) -> Result<(), Error> {
                $(self.$at.check(&sample.$at)?;)+
                Ok(())
            }

            fn cross(&self, a: &mut ($($genome,)+), b: &mut ($($genome,)+), rng: &mut Rng) {
                $(self.$at.cross(&mut a.$at, &mut b.$at, rng);)+
            }
        }
    };
}

tuple!(X A 0, Y B 1);
tuple!(X A 0, Y B 1, Z C 2);
tuple!(X A 0, Y B 1, Z C 2, W D 3);
