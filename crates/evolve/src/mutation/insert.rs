//! Moves of items.

use serde::{Deserialize, Serialize};
use tilewright_grid::Rng;

use super::Mutation;
use crate::Permutation;
use crate::defaults::whole;

/// Moves an item of a permutation to another place, `count` times; every item and every other place
/// are equally likely (Fogel, 1988). Permutations with fewer than two items do not change.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Insert {
    /// How many moves are made.
    #[serde(default = "whole::<u32, 1>")]
    pub count: u32,
}

impl Mutation<Permutation> for Insert {
    fn mutate(&self, genome: &mut Permutation, rng: &mut Rng) {
        if genome.len() >= 2 {
            for _ in 0..self.count {
                let from = rng.index(genome.len());
                let to = rng.index(genome.len() - 1);
                genome.move_item(from, if to < from { to } else { to + 1 });
            }
        }
    }
}
