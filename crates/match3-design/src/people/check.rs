//! How well a fit predicts a level that it has not seen: each level by all others.

use nalgebra::DVector;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use tilewright_grid::{Watch, det};

use super::fit::{Places, Posterior, Task, shares};
use super::judges::expit;
use super::nodes::{NODES, normal};
use super::sample::Trial;

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
pub(super) struct LevelCheck {
    /// The logit of the level's chance for the mean skill, as the others predict it, and the variance.
    predicted: (f64, f64),
    /// The same as its own attempts say.
    found: (f64, f64),
}

/// The rounds that leave a level out, or that find its chance: both begin close by.
const ROUNDS: usize = 4;
/// What the attempts at a level all of which pass or fail leave open: its chance is not known at all.
const OPEN: f64 = 25.0;

impl Task<'_> {
    /// Each level by all others; `own` is the features of a level at its own limit. None if stopped.
    pub(super) fn held(
        &self,
        fitted: &Posterior,
        own: &[Vec<f64>],
        watch: &dyn Watch,
    ) -> Option<Vec<LevelCheck>> {
        let all = || 0..self.places.levels;
        let has_cells = |&level: &usize| {
            self.sample.cells.iter().any(|cell| cell.level as usize == level)
        };
        let chances = self.chances(&fitted.values);
        let hold =
            |level: usize| self.hold(fitted, (level, &own[level]), &chances, watch);
        all().into_par_iter().filter(has_cells).map(hold).collect()
    }

    fn hold(
        &self,
        fitted: &Posterior,
        (level, own): (usize, &[f64]),
        chances: &[[(f64, f64); NODES]],
        watch: &dyn Watch,
    ) -> Option<LevelCheck> {
        let places = self.places;
        let mut values = fitted.values.clone();
        let mut covariance = fitted.covariance.clone();
        for _ in 0..ROUNDS {
            if watch.look().is_break() {
                return None;
            }
            // What is known of the skills of people must not come from this level either.
            let expected = self.expect(&values, Some(level as u32));
            covariance = self.step(&mut values, &fitted.variances, &expected);
        }

        // Cohorts are left out, as they are in what its own attempts say.
        let terms = DVector::from_fn(places.known(), |at, _| match at {
            Places::BASE => 1.0,
            _ if at < places.slope(0) => 0.0,
            _ => own[at - places.slope(0)],
        });
        let known = covariance.view((0, 0), (places.known(), places.known()));
        let mean = terms.dot(&values.rows(0, places.known()));
        let variance = fitted.variances.pull + (known * &terms).dot(&terms);
        let found = self.find(&values, level as u32, chances);
        Some(LevelCheck { predicted: (mean, variance), found: (mean + found.0, found.1) })
    }

    /// How much easier a level is than these values say by its own attempts alone, and the variance of that: the most likely value, by
    /// Newton's method. What is known of the people comes from other levels, with the given chances.
    fn find(
        &self,
        values: &DVector<f64>,
        level: u32,
        chances: &[[(f64, f64); NODES]],
    ) -> (f64, f64) {
        let cells = &self.sample.cells;
        let is_here = |trial: &&Trial| cells[trial.cell as usize].level == level;
        let people = self.sample.people.iter();
        let people =
            people.filter(|person| person.trials.iter().any(|trial| is_here(&trial)));
        let people: Vec<_> = people
            .map(|person| (person, self.skills(person, chances, Some(level))))
            .collect();

        let mut values = values.clone();
        let pull = self.places.pull(level as usize);
        values[pull] = 0.0;
        let mut curve = 1.0;
        for _ in 0..3 * ROUNDS {
            let mut slope = -values[pull] / OPEN;
            curve = 1.0 / OPEN;
            let here = self.chances(&values);
            for (person, skills) in &people {
                let (one, bend) =
                    slopes(person.trials.iter().filter(is_here), skills, &here);
                slope += person.count * one;
                curve += person.count * bend;
            }
            // Where the chances of people differ much, the curvature may have the wrong sign.
            curve = curve.max(1.0 / OPEN);
            values[pull] += (slope / curve).clamp(-0.5, 0.5);
        }
        (values[pull], 1.0 / curve)
    }
}

/// The slope and the curvature of the logarithm of how likely the trials of a person are, by what is added to all their logits: the
/// mean over skills, and what is lost as they are not known (Louis, 1982).
fn slopes<'a>(
    trials: impl Iterator<Item = &'a Trial>,
    skills: &[f64; NODES],
    chances: &[[(f64, f64); NODES]],
) -> (f64, f64) {
    let (mut weights, mut scores, mut bends) = (*skills, [0.0; NODES], [0.0; NODES]);
    for trial in trials {
        for (node, &(pass, fail)) in chances[trial.cell as usize].iter().enumerate() {
            let (chance, count) = (det::exp(pass), trial.passes + trial.fails);
            weights[node] += trial.passes * pass + trial.fails * fail;
            scores[node] += trial.passes - count * chance;
            bends[node] += count * chance * (1.0 - chance);
        }
    }
    let shares = shares(weights);
    let mean = |of: &dyn Fn(usize) -> f64| -> f64 {
        shares.iter().enumerate().map(|(node, share)| share * of(node)).sum()
    };
    let slope = mean(&|node| scores[node]);
    (slope, mean(&|node| bends[node] - scores[node] * scores[node]) + slope * slope)
}

impl CrossValidation {
    /// Of these levels; the rate is that of a first attempt of people with this spread of skills.
    pub(super) fn of(held: &[LevelCheck], shift: f64, skill: f64, quantile: f64) -> Self {
        let count = held.len().max(1) as f64;
        let off = |it: &LevelCheck| it.found.0 - it.predicted.0;
        let spread = |it: &LevelCheck| it.predicted.1 + shift + it.found.1;
        let ratio =
            held.iter().map(|it| off(it).powi(2) / spread(it)).sum::<f64>() / count;
        let rate = |middle: f64| rate(middle, skill);
        let error = |it: &LevelCheck| (rate(it.found.0) - rate(it.predicted.0)).abs();
        let factor = ratio.max(1.0).sqrt();
        let is_within = |it: &&LevelCheck| {
            let width = factor * factor * (it.predicted.1 + shift) + it.found.1;
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

/// The spreads of pulls that are tried: up to two logits, in steps that no interval shows.
const SPREADS: std::ops::Range<u32> = 1..101;
const SPREAD: f64 = 0.02;

/// What is believed of the spread of pulls before a log: the logarithm is normal around this one, with this standard deviation. Chosen:
/// pass rates that follow from bots are wrong by four to eight points where they have been compared with people.
const USUAL: (f64, f64) = (0.25, 0.5);

/// The mean square of the pull of a level, over all that the errors of levels by all others leave open of it. The most likely spread
/// alone is too small where the log is small, down to 0, and so would be the intervals.
pub(super) fn mean_square_pull(held: &[LevelCheck], assumed: f64) -> f64 {
    let log = |pull: f64| -> f64 {
        let of = |it: &LevelCheck| {
            let spread = it.predicted.1 - assumed + pull * pull + it.found.1;
            -0.5 * (det::ln(spread) + (it.found.0 - it.predicted.0).powi(2) / spread)
        };
        let before = (det::ln(pull / USUAL.0) / USUAL.1).powi(2);
        held.iter().map(of).sum::<f64>() - 0.5 * before - det::ln(pull)
    };
    let logs: Vec<(f64, f64)> =
        SPREADS.map(|at| f64::from(at) * SPREAD).map(|pull| (pull, log(pull))).collect();
    let most = logs.iter().map(|it| it.1).fold(f64::NEG_INFINITY, f64::max);
    let weights = logs.iter().map(|(pull, log)| (pull * pull, det::exp(log - most)));
    let (square, sum) = weights.fold((0.0, 0.0), |(square, sum), (one, weight)| {
        (square + weight * one, sum + weight)
    });
    square / sum
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
