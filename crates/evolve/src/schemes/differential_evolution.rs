//! Differential evolution of real numbers.

use std::iter::once;
use std::mem::swap;

use serde::{Deserialize, Serialize};
use tilewright_grid::Rng;

use super::requirements::{MOST_INDIVIDUALS, check_real_starts, check_sample, single};
use super::stored_state::Sizes;
use super::{Scheme, State, StoredState};
use crate::defaults::tenths;
use crate::genome::{between, reflected};
use crate::{
    Draw as _, Error, Individual, Limits, Population, Problem, Rate, RealBounds,
    Revision, Standing, Step,
};

/// Differential evolution (Storn and Price, *Journal of Global Optimization*, 1997): the members
/// in turn have a child, in which some genes are changed by the weighted difference of two other
/// members, at least one gene, and which replaces its parent unless it is worse.
///
/// The first members are random genomes. All members have a child in each generation, unless you
/// ask for fewer (`children`).
///
/// ```
/// use std::ops::ControlFlow;
/// use tilewright_evolve::*;
/// use tilewright_grid::{Rng, Seed};
///
/// /// The sum of the squares of five numbers.
/// struct Sphere(RealBounds);
/// impl Problem for Sphere {
///     type Genome = Vec<f64>;
///     fn objectives(&self) -> [Direction; 1] {
///         [Direction::Minimize]
///     }
///     fn random(&self, rng: &mut Rng) -> Vec<f64> {
///         self.0.random(rng)
///     }
///     fn evaluate(&self, genome: &Vec<f64>) -> Evaluation {
///         Evaluation::feasible([genome.iter().map(|gene| gene * gene).sum()])
///     }
///     fn fingerprint(&self) -> String {
///         format!("sphere in {:?}", self.0)
///     }
/// }
///
/// let bounds = RealBounds::new(vec![-5.0..=5.0; 5])?;
/// let scheme = DifferentialEvolution::new(40, bounds.clone());
/// let mut evolution = Evolution::new(Sphere(bounds), scheme, Seed(1))?;
/// let stop = Stop::new().target(1e-6).evaluations(20_000);
/// let reason = evolution.run(&stop, &(), |_| ControlFlow::Continue(()))?;
/// assert_eq!(reason, Reason::Target);
/// # Ok::<(), tilewright_evolve::Error>(())
/// ```
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct DifferentialEvolution<N = usize> {
    /// The number of members: at least 3, with [`Strategy::Rand1`] at least 4; default: 15 times
    /// the number of genes.
    pub population: N,
    /// The number of members that have a child in each generation, in turn; from 1 to the
    /// population, which is the default. These children are made from the members before the generation and evaluated at
    /// the same time, so a number below that of threads leaves some idle. But a small number lets
    /// good children take effect sooner: with 150 members, 150 children took 1.24 times as many
    /// evaluations on a sphere of ten genes as one child, 30 children 1.07 times.
    pub children: N,
    /// From which members a child is made.
    #[serde(default)]
    pub strategy: Strategy,
    /// The ends of the interval from which the weight of differences, F, is drawn, once for each
    /// round through all members ("dither"); from 0 to 2. Equal ends give a fixed weight.
    #[serde(default = "weight")]
    pub weight: [f64; 2],
    /// The probability that a gene of a child is a changed one, CR.
    #[serde(default = "tenths::<Rate, 7>")]
    pub crossover_rate: Rate,
    /// The range of every gene.
    #[serde(skip)]
    pub bounds: RealBounds,
    /// What becomes of a changed gene outside its range.
    #[serde(default)]
    pub outside: BoundHandling,
}

/// How the changed genes of a child are computed, where *a*, *b* and *c* are different random
/// members other than the parent, and F is the weight.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
#[serde(rename_all = "snake_case")]
pub enum Strategy {
    /// *a* + F (*b* − *c*): "DE/rand/1/bin". It explores most.
    Rand1,
    /// best + F (*a* − *b*): "DE/best/1/bin". It converges fastest.
    #[default]
    Best1,
    /// parent + F (best − parent) + F (*a* − *b*): "DE/current-to-best/1/bin".
    CurrentToBest1,
}

/// What becomes of a changed gene outside its range.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
#[serde(rename_all = "snake_case")]
pub enum BoundHandling {
    /// It is drawn from its range, uniformly.
    #[default]
    Redraw,
    /// It is reflected at the ends of its range.
    Reflect,
}

/// The usual interval of the weight.
const fn weight() -> [f64; 2] {
    [0.5, 1.0]
}

impl DifferentialEvolution {
    /// The scheme with the settings of `scipy.optimize.differential_evolution`: best/1/bin, a
    /// weight from 0.5 to 1, a crossover rate of 0.7, and genes outside their range drawn again.
    /// The population of `SciPy` is by default 15 times the number of genes. Unlike there, the first
    /// members are random, not a Latin hypercube, all members have a child at the same time, and a
    /// run does not end by itself when all members are equal.
    pub fn new(population: usize, bounds: RealBounds) -> Self {
        Self {
            population,
            children: population,
            strategy: Strategy::default(),
            weight: weight(),
            crossover_rate: tenths::<Rate, 7>(),
            bounds,
            outside: BoundHandling::default(),
        }
    }

    /// Checks what needs no problem.
    pub(crate) fn check_settings(&self) -> Result<(), Error> {
        let least = if self.strategy == Strategy::Rand1 { 4 } else { 3 };
        Limits::Whole(least, MOST_INDIVIDUALS)
            .check("population", self.population as f64)?;
        Limits::Whole(1, self.population).check("children", self.children as f64)?;
        let [low, high] = self.weight;
        Limits::Real(0.0, 2.0).check("weight", high)?;
        Limits::Real(0.0, high).check("weight", low)?;
        Limits::Above(0.0).check("weight", high)
    }

    /// A changed gene that is inside its range.
    fn inside(&self, gene: f64, at: usize, rng: &mut Rng) -> f64 {
        let (low, high) = self.bounds.range(at);
        if (low..=high).contains(&gene) {
            return gene;
        }
        match self.outside {
            BoundHandling::Reflect if gene.is_finite() => reflected(gene, low, high),
            BoundHandling::Redraw | BoundHandling::Reflect => between(low, high, rng),
        }
    }
}

/// The state of [`DifferentialEvolution`]: its members.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Members<const N: usize = 1> {
    population: Population<Vec<f64>, N>,
    /// The member that has the first child of the next generation.
    turn: usize,
    weight: f64,
}

impl<const N: usize> State<Vec<f64>, N> for Members<N> {
    fn populations(&self) -> impl Iterator<Item = &Population<Vec<f64>, N>> + Clone {
        once(&self.population)
    }

    fn welcome(&mut self, migrant: &Individual<Vec<f64>, N>, standing: Standing) {
        let own = self.population.genomes().first();
        if own.is_some_and(|own| own.len() == migrant.genome.len()) {
            self.population.replace_worst(migrant, standing);
        }
    }

    fn is_sound(&self) -> bool {
        self.population.is_sound() && self.turn <= self.population.len()
    }
}

impl<P, const N: usize> Scheme<P, N> for DifferentialEvolution
where
    P: Problem<N, Genome = Vec<f64>>,
{
    type State = Members<N>;

    fn start(&self, _: &P, _: &Vec<f64>) -> Result<Self::State, Error> {
        let [_, weight] = self.weight;
        Ok(Members { population: Population::new(), turn: 0, weight })
    }

    fn check(&self, problem: &P, genome: &Vec<f64>) -> Result<(), Error> {
        single(problem)?;
        check_sample(Some(&self.bounds), genome)?;
        self.check_settings()
    }

    fn size(&self) -> usize {
        self.population
    }

    fn accepts(&self, stored: &StoredState<'_, P, Self::State, N>) -> bool {
        let Members { population, turn, weight } = stored.state;
        let count = self.population;
        let next = self.children.min(count.saturating_sub(*turn));
        let [low, high] = self.weight;
        stored.has_ranked(Sizes { next, ..Sizes::all(count) }, population)
            && *turn < if population.is_empty() { 1 } else { count }
            && (low..=high).contains(weight)
    }

    fn breed(
        &self,
        step: &Step<'_, P, N>,
        state: &mut Self::State,
        offspring: &mut Population<Vec<f64>, N>,
    ) -> Result<(), Error> {
        let Members { population: parents, turn, weight } = state;
        let Some(best) = parents.best() else {
            check_real_starts(step.starts(), self.bounds.len(), Some(&self.bounds))?;
            step.randomize(offspring, self.population)?;
            for genome in offspring.genomes() {
                self.bounds.check(genome.len())?;
            }
            return step.children(offspring, step.starts().len(), |_, mut child, _| {
                for (at, gene) in child.renew().iter_mut().enumerate() {
                    let (low, high) = self.bounds.range(at);
                    if !(low..=high).contains(gene) {
                        *gene = reflected(*gene, low, high);
                    }
                }
            });
        };

        let genomes = parents.genomes();
        offspring.resize(self.children.min(genomes.len() - *turn), &genomes[0]);
        if *turn == 0 {
            *weight = between(self.weight[0], self.weight[1], &mut step.rng());
        }
        let (turn, weight) = (*turn, *weight);

        step.children(offspring, 0, |number, mut child, rng| {
            let index = turn + number;
            child.copy(parents, index);
            let others = others(index, genomes.len(), rng);
            let [a, b, c] = others.map(|other| &genomes[other]);
            let (parent, best) = (&genomes[index], &genomes[best]);
            let genome = child.renew();
            // A child that differs in no gene would be evaluated for nothing.
            let certain = rng.index(genome.len());
            for at in 0..genome.len() {
                if at != certain && !rng.chance(self.crossover_rate.value()) {
                    continue;
                }
                let gene = match self.strategy {
                    Strategy::Rand1 => a[at] + weight * (b[at] - c[at]),
                    Strategy::Best1 => best[at] + weight * (a[at] - b[at]),
                    Strategy::CurrentToBest1 => {
                        let pull = best[at] - parent[at];
                        parent[at] + weight * (pull + a[at] - b[at])
                    }
                };
                genome[at] = self.inside(gene, at, rng);
            }
        })
    }

    fn keeps(&self) -> bool {
        true
    }

    fn revise(
        &self,
        step: &Step<'_, P, N>,
        state: &mut Self::State,
        revision: &Revision<'_, Vec<f64>, N>,
    ) {
        state.population.revise(revision, |evaluation| step.standing(evaluation));
    }

    /// Of equally good ones the child survives.
    fn survive(
        &self,
        _: &Step<'_, P, N>,
        state: &mut Self::State,
        offspring: &mut Population<Vec<f64>, N>,
    ) {
        let members = &mut state.population;
        if members.is_empty() {
            swap(members, offspring);
            return;
        }
        for child in 0..offspring.len() {
            let parent = state.turn + child;
            if offspring.standings()[child] <= members.standings()[parent] {
                members.swap(parent, offspring, child);
            }
        }
        state.turn = (state.turn + offspring.len()) % members.len();
    }
}

/// Three different random indices below `count` other than `index`; with three members the third
/// one is `index`.
fn others(index: usize, count: usize, rng: &mut Rng) -> [usize; 3] {
    let mut found = [index; 3];
    for number in 0..3.min(count - 1) {
        found[number] = loop {
            let other = rng.index(count);
            if other != index && !found[..number].contains(&other) {
                break other;
            }
        };
    }
    found
}
