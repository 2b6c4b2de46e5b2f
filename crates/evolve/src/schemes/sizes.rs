//! Whether the populations of a checkpoint have the sizes of the settings.

use crate::evaluation::Aims;
use crate::{Population, Problem};

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

    /// Whether a population, and the offspring if they were asked for, have these sizes.
    pub(super) fn accept<G, const M: usize>(
        self,
        population: &Population<G, M>,
        offspring: Option<&Population<G, M>>,
    ) -> bool {
        let is_first = population.is_empty();
        let expected = if is_first { self.first } else { self.next };
        (is_first || population.len() == self.population)
            && offspring.is_none_or(|offspring| offspring.len() == expected)
    }

    /// Whether they also have the standings of their evaluations.
    pub(super) fn accept_ranked<P: Problem<M>, const M: usize>(
        self,
        problem: &P,
        population: &Population<P::Genome, M>,
        offspring: Option<&Population<P::Genome, M>>,
    ) -> bool {
        let aims = Aims::new(problem.objectives());
        self.accept(population, offspring)
            && population.is_ranked(&aims)
            && offspring.is_none_or(|offspring| offspring.is_ranked_where_kept(&aims))
    }
}
