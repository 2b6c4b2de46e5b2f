//! Normally distributed changes of real numbers.

use tilewright_grid::Rng;

use super::Mutation;
use crate::genome::{for_hits, normal, reflected};
use crate::{Draw as _, Error, Rate, RealBounds};

/// Adds a normally distributed number to each gene independently with the same probability
/// (Rechenberg, 1973). Values outside the range of the gene are reflected at its ends, so that
/// they do not accumulate there.
#[derive(Clone, Debug)]
pub struct Gaussian {
    /// The probability that a gene changes.
    pub rate: Rate,
    /// The standard deviation of the change, as a share of the width of the gene's range.
    pub spread: f64,
    /// The range of every gene.
    pub bounds: RealBounds,
}

impl Mutation<Vec<f64>> for Gaussian {
    fn check(&self, sample: &Vec<f64>) -> Result<(), Error> {
        if !(self.spread >= 0.0 && self.spread.is_finite()) {
            let what = "the spread of a Gaussian mutation must be 0 or more";
            return Err(Error::Scheme { what, found: self.spread });
        }
        self.bounds.check(sample.len())
    }

    /// Mutates the genome.
    ///
    /// # Panics
    /// If the bounds have fewer genes than the genome.
    fn mutate(&self, genome: &mut Vec<f64>, rng: &mut Rng) {
        for_hits(genome.len(), self.rate, rng, |index, rng| {
            let (low, high) = self.bounds.range(index);
            let step = self.spread * (high - low) * normal(rng);
            genome[index] = reflected(genome[index] + step, low, high);
        });
    }
}
