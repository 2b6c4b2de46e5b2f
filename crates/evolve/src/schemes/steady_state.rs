//! The steady-state scheme.

use std::iter::once;

use serde::{Deserialize, Serialize};

use super::sizes::Sizes;
use super::{MOST_INDIVIDUALS, Scheme, replace_worst, single};
use crate::usual::whole;
use crate::{
    Breeding, Crossover, Error, Individual, Limits, Mutation, Population, Problem,
    Selection, State, Step,
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

/// The state of [`SteadyState`]: its individuals.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(bound(
    serialize = "G: Serialize",
    deserialize = "G: Deserialize<'de>, T: Default"
))]
pub struct SteadyPopulation<G, T, const N: usize = 1> {
    population: Population<G, N>,
    #[serde(skip)]
    table: T,
}

impl<G: Send + 'static, T: Send, const N: usize> State<G, N>
    for SteadyPopulation<G, T, N>
{
    fn populations(&self) -> impl Iterator<Item = &Population<G, N>> + Clone {
        once(&self.population)
    }
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
    type State = SteadyPopulation<P::Genome, S::Table, N>;

    fn start(&self, problem: &P, sample: &P::Genome) -> Result<Self::State, Error> {
        self.check(problem, sample)?;
        Ok(SteadyPopulation { population: Population::new(), table: S::Table::default() })
    }

    fn check(&self, problem: &P, genome: &P::Genome) -> Result<(), Error> {
        single(problem)?;
        self.breeding.check(genome)?;
        self.check_settings()
    }

    fn size(&self) -> usize {
        self.population.max(self.children)
    }

    fn accepts(
        &self,
        problem: &P,
        _: &P::Genome,
        state: &Self::State,
        offspring: Option<&Population<P::Genome, N>>,
    ) -> bool {
        let (population, next) = (self.population, self.children);
        let sizes = Sizes { population, first: population, next };
        sizes.accept_ranked(problem, &state.population, offspring)
    }

    fn breed(
        &self,
        step: &Step<'_, P, N>,
        state: &mut Self::State,
        offspring: &mut Population<P::Genome, N>,
    ) -> Result<(), Error> {
        let SteadyPopulation { population: parents, table } = state;
        let Some(sample) = parents.genomes().first() else {
            return step.randomize(offspring, self.population);
        };
        offspring.resize(self.children, sample);
        let pool = parents.standings();
        let Breeding { selection, .. } = &self.breeding;
        selection.prepare(pool, 2 * self.children, &mut step.rng(), table)?;
        step.crossed(offspring, 0, |index, mut child, other, rng| {
            child.copy(parents, selection.pick(table, pool, 2 * index, rng));
            let second = selection.pick(table, pool, 2 * index + 1, rng);
            other.clone_from(&parents.genomes()[second]);
            self.breeding.cross(child.renew(), other, rng);
            self.breeding.mutate(child.renew(), rng);
        })
    }

    fn survive(
        &self,
        _: &Step<'_, P, N>,
        state: &mut Self::State,
        offspring: &mut Population<P::Genome, N>,
    ) {
        let SteadyPopulation { population, .. } = state;
        if population.is_empty() {
            std::mem::swap(population, offspring);
            return;
        }
        for child in 0..offspring.len() {
            let standings = population.standings();
            let worst = (0..standings.len()).max_by_key(|&at| standings[at]);
            let standing = offspring.standings()[child];
            if let Some(at) = worst.filter(|&at| standing <= standings[at]) {
                population.swap(at, offspring, child);
            }
        }
    }

    fn welcome(
        &self,
        step: &Step<'_, P, N>,
        state: &mut Self::State,
        migrant: &Individual<P::Genome, N>,
    ) {
        replace_worst(step, &mut state.population, migrant);
    }
}
