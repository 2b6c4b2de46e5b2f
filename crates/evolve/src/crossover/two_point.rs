//! Two-point crossover.

use serde::{Deserialize, Serialize};
use tilewright_grid::Rng;

use super::Crossover;
use crate::Sequence;

/// Two-point crossover: exchanges the genes between two different cuts, which are chosen
/// uniformly. A cut is after a gene, possibly the last one (as in DEAP's `cxTwoPoint`). Genomes
/// with fewer than two common genes do not change.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TwoPoint;

impl<G: Sequence> Crossover<G> for TwoPoint {
    fn cross(&self, a: &mut G, b: &mut G, rng: &mut Rng) {
        let common = a.length().min(b.length());
        if common >= 2 {
            let first = 1 + rng.index(common);
            let other = 1 + rng.index(common - 1);
            let other = if other >= first { other + 1 } else { other };
            a.swap_range(b, first.min(other)..first.max(other));
        }
    }
}
