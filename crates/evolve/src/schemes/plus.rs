//! The (μ + λ) scheme with crossover and restarts.

use std::iter::once;
use std::mem::swap;

use serde::{Deserialize, Serialize};

use super::requirements::{MOST_INDIVIDUALS, single};
use super::stored_state::Sizes;
use super::{Scheme, State, StoredState};
use crate::breeding::breed_copies;
use crate::defaults::{tenths, whole};
use crate::state::is_count;
use crate::{
    Crossover, Error, Individual, Limits, Mutation, Notes, Population, Problem, Rate,
    Revision, Standing, Step,
};

/// (μ + λ): the best of the parents and children together become the parents of the next
/// generation, and every child is a mutated copy of a uniformly chosen parent (Rechenberg,
/// *Evolutionsstrategie*, 1973; Schwefel, 1977). With μ = λ = 1 it is hill climbing.
///
/// Three things can be added. A child has two parents with the probability of the crossover: it
/// is the first of the two results, then mutated. With [`Blend`](crate::Blend) crossover of real
/// numbers this is the evolution strategy with recombination (Schwefel, 1981). Of equally good
/// individuals the younger ones are preferred, so that the search drifts over plateaus. And it
/// restarts with random individuals when the best individual has not improved for a number of
/// generations; the best one of all restarts stays in the hall of fame.
///
/// The first generation consists of μ + λ random individuals.
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
///     fn fingerprint(&self) -> String {
///         "two peaks of 24 bits".to_owned()
///     }
/// }
///
/// let mutation = BitFlip { rate: Rate::new(1.0 / 24.0)? };
/// let scheme = Plus::new(1, 1, mutation).with_restart(200);
/// let mut evolution = Evolution::new(TwoPeaks, scheme, Seed(1))?;
/// evolution.run(&Stop::new().target(24.0).generations(5000), &(), |_| ControlFlow::Continue(()))?;
/// let best = evolution.best().expect("there was a generation");
/// assert!(best.evaluation.objectives[0] >= 24.0);
/// # Ok::<(), tilewright_evolve::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Plus<M, C = ()> {
    /// The number of parents, μ.
    #[serde(default = "whole::<usize, 10>")]
    pub parents: usize,
    /// The number of children in each generation, λ.
    #[serde(default = "whole::<usize, 70>")]
    pub children: usize,
    /// How two parents are crossed.
    pub crossover: C,
    /// The probability that a child has two parents.
    #[serde(default = "tenths::<Rate, 0>")]
    pub crossover_rate: Rate,
    /// How a child is mutated.
    pub mutation: M,
    /// After how many generations without improvement it restarts; `None` for never.
    pub restart: Option<u64>,
}

impl<M> Plus<M> {
    /// The scheme with these numbers of parents and children, without crossover and restarts.
    pub const fn new(parents: usize, children: usize, mutation: M) -> Self {
        let (crossover, crossover_rate) = ((), Rate::NEVER);
        Self { parents, children, crossover, crossover_rate, mutation, restart: None }
    }
}

impl<M, C> Plus<M, C> {
    /// The scheme whose children have two parents with this probability.
    pub fn with_crossover<D>(self, crossover: D, crossover_rate: Rate) -> Plus<M, D> {
        let Self { parents, children, mutation, restart, .. } = self;
        Plus { parents, children, crossover, crossover_rate, mutation, restart }
    }

    /// The scheme that restarts after this number of generations without improvement.
    #[must_use]
    pub fn with_restart(self, generations: u64) -> Self {
        Self { restart: Some(generations), ..self }
    }

    /// Checks what needs no problem.
    pub(crate) fn check_settings(&self) -> Result<(), Error> {
        Limits::Whole(1, MOST_INDIVIDUALS).check("parents", self.parents as f64)?;
        Limits::Whole(1, MOST_INDIVIDUALS).check("children", self.children as f64)?;
        Limits::Whole(1, usize::MAX).check("restart", self.restart.unwrap_or(1) as f64)
    }
}

/// The state of [`Plus`]: the parents, best first.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Parents<G, const N: usize = 1> {
    population: Population<G, N>,
    /// The generations since the best parent improved or the search restarted.
    standstill: u64,
    restarts: u64,
    /// Whether the offspring are a random generation.
    is_restart: bool,
    /// The standings of parents and offspring, with their age and index.
    #[serde(skip)]
    keys: Vec<(Standing, bool, u32)>,
    #[serde(skip, default = "Population::new")]
    next: Population<G, N>,
}

impl<G, const N: usize> Parents<G, N> {
    /// The number of restarts so far.
    pub const fn restarts(&self) -> u64 {
        self.restarts
    }
}

impl<G: Send + 'static, const N: usize> State<G, N> for Parents<G, N> {
    fn populations(&self) -> impl Iterator<Item = &Population<G, N>> + Clone {
        once(&self.population)
    }

    fn welcome(&mut self, migrant: &Individual<G, N>, standing: Standing)
    where
        G: Clone,
    {
        self.population.replace_worst(migrant, standing);
        // Parents stay sorted, best first.
        for at in (1..self.population.len()).rev() {
            if self.population.standings()[at] < self.population.standings()[at - 1] {
                self.population.swap_within(at, at - 1);
            }
        }
    }
}

impl<P, M, C, const N: usize> Scheme<P, N> for Plus<M, C>
where
    P: Problem<N>,
    M: Mutation<P::Genome>,
    C: Crossover<P::Genome>,
{
    type State = Parents<P::Genome, N>;

    fn start(&self, _: &P, _: &P::Genome) -> Result<Self::State, Error> {
        Ok(Parents {
            population: Population::new(),
            standstill: 0,
            restarts: 0,
            is_restart: false,
            keys: Vec::new(),
            next: Population::new(),
        })
    }

    fn check(&self, problem: &P, genome: &P::Genome) -> Result<(), Error> {
        single(problem)?;
        self.crossover.check(genome)?;
        self.mutation.check(genome)?;
        self.check_settings()
    }

    fn size(&self) -> usize {
        self.parents.saturating_add(self.children)
    }

    fn accepts(&self, stored: &StoredState<'_, P, Self::State, N>) -> bool {
        let Parents { population, standstill, restarts, is_restart, .. } = stored.state;
        let first = self.parents + self.children;
        let next = if *is_restart { first } else { self.children };
        let sizes = Sizes { population: self.parents, first, next };
        let starts = population.is_empty() && stored.offspring.is_some();
        stored.has_ranked(sizes, population)
            && population.standings().is_sorted()
            && (*is_restart || !starts)
            && is_count(*standstill)
            && is_count(*restarts)
    }

    fn breed(
        &self,
        step: &Step<'_, P, N>,
        state: &mut Self::State,
        offspring: &mut Population<P::Genome, N>,
    ) -> Result<(), Error> {
        let restarts = self.restart.is_some_and(|patience| state.standstill >= patience);
        let Parents { population: parents, is_restart, .. } = state;
        *is_restart = parents.is_empty() || restarts;
        if *is_restart {
            return step.randomize(offspring, self.parents.saturating_add(self.children));
        }
        offspring.resize(self.children, &parents.genomes()[0]);
        let crossover = (&self.crossover, self.crossover_rate);
        breed_copies(step, offspring, crossover, &self.mutation, |rng| {
            // Hill climbing draws no number for its only parent.
            let index = if parents.len() == 1 { 0 } else { rng.index(parents.len()) };
            &parents.genomes()[index]
        })
    }

    fn survive(
        &self,
        _: &Step<'_, P, N>,
        state: &mut Self::State,
        offspring: &mut Population<P::Genome, N>,
    ) {
        let Parents { population: parents, standstill, restarts, is_restart, keys, next } =
            state;
        let best = parents.standings().first().copied();
        if *is_restart {
            *restarts += u64::from(best.is_some());
            parents.clear();
        }

        // Of equally good individuals the offspring come first.
        keys.clear();
        for (population, is_old) in [(&*offspring, false), (&*parents, true)] {
            let standings = population.standings().iter().zip(0..);
            keys.extend(standings.map(|(&standing, index)| (standing, is_old, index)));
        }
        keys.sort_unstable();

        let count = self.parents.min(keys.len());
        if let Some(sample) = offspring.genomes().first() {
            next.resize(count, sample);
        }
        for (place, &(_, is_old, index)) in keys[..count].iter().enumerate() {
            let from = if is_old { &mut *parents } else { &mut *offspring };
            next.swap(place, from, index as usize);
        }
        swap(parents, next);

        let improved = best.is_none_or(|best| parents.standings()[0] < best);
        let moves_on = *is_restart || improved;
        *standstill = if moves_on { 0 } else { *standstill + 1 };
    }

    fn keeps(&self) -> bool {
        true
    }

    /// Parents stay sorted, best first.
    fn revise(
        &self,
        step: &Step<'_, P, N>,
        state: &mut Self::State,
        revision: &Revision<'_, P::Genome, N>,
    ) {
        let Parents { population, .. } = state;
        population.revise(revision, |evaluation| step.standing(evaluation));
        for at in 1..population.len() {
            let mut place = at;
            let standing = population.standings()[at];
            while place > 0 && standing < population.standings()[place - 1] {
                population.swap_within(place, place - 1);
                place -= 1;
            }
        }
    }

    fn columns(&self) -> &'static [&'static str] {
        if self.restart.is_some() { &["restarts"] } else { &[] }
    }

    fn notes(&self, state: &Self::State) -> Notes {
        let restarts = [state.restarts as f64];
        if self.restart.is_some() { Notes::new(&restarts) } else { Notes::default() }
    }
}
