//! The steady-state scheme.

use std::mem::swap;

use serde::{Deserialize, Serialize};

use super::requirements::{MOST_INDIVIDUALS, single};
use super::stored_state::Sizes;
use super::{Generation, Scheme, StoredState};
use crate::defaults::whole;
use crate::{
    Breeding, Crossover, Error, Limits, Mutation, Population, Problem, Selection, Step,
};

/// The steady-state genetic algorithm (Whitley's GENITOR, 1989): a few children at a time, each
/// of which replaces the worst individual unless it is worse itself.
///
/// A child is the first of the two results of a crossover, then mutated.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(bound = "Breeding<S, C, M>: schemars::JsonSchema")
)]
#[serde(deny_unknown_fields, bound(deserialize = "Breeding<S, C, M>: Deserialize<'de>"))]
pub struct SteadyState<S, C, M> {
    /// The number of individuals.
    #[serde(default = "whole::<usize, 100>")]
    pub population: usize,
    /// The number of children of a generation. They are evaluated at the same time, so that a
    /// number below that of threads leaves some idle.
    #[serde(default = "whole::<usize, 2>")]
    pub children: usize,
    /// The operators.
    #[serde(flatten)]
    pub breeding: Breeding<S, C, M>,
}

impl<S, C, M> SteadyState<S, C, M> {
    /// Checks what needs no problem.
    pub(crate) fn check_settings(&self) -> Result<(), Error> {
        Limits::Whole(1, MOST_INDIVIDUALS).check("population", self.population as f64)?;
        Limits::Whole(1, MOST_INDIVIDUALS).check("children", self.children as f64)
    }
}

impl<P, S, C, M, const N: usize> Scheme<P, N> for SteadyState<S, C, M>
where
    P: Problem<N>,
    S: Selection,
    C: Crossover<P::Genome>,
    M: Mutation<P::Genome>,
{
    type State = Generation<P::Genome, S::Table, N>;

    fn start(&self, _: &P, _: &P::Genome) -> Result<Self::State, Error> {
        Ok(Generation::default())
    }

    fn check(&self, problem: &P, genome: &P::Genome) -> Result<(), Error> {
        single(problem)?;
        self.breeding.check(genome)?;
        self.check_settings()
    }

    fn size(&self) -> usize {
        self.population.max(self.children)
    }

    fn keeps(&self) -> bool {
        true
    }

    fn accepts(&self, stored: &StoredState<'_, P, Self::State, N>) -> bool {
        let sizes = Sizes { next: self.children, ..Sizes::all(self.population) };
        stored.has_ranked(sizes, &stored.state.population)
    }

    fn breed(
        &self,
        step: &Step<'_, P, N>,
        state: &mut Self::State,
        offspring: &mut Population<P::Genome, N>,
    ) -> Result<(), Error> {
        let Generation { population: parents, buffers: table } = state;
        let Some(sample) = parents.genomes().first() else {
            return step.randomize(offspring, self.population);
        };
        offspring.resize(self.children, sample);

        let (pool, selection) = (parents.standings(), &self.breeding.selection);
        selection.prepare(pool, 2 * self.children, &mut step.rng(), table)?;
        self.breeding.breed_each(step, parents, offspring, 0, |number, rng| {
            selection.pick(table, pool, number, rng)
        })
    }

    fn survive(
        &self,
        _: &Step<'_, P, N>,
        state: &mut Self::State,
        offspring: &mut Population<P::Genome, N>,
    ) {
        let population = &mut state.population;
        if population.is_empty() {
            swap(population, offspring);
            return;
        }
        for child in 0..offspring.len() {
            let standing = offspring.standings()[child];
            let worst = population.worst();
            if let Some(at) = worst.filter(|&at| standing <= population.standings()[at]) {
                population.swap(at, offspring, child);
            }
        }
    }
}
