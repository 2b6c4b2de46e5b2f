//! The generational scheme with an elite.

use std::iter::once;
use std::mem::swap;

use serde::{Deserialize, Serialize};

use super::sizes::Sizes;
use super::{MOST_INDIVIDUALS, Scheme, replace_worst, single};
use crate::state::best_first;
use crate::usual::whole;
use crate::{
    Breeding, Crossover, Error, Individual, Limits, Mutation, Population, Problem,
    Selection, Standing, State, Step,
};

/// The simple genetic algorithm with an elite (Goldberg, 1989; the loop of DEAP's `eaSimple`):
/// children of selected parents, crossed in pairs and then mutated, replace all individuals but
/// the elite.
///
/// Children that were neither crossed nor mutated keep the evaluation of their parent. A pair of
/// children draws from the random stream of its first child. If the number of children is odd,
/// the last one is not crossed. With both an elite and a returned hall of fame, the best
/// individuals are kept twice, so use one of the two.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(bound = "Breeding<S, C, M>: schemars::JsonSchema")
)]
#[serde(deny_unknown_fields, bound(deserialize = "Breeding<S, C, M>: Deserialize<'de>"))]
pub struct Generational<S, C, M> {
    /// The number of individuals of a generation.
    #[serde(default = "whole::<usize, 100>")]
    pub population: usize,
    /// How many of the best individuals are kept unchanged.
    #[serde(default = "whole::<usize, 1>")]
    pub elite: usize,
    /// Whether the members of the hall of fame are added to every generation: as many of the
    /// best as leave at least one child.
    #[serde(default)]
    pub returns_hall_of_fame: bool,
    /// The operators.
    #[serde(flatten)]
    pub breeding: Breeding<S, C, M>,
}

/// The state of [`Generational`]: the last generation.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(bound(
    serialize = "G: Serialize",
    deserialize = "G: Deserialize<'de>, T: Default"
))]
pub struct Generation<G, T, const N: usize = 1> {
    population: Population<G, N>,
    #[serde(skip)]
    table: T,
    #[serde(skip)]
    keys: Vec<(Standing, u32)>,
    #[serde(skip)]
    order: Vec<u32>,
}

impl<G: Send + 'static, T: Send, const N: usize> State<G, N> for Generation<G, T, N> {
    fn populations(&self) -> impl Iterator<Item = &Population<G, N>> + Clone {
        once(&self.population)
    }
}

impl<S, C, M> Generational<S, C, M> {
    /// Checks what needs no problem.
    pub(crate) fn check_settings(&self) -> Result<(), Error> {
        Limits::Whole(1, MOST_INDIVIDUALS).check("population", self.population as f64)?;
        Limits::Whole(0, self.population - 1).check("elite", self.elite as f64)
    }
}

impl<P, S, C, M, const N: usize> Scheme<P, N> for Generational<S, C, M>
where
    P: Problem<N>,
    S: Selection,
    C: Crossover<P::Genome>,
    M: Mutation<P::Genome>,
{
    type State = Generation<P::Genome, S::Table, N>;

    fn start(&self, problem: &P, sample: &P::Genome) -> Result<Self::State, Error> {
        self.check(problem, sample)?;
        let (table, keys, order) = Default::default();
        Ok(Generation { population: Population::new(), table, keys, order })
    }

    fn check(&self, problem: &P, genome: &P::Genome) -> Result<(), Error> {
        single(problem)?;
        self.breeding.check(genome)?;
        self.check_settings()
    }

    fn size(&self) -> usize {
        self.population
    }

    fn accepts(
        &self,
        problem: &P,
        _: &P::Genome,
        state: &Self::State,
        offspring: Option<&Population<P::Genome, N>>,
    ) -> bool {
        let sizes = Sizes::all(self.population);
        sizes.accept_ranked(problem, &state.population, offspring)
    }

    fn breed(
        &self,
        step: &Step<'_, P, N>,
        state: &mut Self::State,
        offspring: &mut Population<P::Genome, N>,
    ) -> Result<(), Error> {
        let Generation { population: parents, table, keys, order } = state;
        let Some(sample) = parents.genomes().first() else {
            return step.randomize(offspring, self.population);
        };
        offspring.resize(self.population, sample);
        let mut kept = 0;
        if self.elite > 0 {
            best_first(parents.standings(), keys, order);
            for &index in &order[..self.elite] {
                offspring.copy(kept, parents, index as usize);
                kept += 1;
            }
        }
        if self.returns_hall_of_fame {
            let hall = step.hall_of_fame;
            let members = hall.members().iter().zip(hall.standings());
            for (member, &standing) in members.take(self.population - kept - 1) {
                offspring.keep(kept, &member.genome, member.evaluation, standing);
                kept += 1;
            }
        }
        let picks = self.population - kept;
        let selection = &self.breeding.selection;
        selection.prepare(parents.standings(), picks, &mut step.rng(), table)?;
        self.breeding.breed_pairs(step, parents, table, offspring, kept)
    }

    fn survive(
        &self,
        _: &Step<'_, P, N>,
        state: &mut Self::State,
        offspring: &mut Population<P::Genome, N>,
    ) {
        swap(&mut state.population, offspring);
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
