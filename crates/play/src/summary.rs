//! The statistics of a quantity over many games.

use serde::{Deserialize, Serialize};
use tilewright_grid::{Estimate, moments};

/// The statistics of a quantity over many games, such as the shots that each took: mean,
/// confidence interval, standard deviation and order statistics. All documents of tilewright use
/// these keys.
///
/// ```
/// use tilewright_play::Summary;
///
/// let shots = Summary::of([48, 40, 44, 52]).expect("there are games");
/// assert_eq!((shots.games, shots.mean, shots.median), (4, 46.0, 44));
/// assert_eq!((shots.min, shots.max), (40, 52));
/// // A number of shots is never negative, however few and different the games are.
/// assert_eq!(Summary::of([3, 9]).and_then(|few| few.ci95).map(|[low, _]| low), Some(0.0));
/// assert!(Summary::of([]).is_none());
/// assert!(Summary::of([7]).is_some_and(|one| one.ci95.is_none() && one.sd.is_none()));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Summary {
    /// The number of games, at least 1.
    pub games: u32,
    /// The mean.
    pub mean: f64,
    /// The 95 % confidence interval of the mean, by Student's t-distribution, not below 0; `None`
    /// for a single game.
    pub ci95: Option<[f64; 2]>,
    /// The standard deviation of the sample (with n − 1); `None` for a single game.
    pub sd: Option<f64>,
    /// The minimum.
    pub min: u64,
    /// The median; of an even number of games, the lower of the two in the middle.
    pub median: u64,
    /// The maximum.
    pub max: u64,
    /// Other quantiles.
    pub quantiles: Quantiles,
    /// The 95 % confidence interval of the median, by the normal approximation of the binomial
    /// distribution.
    pub median_ci95: [u64; 2],
}

/// Quantiles: the smallest value that is at least as large as the values of a given percentage of
/// the games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Quantiles {
    /// The 5 % quantile.
    pub p5: u64,
    /// The 25 % quantile.
    pub p25: u64,
    /// The 75 % quantile.
    pub p75: u64,
    /// The 95 % quantile.
    pub p95: u64,
}

impl Summary {
    /// The statistics of one value per game, in any order. `None` if there are no games.
    pub fn of(values: impl IntoIterator<Item = u64>) -> Option<Self> {
        let mut values: Vec<u64> = values.into_iter().collect();
        values.sort_unstable();

        let (&min, &max) = (values.first()?, values.last()?);
        let numbers = values.iter().map(|&value| value as f64);
        let Estimate { mean, ci95 } = Estimate::of_mean(numbers.clone()).not_negative();
        let is_one = values.len() == 1;

        let rank = |rank: f64| values[nearest(rank, values.len())];
        let count = values.len() as f64;
        let [p5, median, p25, p75, p95] =
            [0.05, 0.5, 0.25, 0.75, 0.95].map(|share| rank(share * count));

        // The ranks are those of a binomial distribution with probability one half, in its normal
        // approximation.
        // The quantile of printed tables: with more digits a rank would move by one for a few numbers of
        // games, 2,500 and 10,000 among them.
        let half = 1.96 * count.sqrt() / 2.0;

        Some(Self {
            games: values.len() as u32,
            mean,
            ci95: (!is_one).then_some(ci95),
            sd: (!is_one).then(|| moments(numbers).1),
            min,
            median,
            max,
            quantiles: Quantiles { p5, p25, p75, p95 },
            median_ci95: [rank(count / 2.0 - half), rank(count / 2.0 + half + 1.0)],
        })
    }
}

/// The index of a rank, which counts from 1 and is rounded up.
fn nearest(rank: f64, length: usize) -> usize {
    (rank.ceil().max(1.0) as usize).min(length) - 1
}
