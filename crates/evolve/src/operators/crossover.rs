//! Crossover operators.

use std::fmt::Debug;

use tilewright_grid::Rng;

use crate::genome::between;
use crate::{Rate, RealBounds, Sequence};

/// Crosses two genomes in place.
///
/// ```
/// use tilewright_evolve::Crossover;
/// use tilewright_grid::{Rng, Seed};
///
/// /// Both children get the mean of the parents.
/// #[derive(Debug)]
/// struct Mean;
///
/// impl Crossover<f64> for Mean {
///     fn cross(&self, a: &mut f64, b: &mut f64, _: &mut Rng) {
///         *a = f64::midpoint(*a, *b);
///         *b = *a;
///     }
/// }
///
/// let (mut a, mut b) = (1.0, 4.0);
/// Mean.cross(&mut a, &mut b, &mut Seed(1).rng());
/// assert_eq!((a, b), (2.5, 2.5));
/// ```
pub trait Crossover<G>: Debug + Sync {
    /// Replaces two parents by their two children.
    fn cross(&self, a: &mut G, b: &mut G, rng: &mut Rng);
}

/// One-point crossover: exchanges all genes after a cut, which is chosen uniformly among those
/// between two genes. Genomes with fewer than two common genes do not change.
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

/// Two-point crossover: exchanges the genes between two different cuts, which are chosen
/// uniformly. A cut is after a gene, possibly the last one (as in DEAP's `cxTwoPoint`). Genomes
/// with fewer than two common genes do not change.
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

/// Uniform crossover: exchanges each gene independently with the same probability (Syswerda,
/// 1989).
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

/// Blend crossover BLX-α (Eshelman and Schaffer, *Real-coded genetic algorithms and
/// interval-schemata*, 1993): draws each gene of both children uniformly from the interval
/// between the parents' genes, extended at both ends by `alpha` times its length and clamped to
/// the range of the gene. With alpha ½ the expected spread of the children is that of the parents.
#[derive(Clone, Debug)]
pub struct Blend {
    /// How far children may lie outside their parents, as a share of the parents' distance; 0 or
    /// more.
    pub alpha: f64,
    /// The range of every gene.
    pub bounds: RealBounds,
}

impl Crossover<Vec<f64>> for Blend {
    /// Replaces two parents by their two children.
    ///
    /// # Panics
    /// If the bounds have fewer genes than both genomes.
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
