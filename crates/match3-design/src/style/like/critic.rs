//! A judge that learns to tell drafts from given levels, so that drafts that it can tell are thrown away.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use nalgebra::{DMatrix, DVector};
use tilewright_grid::det;

use super::pattern::Pattern;

/// The number of patterns whose counts the judge sees: the most common ones, since rarer ones are in one level in fifty. Chosen.
const PATTERNS: usize = 250;
/// The ridge of the regression: with 200 levels and 150 counts the judge would else know each level by heart. Chosen.
const RIDGE: f64 = 8.0;
/// The steps of Newton's method, after which the weights change by less than a thousandth.
const STEPS: usize = 6;

/// A logistic regression on how often patterns occur in a level.
#[derive(Clone, Debug)]
pub(super) struct Critic {
    /// The patterns, sorted.
    patterns: Vec<Pattern>,
    /// The mean of each count.
    means: Vec<f64>,
    /// The weight of each count, and the constant.
    weights: Vec<f64>,
}

impl Critic {
    /// Learns from the patterns of given levels and of drafts.
    pub(super) fn of(given: &[Vec<Pattern>], drafts: &[Vec<Pattern>]) -> Self {
        let levels = || given.iter().chain(drafts);
        let patterns = most_common(levels());
        let width = patterns.len();
        let rows: Vec<Vec<f64>> =
            levels().map(|level| counts(&patterns, level)).collect();

        let mean =
            |at: usize| rows.iter().map(|row| row[at]).sum::<f64>() / rows.len() as f64;
        let means: Vec<f64> = (0..width).map(mean).collect();
        let inputs = DMatrix::from_fn(rows.len(), width + 1, |row, at| {
            if at == width { 1.0 } else { rows[row][at] - means[at] }
        });
        let weights = fitted(&inputs, given.len()).iter().copied().collect();
        Self { patterns, means, weights }
    }

    /// The logarithm of the odds that a level is a given one.
    pub(super) fn score(&self, level: &[Pattern]) -> f64 {
        let counts = counts(&self.patterns, level);
        let inputs = counts.iter().zip(&self.means).map(|(count, mean)| count - mean);
        let products =
            inputs.chain([1.0]).zip(&self.weights).map(|(input, weight)| input * weight);
        products.sum()
    }
}

/// The patterns that most levels have, sorted.
fn most_common<'a>(levels: impl Iterator<Item = &'a Vec<Pattern>>) -> Vec<Pattern> {
    let mut levels_with: BTreeMap<Pattern, usize> = BTreeMap::new();
    for level in levels {
        let mut once = level.clone();
        once.sort_unstable();
        once.dedup();
        for pattern in once {
            *levels_with.entry(pattern).or_default() += 1;
        }
    }
    let mut common: Vec<_> = levels_with.into_iter().collect();
    common.sort_by_key(|&(pattern, levels)| (Reverse(levels), pattern));
    let mut patterns: Vec<Pattern> =
        common.into_iter().take(PATTERNS).map(|(pattern, _)| pattern).collect();
    patterns.sort_unstable();
    patterns
}

/// How often each pattern occurs, as ln(1 + n): whether there are none or one tells more than whether there are nine or ten.
fn counts(patterns: &[Pattern], level: &[Pattern]) -> Vec<f64> {
    let mut counts = vec![0.0; patterns.len()];
    for pattern in level {
        if let Ok(at) = patterns.binary_search(pattern) {
            counts[at] += 1.0;
        }
    }
    counts.into_iter().map(|count: f64| det::ln(1.0 + count)).collect()
}

/// The weights that tell the first rows from the others, by Newton's method.
fn fitted(inputs: &DMatrix<f64>, first: usize) -> DVector<f64> {
    let (count, width) = inputs.shape();
    let ridge = DMatrix::from_fn(width, width, |row, column| match row == column {
        // The constant is free; the little that it has keeps the matrix regular.
        true if row + 1 == width => 1e-6,
        true => RIDGE,
        false => 0.0,
    });
    let truth = DVector::from_fn(count, |row, _| f64::from(u8::from(row < first)));

    let mut weights = DVector::zeros(width);
    for _ in 0..STEPS {
        let chances =
            (inputs * &weights).map(|score: f64| 1.0 / (1.0 + det::exp(-score)));
        let gradient = inputs.tr_mul(&(&truth - &chances)) - &ridge * &weights;
        let scaled = DMatrix::from_fn(count, width, |row, column| {
            inputs[(row, column)] * chances[row] * (1.0 - chances[row])
        });
        let Some(curvature) = (&ridge + inputs.tr_mul(&scaled)).cholesky() else { break };
        weights += curvature.solve(&gradient);
    }
    weights
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn given_levels_have_better_odds_than_drafts_with_other_patterns() {
        let level = |pattern: u128, times: usize| vec![Pattern(pattern); times];
        let given: Vec<_> =
            (0..40).map(|index| [level(1, 3), level(9, index % 4)].concat()).collect();
        let drafts: Vec<_> =
            (0..40).map(|index| [level(2, 3), level(9, index % 4)].concat()).collect();
        let critic = Critic::of(&given, &drafts);
        assert!(critic.score(&given[7]) > 1.0 && critic.score(&drafts[7]) < -1.0);

        // What both have says nothing.
        let alike = Critic::of(&given, &given);
        assert!(alike.score(&given[7]).abs() < 1e-9);
    }
}
