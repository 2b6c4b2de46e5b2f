//! How well predictions agree with what was played.

use serde::{Deserialize, Serialize};
use tilewright_grid::det;

/// How well a model predicts levels that it was not fitted to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Fit {
    /// How many levels it was fitted to.
    pub fitted: u32,
    /// How many levels were held out; 0 where each was predicted by all others.
    pub held_out: u32,
    /// How many games of each were played.
    pub games: u32,
    /// The share of the variance of the mean swaps that is explained.
    pub r2: f64,
    /// The same of their logarithms.
    pub r2_log: f64,
    /// Spearman's rank correlation.
    pub rank_correlation: f64,
    /// The mean of the absolute errors, in swaps.
    pub mean_absolute_error: f64,
    /// The mean of the absolute errors as shares of the mean swaps.
    pub mean_relative_error: f64,
    /// The R² that a perfect prediction would have, as the means of so many games are
    /// themselves uncertain; 0 where single games say nothing of that.
    pub ceiling: f64,
    /// The same of the logarithms.
    pub ceiling_log: f64,
}

/// A level's mean swaps as played, how uncertain they are, and as predicted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pair {
    pub(crate) played: f64,
    /// The standard error of the mean.
    pub(crate) error: f64,
    pub(crate) predicted: f64,
}

impl Fit {
    /// How well these agree; the numbers of levels and games are left to the caller.
    pub(crate) fn of(pairs: &[Pair]) -> Self {
        let count = pairs.len().max(1) as f64;
        let log = |value: f64| det::ln(value.max(1e-3));
        let each = |of: &dyn Fn(&Pair) -> f64| pairs.iter().map(of).sum::<f64>() / count;
        let spread = |of: &dyn Fn(&Pair) -> f64| {
            let mean = each(of);
            each(&|pair| (of(pair) - mean).powi(2)).max(1e-12)
        };
        let (plain, logs) =
            (spread(&|pair| pair.played), spread(&|pair| log(pair.played)));
        let known = |ceiling: f64| if ceiling.is_finite() { ceiling } else { 0.0 };
        let off = |pair: &Pair| pair.predicted - pair.played;
        let off_log = |pair: &Pair| log(pair.predicted) - log(pair.played);
        let played: Vec<f64> = pairs.iter().map(|pair| pair.played).collect();
        let predicted: Vec<f64> = pairs.iter().map(|pair| pair.predicted).collect();
        Self {
            r2: 1.0 - each(&|pair| off(pair).powi(2)) / plain,
            r2_log: 1.0 - each(&|pair| off_log(pair).powi(2)) / logs,
            rank_correlation: spearman(&played, &predicted),
            mean_absolute_error: each(&|pair| off(pair).abs()),
            mean_relative_error: each(&|pair| off(pair).abs() / pair.played.max(1e-3)),
            ceiling: known(1.0 - each(&|pair| pair.error.powi(2)) / plain),
            ceiling_log: known(
                1.0 - each(&|pair| (pair.error / pair.played.max(1e-3)).powi(2)) / logs,
            ),
            ..Self::default()
        }
    }
}

/// Spearman's rank correlation (1904); values that are equal share the mean of their ranks.
/// 0 where one side does not vary.
///
/// ```
/// use tilewright_match3::spearman;
///
/// assert_eq!(spearman(&[1.0, 2.0, 3.0], &[10.0, 30.0, 90.0]), 1.0);
/// ```
///
/// # Panics
/// When the lengths differ.
pub fn spearman(a: &[f64], b: &[f64]) -> f64 {
    assert_eq!(a.len(), b.len(), "one value a pair on each side");
    let (a, b) = (ranks(a), ranks(b));
    let middle = (a.len() as f64 - 1.0) / 2.0;
    let sum = |x: &[f64], y: &[f64]| -> f64 {
        x.iter().zip(y).map(|(x, y)| (x - middle) * (y - middle)).sum()
    };
    let spread = (sum(&a, &a) * sum(&b, &b)).sqrt();
    if spread > 0.0 { sum(&a, &b) / spread } else { 0.0 }
}

fn ranks(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[a].total_cmp(&values[b]));
    let mut ranks = vec![0.0; values.len()];
    let mut first = 0.0;
    for group in order.chunk_by(|&a, &b| values[a].total_cmp(&values[b]).is_eq()) {
        let count = group.len() as f64;
        for &index in group {
            ranks[index] = first + (count - 1.0) / 2.0;
        }
        first += count;
    }
    ranks
}
