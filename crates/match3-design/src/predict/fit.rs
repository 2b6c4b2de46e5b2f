//! The quality of predictions.

use serde::{Deserialize, Serialize};
use tilewright_grid::det;

use super::prediction::WITHIN;

/// The quality of the predictions of a model, on levels that it was not fitted to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Fit {
    /// The number of levels that the model was fitted to.
    pub fitted: u32,
    /// The number of held-out levels; 0 for leave-one-out cross-validation.
    pub held_out: u32,
    /// The number of games per level.
    pub games: u32,
    /// R² of the mean swaps: the explained share of their variance.
    pub r2: f64,
    /// R² of the logarithms of the mean swaps.
    pub r2_log: f64,
    /// Spearman's rank correlation.
    pub rank_correlation: f64,
    /// The mean absolute error, in swaps.
    pub mean_absolute_error: f64,
    /// The mean relative error: of the absolute errors as shares of the mean swaps.
    pub mean_relative_error: f64,
    /// The R² of a perfect prediction, which is less than 1 because the played means are uncertain; 0 if
    /// their uncertainty is not known.
    pub ceiling: f64,
    /// The R² of a perfect prediction of the logarithms.
    pub ceiling_log: f64,
    /// The standard deviation of the logarithm of the predicted over that of the true mean swaps: of the errors of the
    /// model alone, without the uncertainty of the played means. 0 in files that were written before it was measured.
    #[serde(default, skip_serializing_if = "is_unknown")]
    pub deviation_log: f64,
}

/// The least deviation of a model. So small ones are an accident of few levels.
const LEAST: f64 = 0.01;

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
const fn is_unknown(deviation: &f64) -> bool {
    *deviation == 0.0
}

/// The played and the predicted mean swaps of a level.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pair {
    pub(crate) played: f64,
    /// The standard error of the played mean.
    pub(crate) error: f64,
    pub(crate) predicted: f64,
}

impl Fit {
    /// The standard deviation of the logarithms of predictions. From the mean relative error, if it was not measured: for
    /// normally distributed errors it is √(π/2) times that.
    pub(crate) fn deviation(&self) -> f64 {
        if self.deviation_log > 0.0 {
            self.deviation_log
        } else {
            (1.2533 * self.mean_relative_error).max(LEAST)
        }
    }

    /// The interval of the ratio of the true to the predicted mean swaps of the model alone, which holds 90 % of levels.
    pub fn within(&self) -> [f64; 2] {
        let half = WITHIN * self.deviation();
        [-half, half].map(det::exp)
    }

    /// The quality of these predictions; the caller sets the numbers of levels and games.
    pub(crate) fn of(pairs: &[Pair]) -> Self {
        let count = pairs.len().max(1) as f64;
        let log = |value: f64| det::ln(value.max(1e-3));
        let each = |of: &dyn Fn(&Pair) -> f64| pairs.iter().map(of).sum::<f64>() / count;

        // A variance above 0, since levels of equal swaps have no R².
        let spread = |of: &dyn Fn(&Pair) -> f64| {
            let mean = each(of);
            each(&|pair| (of(pair) - mean).powi(2)).max(1e-12)
        };

        let (plain, logs) =
            (spread(&|pair| pair.played), spread(&|pair| log(pair.played)));

        let known = |ceiling: f64| if ceiling.is_finite() { ceiling } else { 0.0 };

        let off = |pair: &Pair| pair.predicted - pair.played;
        let off_log = |pair: &Pair| log(pair.predicted) - log(pair.played);

        // The played means differ from the true ones by chance, of which no model can know.
        let chance = |pair: &Pair| (pair.error / pair.played.max(1e-3)).powi(2);
        let own = each(&|pair| off_log(pair).powi(2)) - each(&chance);

        let played: Vec<f64> = pairs.iter().map(|pair| pair.played).collect();
        let predicted: Vec<f64> = pairs.iter().map(|pair| pair.predicted).collect();

        Self {
            r2: 1.0 - each(&|pair| off(pair).powi(2)) / plain,
            r2_log: 1.0 - each(&|pair| off_log(pair).powi(2)) / logs,
            rank_correlation: spearman(&played, &predicted),
            mean_absolute_error: each(&|pair| off(pair).abs()),
            mean_relative_error: each(&|pair| off(pair).abs() / pair.played.max(1e-3)),
            ceiling: known(1.0 - each(&|pair| pair.error.powi(2)) / plain),
            ceiling_log: known(1.0 - each(&chance) / logs),
            deviation_log: known(own).max(LEAST * LEAST).sqrt(),
            ..Self::default()
        }
    }
}

/// Spearman's rank correlation (1904). Equal values share the mean of their ranks; the result is 0 if one
/// side is constant.
///
/// ```
/// use tilewright_match3_design::spearman;
///
/// assert_eq!(spearman(&[1.0, 2.0, 3.0], &[10.0, 30.0, 90.0]), 1.0);
/// ```
///
/// # Panics
/// When the lengths differ.
pub fn spearman(a: &[f64], b: &[f64]) -> f64 {
    assert_eq!(a.len(), b.len(), "both sides have the same length");
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

    // Equal values share the mean of the ranks that they take together.
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

#[cfg(test)]
mod tests {
    use tilewright_grid::Seed;

    use super::*;

    #[test]
    fn the_deviation_is_that_of_the_model_without_the_chance_of_games() {
        let mut rng = Seed(3).rng();
        let mut normal = || (0..12).map(|_| rng.unit()).sum::<f64>() - 6.0;
        let mut pair = || {
            let truth = 30.0 * det::exp(0.5 * normal());
            let error = 0.05 * truth;
            let predicted = truth * det::exp(0.2 * normal());
            Pair { played: truth + error * normal(), error, predicted }
        };
        let pairs: Vec<Pair> = (0..4000).map(|_| pair()).collect();
        let fit = Fit::of(&pairs);
        assert!((fit.deviation_log - 0.2).abs() < 0.01, "{fit:?}");

        let [low, high] = fit.within();
        let within = |pair: &&Pair| {
            let ratio = pair.played / pair.predicted;
            (low..=high).contains(&ratio)
        };
        let held = pairs.iter().filter(within).count() as f64 / 4000.0;
        assert!((0.87..0.92).contains(&held), "{held}");
    }

    #[test]
    fn files_without_a_deviation_have_that_of_their_mean_relative_error() {
        let text = |deviation| {
            let fit = Fit {
                mean_relative_error: 0.1,
                deviation_log: deviation,
                ..Fit::default()
            };
            serde_json::to_string(&fit).unwrap()
        };
        assert!(
            !text(0.0).contains("deviation_log") && text(0.2).contains("deviation_log")
        );
        let read = |text: &str| serde_json::from_str::<Fit>(text).unwrap().deviation();
        assert!((read(&text(0.0)) - 0.125_33).abs() < 1e-9);
        assert!((read(&text(0.2)) - 0.2).abs() < 1e-9);
    }
}
