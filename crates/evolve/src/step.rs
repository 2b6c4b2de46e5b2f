//! One generation of a search, as a scheme sees it.

use std::fmt::{self, Debug};
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;
use tilewright_grid::{Rng, Seed, Watch};

use crate::evaluate::{check, look};
use crate::evaluation::Aims;
use crate::state::Lists;
use crate::{Child, Cost, Error, Evaluation, HallOfFame, Population, Problem, Standing};

/// The fewest individuals that a thread breeds at a time. Chosen: with fewer, more of the time would go
/// into handing them over; with more, small generations would leave threads idle.
const LEAST: usize = 16;

/// One generation of a search, as a [`Scheme`](crate::Scheme) sees it: the problem, the seed of
/// the generation, and loops over the individuals to be bred that use all threads.
pub struct Step<'a, P: Problem<M>, const M: usize = 1> {
    /// The problem.
    pub problem: &'a P,
    /// The seed of the generation. Individual `i` draws from `seed.child(i)`.
    pub seed: Seed,
    /// The number of the generation; the first is 0.
    pub generation: u64,
    /// The best distinct individuals so far.
    pub hall_of_fame: &'a HallOfFame<P::Genome, M>,
    /// The watch that can cancel the breeding, which may take long for large genomes.
    pub watch: &'a dyn Watch,
    /// The genomes of the start population that are not used yet.
    pub(crate) starts: &'a [P::Genome],
    /// Whether the search is noisy.
    pub(crate) is_noisy: bool,
}

impl<P: Problem<M>, const M: usize> Clone for Step<'_, P, M> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P: Problem<M>, const M: usize> Copy for Step<'_, P, M> {}

impl<P: Problem<M>, const M: usize> Debug for Step<'_, P, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { seed, generation, .. } = self;
        f.debug_struct("Step")
            .field("seed", seed)
            .field("generation", generation)
            .finish_non_exhaustive()
    }
}

impl<P: Problem<M>, const M: usize> Step<'_, P, M> {
    /// Calls the watch.
    ///
    /// # Errors
    /// [`Error::Cancelled`] if the watch cancels the breeding.
    pub fn look(&self) -> Result<(), Error> {
        check(self.watch)
    }

    /// A random stream for draws that belong to no individual.
    pub fn rng(&self) -> Rng {
        self.seed.rng()
    }

    /// The standing of an evaluation; with several objectives, that of its violation alone.
    pub fn standing(&self, evaluation: &Evaluation<M>) -> Standing {
        Aims::new(self.problem.objectives()).standing(evaluation)
    }

    /// The genomes that the user starts with, for the first generation; there may be none.
    pub const fn starts(&self) -> &[P::Genome] {
        self.starts
    }

    /// Checks that there are no more genomes to start with than individuals.
    pub(crate) const fn check_starts(&self, count: usize) -> Result<(), Error> {
        if self.starts.len() <= count {
            return Ok(());
        }
        let what = "the start population must not be larger than the population";
        Err(Error::Start { what, found: self.starts.len() as f64 })
    }

    /// Fills a population with the genomes that the user starts with, in the first generation, and
    /// random ones. Slow problems draw them on all threads.
    ///
    /// # Errors
    /// If there are more genomes to start with than individuals; [`Error::Cancelled`] if the watch
    /// cancels it.
    pub fn randomize(
        &self,
        offspring: &mut Population<P::Genome, M>,
        count: usize,
    ) -> Result<(), Error> {
        self.check_starts(count)?;
        let draw = |index: usize| {
            self.look()?;
            Ok(self.problem.random(&mut self.seed.child(index as u64).rng()))
        };
        let indices = self.starts.len()..count;
        let random: Vec<P::Genome> = if self.problem.cost() == Cost::Quick {
            indices.map(draw).collect::<Result<_, Error>>()?
        } else {
            indices.into_par_iter().map(draw).collect::<Result<_, Error>>()?
        };
        offspring.fill(self.starts.iter().cloned().chain(random));
        Ok(())
    }

    /// Breeds each individual from an index on: `breed` gets its index, the individual and its
    /// random stream. Slow problems are bred on all threads.
    ///
    /// # Errors
    /// [`Error::Cancelled`] if the watch cancels it.
    pub fn children(
        &self,
        offspring: &mut Population<P::Genome, M>,
        from: usize,
        breed: impl Fn(usize, Child<'_, P::Genome, M>, &mut Rng) + Sync,
    ) -> Result<(), Error> {
        self.divide(offspring, from, 1, |index, lists, rng| {
            if let Some((child, _)) = lists.first() {
                breed(index, child, rng);
            }
        })
    }

    /// Breeds individuals in pairs from an index on. `breed` gets the index of the first one, the
    /// two individuals and the random stream of the first one. If their number is odd, the last
    /// one is alone.
    ///
    /// # Errors
    /// [`Error::Cancelled`] if the watch cancels it.
    pub fn pairs(
        &self,
        offspring: &mut Population<P::Genome, M>,
        from: usize,
        breed: impl Fn(
            usize,
            Child<'_, P::Genome, M>,
            Option<Child<'_, P::Genome, M>>,
            &mut Rng,
        ) + Sync,
    ) -> Result<(), Error> {
        self.divide(offspring, from, 2, |index, lists, rng| {
            if let Some((child, rest)) = lists.first() {
                breed(index, child, rest.first().map(|(other, _)| other), rng);
            }
        })
    }

    /// Like [`children`](Self::children), with a spare genome for each individual, in which a
    /// second parent can be crossed with the first. Its content is undefined.
    ///
    /// # Errors
    /// [`Error::Cancelled`] if the watch cancels it.
    pub fn crossed(
        &self,
        offspring: &mut Population<P::Genome, M>,
        from: usize,
        breed: impl Fn(usize, Child<'_, P::Genome, M>, &mut P::Genome, &mut Rng) + Sync,
    ) -> Result<(), Error> {
        offspring.reserve_partners(from);
        self.divide(offspring, from, 1, |index, mut lists, rng| {
            let partners = std::mem::take(&mut lists.partners);
            if let (Some((child, _)), [partner, ..]) = (lists.first(), partners) {
                breed(index, child, partner, rng);
            }
        })
    }

    /// Breeds groups of `size` individuals from an index on. A group draws from the random stream
    /// of its first individual.
    fn divide(
        &self,
        offspring: &mut Population<P::Genome, M>,
        from: usize,
        size: usize,
        breed: impl Fn(usize, Lists<'_, P::Genome, M>, &mut Rng) + Sync,
    ) -> Result<(), Error> {
        let is_stopped = AtomicBool::new(false);
        self.fork(from, size, offspring.split(from), &is_stopped, &breed)
    }

    /// Breeds groups of individuals, the first of which has the index `from`; many of them on two
    /// threads. After the watch has cancelled it on one thread, the others stop too.
    fn fork(
        &self,
        from: usize,
        size: usize,
        lists: Lists<'_, P::Genome, M>,
        is_stopped: &AtomicBool,
        breed: &(impl Fn(usize, Lists<'_, P::Genome, M>, &mut Rng) + Sync),
    ) -> Result<(), Error> {
        let count = lists.len();
        if self.problem.cost() == Cost::Slow && count >= 2 * LEAST {
            let half = count / 2 / size * size;
            let (lists, after) = lists.cut(half);
            let (one, two) = rayon::join(
                || self.fork(from, size, lists, is_stopped, breed),
                || self.fork(from + half, size, after, is_stopped, breed),
            );
            return one.and(two);
        }

        let mut rest = lists;
        for at in (0..count).step_by(size) {
            if is_stopped.load(Ordering::Relaxed) {
                return Err(Error::Cancelled);
            }
            look(at, self.watch)
                .inspect_err(|_| is_stopped.store(true, Ordering::Relaxed))?;
            let (group, after) = rest.cut(size);
            breed(from + at, group, &mut self.seed.child((from + at) as u64).rng());
            rest = after;
        }
        Ok(())
    }
}
