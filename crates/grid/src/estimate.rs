//! Means and shares with confidence intervals.

#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};
use statrs::distribution::{ContinuousCDF as _, StudentsT};

use crate::det;

/// The 97.5 % quantile of the normal distribution.
const Z: f64 = 1.959_963_984_540_054;

/// A mean or a share, with its 95 % confidence interval.
///
/// ```
/// use tilewright_grid::Estimate;
///
/// let wins = Estimate::of_share(37, 50);
/// assert_eq!(format!("{:.2} {:.2?}", wins.mean, wins.ci95), "0.74 [0.60, 0.84]");
/// let swaps = Estimate::of_mean([21.0, 25.0, 19.0, 24.0]);
/// assert_eq!(format!("{:.1} ± {:.1}", swaps.mean, swaps.half_width()), "22.2 ± 4.4");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct Estimate {
    /// The mean of the sample, or the share, from 0 to 1.
    pub mean: f64,
    /// The lower and the upper end of the 95 % confidence interval.
    pub ci95: [f64; 2],
}

impl Estimate {
    /// The mean of values, with the interval of Student's t-distribution (1908) for the
    /// standard deviation of the sample. The interval of a single value is that value itself;
    /// without values everything is 0.
    pub fn of_mean(values: impl IntoIterator<Item = f64> + Clone) -> Self {
        let (mean, deviation, count) = moments(values);
        let half = student(count - 1.0) * deviation / count.max(1.0).sqrt();
        Self { mean, ci95: [mean - half, mean + half] }
    }

    /// The share `hits / tries`, with the score interval of Wilson (1927), which stays between
    /// 0 and 1. With 0 tries the share is 0 and the interval 0 to 1.
    pub fn of_share(hits: u64, tries: u64) -> Self {
        if tries == 0 {
            return Self { mean: 0.0, ci95: [0.0, 1.0] };
        }

        let (share, count) = (hits as f64 / tries as f64, tries as f64);
        let middle = share + Z * Z / (2.0 * count);
        let half =
            Z * (share * (1.0 - share) / count + Z * Z / (4.0 * count * count)).sqrt();
        let ends = [middle - half, middle + half].map(|end| end / (1.0 + Z * Z / count));

        // Rounding can leave the share itself a last bit outside its interval.
        Self {
            mean: share,
            ci95: [ends[0].min(share).max(0.0), ends[1].max(share).min(1.0)],
        }
    }

    /// A mean with a known standard error, with the interval of the normal distribution.
    pub fn of_error(mean: f64, standard_error: f64) -> Self {
        Self { mean, ci95: [mean - Z * standard_error, mean + Z * standard_error] }
    }

    /// The same estimate of a quantity that is never negative, such as a number of swaps: its
    /// interval begins at 0 at the lowest. That of few values of wide spread would reach below.
    ///
    /// ```
    /// use tilewright_grid::Estimate;
    ///
    /// let swaps = Estimate::of_mean([3.0, 9.0]);
    /// assert!(swaps.ci95[0] < 0.0 && swaps.not_negative().ci95[0] == 0.0);
    /// ```
    #[must_use]
    pub fn not_negative(self) -> Self {
        Self { ci95: self.ci95.map(|end| end.max(0.0)), ..self }
    }

    /// The share that this many tries without a miss prove with 95 % confidence: the lower end of
    /// the one-sided interval of Clopper and Pearson (1934). 0 without tries.
    ///
    /// ```
    /// use tilewright_grid::Estimate;
    ///
    /// assert_eq!(format!("{:.4}", Estimate::without_miss(3000)), "0.9990");
    /// ```
    pub fn without_miss(tries: u64) -> f64 {
        if tries == 0 { 0.0 } else { det::powf(0.05, 1.0 / tries as f64) }
    }

    /// Half the width of the interval: the number after `±`.
    pub fn half_width(&self) -> f64 {
        (self.ci95[1] - self.ci95[0]) / 2.0
    }
}

/// The 97.5 % quantile of Student's t-distribution, rounded to six decimals, as further digits
/// depend on the platform's logarithm. Above 10,000 degrees of freedom, that of the normal
/// distribution, which differs by less than 0.02 %. 0 without degrees of freedom.
fn student(freedom: f64) -> f64 {
    const ALMOST_NORMAL: f64 = 10_000.0;
    const DIGITS: f64 = 1e6;
    if freedom > ALMOST_NORMAL {
        return Z;
    }
    StudentsT::new(0.0, 1.0, freedom)
        .map_or(0.0, |student| (student.inverse_cdf(0.975) * DIGITS).round() / DIGITS)
}

/// The mean of values, their standard deviation (with n − 1; 0 for fewer than two values), and
/// their number.
///
/// ```
/// use tilewright_grid::moments;
///
/// assert_eq!(moments([2.0, 4.0, 6.0]), (4.0, 2.0, 3.0));
/// ```
pub fn moments(values: impl IntoIterator<Item = f64> + Clone) -> (f64, f64, f64) {
    let (mut sum, mut count) = (0.0, 0.0);
    for value in values.clone() {
        sum += value;
        count += 1.0;
    }
    let mean = if count > 0.0 { sum / count } else { 0.0 };
    let squares: f64 = values.into_iter().map(|value| (value - mean).powi(2)).sum();
    let deviation = if count > 1.0 { (squares / (count - 1.0)).sqrt() } else { 0.0 };
    (mean, deviation, count)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_those_of_printed_tables() {
        for (freedom, expected) in [
            (1.0, 12.706),
            (2.0, 4.303),
            (4.0, 2.776),
            (9.0, 2.262),
            (11.0, 2.201),
            (29.0, 2.045),
            (99.0, 1.984),
            (9_999.0, 1.960),
            (1e9, 1.960),
        ] {
            let found = student(freedom);
            assert!((found - expected).abs() < 5e-4, "{freedom}: {found}");
        }
    }

    #[test]
    fn intervals_are_those_of_the_textbook() {
        let mean = Estimate::of_mean([1.0, 2.0, 3.0]);
        assert!((mean.half_width() - 2.4841).abs() < 1e-4, "{mean:?}");
        assert!(Estimate::of_mean([3.0]).half_width() < f64::EPSILON);
        let none = Estimate::of_share(0, 10);
        assert!((none.ci95[1] - 0.2775).abs() < 1e-4, "{none:?}");
        // 1 − 0.05^(1/n), of which the "rule of three" 3/n is an approximation.
        for (tries, lost) in [(1, 0.95), (59, 0.0495), (3000, 0.000_998)] {
            assert!((1.0 - Estimate::without_miss(tries) - lost).abs() < 1e-4, "{tries}");
        }
        let known = Estimate::of_error(5.0, 1.0);
        assert!((known.half_width() - 1.96).abs() < 1e-3, "{known:?}");
    }
}
