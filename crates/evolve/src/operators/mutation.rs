//! How one genome changes by itself.

use std::fmt::Debug;

use tilewright_grid::Rng;

use crate::genome::{for_hits, normal, reflected};
use crate::{Bits, Draw, Rate, RealBounds, Sequence};

/// Changes a genome in place.
pub trait Mutation<G>: Debug + Sync {
    /// Changes the genome.
    fn mutate(&self, genome: &mut G, rng: &mut Rng);
}

/// Turns every bit around with the same probability, independently.
#[derive(Clone, Copy, Debug)]
pub struct BitFlip {
    /// The probability that a bit is turned.
    pub rate: Rate,
}

impl Mutation<Bits> for BitFlip {
    fn mutate(&self, genome: &mut Bits, rng: &mut Rng) {
        let length = genome.length();
        for_hits(length, self.rate, rng, |index, _| genome.flip(index));
    }
}

/// Draws every gene anew with the same probability, independently. The fresh value may be
/// the old one.
#[derive(Clone, Debug)]
pub struct Redraw<D> {
    /// The probability that a gene is drawn anew.
    pub rate: Rate,
    /// Where fresh values come from.
    pub source: D,
}

impl<T, D: Draw<T> + Debug> Mutation<Vec<T>> for Redraw<D> {
    fn mutate(&self, genome: &mut Vec<T>, rng: &mut Rng) {
        for_hits(genome.len(), self.rate, rng, |index, rng| {
            genome[index] = self.source.draw(index, rng);
        });
    }
}

/// Adds a number of a normal distribution to every gene with the same probability,
/// independently (Rechenberg, 1973). What goes beyond an end of the gene's range comes back
/// into it as from a mirror, so that nothing piles up there.
#[derive(Clone, Debug)]
pub struct Gaussian {
    /// The probability that a gene changes.
    pub rate: Rate,
    /// The deviation of the change, as a part of the width of the gene's range.
    pub spread: f64,
    /// The range of every gene.
    pub bounds: RealBounds,
}

impl Mutation<Vec<f64>> for Gaussian {
    /// Changes the genome.
    ///
    /// # Panics
    /// When the bounds have fewer genes than the genome.
    fn mutate(&self, genome: &mut Vec<f64>, rng: &mut Rng) {
        for_hits(genome.len(), self.rate, rng, |index, rng| {
            let (low, high) = self.bounds.range(index);
            let step = self.spread * (high - low) * normal(rng);
            genome[index] = reflected(genome[index] + step, low, high);
        });
    }
}
