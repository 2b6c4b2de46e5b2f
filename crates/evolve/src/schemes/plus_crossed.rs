//! The (μ + λ) scheme with crossover.

use rayon::prelude::*;

use super::plus::{Plus, keep_best};
use super::{Past, Scheme};
use crate::evolution::look;
use crate::{Crossover, Error, Mutation, Population, Problem, Rate};

/// (μ + λ) like [`Plus`], but a child has two parents with the given probability: it is the first
/// of the two results of their crossover, then mutated. With [`Blend`](crate::Blend) crossover of
/// real numbers this is the evolution strategy with recombination (Schwefel, 1981).
#[derive(Clone, Debug)]
pub struct PlusCrossed<C, M> {
    /// The numbers of parents and children, the mutation and the restarts.
    pub plus: Plus<M>,
    /// How two parents are crossed.
    pub crossover: C,
    /// The probability that a child has two parents.
    pub crossover_rate: Rate,
}

impl<P, C, M> Scheme<P> for PlusCrossed<C, M>
where
    P: Problem,
    C: Crossover<P::Genome>,
    M: Mutation<P::Genome>,
{
    fn population(&self) -> usize {
        Scheme::<P>::population(&self.plus)
    }

    fn check(&self) -> Result<(), Error> {
        Scheme::<P>::check(&self.plus)
    }

    fn restarts(&self, standstill: u64) -> bool {
        Scheme::<P>::restarts(&self.plus, standstill)
    }

    fn breed(
        &mut self,
        past: Past<'_, P::Genome>,
        children: &mut Population<P::Genome>,
    ) -> Result<(), Error> {
        let seed = past.seed;
        keep_best(past.parents, children, self.plus.parents);
        let (kept, born) = children.genomes.split_at_mut(self.plus.parents);
        let fresh = &mut children.fresh[self.plus.parents..];
        let work = born.par_iter_mut().zip(fresh).enumerate().with_min_len(16);
        work.try_for_each(|(child, (genome, fresh))| {
            look(child, past.watch)?;
            let mut rng = seed.child((kept.len() + child) as u64).rng();
            genome.clone_from(&kept[rng.index(kept.len())]);
            if rng.chance(self.crossover_rate.value()) {
                let mut other = kept[rng.index(kept.len())].clone();
                self.crossover.cross(genome, &mut other, &mut rng);
            }
            self.plus.mutation.mutate(genome, &mut rng);
            *fresh = true;
            Ok(())
        })
    }
}
