//! Exchange of items.

use serde::{Deserialize, Serialize};
use tilewright_grid::Rng;

use super::Mutation;
use crate::Permutation;
use crate::defaults::whole;
use crate::genome::pair;

/// Exchanges two items of a permutation, `count` times; every pair is equally likely (Oliver, Smith
/// and Holland, 1987). Permutations with fewer than two items do not change.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Swap {
    /// How many exchanges are made.
    #[serde(default = "whole::<u32, 1>")]
    pub count: u32,
}

impl Mutation<Permutation> for Swap {
    fn mutate(&self, genome: &mut Permutation, rng: &mut Rng) {
        if genome.len() >= 2 {
            for _ in 0..self.count {
                let (one, two) = pair(genome.len(), rng);
                genome.swap(one, two);
            }
        }
    }
}
