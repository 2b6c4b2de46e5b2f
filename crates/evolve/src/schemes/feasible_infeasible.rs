//! FI-2Pop: a feasible and an infeasible population.

use serde::{Deserialize, Serialize};

use super::requirements::{MOST_INDIVIDUALS, single};
use super::stored_state::Sizes;
use super::{Generation, Scheme, StoredState};
use crate::defaults::whole;
use crate::state::Ranks;
use crate::{
    Breeding, Crossover, Error, Limits, Mutation, Population, Problem, Selection,
    Standing, Step,
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

/// One of the two parts: its members, their standings within the part, and the table of the
/// selection.
#[derive(Clone, Debug, Default)]
pub struct Part<T> {
    members: Vec<u32>,
    pool: Vec<Standing>,
    table: T,
}

/// Divides the parents into the two parts, feasible and infeasible, sorted from best to worst.
fn divide<T>(standings: &[Standing], ranks: &mut Ranks, parts: &mut [Part<T>; 2]) {
    ranks.sort(standings);
    for part in &mut *parts {
        part.members.clear();
        part.pool.clear();
        // Either part may become as large as the whole; later generations then take no memory.
        part.members.reserve(standings.len());
        part.pool.reserve(standings.len());
    }

    for &index in &ranks.order {
        let standing = standings[index as usize];
        let infeasible = || 1.0 / (1.0 + standing.violation());
        let is_feasible = standing.is_feasible();
        let score = if is_feasible { standing.score() } else { infeasible() };
        let part = &mut parts[usize::from(!is_feasible)];
        part.members.push(index);
        part.pool.push(Standing::new(0.0, score));
    }
}

/// How many of `free` children the feasible part breeds.
fn share<T>(parts: &[Part<T>; 2], free: usize, elite: usize) -> usize {
    let [feasible, infeasible] = parts.each_ref().map(|part| part.members.len());
    if feasible == 0 {
        0
    } else if infeasible == 0 {
        free
    } else {
        let least = (2 * elite).max(1).min(free / 2);
        feasible.saturating_sub(elite).clamp(least, free - least)
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
    type State = Generation<P::Genome, ([Part<S::Table>; 2], Ranks), N>;

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
        let Generation { population: parents, buffers: (parts, ranks) } = state;
        let Some(sample) = parents.genomes().first() else {
            return step.randomize(offspring, self.population);
        };
        offspring.resize(self.population, sample);

        divide(parents.standings(), ranks, parts);
        let mut kept = 0;
        for part in &*parts {
            for &index in part.members.iter().take(self.elite) {
                offspring.copy(kept, parents, index as usize);
                kept += 1;
            }
        }

        let free = self.population - kept;
        let feasible = share(parts, free, self.elite);
        let selection = &self.breeding.selection;
        let mut rng = step.rng();
        for (part, children) in parts.iter_mut().zip([feasible, free - feasible]) {
            if children > 0 {
                selection.prepare(&part.pool, 2 * children, &mut rng, &mut part.table)?;
            }
        }

        self.breeding.breed_each(step, parents, offspring, kept, |number, rng| {
            let from_second = number.checked_sub(2 * feasible);
            let part = &parts[usize::from(from_second.is_some())];
            let pick = from_second.unwrap_or(number);
            let member = selection.pick(&part.table, &part.pool, pick, rng);
            part.members[member] as usize
        })
    }
}
