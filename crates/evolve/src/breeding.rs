//! The operators that make children of parents.

use serde::{Deserialize, Serialize};
use tilewright_grid::Rng;

use crate::defaults::tenths;
use crate::{
    Child, Crossover, Error, Mutation, Population, Problem, Rate, Selection, Step,
};

/// The operators that make children of parents, and their rates.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(
        bound = "S: Default + serde::Serialize + schemars::JsonSchema, C: schemars::JsonSchema, M: schemars::JsonSchema"
    )
)]
#[serde(
    deny_unknown_fields,
    bound(
        deserialize = "S: Default + Deserialize<'de>, C: Deserialize<'de>, M: Deserialize<'de>"
    )
)]
pub struct Breeding<S, C, M> {
    /// How parents are selected.
    #[serde(default)]
    pub selection: S,
    /// How two parents are crossed.
    pub crossover: C,
    /// The probability that two parents are crossed.
    #[serde(default = "tenths::<Rate, 9>")]
    pub crossover_rate: Rate,
    /// How a child is mutated.
    pub mutation: M,
    /// The probability that a child is mutated.
    #[serde(default = "tenths::<Rate, 10>")]
    pub mutation_rate: Rate,
}

impl<S, C, M> Breeding<S, C, M> {
    /// Checks the settings of all operators.
    ///
    /// # Errors
    /// If one does not work.
    pub fn check<G>(&self, sample: &G) -> Result<(), Error>
    where
        S: Selection,
        C: Crossover<G>,
        M: Mutation<G>,
    {
        self.selection.check()?;
        self.crossover.check(sample)?;
        self.mutation.check(sample)
    }

    /// Breeds the offspring from an index on in pairs: children of selected parents, crossed and
    /// then mutated at the rates. Children that are neither keep the evaluation of their parent. A
    /// pair draws from the random stream of its first child; if their number is odd, the last one
    /// is not crossed.
    pub(crate) fn breed_pairs<P, const N: usize>(
        &self,
        step: &Step<'_, P, N>,
        parents: &Population<P::Genome, N>,
        table: &mut S::Table,
        offspring: &mut Population<P::Genome, N>,
        from: usize,
    ) -> Result<(), Error>
    where
        P: Problem<N>,
        S: Selection,
        C: Crossover<P::Genome>,
        M: Mutation<P::Genome>,
    {
        let pool = parents.standings();
        self.selection.prepare(pool, offspring.len() - from, &mut step.rng(), table)?;
        let pick = |index: usize, rng: &mut Rng| {
            self.selection.pick(table, pool, index - from, rng)
        };
        // Unlike `mutate`, it leaves a child that is not mutated its evaluation.
        let mutate = |child: &mut Child<'_, P::Genome, N>, rng: &mut Rng| {
            if rng.chance(self.mutation_rate.value()) {
                self.mutation.mutate(child.renew(), rng);
            }
        };

        step.pairs(offspring, from, |index, mut child, other, rng| {
            child.copy(parents, pick(index, rng));
            if let Some(mut other) = other {
                other.copy(parents, pick(index + 1, rng));
                if rng.chance(self.crossover_rate.value()) {
                    self.crossover.cross(child.renew(), other.renew(), rng);
                }
                mutate(&mut other, rng);
            }
            mutate(&mut child, rng);
        })
    }

    /// Breeds each of the offspring from an index on by itself: the first of the two results of a
    /// crossover, then mutated, both at the rates. `pick` gives the parent of a number: child `i`
    /// has those of 2 `i` and 2 `i` + 1, counted from the first child.
    pub(crate) fn breed_each<P, const N: usize>(
        &self,
        step: &Step<'_, P, N>,
        parents: &Population<P::Genome, N>,
        offspring: &mut Population<P::Genome, N>,
        from: usize,
        pick: impl Fn(usize, &mut Rng) -> usize + Sync,
    ) -> Result<(), Error>
    where
        P: Problem<N>,
        S: Sync,
        C: Crossover<P::Genome>,
        M: Mutation<P::Genome>,
    {
        step.crossed(offspring, from, |index, mut child, other, rng| {
            let first = 2 * (index - from);
            child.copy(parents, pick(first, rng));
            other.clone_from(&parents.genomes()[pick(first + 1, rng)]);
            self.cross(child.renew(), other, rng);
            self.mutate(child.renew(), rng);
        })
    }

    /// Crosses two genomes with the crossover rate.
    #[inline]
    pub fn cross<G>(&self, a: &mut G, b: &mut G, rng: &mut Rng)
    where
        C: Crossover<G>,
    {
        if rng.chance(self.crossover_rate.value()) {
            self.crossover.cross(a, b, rng);
        }
    }

    /// Mutates a genome with the mutation rate.
    #[inline]
    pub fn mutate<G>(&self, genome: &mut G, rng: &mut Rng)
    where
        M: Mutation<G>,
    {
        if rng.chance(self.mutation_rate.value()) {
            self.mutation.mutate(genome, rng);
        }
    }
}

/// Breeds mutated copies of the genomes that `choose` gives, each of which is crossed with another
/// one at a rate before.
pub(crate) fn breed_copies<'a, P, C, M, const N: usize>(
    step: &Step<'_, P, N>,
    offspring: &mut Population<P::Genome, N>,
    (crossover, rate): (&C, Rate),
    mutation: &M,
    choose: impl Fn(&mut Rng) -> &'a P::Genome + Sync,
) -> Result<(), Error>
where
    P: Problem<N>,
    C: Crossover<P::Genome>,
    M: Mutation<P::Genome>,
{
    // Without crossover no second parents are kept in memory.
    if rate == Rate::NEVER {
        return step.children(offspring, 0, |_, mut child, rng| {
            child.renew().clone_from(choose(rng));
            mutation.mutate(child.renew(), rng);
        });
    }

    step.crossed(offspring, 0, |_, mut child, other, rng| {
        child.renew().clone_from(choose(rng));
        if rng.chance(rate.value()) {
            other.clone_from(choose(rng));
            crossover.cross(child.renew(), other, rng);
        }
        mutation.mutate(child.renew(), rng);
    })
}
