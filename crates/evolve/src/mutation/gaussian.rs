//! Normally distributed changes of real numbers.

use serde::{Deserialize, Serialize};
use tilewright_grid::Rng;

use super::Mutation;
use crate::defaults::tenths;
use crate::genome::{for_hits, normal, reflected};
use crate::{Draw as _, Error, Limits, Rate, RealBounds};

/// Adds a normally distributed number to each gene independently with the same probability
/// (Rechenberg, 1973). Values outside the range of the gene are reflected at its ends, so that
/// they do not accumulate there.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Gaussian<R = Rate> {
    /// The probability that a gene changes; default: 1 / length.
    pub rate: R,
    /// The standard deviation of the change, as a share of the width of the gene's range; 0 or
    /// more.
    #[serde(default = "tenths::<f64, 1>")]
    pub spread: f64,
    /// The range of every gene.
    #[serde(skip)]
    pub bounds: RealBounds,
}

impl Mutation<Vec<f64>> for Gaussian {
    fn check(&self, sample: &Vec<f64>) -> Result<(), Error> {
        Limits::Real(0.0, f64::INFINITY).check("spread", self.spread)?;
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
