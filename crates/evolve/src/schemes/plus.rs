//! The (μ + λ) scheme with restarts.

use rayon::prelude::*;

use super::{Past, Scheme};
use crate::evolution::look;
use crate::{Error, Mutation, Population, Problem};

/// (μ + λ): the best of the parents and children together become the parents of the next
/// generation, and every child is a mutated copy of a uniformly chosen parent (Rechenberg,
/// *Evolutionsstrategie*, 1973; Schwefel, 1977). With μ = λ = 1 it is hill climbing.
///
/// Two things are added. Of equally good individuals the younger ones are preferred, so that the
/// search drifts over plateaus. And it restarts with random individuals when the best individual
/// has not improved for a number of generations; the best one of all restarts stays in the hall
/// of fame.
///
/// ```
/// use std::ops::ControlFlow;
/// use tilewright_evolve::*;
/// use tilewright_grid::{Rng, Seed};
///
/// /// A local optimum of all ones, and a slightly better solution of all zeros.
/// struct TwoPeaks;
/// impl Problem for TwoPeaks {
///     type Genome = BitString;
///     fn objectives(&self) -> [Direction; 1] {
///         [Direction::Maximize]
///     }
///     fn random(&self, rng: &mut Rng) -> BitString {
///         BitString::random(24, rng)
///     }
///     fn evaluate(&self, genome: &BitString) -> Evaluation {
///         let ones = genome.ones();
///         Evaluation::feasible([if ones == 0 { 25.0 } else { f64::from(ones) }])
///     }
/// }
///
/// let mutation = BitFlip { rate: Rate::new(1.0 / 24.0)? };
/// let scheme = Plus { parents: 1, children: 1, mutation, restart: Some(200) };
/// let mut evolution = Evolution::new(TwoPeaks, scheme, Seed(1))?;
/// evolution.run(&Stop::new().target(24.0).generations(5000), &(), |_| ControlFlow::Continue(()))?;
/// let best = evolution.best().expect("there was a generation");
/// assert!(best.evaluation.objectives[0] >= 24.0);
/// # Ok::<(), tilewright_evolve::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Plus<M> {
    /// The number of parents, μ.
    pub parents: usize,
    /// The number of children in each generation, λ.
    pub children: usize,
    /// How a child is mutated.
    pub mutation: M,
    /// After how many generations without improvement it restarts; `None` for never.
    pub restart: Option<u64>,
}

impl<P, M> Scheme<P> for Plus<M>
where
    P: Problem,
    M: Mutation<P::Genome>,
{
    fn population(&self) -> usize {
        self.parents + self.children
    }

    fn check(&self) -> Result<(), Error> {
        if self.parents == 0 || self.children == 0 {
            let what = "there must be at least one parent and one child";
            let found = self.parents.min(self.children) as f64;
            return Err(Error::Scheme { what, found });
        }
        if self.restart == Some(0) {
            let what = "a restart must wait for at least one generation";
            return Err(Error::Scheme { what, found: 0.0 });
        }
        Ok(())
    }

    fn restarts(&self, standstill: u64) -> bool {
        self.restart.is_some_and(|patience| standstill >= patience)
    }

    fn breed(
        &mut self,
        past: Past<'_, P::Genome>,
        children: &mut Population<P::Genome>,
    ) -> Result<(), Error> {
        let Past { parents, seed, .. } = past;
        keep_best(parents, children, self.parents);
        let (kept, born) = children.genomes.split_at_mut(self.parents);
        let fresh = &mut children.fresh[self.parents..];
        let work = born.par_iter_mut().zip(fresh).enumerate().with_min_len(16);
        work.try_for_each(|(child, (genome, fresh))| {
            look(child, past.watch)?;
            let mut rng = seed.child((kept.len() + child) as u64).rng();
            let parent = if kept.len() == 1 { 0 } else { rng.index(kept.len()) };
            genome.clone_from(&kept[parent]);
            self.mutation.mutate(genome, &mut rng);
            *fresh = true;
            Ok(())
        })
    }
}

/// Keeps the best `count` individuals of the last generation.
pub(super) fn keep_best<G: Clone>(
    parents: &Population<G>,
    children: &mut Population<G>,
    count: usize,
) {
    for place in 0..count {
        children.keep_from(place, parents, survivor(parents, place));
    }
}

/// The index of the individual that is kept at a place: from best to worst, of equally good ones
/// the younger first.
fn survivor<G>(population: &Population<G>, place: usize) -> usize {
    let standing = |at: usize| population.standings[population.order[at] as usize];
    let here = standing(place);
    let is_equal = |at: &usize| standing(*at) == here;
    let first = (0..place).rev().take_while(is_equal).last().unwrap_or(place);
    let alike = (first..population.len()).take_while(is_equal);
    let alike = alike.map(|at| population.order[at] as usize);
    let young = alike.clone().filter(|&index| population.fresh[index]);
    let old = alike.filter(|&index| !population.fresh[index]);
    young.chain(old).nth(place - first).expect("there is an individual for each place")
}
