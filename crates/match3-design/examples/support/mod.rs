//! Random levels, for the examples that measure.

use tilewright_grid::Rng;
use tilewright_match3::{Goal, Level, Rules, unreachable};
use tilewright_match3_design::Space;

/// A random level of a space that generation may make, whose goal may be reached, and its genome.
pub(crate) fn level(space: &Space, goal: &Goal, rng: &mut Rng) -> (Vec<u8>, Level) {
    loop {
        let density = 0.05 + 0.25 * rng.unit();
        let gene = |rng: &mut Rng| {
            if rng.chance(density) {
                1 + rng.index(space.choices().len() - 1) as u8
            } else {
                0
            }
        };

        let genes: Vec<u8> = (0..space.genes()).map(|_| gene(rng)).collect();
        let level = space.level(&genes);
        let is_reachable = unreachable(&Rules::new(&level, goal)).is_none();
        if space.is_feasible(&level) && is_reachable {
            return (genes, level);
        }
    }
}
