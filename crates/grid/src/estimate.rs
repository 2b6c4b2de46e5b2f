//! What a sample says about a mean or a share, and how surely.

use serde::{Deserialize, Serialize};

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
    /// Of the mean of so many values, from their sum and the sum of their squares: the normal
    /// interval, with the sample's own deviation. Without values all is 0.
    ///
    /// ```
    /// use tilewright_grid::Estimate;
    ///
    /// let estimate = Estimate::of_mean([1.0, 2.0, 3.0]);
    /// assert_eq!(estimate.mean, 2.0);
    /// assert!((estimate.half_width() - 1.1316).abs() < 1e-4);
    /// ```
    pub fn of_mean(values: impl IntoIterator<Item = f64> + Clone) -> Self {
        let (mean, deviation, count) = moments(values);
        let half = Z * deviation / count.max(1.0).sqrt();
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

    /// Half the width of the interval.
    pub fn half_width(&self) -> f64 {
        (self.ci95[1] - self.ci95[0]) / 2.0
    }
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
