//! Uniform crossover.

use tilewright_grid::Rng;

use super::Crossover;
use crate::{Rate, Sequence};

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
