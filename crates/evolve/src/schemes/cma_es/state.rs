//! The state of CMA-ES.

use std::iter::once;

use serde::{Deserialize, Serialize};

use super::CmaEs;
use super::distribution::Distribution;
use super::stall::Stall;
use super::tuning::{Tuning, population};
use crate::evaluation::Aims;
use crate::state::Ranks;
use crate::{Individual, Population, Problem, Standing, State, StoredState};

/// The state of [`CmaEs`](super::CmaEs): the last generation and the distribution from which the
/// next one is sampled.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SampledPopulation<const N: usize = 1> {
    pub(super) population: Population<Vec<f64>, N>,
    pub(super) distribution: Distribution,
    pub(super) tuning: Tuning,
    pub(super) stall: Stall,
    pub(super) restarts: u64,
    /// The migrants that replace samples of the next generation.
    pub(super) migrants: Population<Vec<f64>, N>,
    /// How many of the offspring are no samples: they come first.
    pub(super) guests: usize,
    /// A random genome of a wrong length that was drawn for a restart.
    #[serde(skip)]
    pub(super) odd: Option<Vec<f64>>,
    #[serde(skip)]
    pub(super) ranks: Ranks,
    /// The points of the distribution behind the genomes, if there are bounds.
    #[serde(skip)]
    pub(super) points: Vec<Vec<f64>>,
}

impl<const N: usize> SampledPopulation<N> {
    pub(super) fn new(mean: &[f64], sigma: f64, population: usize) -> Self {
        Self {
            population: Population::new(),
            distribution: Distribution::new(mean, sigma),
            tuning: Tuning::new(mean.len(), population),
            stall: Stall::new(mean),
            restarts: 0,
            migrants: Population::new(),
            guests: 0,
            odd: None,
            ranks: Ranks::default(),
            points: Vec::new(),
        }
    }

    /// The mean of the distribution.
    pub fn mean(&self) -> &[f64] {
        self.distribution.mean()
    }

    /// The step size: the standard deviation of the distribution along an axis of average length.
    pub const fn sigma(&self) -> f64 {
        self.distribution.sigma()
    }

    /// The condition number of the covariance matrix: the squared ratio of the longest and the
    /// shortest axis.
    pub fn condition(&self) -> f64 {
        self.distribution.condition()
    }

    /// The number of restarts so far.
    pub const fn restarts(&self) -> u64 {
        self.restarts
    }

    /// The number of samples of a generation, which grows with the restarts.
    pub const fn samples(&self) -> usize {
        self.tuning.weights.len()
    }

    /// Whether a state from a checkpoint, and the offspring if they were asked for, are ones of
    /// these settings.
    pub(super) fn fits<P: Problem<N, Genome = Vec<f64>>>(
        &self,
        scheme: &CmaEs,
        stored: &StoredState<'_, P, Self, N>,
    ) -> bool {
        let aims = Aims::new(stored.problem.objectives());
        let genes = stored.sample.len();
        let samples = |restarts| population(genes, scheme.population, restarts);
        // Right after a restart, the last generation is one of before.
        let sizes = [self.restarts, self.restarts.saturating_sub(1)].map(samples);
        let count = self.population.len();
        let is_complete = |offspring: &Population<Vec<f64>, N>| {
            offspring.len() == self.samples()
                && offspring.genomes().iter().all(|genome| genome.len() == genes)
                && offspring.is_ranked_where_kept(&aims)
        };
        self.mean().len() == genes
            && self.restarts <= scheme.restarts
            && self.samples() == sizes[0]
            && self.tuning == Tuning::new(genes, sizes[0])
            && self.distribution.starts_with(scheme.sigma)
            && (count == 0 || sizes.contains(&count))
            && self.population.is_ranked(&aims)
            && self.migrants.is_ranked(&aims)
            && self.migrants.len() <= self.tuning.parents
            && self.guests <= self.samples()
            && stored.offspring.is_none_or(is_complete)
    }
}

impl<const N: usize> State<Vec<f64>, N> for SampledPopulation<N> {
    fn populations(&self) -> impl Iterator<Item = &Population<Vec<f64>, N>> + Clone {
        once(&self.population)
    }

    /// The migrant takes the place of a sample in the next generation.
    fn welcome(&mut self, migrant: &Individual<Vec<f64>, N>, standing: Standing) {
        let (count, Individual { genome, evaluation }) = (self.migrants.len(), migrant);
        if genome.len() == self.mean().len() && count < self.tuning.parents {
            self.migrants.resize(count + 1, genome);
            self.migrants.keep(count, genome, *evaluation, standing);
        }
    }

    fn is_sound(&self) -> bool {
        let dimension = self.mean().len();
        let fits = |population: &Population<Vec<f64>, N>| {
            population.is_sound()
                && population.genomes().iter().all(|genome| genome.len() == dimension)
        };
        fits(&self.population)
            && fits(&self.migrants)
            && self.distribution.is_sound(dimension)
            && self.stall.is_sound(dimension)
            && self.tuning.parents <= self.samples()
    }
}
