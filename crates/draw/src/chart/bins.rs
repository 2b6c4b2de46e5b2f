//! The bins of a histogram.

use super::number;
use super::scale::Scale;

/// More bars than that are narrower than three pixels.
const MOST_BINS: usize = 200;

/// A bin: the values from `low` up to `high`, and how many there are.
pub(super) struct Bin {
    pub(super) name: String,
    pub(super) low: f64,
    pub(super) high: f64,
    pub(super) count: u32,
}

/// Sorts the finite values into at most `most` bins.
pub(super) fn of(values: &[f64], most: usize) -> Vec<Bin> {
    let values = || values.iter().copied().filter(|value| value.is_finite());
    if values().next().is_none() {
        return Vec::new();
    }

    let most = most.clamp(1, MOST_BINS);
    let whole = values().all(|value| value.fract() == 0.0 && value.abs() < 1.0e9);
    let low = values().fold(f64::INFINITY, f64::min);
    let high = values().fold(f64::NEG_INFINITY, f64::max);
    let is_exact = low < high || most > 1;

    let mut bins = if whole && is_exact && high - low < 1.0e9 {
        whole_bins(low as i64, high as i64, most.cast_signed() as i64)
    } else {
        // Equal values get one bin, with space on both sides.
        let most = if low < high { most } else { 1 };
        equal_bins(&Scale::tight(values(), 5), most)
    };

    for value in values() {
        let last = bins.len() - 1;
        let place = bins.partition_point(|bin| bin.high <= value).min(last);
        bins[place].count += 1;
    }
    bins
}

/// At most `most` bins of whole numbers, with the same number of them in each.
fn whole_bins(low: i64, high: i64, most: i64) -> Vec<Bin> {
    let width = (high - low) / most + 1;
    let count = (high - low) / width + 1;
    let bin = |index: i64| {
        let (first, last) = (low + index * width, low + (index + 1) * width - 1);
        let [from, to] = [first, last].map(|value| number::fixed(value as f64, 0));
        let name = if width == 1 { from } else { format!("{from} – {to}") };
        Bin { name, low: first as f64 - 0.5, high: last as f64 + 0.5, count: 0 }
    };
    (0..count).map(bin).collect()
}

/// Bins that divide a range into equal parts.
fn equal_bins(scale: &Scale, bins: usize) -> Vec<Bin> {
    let edge = |index: usize| {
        let share = index as f64 / bins as f64;
        scale.low * (1.0 - share) + scale.high * share
    };
    (0..bins)
        .map(|index| {
            let (low, high) = (edge(index), edge(index + 1));
            let name = format!("{} – {}", number::tidy(low), number::tidy(high));
            Bin { name, low, high, count: 0 }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(values: &[f64], bins: usize) -> Vec<u32> {
        of(values, bins).iter().map(|bin| bin.count).collect()
    }

    #[test]
    fn every_finite_value_is_counted_once() {
        let values = [0.0, 0.1, 0.26, 0.5, 0.74, 0.99, 1.0, f64::NAN, f64::INFINITY];
        assert_eq!(counts(&values, 4), [2, 1, 2, 2]);
        assert_eq!(counts(&values, 0), [7]);
        assert_eq!(counts(&[f64::MIN, 0.5, f64::MAX], 3), [1, 1, 1]);
    }

    #[test]
    fn few_whole_numbers_have_a_bin_each() {
        assert_eq!(counts(&[3.0, 5.0, 5.0], 3), [1, 0, 2]);
        assert_eq!(counts(&[3.0, 5.0, 5.0], 2), [1, 2]);
    }

    #[test]
    fn many_whole_numbers_share_equal_bins() {
        let values: Vec<f64> = (1..=30).map(f64::from).collect();
        assert_eq!(counts(&values, 10), [3; 10]);
        assert_eq!(counts(&values, 7), [5; 6]);
    }

    #[test]
    fn equal_values_share_one_bin() {
        assert_eq!(counts(&[2.5; 9], 12), [9]);
        assert_eq!(counts(&[2.0; 9], 12), [9]);
    }
}
