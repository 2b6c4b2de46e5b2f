//! New values for genes.

use std::fmt::Debug;

use serde::{Deserialize, Serialize};
use tilewright_grid::Rng;

use super::Mutation;
use crate::genome::for_hits;
use crate::{Draw, Error, Rate};

/// Replaces each gene independently with the same probability by a random value, which may equal
/// the old one.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Redraw<D, R = Rate> {
    /// The probability that a gene is replaced; default: 1 / length.
    pub rate: R,
    /// The source of random values, such as [`Bounds`](crate::Bounds).
    #[serde(skip)]
    pub source: D,
}

impl<T, D: Draw<T> + Debug> Mutation<Vec<T>> for Redraw<D> {
    fn check(&self, sample: &Vec<T>) -> Result<(), Error> {
        self.source.check(sample.len())
    }

    fn mutate(&self, genome: &mut Vec<T>, rng: &mut Rng) {
        for_hits(genome.len(), self.rate, rng, |index, rng| {
            genome[index] = self.source.draw(index, rng);
        });
    }
}
