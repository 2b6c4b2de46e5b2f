//! New values for genes.

use std::fmt::Debug;

use tilewright_grid::Rng;

use super::Mutation;
use crate::genome::for_hits;
use crate::{Draw, Error, Rate};

/// Replaces each gene independently with the same probability by a random value, which may equal
/// the old one.
#[derive(Clone, Debug)]
pub struct Redraw<D> {
    /// The probability that a gene is replaced.
    pub rate: Rate,
    /// The source of random values, such as [`Bounds`](crate::Bounds).
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
