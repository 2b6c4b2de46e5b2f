//! One-point crossover.

use serde::{Deserialize, Serialize};
use tilewright_grid::Rng;

use super::Crossover;
use crate::Sequence;

/// One-point crossover: exchanges all genes after a cut, which is chosen uniformly among those
/// between two genes. Genomes with fewer than two common genes do not change.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OnePoint;

impl<G: Sequence> Crossover<G> for OnePoint {
    fn cross(&self, a: &mut G, b: &mut G, rng: &mut Rng) {
        let common = a.length().min(b.length());
        if common >= 2 {
            let cut = 1 + rng.index(common - 1);
            a.swap_range(b, cut..common);
        }
    }
}
