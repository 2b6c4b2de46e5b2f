//! Reversal of segments.

use serde::{Deserialize, Serialize};
use tilewright_grid::Rng;

use super::Mutation;
use crate::Permutation;
use crate::defaults::whole;
use crate::genome::pair;

/// Reverses the order of a segment of a permutation, `count` times (Holland, 1975; as a change of
/// tours the 2-opt move of Croes, 1958). Every segment of at least two items is equally likely.
/// Permutations with fewer than two items do not change.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Inversion {
    /// How many segments are reversed.
    #[serde(default = "whole::<u32, 1>")]
    pub count: u32,
}

impl Mutation<Permutation> for Inversion {
    fn mutate(&self, genome: &mut Permutation, rng: &mut Rng) {
        if genome.len() >= 2 {
            for _ in 0..self.count {
                let (first, last) = pair(genome.len(), rng);
                genome.reverse(first..last + 1);
            }
        }
    }
}
