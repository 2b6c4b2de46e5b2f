//! How one genome changes by itself.

use std::fmt::Debug;

use tilewright_grid::Rng;

use crate::{Bits, Draw, Rate, Sequence, genome::for_hits};

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
