//! Blend crossover of real numbers.

use serde::{Deserialize, Serialize};
use tilewright_grid::Rng;

use super::Crossover;
use crate::defaults::tenths;
use crate::genome::between;
use crate::{Draw as _, Error, Limits, RealBounds};

/// Blend crossover BLX-α (Eshelman and Schaffer, *Real-coded genetic algorithms and
/// interval-schemata*, 1993): draws each gene of both children uniformly from the interval
/// between the parents' genes, extended at both ends by `alpha` times its length and clamped to
/// the range of the gene. With alpha ½ the expected spread of the children is that of the parents.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Blend {
    /// How far children may lie outside their parents, as a share of the parents' distance; 0 or
    /// more.
    #[serde(default = "tenths::<f64, 5>")]
    pub alpha: f64,
    /// The range of every gene.
    #[serde(skip)]
    pub bounds: RealBounds,
}

impl Crossover<Vec<f64>> for Blend {
    fn check(&self, sample: &Vec<f64>) -> Result<(), Error> {
        Limits::Real(0.0, f64::INFINITY).check("alpha", self.alpha)?;
        self.bounds.check(sample.len())
    }

    /// Replaces two parents by their two children.
    ///
    /// # Panics
    /// If the bounds have fewer genes than both genomes.
    fn cross(&self, a: &mut Vec<f64>, b: &mut Vec<f64>, rng: &mut Rng) {
        for (index, (a, b)) in a.iter_mut().zip(b).enumerate() {
            let (low, high) = self.bounds.range(index);
            let reach = self.alpha * (*a - *b).abs();
            let from = (a.min(*b) - reach).clamp(low, high);
            let to = (a.max(*b) + reach).clamp(low, high);
            (*a, *b) = (between(from, to, rng), between(from, to, rng));
        }
    }
}
