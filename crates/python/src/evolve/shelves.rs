//! The archives in the state of a scheme.

use tilewright_evolve::{
    Archipelago, Archive, Emitters, Members, RankedPopulation, SampledPopulation, State,
};

/// A state that may have archives: one, or one for each island.
pub(super) trait Shelves<G: 'static, const M: usize>: State<G, M> {
    /// The archives in order.
    fn archives(&self) -> Vec<&Archive<G, M>> {
        Vec::new()
    }
}

impl<G: Send + 'static, const M: usize> Shelves<G, M> for Archive<G, M> {
    fn archives(&self) -> Vec<&Self> {
        vec![self]
    }
}

impl<const M: usize> Shelves<Vec<f64>, M> for Emitters<M> {
    fn archives(&self) -> Vec<&Archive<Vec<f64>, M>> {
        vec![self.archive()]
    }
}

impl<T, G, const M: usize> Shelves<G, M> for Archipelago<T, G, M>
where
    T: Shelves<G, M>,
    G: Send + 'static,
{
    fn archives(&self) -> Vec<&Archive<G, M>> {
        self.islands().iter().flat_map(Shelves::archives).collect()
    }
}

impl<G: Send + 'static, T: Send, const M: usize> Shelves<G, M>
    for RankedPopulation<G, T, M>
{
}
impl<const M: usize> Shelves<Vec<f64>, M> for SampledPopulation<M> {}
impl<const M: usize> Shelves<Vec<f64>, M> for Members<M> {}
