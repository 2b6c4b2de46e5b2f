//! Parents and children compete: (μ + λ), with ties accepted and restarts.

use rayon::prelude::*;

use super::{Past, Scheme};
use crate::evolution::look;
use crate::{Error, Mutation, Population, Problem};

/// (μ + λ): each generation the best of parents and children together become the parents, and
/// every child is a mutated copy of a parent drawn evenly (Rechenberg, *Evolutionsstrategie*,
/// 1973; Schwefel, 1977). With one of each it is a climb.
///
/// Two things are added. Of those that are equally good the younger go on, so that the search
/// drifts over plateaus instead of standing on them. And it begins anew with random
/// individuals when for so many generations the best has not become better; the best of all
/// starts stays in the hall of fame.
///
/// ```
/// use std::ops::ControlFlow;
/// use tilewright_evolve::*;
/// use tilewright_grid::{Rng, Seed};
///
/// /// Bits that are all alike: two peaks, and nothing better beside them.
/// struct Alike;
/// impl Problem for Alike {
///     type Genome = Bits;
///     fn objectives(&self) -> [Direction; 1] {
///         [Direction::Maximize]
///     }
///     fn random(&self, rng: &mut Rng) -> Bits {
///         Bits::random(24, rng)
///     }
///     fn evaluate(&self, genome: &Bits) -> Evaluation {
///         let ones = genome.ones();
///         Evaluation::feasible([if ones == 0 { 25.0 } else { f64::from(ones) }])
///     }
/// }
///
/// let mutation = BitFlip { rate: Rate::new(1.0 / 24.0)? };
/// let scheme = Plus { parents: 1, children: 1, mutation, restart: Some(200) };
/// let mut evolution = Evolution::new(Alike, scheme, Seed(1))?;
/// evolution.run(&Stop::new().target(24.0).generations(5000), &(), |_| ControlFlow::Continue(()))?;
/// assert!(evolution.best().expect("it has begun").evaluation.objectives[0] >= 24.0);
/// # Ok::<(), tilewright_evolve::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Plus<M> {
    /// How many go on: μ.
    pub parents: usize,
    /// How many children they have each generation: λ.
    pub children: usize,
    /// How a child differs from its parent.
    pub mutation: M,
    /// After how many generations without a better best it begins anew; never, if none.
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
            let what = "parents and children must be at least one each";
            let found = self.parents.min(self.children) as f64;
            return Err(Error::Scheme { what, found });
        }
        if self.restart == Some(0) {
            let what = "a restart needs at least one generation to wait for";
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

/// Lets so many of the last generation go on.
pub(super) fn keep_best<G: Clone>(
    parents: &Population<G>,
    children: &mut Population<G>,
    count: usize,
) {
    for place in 0..count {
        children.keep_from(place, parents, survivor(parents, place));
    }
}

/// The index of the individual that goes on in that place: from best to worst, of those that
/// are equally good the younger first.
fn survivor<G>(population: &Population<G>, place: usize) -> usize {
    let standing = |at: usize| population.standings[population.order[at] as usize];
    let here = standing(place);
    let is_equal = |at: &usize| standing(*at) == here;
    let first = (0..place).rev().take_while(is_equal).last().unwrap_or(place);
    let alike = (first..population.len()).take_while(is_equal);
    let alike = alike.map(|at| population.order[at] as usize);
    let young = alike.clone().filter(|&index| population.fresh[index]);
    let old = alike.filter(|&index| !population.fresh[index]);
    young.chain(old).nth(place - first).expect("each place has one of its own")
}
