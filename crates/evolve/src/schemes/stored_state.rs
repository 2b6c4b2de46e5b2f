//! A state that was read from a checkpoint.

use crate::evaluation::Aims;
use crate::{Population, Problem};

/// A state that was read from a checkpoint, and what it is checked with.
#[derive(Debug)]
pub struct StoredState<'a, P: Problem<M>, S, const M: usize = 1> {
    /// The problem.
    pub problem: &'a P,
    /// A random genome of the problem.
    pub sample: &'a P::Genome,
    /// The state.
    pub state: &'a S,
    /// The offspring, if they were asked for.
    pub offspring: Option<&'a Population<P::Genome, M>>,
}

/// How many individuals a scheme with one population has.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sizes {
    /// The population after any generation.
    pub(super) population: usize,
    /// The offspring of the first generation.
    pub(super) first: usize,
    /// The offspring of all others.
    pub(super) next: usize,
}

impl Sizes {
    /// The same number everywhere.
    pub(super) const fn all(count: usize) -> Self {
        Self { population: count, first: count, next: count }
    }
}

impl<P: Problem<M>, S, const M: usize> StoredState<'_, P, S, M> {
    /// Whether the population of the state, and the offspring if they were asked for, have these
    /// sizes.
    pub(super) fn has(
        &self,
        sizes: Sizes,
        population: &Population<P::Genome, M>,
    ) -> bool {
        let is_first = population.is_empty();
        let expected = if is_first { sizes.first } else { sizes.next };
        (is_first || population.len() == sizes.population)
            && self.offspring.is_none_or(|offspring| offspring.len() == expected)
    }

    /// Whether they also have the standings of their evaluations.
    pub(super) fn has_ranked(
        &self,
        sizes: Sizes,
        population: &Population<P::Genome, M>,
    ) -> bool {
        let aims = Aims::new(self.problem.objectives());
        self.has(sizes, population)
            && population.is_ranked(&aims)
            && self
                .offspring
                .is_none_or(|offspring| offspring.is_ranked_where_kept(&aims))
    }
}
