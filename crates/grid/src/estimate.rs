//! What a sample says about a mean or a share, and how surely.

use serde::{Deserialize, Serialize};
use statrs::distribution::{ContinuousCDF as _, StudentsT};

/// The point of the normal distribution that leaves 2.5 % above it.
const Z: f64 = 1.959_963_984_540_054;

/// A mean, or a share, and the interval that covers the true one 95 times in 100.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Estimate {
    /// The mean of the sample, or the share in it.
    pub mean: f64,
    /// The lower and the upper end of the 95 % interval.
    pub ci95: [f64; 2],
}

impl Estimate {
    /// Of the mean of so many values: the interval of Student (1908), with the sample's own
    /// deviation. Of one value nothing is known but itself: the interval is that value, and
    /// callers leave it out. Without values all is 0.
    ///
    /// ```
    /// use tilewright_grid::Estimate;
    ///
    /// let estimate = Estimate::of_mean([1.0, 2.0, 3.0]);
    /// assert_eq!(estimate.mean, 2.0);
    /// assert!((estimate.half_width() - 2.4841).abs() < 1e-4);
    /// ```
    pub fn of_mean(values: impl IntoIterator<Item = f64> + Clone) -> Self {
        let (mean, deviation, count) = moments(values);
        let half = student(count - 1.0) * deviation / count.max(1.0).sqrt();
        Self { mean, ci95: [mean - half, mean + half] }
    }

    /// Of a share, from so many hits in so many tries: the interval of Wilson (1927), which
    /// stays between 0 and 1. Without tries it is all of that.
    ///
    /// ```
    /// use tilewright_grid::Estimate;
    ///
    /// let estimate = Estimate::of_share(0, 10);
    /// assert_eq!(estimate.mean, 0.0);
    /// assert!((estimate.ci95[1] - 0.2775).abs() < 1e-4);
    /// ```
    pub fn of_share(hits: u64, tries: u64) -> Self {
        if tries == 0 {
            return Self { mean: 0.0, ci95: [0.0, 1.0] };
        }
        let (share, count) = (hits as f64 / tries as f64, tries as f64);
        let middle = share + Z * Z / (2.0 * count);
        let half =
            Z * (share * (1.0 - share) / count + Z * Z / (4.0 * count * count)).sqrt();
        let ends = [middle - half, middle + half].map(|end| end / (1.0 + Z * Z / count));
        Self {
            mean: share,
            ci95: [ends[0].min(share).max(0.0), ends[1].max(share).min(1.0)],
        }
    }

    /// Of a mean whose standard error is known: the interval of the normal distribution.
    ///
    /// ```
    /// use tilewright_grid::Estimate;
    ///
    /// assert!((Estimate::of_error(5.0, 1.0).half_width() - 1.96).abs() < 1e-3);
    /// ```
    pub fn of_error(mean: f64, standard_error: f64) -> Self {
        Self { mean, ci95: [mean - Z * standard_error, mean + Z * standard_error] }
    }

    /// Half the width of the interval.
    pub fn half_width(&self) -> f64 {
        (self.ci95[1] - self.ci95[0]) / 2.0
    }
}

/// The point of Student's distribution with so many degrees of freedom that leaves 2.5 % above
/// it, to the digits that no platform's logarithm changes; that of the normal one where the two
/// agree to 0.02 %; 0 without a degree.
fn student(freedom: f64) -> f64 {
    const ENOUGH: f64 = 10_000.0;
    const DIGITS: f64 = 1e6;
    if freedom > ENOUGH {
        return Z;
    }
    StudentsT::new(0.0, 1.0, freedom)
        .map_or(0.0, |student| (student.inverse_cdf(0.975) * DIGITS).round() / DIGITS)
}

/// The mean of values, their deviation with n − 1, and their number; without two of them the
/// deviation is 0.
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

    /// The figures of the tables.
    #[test]
    fn few_values_have_wide_intervals() {
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
        assert!(Estimate::of_mean([3.0]).half_width() < f64::EPSILON);
    }
}
