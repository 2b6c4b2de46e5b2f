//! Uniform crossover.

use serde::{Deserialize, Serialize};
use tilewright_grid::Rng;

use super::Crossover;
use crate::defaults::tenths;
use crate::{Rate, Sequence};

/// Uniform crossover: exchanges each gene independently with the same probability (Syswerda,
/// 1989).
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Uniform {
    /// The probability that a gene is exchanged.
    #[serde(default = "tenths::<Rate, 5>")]
    pub rate: Rate,
}

impl<G: Sequence> Crossover<G> for Uniform {
    fn cross(&self, a: &mut G, b: &mut G, rng: &mut Rng) {
        a.swap_some(b, self.rate, rng);
    }
}
