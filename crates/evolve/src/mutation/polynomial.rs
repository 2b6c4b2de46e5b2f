//! Polynomial changes of real numbers.

use serde::{Deserialize, Serialize};
use tilewright_grid::Rng;

use super::Mutation;
use crate::defaults::whole;
use crate::genome::{Degree, for_hits};
use crate::{Draw as _, Error, Limits, Rate, RealBounds};

/// Polynomial mutation (Deb and Goyal, *A combined genetic adaptive search for engineering design*, 1996), in the form of NSGA-II that respects bounds: changes each gene independently
/// with the same probability, upwards or downwards with probability ½ each. The density of the
/// change falls as a polynomial down to the end of the range.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Polynomial<R = Rate> {
    /// The distribution index η, greater than 0: the mean change is about 1/(η + 2) of the width
    /// of the gene's range; 20 is usual in NSGA-II.
    #[serde(default = "whole::<f64, 20>")]
    pub eta: f64,
    /// The probability that a gene changes; default: 1 / length.
    pub rate: R,
    /// The range of every gene.
    #[serde(skip)]
    pub bounds: RealBounds,
}

impl Polynomial {
    /// The size of a change as a share of the width of the range, for a uniform share from 0 to
    /// 1. `room` is the greatest change.
    fn change(&self, share: f64, room: f64) -> f64 {
        let degree = Degree::new(self.eta + 1.0);
        let least = degree.power(1.0 - room);
        1.0 - degree.root(share + (1.0 - share) * least)
    }
}

impl Mutation<Vec<f64>> for Polynomial {
    fn check(&self, sample: &Vec<f64>) -> Result<(), Error> {
        Limits::Above(0.0).check("eta", self.eta)?;
        self.bounds.check(sample.len())
    }

    /// Mutates the genome.
    ///
    /// # Panics
    /// If the bounds have fewer genes than the genome.
    fn mutate(&self, genome: &mut Vec<f64>, rng: &mut Rng) {
        for_hits(genome.len(), self.rate, rng, |index, rng| {
            let (low, high) = self.bounds.range(index);
            let (gene, width) = (genome[index].clamp(low, high), high - low);
            let coin = 2.0 * rng.unit();
            genome[index] = if width <= 0.0 {
                low
            } else if coin < 1.0 {
                (gene - width * self.change(coin, (gene - low) / width)).max(low)
            } else {
                (gene + width * self.change(coin - 1.0, (high - gene) / width)).min(high)
            };
        });
    }
}
