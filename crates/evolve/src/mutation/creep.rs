//! Small steps of integers.

use serde::{Deserialize, Serialize};
use tilewright_grid::Rng;

use super::Mutation;
use crate::defaults::whole;
use crate::genome::for_hits;
use crate::{Bounds, Draw as _, Error, Limits, Rate};

/// Adds a small step to each gene independently with the same probability, uniform among the
/// numbers from −`step` to `step` but 0 (creep mutation; Davis, *Handbook of genetic algorithms*,
/// 1991). Values outside the range of the gene are reflected at its ends, so that a gene near one
/// may come back to its value.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Creep<R = Rate> {
    /// The probability that a gene changes; default: 1 / length.
    pub rate: R,
    /// The greatest step; 1 or more.
    #[serde(default = "whole::<u32, 1>")]
    pub step: u32,
    /// The range of every gene.
    #[serde(skip)]
    pub bounds: Bounds,
}

impl Mutation<Vec<i32>> for Creep {
    fn check(&self, sample: &Vec<i32>) -> Result<(), Error> {
        Limits::Whole(1, usize::MAX).check("step", self.step.into())?;
        self.bounds.check(sample.len())
    }

    /// Mutates the genome.
    ///
    /// # Panics
    /// If the bounds have fewer genes than the genome.
    fn mutate(&self, genome: &mut Vec<i32>, rng: &mut Rng) {
        for_hits(genome.len(), self.rate, rng, |index, rng| {
            let size = 1 + i64::from(rng.below(self.step.max(1)));
            let step = if rng.next_u64() >> 63 == 0 { size } else { -size };
            let (low, high) = self.bounds.range(index);
            genome[index] = reflected(i64::from(genome[index]) + step, low, high);
        });
    }
}

/// The value reflected at the ends of a range until it is inside.
fn reflected(value: i64, low: i32, high: i32) -> i32 {
    let width = i64::from(high) - i64::from(low);
    if width <= 0 {
        return low;
    }
    let beyond = (value - i64::from(low)).rem_euclid(2 * width);
    let inside = beyond.min(2 * width - beyond);
    low.wrapping_add_unsigned(inside as u32)
}
