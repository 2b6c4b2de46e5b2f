//! CMA-ES: a normal distribution that learns the shape of the objective.

mod distribution;
mod eigen;
pub(super) mod fold;
mod stall;
mod state;
mod tuning;

use std::mem::swap;

pub(super) use distribution::Distribution;
use serde::{Deserialize, Serialize};
pub use state::SampledPopulation;
use tilewright_grid::Rng;
pub(super) use tuning::Tuning;

use self::stall::Stall;
use self::tuning::population;
use super::requirements::{check_length, check_real_starts, check_sample, single};
use super::{Scheme, StoredState};
use crate::defaults::yes;
use crate::evaluation::Aims;
use crate::{Error, Limits, Notes, Population, Problem, RealBounds, Step};

/// CMA-ES for real numbers: samples come from a normal distribution, whose mean, step size and
/// covariance matrix are learnt from their ranks (Hansen and Ostermeier, 2001; settings of
/// Hansen's tutorial, arXiv 1604.00772, with negative weights for the worse half, as in active
/// CMA-ES, Jastrebski and Arnold, 2006). It solves smooth and rugged problems of up to a few
/// hundred genes, however they are scaled and rotated.
///
/// The mean of the first samples is the first genome of the start population, else a random one.
/// All genomes to start with are evaluated in the first generation.
///
/// It can restart, each time around a new random genome with twice as many samples (IPOP, Auger
/// and Hansen, 2005), up to 512 times as many, when the genes or the objective hardly change any
/// more (10⁻¹¹), the condition number exceeds 10¹⁴, several samples in a row have equal ranks or
/// the median has not improved for long. The best of all restarts stays in the hall of fame. When
/// no restart is left, the search continues with ever smaller steps; use
/// [`Stop::stagnation`](crate::Stop::stagnation) to end it.
///
/// With bounds, the distribution itself is not bounded: within 5 % of the ends of a range its
/// numbers are compressed, and beyond they fold back, so that a best genome on the bounds is found
/// as fast as one inside. (On five such problems of ten genes, drawing again took 2.5 to 72 times
/// and reflecting 6 to 160 times as many evaluations, and neither solved the sixth.)
///
/// ```
/// use std::ops::ControlFlow;
/// use tilewright_evolve::*;
/// use tilewright_grid::{Rng, Seed};
///
/// /// A curved valley whose lowest point is (1, 1).
/// struct Rosenbrock;
/// impl Problem for Rosenbrock {
///     type Genome = Vec<f64>;
///     fn objectives(&self) -> [Direction; 1] {
///         [Direction::Minimize]
///     }
///     fn random(&self, rng: &mut Rng) -> Vec<f64> {
///         vec![4.0 * rng.unit() - 2.0, 4.0 * rng.unit() - 2.0]
///     }
///     fn evaluate(&self, genome: &Vec<f64>) -> Evaluation {
///         let (x, y) = (genome[0], genome[1]);
///         Evaluation::feasible([100.0 * (y - x * x).powi(2) + (1.0 - x).powi(2)])
///     }
///     fn fingerprint(&self) -> String {
///         "Rosenbrock in 2 dimensions".to_owned()
///     }
/// }
///
/// let mut evolution = Evolution::new(Rosenbrock, CmaEs::new(0.5), Seed(1))?;
/// let stop = Stop::new().target(1e-10).evaluations(2000);
/// evolution.run(&stop, &(), |_| ControlFlow::Continue(()))?;
/// let best = evolution.best().expect("there was a generation");
/// assert!(best.genome.iter().all(|gene| (gene - 1.0).abs() < 1e-4), "{best:?}");
/// # Ok::<(), tilewright_evolve::Error>(())
/// ```
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(bound = "B: schemars::JsonSchema + Serialize + From<bool>")
)]
#[serde(deny_unknown_fields, bound(deserialize = "B: Deserialize<'de> + From<bool>"))]
pub struct CmaEs<B = Option<RealBounds>> {
    /// The first step size, σ: the standard deviation of each gene, in units of the genes. About a
    /// quarter of the range in which the best genome may lie is a good choice.
    pub sigma: f64,
    /// The number of samples of a generation, at least 2, until a restart; `None` for
    /// 4 + 3 ln n, rounded down, where n is the number of genes.
    pub population: Option<usize>,
    /// The range of every gene; `None` if all numbers are allowed.
    #[serde(rename = "bounded", default = "yes::<B>")]
    #[cfg_attr(
        feature = "schema",
        schemars(
            description = "Whether genes stay within their ranges. Else only the first mean is drawn there."
        )
    )]
    pub bounds: B,
    /// How often it restarts at most; 0 for never.
    #[serde(default)]
    pub restarts: u64,
}

impl CmaEs {
    /// The scheme with a first step size, in units of the genes; without bounds and restarts.
    pub const fn new(sigma: f64) -> Self {
        Self { sigma, population: None, bounds: None, restarts: 0 }
    }

    /// The scheme with this number of samples in a generation.
    #[must_use]
    pub fn with_population(self, samples: usize) -> Self {
        Self { population: Some(samples), ..self }
    }

    /// The scheme whose genes stay in these ranges.
    #[must_use]
    pub fn with_bounds(self, bounds: RealBounds) -> Self {
        Self { bounds: Some(bounds), ..self }
    }

    /// The scheme that restarts at most so often.
    #[must_use]
    pub fn with_restarts(self, restarts: u64) -> Self {
        Self { restarts, ..self }
    }
}

impl<B> CmaEs<B> {
    /// Checks what needs no problem.
    pub(crate) fn check_settings(&self) -> Result<(), Error> {
        Limits::Above(0.0).check("sigma", self.sigma)?;
        Limits::Whole(2, MOST).check("population", self.population.unwrap_or(2) as f64)
    }
}

impl<P, const N: usize> Scheme<P, N> for CmaEs
where
    P: Problem<N, Genome = Vec<f64>>,
{
    type State = SampledPopulation<N>;

    fn start(&self, _: &P, sample: &Vec<f64>) -> Result<Self::State, Error> {
        let samples = population(sample.len(), self.population, 0);
        Ok(SampledPopulation::new(sample, self.sigma, samples))
    }

    fn check(&self, problem: &P, genome: &Vec<f64>) -> Result<(), Error> {
        single(problem)?;
        self.check_settings()?;
        check_sample(self.bounds.as_ref(), genome)
    }

    /// The number of samples after the last restart.
    fn size(&self) -> usize {
        population(MANY_GENES, self.population, self.restarts)
    }

    fn accepts(&self, stored: &StoredState<'_, P, Self::State, N>) -> bool {
        let state = stored.state;
        let aims = Aims::new(stored.problem.objectives());
        let genes = stored.sample.len();
        let samples = |restarts| population(genes, self.population, restarts);
        // Right after a restart, the last generation is one of before.
        let sizes = [state.restarts, state.restarts.saturating_sub(1)].map(samples);
        let count = state.population.len();
        let is_complete = |offspring: &Population<Vec<f64>, N>| {
            offspring.len() == state.samples()
                && offspring.genomes().iter().all(|genome| genome.len() == genes)
                && offspring.is_ranked_where_kept(&aims)
        };

        state.mean().len() == genes
            && state.restarts <= self.restarts
            && state.samples() == sizes[0]
            && state.tuning == Tuning::new(genes, sizes[0])
            && state.distribution.starts_with(self.sigma)
            && (count == 0 || sizes.contains(&count))
            && state.population.is_ranked(&aims)
            && state.migrants.is_ranked(&aims)
            && state.migrants.len() <= state.tuning.parents
            && state.guests <= state.samples()
            && stored.offspring.is_none_or(is_complete)
    }

    fn breed(
        &self,
        step: &Step<'_, P, N>,
        state: &mut Self::State,
        offspring: &mut Population<Vec<f64>, N>,
    ) -> Result<(), Error> {
        if let Some(odd) = &state.odd {
            check_length(odd, state.mean().len())?;
        }
        let samples = state.samples();
        let is_first = state.population.is_empty();
        let starts = if is_first { step.starts() } else { &[] };
        if is_first {
            check_real_starts(starts, state.mean().len(), self.bounds.as_ref())?;
            step.check_starts(samples)?;
            let mut mean = starts.first().cloned();
            let mean = mean.get_or_insert_with(|| step.problem.random(&mut step.rng()));
            check_length(mean, state.mean().len())?;
            self.restart(state, mean, samples);
        }

        state.guests = starts.len() + state.migrants.len();
        offspring.resize(samples, state.distribution.mean());
        for (at, start) in starts.iter().enumerate() {
            offspring.renew(at).clone_from(start);
        }
        for migrant in 0..state.migrants.len() {
            offspring.copy(starts.len() + migrant, &state.migrants, migrant);
        }

        let (distribution, bounds) = (&state.distribution, self.bounds.as_ref());
        step.children(offspring, state.guests, |_, mut child, rng: &mut Rng| {
            fold::sample(distribution, child.renew(), bounds, rng);
        })
    }

    fn survive(
        &self,
        step: &Step<'_, P, N>,
        state: &mut Self::State,
        offspring: &mut Population<Vec<f64>, N>,
    ) {
        let SampledPopulation { distribution, tuning, stall, ranks, points, .. } = state;
        ranks.sort(offspring.standings());
        let (genomes, bounds) = (offspring.genomes(), self.bounds.as_ref());
        let seed = |index| step.seed.child(index as u64);
        let guests = state.guests;
        let points = fold::points(points, genomes, guests, bounds, distribution, seed);
        distribution.learn(tuning, points, &ranks.order, guests);
        let ends = stall.ends(distribution, offspring.standings(), &ranks.order);
        swap(&mut state.population, offspring);
        state.migrants.clear();

        if ends && state.restarts < self.restarts {
            let mean = step.problem.random(&mut step.rng());
            if check_length(&mean, state.mean().len()).is_err() {
                // The next generation says so.
                state.odd = Some(mean);
                return;
            }
            state.restarts += 1;
            let samples = population(mean.len(), self.population, state.restarts);
            self.restart(state, &mean, samples);
        }
    }

    fn columns(&self) -> &'static [&'static str] {
        &["sigma", "condition", "restarts"]
    }

    fn notes(&self, state: &Self::State) -> Notes {
        Notes::new(&[state.sigma(), state.condition(), state.restarts as f64])
    }
}

/// The largest population before any restart: a bound.
const MOST: usize = 1 << 20;
/// More genes than a matrix can have, for the number of samples that depends on them.
const MANY_GENES: usize = 1 << 20;

impl CmaEs {
    /// Begins anew around a mean.
    fn restart<const N: usize>(
        &self,
        state: &mut SampledPopulation<N>,
        mean: &[f64],
        samples: usize,
    ) {
        let mut mean = mean.to_vec();
        fold::unfold_all(&mut mean, self.bounds.as_ref());
        state.distribution.restart(&mean, self.sigma);
        state.tuning = Tuning::new(mean.len(), samples);
        state.stall = Stall::new(&mean);
    }
}
