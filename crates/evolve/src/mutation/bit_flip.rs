//! Flipping of bits.

use serde::{Deserialize, Serialize};
use tilewright_grid::Rng;

use super::Mutation;
use crate::genome::for_hits;
use crate::{BitString, Rate, Sequence};

/// Flips each bit independently with the same probability.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct BitFlip<R = Rate> {
    /// The probability that a bit is flipped; default: 1 / length.
    pub rate: R,
}

impl Mutation<BitString> for BitFlip {
    fn mutate(&self, genome: &mut BitString, rng: &mut Rng) {
        let length = genome.length();
        for_hits(length, self.rate, rng, |index, _| genome.flip(index));
    }
}
