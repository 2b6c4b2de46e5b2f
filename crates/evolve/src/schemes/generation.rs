//! The state of the schemes with one population.

use std::iter::once;

use serde::{Deserialize, Serialize};

use crate::{Population, State};

/// The state of a scheme with one population: its individuals, and buffers, which checkpoints leave
/// out.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(bound(
    serialize = "G: Serialize",
    deserialize = "G: Deserialize<'de>, B: Default"
))]
pub struct Generation<G, B, const N: usize = 1> {
    pub(super) population: Population<G, N>,
    #[serde(skip)]
    pub(super) buffers: B,
}

impl<G, B: Default, const N: usize> Default for Generation<G, B, N> {
    fn default() -> Self {
        Self { population: Population::new(), buffers: B::default() }
    }
}

impl<G: Send + 'static, B: Send, const N: usize> State<G, N> for Generation<G, B, N> {
    fn populations(&self) -> impl Iterator<Item = &Population<G, N>> + Clone {
        once(&self.population)
    }

    fn population_mut(&mut self) -> Option<&mut Population<G, N>> {
        Some(&mut self.population)
    }
}
