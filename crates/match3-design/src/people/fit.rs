//! The fit: skills of people are averaged over, the pull of each level and the slopes are shrunk by what the log says.
//!
//! The logit of the chance to pass is a sum: what the cohort is used to, the features of the level times their slopes, the pull of the
//! level, the skill of the person, and the learning over attempts. Skills are normal within a cohort; they are averaged over with
//! [nodes](super::nodes), by expectation and maximization (Bock and Aitkin, 1981). The variances of the pulls, the cohorts and the slopes are
//! found from the same log (empirical Bayes, `MacKay`, 1992).

use nalgebra::{DMatrix, DVector};
use tilewright_grid::{Watch, det};

use super::judges::expit;
use super::nodes::{NODES, normal};
use super::sample::{Person, Sample, Trial};

/// The most rounds; a fit needs about 60.
const ROUNDS: usize = 200;
/// A round that changes no value by more than this is the last.
const STILL: f64 = 1e-4;

/// The places of the values in one vector.
#[derive(Clone, Copy, Debug)]
pub(super) struct Places {
    pub(super) cohorts: usize,
    pub(super) features: usize,
    pub(super) levels: usize,
}

impl Places {
    pub(super) const BASE: usize = 0;
    pub(super) const fn cohort(cohort: usize) -> usize {
        1 + cohort
    }
    pub(super) const fn slope(self, feature: usize) -> usize {
        1 + self.cohorts + feature
    }
    /// The number of values of which a prediction is made: the base, the cohorts and the slopes.
    pub(super) const fn known(self) -> usize {
        self.slope(self.features)
    }
    pub(super) const fn pull(self, level: usize) -> usize {
        self.known() + level
    }
    pub(super) const fn learning(self) -> usize {
        self.pull(self.levels)
    }
    pub(super) const fn boosters(self) -> usize {
        self.learning() + 1
    }
    pub(super) const fn skill(self, cohort: usize) -> usize {
        self.learning() + 2 + cohort
    }
    pub(super) const fn all(self) -> usize {
        self.skill(self.cohorts)
    }
}

/// The variances that are found from the log.
#[derive(Clone, Copy, Debug)]
pub(super) struct Variances {
    pub(super) pull: f64,
    pub(super) cohorts: f64,
    pub(super) slopes: f64,
}

/// What is known before the log: chosen, wide enough that a log of a few hundred attempts outweighs it.
mod before {
    /// The slope of the judges' mean: about as people, with a standard deviation of a half.
    pub(super) const MEAN_SLOPE: (f64, f64) = (1.0, 4.0);
    /// The learning over attempts, and what a booster is worth.
    pub(super) const LEARNING: (f64, f64) = (0.0, 4.0);
    pub(super) const BOOSTERS: (f64, f64) = (0.0, 1.0);
    /// The spread of skills, which a log without attempts or players does not tell.
    pub(super) const SKILL: (f64, f64) = (0.7, 4.0);
    /// The base.
    pub(super) const BASE: (f64, f64) = (0.0, 1e-4);
}

/// What is fitted to: people, and the features of each of their cells.
pub(super) struct Task<'a> {
    pub(super) sample: &'a Sample,
    /// The centred and scaled features of each cell.
    pub(super) features: &'a [Vec<f64>],
    pub(super) places: Places,
    /// Whether the first feature is the mean of judges, whose slope is about 1.
    pub(super) has_mean: bool,
}

/// A fit.
#[derive(Clone, Debug)]
pub(super) struct Posterior {
    pub(super) values: DVector<f64>,
    pub(super) variances: Variances,
    /// The covariance of the values, given the skills.
    pub(super) covariance: DMatrix<f64>,
}

/// Expected numbers.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counts {
    pub(super) attempts: f64,
    pub(super) passes: f64,
}

impl Task<'_> {
    /// Fits; none if stopped.
    pub(super) fn fit(&self, watch: &dyn Watch) -> Option<Posterior> {
        let places = self.places;
        let mut values = DVector::zeros(places.all());
        if self.has_mean {
            values[places.slope(0)] = before::MEAN_SLOPE.0;
        }
        for cohort in 0..places.cohorts {
            values[places.skill(cohort)] = before::SKILL.0;
        }
        let mut variances = Variances { pull: 0.1, cohorts: 0.1, slopes: 0.02 };

        for round in 0.. {
            if watch.look().is_break() {
                return None;
            }
            let expected = self.expect(&values, None);
            let before = values.clone();
            let covariance = self.step(&mut values, &variances, &expected);
            let change = (&values - before).amax();
            if round > 2 {
                variances = self.variances(&values, &covariance);
            }
            if round >= ROUNDS || (round > 10 && change < STILL) {
                return Some(Posterior { values, variances, covariance });
            }
        }
        None
    }

    /// The values that take part in the chance of a cell, and by what they are multiplied, without the skill.
    fn terms(&self, cell: usize) -> Vec<(usize, f64)> {
        let (it, places) = (&self.sample.cells[cell], self.places);
        let mut terms =
            vec![(Places::BASE, 1.0), (Places::cohort(it.cohort as usize), 1.0)];
        let features = self.features[cell].iter().enumerate();
        terms.extend(features.map(|(at, &value)| (places.slope(at), value)));
        terms.push((places.pull(it.level as usize), 1.0));
        terms.push((places.learning(), det::ln(f64::from(it.attempt.max(1)))));
        terms.push((places.boosters(), f64::from(it.boosters)));
        terms
    }

    /// The logit of a cell for the mean skill.
    pub(super) fn middle(&self, cell: usize, values: &DVector<f64>) -> f64 {
        self.terms(cell).iter().map(|&(at, factor)| factor * values[at]).sum()
    }

    /// For each cell and node the logarithms of the chance to pass and of its complement.
    pub(super) fn chances(&self, values: &DVector<f64>) -> Vec<[(f64, f64); NODES]> {
        let nodes = normal();
        let of = |cell: usize| {
            let cohort = self.sample.cells[cell].cohort as usize;
            let skill = values[self.places.skill(cohort)];
            let middle = self.middle(cell, values);
            nodes.map(|(node, _)| logs(middle + skill * node))
        };
        (0..self.sample.cells.len()).map(of).collect()
    }

    /// Whether a trial takes part where this level is left out.
    fn is_used(&self, trial: &Trial, without: Option<u32>) -> bool {
        without != Some(self.sample.cells[trial.cell as usize].level)
    }

    /// How likely each skill of a person is, as logarithms, by all trials or those of other levels.
    pub(super) fn skills(
        &self,
        person: &Person,
        chances: &[[(f64, f64); NODES]],
        without: Option<u32>,
    ) -> [f64; NODES] {
        let mut weights = normal().map(|(_, weight)| det::ln(weight));
        for trial in person.trials.iter().filter(|trial| self.is_used(trial, without)) {
            for (weight, (pass, fail)) in
                weights.iter_mut().zip(&chances[trial.cell as usize])
            {
                *weight += trial.passes * pass + trial.fails * fail;
            }
        }
        weights
    }

    /// The expected attempts and passes of each cell by skill, given these values; without those of one level if it is named.
    pub(super) fn expect(
        &self,
        values: &DVector<f64>,
        without: Option<u32>,
    ) -> Vec<[Counts; NODES]> {
        let chances = self.chances(values);
        let mut expected = vec![[Counts::default(); NODES]; chances.len()];
        for person in &self.sample.people {
            let weights = shares(self.skills(person, &chances, without));
            for trial in person.trials.iter().filter(|trial| self.is_used(trial, without))
            {
                for (counts, weight) in
                    expected[trial.cell as usize].iter_mut().zip(weights)
                {
                    counts.attempts +=
                        person.count * weight * (trial.passes + trial.fails);
                    counts.passes += person.count * weight * trial.passes;
                }
            }
        }
        expected
    }

    /// A step of Newton's method towards the most probable values given the expected numbers; returns the covariance.
    pub(super) fn step(
        &self,
        values: &mut DVector<f64>,
        variances: &Variances,
        expected: &[[Counts; NODES]],
    ) -> DMatrix<f64> {
        let (nodes, places) = (normal(), self.places);
        let mut slope = DVector::<f64>::zeros(places.all());
        let mut curve = DMatrix::<f64>::zeros(places.all(), places.all());

        for (cell, counts) in expected.iter().enumerate() {
            let it = &self.sample.cells[cell];
            if counts.iter().all(|counts| counts.attempts <= 0.0) {
                continue;
            }
            let terms = self.terms(cell);
            let middle: f64 = terms.iter().map(|&(at, factor)| factor * values[at]).sum();
            let skill = places.skill(it.cohort as usize);
            let (mut miss, mut miss_skill, mut weights) = (0.0, 0.0, [0.0; 3]);
            for (counts, (node, _)) in counts.iter().zip(nodes) {
                let chance = expit(middle + values[skill] * node);
                let off = counts.passes - counts.attempts * chance;
                let weight = counts.attempts * chance * (1.0 - chance);
                miss += off;
                miss_skill += off * node;
                weights[0] += weight;
                weights[1] += weight * node;
                weights[2] += weight * node * node;
            }
            slope[skill] += miss_skill;
            curve[(skill, skill)] += weights[2];
            for &(at, factor) in &terms {
                slope[at] += factor * miss;
                curve[(at, skill)] += factor * weights[1];
                curve[(skill, at)] += factor * weights[1];
                for &(other, by) in &terms {
                    curve[(at, other)] += factor * by * weights[0];
                }
            }
        }

        for at in 0..places.all() {
            let (mean, precision) = self.prior(at, variances);
            slope[at] += precision * (mean - values[at]);
            curve[(at, at)] += precision;
        }
        let cholesky =
            curve.cholesky().expect("a curvature with precisions is positive definite");
        // A longer step would leave the region in which the curvature says something.
        let step = cholesky.solve(&slope);
        *values += &step * (1.0 / step.amax().max(1.0));
        for cohort in 0..places.cohorts {
            let skill = &mut values[places.skill(cohort)];
            *skill = skill.max(0.01);
        }
        cholesky.inverse()
    }

    /// The mean and the precision of a value before the log.
    fn prior(&self, at: usize, variances: &Variances) -> (f64, f64) {
        let places = self.places;
        match at {
            Places::BASE => before::BASE,
            _ if at < places.slope(0) => (0.0, 1.0 / variances.cohorts),
            _ if at == places.slope(0) && self.has_mean => before::MEAN_SLOPE,
            _ if at < places.known() => (0.0, 1.0 / variances.slopes),
            _ if at < places.learning() => (0.0, 1.0 / variances.pull),
            _ if at == places.learning() => before::LEARNING,
            _ if at == places.boosters() => before::BOOSTERS,
            _ => before::SKILL,
        }
    }

    /// The variances that these values tell, with what is not known of them.
    fn variances(&self, values: &DVector<f64>, covariance: &DMatrix<f64>) -> Variances {
        let mean = |range: std::ops::Range<usize>, least: f64| {
            let count = range.len().max(1) as f64;
            let square = |at: usize| values[at] * values[at] + covariance[(at, at)];
            (range.map(square).sum::<f64>() / count).max(least)
        };
        let places = self.places;
        let first = places.slope(usize::from(self.has_mean));
        Variances {
            pull: mean(places.pull(0)..places.learning(), 1e-4),
            // Two or three cohorts tell little of their spread.
            cohorts: mean(Places::cohort(0)..places.slope(0), 1e-2).min(1.0),
            slopes: mean(first..places.known(), 1e-6),
        }
    }
}

/// Shares of these logarithms, which add up to 1.
pub(super) fn shares(logs: [f64; NODES]) -> [f64; NODES] {
    let most = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let shares = logs.map(|log| det::exp(log - most));
    let sum: f64 = shares.iter().sum();
    shares.map(|share| share / sum)
}

/// The logarithms of a chance and of its complement, by the logit.
fn logs(logit: f64) -> (f64, f64) {
    let size = det::ln(1.0 + det::exp(-logit.abs()));
    let (low, high) = (-logit.abs() - size, -size);
    if logit > 0.0 { (high, low) } else { (low, high) }
}
