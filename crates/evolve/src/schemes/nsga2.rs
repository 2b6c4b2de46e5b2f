//! NSGA-II: several objectives.

use std::mem::swap;

use serde::{Deserialize, Serialize};

use super::fronts::Fronts;
use super::requirements::MOST_INDIVIDUALS;
use super::stored_state::Sizes;
use super::{Generation, Scheme, StoredState};
use crate::defaults::whole;
use crate::evaluation::Aims;
use crate::front::is_better;
use crate::{
    Breeding, Crossover, Error, Individual, Limits, Mutation, Notes, Population, Problem,
    Selection, Standing, Step,
};

/// NSGA-II (Deb, Pratap, Agarwal and Meyarivan, *A fast and elitist multiobjective genetic
/// algorithm*, 2002): approximates the Pareto front of several objectives.
///
/// Parents and children together are divided into fronts: nobody of the first one is dominated,
/// nobody of the second one is dominated by others than members of the first, and so on. The best
/// fronts become the next generation; of the front that does not fit as a whole, those whose
/// neighbours are far away. The selection compares fronts, then the distance of the neighbours;
/// [`Tournament`](crate::Tournament) of two is the usual one. Of two infeasible individuals the
/// one with the smaller violation is better, and any feasible one is better than both. Copies of
/// an individual rank behind all others, so that they do not fill the generation.
///
/// ```
/// use std::ops::ControlFlow;
/// use tilewright_evolve::*;
/// use tilewright_grid::{Rng, Seed};
///
/// /// Close to 0 and close to 2 at the same time (Schaffer, 1985): all of 0 to 2 is optimal.
/// struct Between(RealBounds);
/// impl Problem<2> for Between {
///     type Genome = Vec<f64>;
///     fn objectives(&self) -> [Direction; 2] {
///         [Direction::Minimize; 2]
///     }
///     fn random(&self, rng: &mut Rng) -> Vec<f64> {
///         self.0.random(rng)
///     }
///     fn evaluate(&self, x: &Vec<f64>) -> Evaluation<2> {
///         Evaluation::feasible([x[0] * x[0], (x[0] - 2.0) * (x[0] - 2.0)])
///     }
///     fn fingerprint(&self) -> String {
///         format!("between 0 and 2 {:?}", self.0)
///     }
/// }
///
/// let bounds = RealBounds::new([-10.0..=10.0])?;
/// let breeding = Breeding {
///     selection: Tournament::new(2),
///     crossover: Blend { alpha: 0.5, bounds: bounds.clone() },
///     crossover_rate: Rate::new(0.9)?,
///     mutation: Gaussian { rate: Rate::ALWAYS, spread: 0.02, bounds: bounds.clone() },
///     mutation_rate: Rate::ALWAYS,
/// };
/// let scheme = Nsga2 { population: 40, breeding };
/// let mut evolution = Evolution::new(Between(bounds), scheme, Seed(1))?;
/// evolution.run(&Stop::new().generations(30), &(), |_| ControlFlow::Continue(()))?;
/// let front = evolution.front();
/// assert!(front.len() > 30);
/// assert!(front.iter().all(|one| (-0.1..=2.1).contains(&one.genome[0])));
/// # Ok::<(), tilewright_evolve::Error>(())
/// ```
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(bound = "Breeding<S, C, M>: schemars::JsonSchema")
)]
#[serde(deny_unknown_fields, bound(deserialize = "Breeding<S, C, M>: Deserialize<'de>"))]
pub struct Nsga2<S, C, M> {
    /// The number of individuals, and of children of a generation.
    #[serde(default = "whole::<usize, 100>")]
    pub population: usize,
    /// The operators. Pairs of children are crossed. Select by comparison (tournament, rank,
    /// truncation): the ends of a front have an infinite distance, so that roulette and stochastic
    /// universal sampling would select only them.
    #[serde(flatten)]
    pub breeding: Breeding<S, C, M>,
}

impl<S, C, M> Nsga2<S, C, M> {
    /// Checks what needs no problem.
    pub(crate) fn check_settings(&self) -> Result<(), Error> {
        Limits::Whole(1, MOST_INDIVIDUALS).check("population", self.population as f64)
    }
}

impl<P, S, C, M, const N: usize> Scheme<P, N> for Nsga2<S, C, M>
where
    P: Problem<N>,
    S: Selection,
    C: Crossover<P::Genome>,
    M: Mutation<P::Genome>,
{
    /// The violation of a [`Standing`] is the number of the front, from 0, and its score the distance
    /// of the neighbours.
    type State =
        Generation<P::Genome, (S::Table, Fronts<N>, Population<P::Genome, N>), N>;

    fn start(&self, _: &P, _: &P::Genome) -> Result<Self::State, Error> {
        Ok(Generation::default())
    }

    fn check(&self, problem: &P, genome: &P::Genome) -> Result<(), Error> {
        self.breeding.check(genome)?;
        if !problem.objectives().iter().any(|direction| direction.is_optimized()) {
            let what = "this scheme needs at least one objective";
            return Err(Error::Scheme { what, found: 0.0 });
        }
        self.check_settings()
    }

    fn size(&self) -> usize {
        self.population
    }

    fn accepts(&self, stored: &StoredState<'_, P, Self::State, N>) -> bool {
        stored.has(Sizes::all(self.population), &stored.state.population)
    }

    fn breed(
        &self,
        step: &Step<'_, P, N>,
        state: &mut Self::State,
        offspring: &mut Population<P::Genome, N>,
    ) -> Result<(), Error> {
        let Generation { population: parents, buffers: (table, ..) } = state;
        let Some(sample) = parents.genomes().first() else {
            return step.randomize(offspring, self.population);
        };
        offspring.resize(self.population, sample);
        self.breeding.breed_pairs(step, parents, table, offspring, 0)
    }

    fn survive(
        &self,
        step: &Step<'_, P, N>,
        state: &mut Self::State,
        offspring: &mut Population<P::Genome, N>,
    ) {
        let Generation { population: parents, buffers: (_, fronts, next) } = state;
        let aims = Aims::new(step.problem.objectives());
        fronts.clear();
        fronts.extend(parents, &aims);
        fronts.extend(offspring, &aims);
        let equal = |one: usize, two: usize| {
            let genome = |at: usize| match at.checked_sub(parents.len()) {
                None => &parents.genomes()[at],
                Some(at) => &offspring.genomes()[at],
            };
            genome(one) == genome(two)
        };
        fronts.sort(equal);
        fronts.measure();

        let (count, old) = (self.population, parents.len());
        if let Some(sample) = offspring.genomes().first() {
            next.resize(count.min(old + offspring.len()), sample);
        }
        for (place, (index, standing)) in fronts.best(count).enumerate() {
            match index.checked_sub(old) {
                None => next.swap(place, parents, index),
                Some(child) => next.swap(place, offspring, child),
            }
            next.standings_mut()[place] = standing;
        }
        swap(parents, next);
    }

    /// A migrant replaces the last individual of the worst front. Until the next generation is
    /// divided into fronts, it stands at an end of the first one, or of the second one if an
    /// individual dominates it, so that the next migrant replaces another individual.
    fn welcome(
        &self,
        step: &Step<'_, P, N>,
        state: &mut Self::State,
        migrant: &Individual<P::Genome, N>,
    ) {
        let population = &mut state.population;
        let worst = population.worst();
        let is_new = population.genomes().iter().all(|genome| *genome != migrant.genome);
        if let Some(at) = worst.filter(|_| is_new) {
            let aims = Aims::new(step.problem.objectives());
            let one = &migrant.evaluation;
            let mut others = population.evaluations().iter();
            let front = u8::from(others.any(|other| is_better(other, one, &aims)));
            let standing = Standing::new(f64::from(front), f64::INFINITY);
            population.keep(at, &migrant.genome, *one, standing);
        }
    }

    fn keeps(&self) -> bool {
        true
    }

    fn columns(&self) -> &'static [&'static str] {
        &["front"]
    }

    fn notes(&self, state: &Self::State) -> Notes {
        let standings = state.population.standings().iter();
        let first = standings.filter(|standing| standing.is_feasible()).count();
        Notes::new(&[first as f64])
    }
}
