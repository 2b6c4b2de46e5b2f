//! FI-2Pop: a feasible and an infeasible population.

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

/// FI-2Pop (Kimbrough, Koehler, Lu and Wood, 2008) as in the match-3 article: a fixed number of
/// individuals, divided in each generation into feasible ones, ranked by the objective, and
/// infeasible ones, ranked by 1 / (1 + violation). Each part keeps its elite and breeds as many
/// individuals as it had. The feasibility of a child decides to which part it belongs.
///
/// One thing is different: a part no larger than the elite would be copied forever, so each part
/// that is not empty breeds at least one child and at least twice the size of the elite, up to
/// half of all children. Every child has two parents; of the two results of a crossover, the
/// first one is kept. All children are evaluated.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(bound = "Breeding<S, C, M>: schemars::JsonSchema")
)]
#[serde(deny_unknown_fields, bound(deserialize = "Breeding<S, C, M>: Deserialize<'de>"))]
pub struct FeasibleInfeasible<S, C, M> {
    /// The number of individuals of both parts together, at least 2 × (elite + 1).
    #[serde(default = "whole::<usize, 100>")]
    pub population: usize,
    /// How many of the best individuals of each part are kept unchanged.
    #[serde(default = "whole::<usize, 1>")]
    pub elite: usize,
    /// The operators.
    #[serde(flatten)]
    pub breeding: Breeding<S, C, M>,
}

/// The state of [`FeasibleInfeasible`]: the last generation.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(bound(
    serialize = "G: Serialize",
    deserialize = "G: Deserialize<'de>, T: Default"
))]
pub struct Parts<G, T, const N: usize = 1> {
    population: Population<G, N>,
    #[serde(skip)]
    halves: [Part<T>; 2],
    #[serde(skip)]
    keys: Vec<(Standing, u32)>,
    #[serde(skip)]
    order: Vec<u32>,
}

/// One of the two parts: its members, their standings within the part, and the table of the
/// selection.
#[derive(Clone, Debug, Default)]
struct Part<T> {
    members: Vec<u32>,
    pool: Vec<Standing>,
    table: T,
}

impl<G, T, const N: usize> Parts<G, T, N> {
    /// Divides the parents into the two parts, sorted from best to worst.
    fn divide(&mut self) {
        let Self { population, halves, keys, order } = self;
        best_first(population.standings(), keys, order);
        for half in &mut *halves {
            half.members.clear();
            half.pool.clear();
            // Either part may become as large as the whole.
            half.members.reserve(population.len());
            half.pool.reserve(population.len());
        }
        for &index in &*order {
            let standing = population.standings()[index as usize];
            let part = usize::from(!standing.is_feasible());
            let infeasible = || 1.0 / (1.0 + standing.violation());
            let score = if part == 0 { standing.score() } else { infeasible() };
            halves[part].members.push(index);
            halves[part].pool.push(Standing::new(0.0, score));
        }
    }

    /// How many of `free` children the feasible part breeds.
    fn share(&self, free: usize, elite: usize) -> usize {
        let [feasible, infeasible] =
            [0, 1].map(|part: usize| self.halves[part].members.len());
        if feasible == 0 {
            0
        } else if infeasible == 0 {
            free
        } else {
            let least = (2 * elite).max(1).min(free / 2);
            feasible.saturating_sub(elite).clamp(least, free - least)
        }
    }
}

impl<G: Send + 'static, T: Send, const N: usize> State<G, N> for Parts<G, T, N> {
    fn populations(&self) -> impl Iterator<Item = &Population<G, N>> + Clone {
        once(&self.population)
    }
}

impl<S, C, M> FeasibleInfeasible<S, C, M> {
    /// Checks what needs no problem.
    pub(crate) fn check_settings(&self) -> Result<(), Error> {
        Limits::Whole(0, MOST_INDIVIDUALS / 2 - 1).check("elite", self.elite as f64)?;
        let least = 2 * (self.elite + 1);
        Limits::Whole(least, MOST_INDIVIDUALS).check("population", self.population as f64)
    }
}

impl<P, S, C, M, const N: usize> Scheme<P, N> for FeasibleInfeasible<S, C, M>
where
    P: Problem<N>,
    S: Selection,
    C: Crossover<P::Genome>,
    M: Mutation<P::Genome>,
{
    type State = Parts<P::Genome, S::Table, N>;

    fn start(&self, problem: &P, sample: &P::Genome) -> Result<Self::State, Error> {
        self.check(problem, sample)?;
        let (halves, keys, order) = Default::default();
        Ok(Parts { population: Population::new(), halves, keys, order })
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
        if state.population.is_empty() {
            return step.randomize(offspring, self.population);
        }
        offspring.resize(self.population, &state.population.genomes()[0]);
        state.divide();
        let mut kept = 0;
        for part in &state.halves {
            for &index in part.members.iter().take(self.elite) {
                offspring.copy(kept, &state.population, index as usize);
                kept += 1;
            }
        }
        let free = self.population - kept;
        let feasible = state.share(free, self.elite);
        let Breeding { selection, .. } = &self.breeding;
        let mut rng = step.rng();
        for (part, children) in state.halves.iter_mut().zip([feasible, free - feasible]) {
            if children > 0 {
                selection.prepare(&part.pool, 2 * children, &mut rng, &mut part.table)?;
            }
        }
        let Parts { population: parents, halves, .. } = &*state;
        step.crossed(offspring, kept, |index, mut child, partner, rng| {
            let number = index - kept;
            let (part, first) =
                if number < feasible { (&halves[0], 0) } else { (&halves[1], feasible) };
            let parent = |pick: usize, rng: &mut tilewright_grid::Rng| {
                let pick = 2 * (number - first) + pick;
                let member = selection.pick(&part.table, &part.pool, pick, rng);
                part.members[member] as usize
            };
            child.copy(parents, parent(0, rng));
            partner.clone_from(&parents.genomes()[parent(1, rng)]);
            self.breeding.cross(child.renew(), partner, rng);
            self.breeding.mutate(child.renew(), rng);
        })
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
