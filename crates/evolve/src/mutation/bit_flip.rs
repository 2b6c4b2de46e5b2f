//! Flipping of bits.

use tilewright_grid::Rng;

use super::Mutation;
use crate::genome::for_hits;
use crate::{BitString, Rate, Sequence};

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
