//! Simulated binary crossover of real numbers.

use serde::{Deserialize, Serialize};
use tilewright_grid::Rng;

use super::Crossover;
use crate::defaults::{tenths, whole};
use crate::genome::{Degree, for_hits, unsigned};
use crate::{Draw as _, Error, Limits, Rate, RealBounds};

/// Simulated binary crossover, SBX (Deb and Agrawal, *Simulated binary crossover for continuous
/// search space*, 1995), in the form of NSGA-II that respects bounds (Deb and Beyer, 1999): the
/// children's genes lie symmetrically to the middle of the parents' genes, as far from it as
/// children of one-point crossover of binary numbers would, but no further than the ends of the
/// range. Each child gets either of them with probability ½. Equal genes do not change.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SimulatedBinary {
    /// The distribution index η, greater than 0: the greater it is, the closer children are to
    /// their parents. 2 to 5 resemble binary crossover; 15 is usual in NSGA-II.
    #[serde(default = "whole::<f64, 15>")]
    pub eta: f64,
    /// The probability that a gene is crossed.
    #[serde(default = "tenths::<Rate, 5>")]
    pub rate: Rate,
    /// The range of every gene.
    #[serde(skip)]
    pub bounds: RealBounds,
}

/// The distance of a child from the middle of its parents, in half distances of the parents, for a
/// uniform share from 0 to below 1. `room` is the distance from the nearer parent to the end of the
/// range, in distances of the parents.
#[inline]
fn factor(degree: Degree, share: f64, room: f64) -> f64 {
    // The greatest factor is reached at share 1.
    let greatest = 1.0 + 2.0 * room;
    let share = share * (2.0 - 1.0 / degree.power(greatest));
    degree.root(if share <= 1.0 { share } else { 1.0 / (2.0 - share) })
}

impl Crossover<Vec<f64>> for SimulatedBinary {
    fn check(&self, sample: &Vec<f64>) -> Result<(), Error> {
        Limits::Above(0.0).check("eta", self.eta)?;
        self.bounds.check(sample.len())
    }

    /// Replaces two parents by their two children.
    ///
    /// # Panics
    /// If the bounds have fewer genes than both genomes.
    fn cross(&self, a: &mut Vec<f64>, b: &mut Vec<f64>, rng: &mut Rng) {
        let degree = Degree::new(self.eta + 1.0);
        for_hits(a.len().min(b.len()), self.rate, rng, |index, rng| {
            let (low, high) = self.bounds.range(index);
            let (one, two) = (a[index].clamp(low, high), b[index].clamp(low, high));
            let (less, more) = (one.min(two), one.max(two));
            let distance = more - less;
            if distance > 0.0 {
                let bits = rng.next_u64();
                let share = unsigned(bits);
                let (middle, half) = (f64::midpoint(less, more), 0.5 * distance);
                let down = half * factor(degree, share, (less - low) / distance);
                let up = half * factor(degree, share, (high - more) / distance);
                let children = ((middle - down).max(low), (middle + up).min(high));
                // The lowest bit is not part of the share.
                let (first, second) =
                    if bits & 1 == 0 { children } else { (children.1, children.0) };
                (a[index], b[index]) = (first, second);
            }
        });
    }
}
