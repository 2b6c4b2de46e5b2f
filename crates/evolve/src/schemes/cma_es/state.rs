//! The state of CMA-ES.

use std::iter::once;

use serde::{Deserialize, Serialize};

use super::distribution::Distribution;
use super::stall::Stall;
use super::tuning::Tuning;
use crate::state::Ranks;
use crate::{Individual, Population, Standing, State};

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
