//! The generational scheme with an elite.

use serde::{Deserialize, Serialize};

use super::requirements::{MOST_INDIVIDUALS, single};
use super::stored_state::Sizes;
use super::{Generation, Scheme, StoredState};
use crate::defaults::whole;
use crate::state::Ranks;
use crate::{
    Breeding, Crossover, Error, Limits, Mutation, Population, Problem, Selection, Step,
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
    type State = Generation<P::Genome, (S::Table, Ranks), N>;

    fn start(&self, _: &P, _: &P::Genome) -> Result<Self::State, Error> {
        Ok(Generation::default())
    }

    fn check(&self, problem: &P, genome: &P::Genome) -> Result<(), Error> {
        single(problem)?;
        self.breeding.check(genome)?;
        self.check_settings()
    }

    fn size(&self) -> usize {
        self.population
    }

    fn accepts(&self, stored: &StoredState<'_, P, Self::State, N>) -> bool {
        stored.has_ranked(Sizes::all(self.population), &stored.state.population)
    }

    fn breed(
        &self,
        step: &Step<'_, P, N>,
        state: &mut Self::State,
        offspring: &mut Population<P::Genome, N>,
    ) -> Result<(), Error> {
        let Generation { population: parents, buffers: (table, ranks) } = state;
        let Some(sample) = parents.genomes().first() else {
            return step.randomize(offspring, self.population);
        };
        offspring.resize(self.population, sample);

        let mut kept = 0;
        if self.elite > 0 {
            ranks.sort(parents.standings());
            for &index in &ranks.order[..self.elite] {
                offspring.copy(kept, parents, index as usize);
                kept += 1;
            }
        }
        if self.returns_hall_of_fame {
            let hall = step.hall_of_fame;
            for member in hall.members().iter().take(self.population - kept - 1) {
                let standing = step.standing(&member.evaluation);
                offspring.keep(kept, &member.genome, member.evaluation, standing);
                kept += 1;
            }
        }

        self.breeding.breed_pairs(step, parents, table, offspring, kept)
    }
}
