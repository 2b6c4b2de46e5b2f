//! How two genomes exchange genes.

use std::fmt::Debug;

use tilewright_grid::Rng;

use crate::genome::between;
use crate::{Rate, RealBounds, Sequence};

/// Crosses two genomes in place.
pub trait Crossover<G>: Debug + Sync {
    /// Makes two children of two parents, in their place.
    fn cross(&self, a: &mut G, b: &mut G, rng: &mut Rng);
}

/// Exchanges all genes behind one cut; each of the cuts between genes is as likely. Genomes of
/// fewer than two common genes stay as they are.
#[derive(Clone, Copy, Debug)]
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

/// Exchanges the genes between two different cuts; each pair of cuts is as likely. A cut lies
/// behind a gene, the last one included (as in DEAP's `cxTwoPoint`). Genomes of fewer than two
/// common genes stay as they are.
#[derive(Clone, Copy, Debug)]
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

/// Exchanges every gene with the same probability, independently (Syswerda, 1989).
#[derive(Clone, Copy, Debug)]
pub struct Uniform {
    /// The probability that a gene is exchanged.
    pub rate: Rate,
}

impl<G: Sequence> Crossover<G> for Uniform {
    fn cross(&self, a: &mut G, b: &mut G, rng: &mut Rng) {
        a.swap_some(b, self.rate, rng);
    }
}

/// Draws every gene of both children evenly from the interval between the parents' genes,
/// lengthened at both ends by the share alpha of its length, and cut where the gene's range
/// ends: BLX-α (Eshelman and Schaffer, *Real-coded genetic algorithms and interval-schemata*,
/// 1993). At alpha ½ the children spread as far as the parents do on average.
#[derive(Clone, Debug)]
pub struct Blend {
    /// How far children may go beyond their parents, as a share of the parents' distance; 0
    /// or more.
    pub alpha: f64,
    /// The range of every gene.
    pub bounds: RealBounds,
}

impl Crossover<Vec<f64>> for Blend {
    /// Makes two children of two parents, in their place.
    ///
    /// # Panics
    /// When the bounds have fewer genes than both genomes.
    fn cross(&self, a: &mut Vec<f64>, b: &mut Vec<f64>, rng: &mut Rng) {
        for (index, (a, b)) in a.iter_mut().zip(b).enumerate() {
            let (low, high) = self.bounds.range(index);
            let reach = self.alpha * (*a - *b).abs();
            let from = (a.min(*b) - reach).max(low);
            let to = (a.max(*b) + reach).min(high);
            (*a, *b) = (between(from, to, rng), between(from, to, rng));
        }
    }
}
