//! Mutation operators.

use std::fmt::Debug;

use tilewright_grid::Rng;

use crate::genome::{for_hits, normal, reflected};
use crate::{BitString, Draw, Rate, RealBounds, Sequence};

/// Mutates a genome in place.
///
/// ```
/// use tilewright_evolve::Mutation;
/// use tilewright_grid::{Rng, Seed};
///
/// /// Exchanges two items of a permutation.
/// #[derive(Debug)]
/// struct Swap;
///
/// impl Mutation<Vec<u32>> for Swap {
///     fn mutate(&self, genome: &mut Vec<u32>, rng: &mut Rng) {
///         let (a, b) = (rng.index(genome.len()), rng.index(genome.len()));
///         genome.swap(a, b);
///     }
/// }
///
/// let mut genome = vec![0, 1, 2, 3];
/// Swap.mutate(&mut genome, &mut Seed(1).rng());
/// genome.sort();
/// assert_eq!(genome, [0, 1, 2, 3]);
/// ```
pub trait Mutation<G>: Debug + Sync {
    /// Mutates the genome.
    fn mutate(&self, genome: &mut G, rng: &mut Rng);
}

/// Flips each bit independently with the same probability.
#[derive(Clone, Copy, Debug)]
pub struct BitFlip {
    /// The probability that a bit is flipped.
    pub rate: Rate,
}

impl Mutation<BitString> for BitFlip {
    fn mutate(&self, genome: &mut BitString, rng: &mut Rng) {
        let length = genome.length();
        for_hits(length, self.rate, rng, |index, _| genome.flip(index));
    }
}

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
    fn mutate(&self, genome: &mut Vec<T>, rng: &mut Rng) {
        for_hits(genome.len(), self.rate, rng, |index, rng| {
            genome[index] = self.source.draw(index, rng);
        });
    }
}

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
