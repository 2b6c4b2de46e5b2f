//! How well a fit predicts a level that it has not seen: each level by all others.

use nalgebra::DVector;
use serde::{Deserialize, Serialize};

use super::fit::{Fitted, Places, Task};
use super::judges::expit;
use super::nodes::normal;

/// How well the pass rates of levels are predicted that took no part in the fit, one after the other.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CrossValidation {
    /// The number of levels.
    pub levels: u32,
    /// The mean absolute error of the pass rates, from 0 to 1. What the log itself leaves open of a rate is part of it.
    pub mean_absolute_error: f64,
    /// The share of levels whose rate lies within the 90 % interval, with what the log leaves open.
    pub coverage: f64,
    /// What the width of the intervals is multiplied by, at least 1, so that they would have held.
    pub factor: f64,
}

/// A level, predicted by all others.
pub(super) struct Held {
    /// The logit of the level's chance for the mean skill, as the others predict it, and the variance.
    predicted: (f64, f64),
    /// The same as its own attempts say.
    found: (f64, f64),
}

/// The rounds that leave a level out, or that find its chance: Newton's method from close by.
const ROUNDS: usize = 4;

impl Task<'_> {
    /// Each level by all others; `own` is the features of a level at its own limit.
    pub(super) fn held(&self, fitted: &Fitted, own: &[Vec<f64>]) -> Vec<Option<Held>> {
        (0..self.places.levels)
            .map(|level| self.hold(fitted, level, &own[level]))
            .collect()
    }

    /// None if the level has no attempts.
    fn hold(&self, fitted: &Fitted, level: usize, own: &[f64]) -> Option<Held> {
        let cells = &self.sample.cells;
        let here: Vec<usize> = (0..cells.len())
            .filter(|&cell| cells[cell].level as usize == level)
            .collect();
        if here.is_empty() {
            return None;
        }

        let (variances, places) = (&fitted.variances, self.places);
        let mut values = fitted.values.clone();
        let mut covariance = fitted.covariance.clone();
        for _ in 0..ROUNDS {
            covariance =
                self.step(&mut values, variances, &fitted.expected, Some(level as u32));
        }

        // Cohorts are left out, as they are in what its own attempts say.
        let terms = DVector::from_fn(places.known(), |at, _| match at {
            Places::BASE => 1.0,
            _ if at < places.slope(0) => 0.0,
            _ => own[at - places.slope(0)],
        });
        let known = covariance.view((0, 0), (places.known(), places.known()));
        let mean = terms.dot(&values.rows(0, places.known()));
        let variance = variances.pull + (known * &terms).dot(&terms);
        let found = self.find(fitted, &values, &here, mean);
        Some(Held { predicted: (mean, variance), found })
    }

    /// The logit of a level's chance that its own attempts say, and its variance: the other values as given.
    fn find(
        &self,
        fitted: &Fitted,
        values: &DVector<f64>,
        here: &[usize],
        mean: f64,
    ) -> (f64, f64) {
        // What the attempts of all pass or all fail leave open is not known at all.
        const OPEN: f64 = 25.0;
        let nodes = normal();
        let level = self.sample.cells[here[0]].level as usize;
        let mut values = values.clone();
        let pull = self.places.pull(level);
        values[pull] = 0.0;
        let mut variance = OPEN;
        for _ in 0..4 * ROUNDS {
            let (mut slope, mut curve) = (-values[pull] / OPEN, 1.0 / OPEN);
            for &cell in here {
                let cohort = self.sample.cells[cell].cohort as usize;
                let middle = self.middle(cell, &values);
                let skill = values[self.places.skill(cohort)];
                for (counts, (node, _)) in fitted.expected[cell].iter().zip(nodes) {
                    let chance = expit(middle + skill * node);
                    slope += counts.passes - counts.attempts * chance;
                    curve += counts.attempts * chance * (1.0 - chance);
                }
            }
            variance = 1.0 / curve;
            values[pull] += (slope / curve).clamp(-1.0, 1.0);
        }
        (mean + values[pull], variance)
    }
}

impl CrossValidation {
    /// Of these levels; the rate is that of a first attempt of people with this spread of skills.
    pub(super) fn of(held: &[Option<Held>], skill: f64, quantile: f64) -> Self {
        let held: Vec<&Held> = held.iter().flatten().collect();
        let count = held.len().max(1) as f64;
        let off = |it: &Held| it.found.0 - it.predicted.0;
        let spread = |it: &Held| it.predicted.1 + it.found.1;
        let ratio =
            held.iter().map(|it| off(it).powi(2) / spread(it)).sum::<f64>() / count;
        let rate = |middle: f64| rate(middle, skill);
        let error = |it: &&Held| (rate(it.found.0) - rate(it.predicted.0)).abs();
        let factor = ratio.max(1.0).sqrt();
        let is_within = |it: &&&Held| {
            let width = factor * factor * it.predicted.1 + it.found.1;
            off(it).abs() <= quantile * width.sqrt()
        };
        Self {
            levels: held.len() as u32,
            mean_absolute_error: held.iter().map(error).sum::<f64>() / count,
            coverage: held.iter().filter(is_within).count() as f64 / count,
            factor,
        }
    }
}

/// The mean chance of people with this spread of skills.
pub(super) fn rate(middle: f64, skill: f64) -> f64 {
    normal().iter().map(|(node, weight)| weight * expit(middle + skill * node)).sum()
}

/// The 95 % quantile of Student's t-distribution (1908), by the expansion of Fisher and Cornish (1960) around that of the normal
/// distribution: right to three digits from three degrees of freedom on.
pub(super) fn student(freedom: f64) -> f64 {
    const Z: f64 = 1.644_853_626_951_472_2;
    let (f, z2) = (freedom.max(3.0), Z * Z);
    let first = Z * (z2 + 1.0) / 4.0;
    let second = Z * (5.0 * z2 * z2 + 16.0 * z2 + 3.0) / 96.0;
    let third = Z * (3.0 * z2 * z2 * z2 + 19.0 * z2 * z2 + 17.0 * z2 - 15.0) / 384.0;
    Z + first / f + second / (f * f) + third / (f * f * f)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_those_of_printed_tables() {
        for (freedom, expected) in
            [(5.0, 2.015), (10.0, 1.812), (30.0, 1.697), (120.0, 1.658)]
        {
            assert!(
                (student(freedom) - expected).abs() < 2e-3,
                "{freedom}: {}",
                student(freedom)
            );
        }
    }

    #[test]
    fn skills_draw_rates_towards_the_middle() {
        assert!((rate(0.0, 1.3) - 0.5).abs() < 1e-12);
        assert!((rate(1.0, 0.0) - expit(1.0)).abs() < 1e-12);
        assert!(rate(1.0, 1.0) < expit(1.0));
    }
}
