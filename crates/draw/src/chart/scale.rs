//! The range and the ticks of an axis.

use super::number::{exponent, fixed, power_of_ten, scientific};

/// Values are clamped to this magnitude, so that no sum overflows.
const FURTHEST: f64 = 1.0e300;

/// A range of values with round ticks.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Scale {
    pub(super) low: f64,
    pub(super) high: f64,
    pub(super) ticks: Vec<f64>,
    step: f64,
}

impl Scale {
    /// A range that contains the finite values and begins and ends at a tick, with about `count`
    /// ticks.
    pub(super) fn rounded(values: impl Iterator<Item = f64>, count: usize) -> Self {
        let (low, high) = extent(values);
        let step = round_step((high - low) / count as f64);
        let (first, last) = ((low / step + 1e-9).floor(), (high / step - 1e-9).ceil());
        let ticks = ticks(first, last, step);
        Self { low: first * step, high: last * step, ticks, step }
    }

    /// The exact range of the finite values, with the ticks inside it. The ticks are whole
    /// numbers if all values are, or if both ends are and at least 2 apart.
    pub(super) fn tight(values: impl Iterator<Item = f64>, count: usize) -> Self {
        let mut are_whole = true;
        let mut number = 0;

        let (low, high) = extent(values.inspect(|value| {
            are_whole &= !value.is_finite() || value.fract() == 0.0;
            number += 1;
        }));

        let is_far = low.fract() == 0.0 && high.fract() == 0.0 && high - low >= 2.0;
        let is_whole = is_far || (are_whole && number > 0);

        // A range around a single whole value is extended to whole numbers.
        let (low, high) = if is_whole { (low.floor(), high.ceil()) } else { (low, high) };
        let finest = if is_whole { 1.0 } else { 0.0 };

        let step = round_step((high - low) / count as f64).max(finest);

        // A tick that rounding puts a hair outside still counts.
        let (first, last) = ((low / step - 1e-9).ceil(), (high / step + 1e-9).floor());
        Self { low, high, ticks: ticks(first, last, step), step }
    }

    /// The position of a value in the range, from 0 at the low end to 1 at the high end, clamped.
    pub(super) fn at(&self, value: f64) -> f64 {
        let value = value.clamp(self.low, self.high);
        (value - self.low) / (self.high - self.low)
    }

    /// The label of a tick, with as many decimals as the distance between ticks needs.
    pub(super) fn label(&self, value: f64) -> String {
        let largest = self.low.abs().max(self.high.abs());
        let value = if value.abs() < self.step / 2.0 { 0.0 } else { value };
        if !(1.0e-3..1.0e9).contains(&largest) {
            let digits = (exponent(largest) - exponent(self.step)).clamp(0, 9);
            return if value == 0.0 {
                "0".to_owned()
            } else {
                scientific(value, digits as usize)
            };
        }
        fixed(value, (-exponent(self.step)).clamp(0, 9) as usize)
    }

    /// The labels of all ticks.
    pub(super) fn labels(&self) -> Vec<String> {
        self.ticks.iter().map(|tick| self.label(*tick)).collect()
    }
}

/// The lowest and highest finite value, extended if they are equal; 0 and 1 without values.
fn extent(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let (low, high) = values
        .filter(|value| value.is_finite())
        .map(|value| value.clamp(-FURTHEST, FURTHEST))
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
            (low.min(value), high.max(value))
        });

    let largest = low.abs().max(high.abs());
    if low > high || largest < 1.0 / FURTHEST {
        return (0.0, 1.0);
    }

    if high - low > largest * 1e-9 {
        return (low, high);
    }
    (low - largest * 0.1, high + largest * 0.1)
}

/// The smallest of 1, 2, 5 times a power of ten that is not less (Heckbert, *Nice numbers for
/// graph labels*, 1990).
fn round_step(raw: f64) -> f64 {
    let unit = power_of_ten(exponent(raw));
    let factor =
        [1.0, 2.0, 5.0].into_iter().find(|factor| raw <= factor * unit * (1.0 + 1e-9));
    factor.unwrap_or(10.0) * unit
}

fn ticks(first: f64, last: f64, step: f64) -> Vec<f64> {
    (first as i64..=last as i64).map(|index| index as f64 * step).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rounded(values: &[f64], count: usize) -> Scale {
        Scale::rounded(values.iter().copied(), count)
    }

    #[test]
    fn whole_values_have_whole_ticks() {
        for (values, labels) in [
            (vec![0.0, 1.0], vec!["0", "1"]),
            (vec![0.0], vec!["0", "1"]),
            (vec![7.0], vec!["6", "7", "8"]),
        ] {
            assert_eq!(Scale::tight(values.into_iter(), 10).labels(), labels);
        }
        assert!(Scale::tight([0.0, 0.5, 1.0].into_iter(), 10).labels().len() > 2);
    }

    #[test]
    fn ticks_are_round_and_enclose_the_values() {
        let scale = rounded(&[0.13, 0.87], 5);
        assert_eq!(scale.labels(), ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]);
        assert_eq!((scale.low, scale.high), (0.0, 1.0));
    }

    #[test]
    fn tight_ranges_keep_their_ends() {
        let scale = Scale::tight([3.0, 17.0].into_iter(), 4);
        assert_eq!((scale.low, scale.high), (3.0, 17.0));
        assert_eq!(scale.labels(), ["5", "10", "15"]);
    }

    #[test]
    fn extreme_values_give_few_ticks_and_a_proper_range() {
        let cases: [&[f64]; 9] = [
            &[],
            &[f64::NAN, f64::INFINITY],
            &[0.0],
            &[7.0, 7.0],
            &[-3.0],
            &[f64::MAX, f64::MIN],
            &[f64::MIN_POSITIVE],
            &[1.0e15, 1.0e15 + 1.0],
            &[-1.0e-7, 2.0e-7],
        ];

        for values in cases {
            for scale in [rounded(values, 5), Scale::tight(values.iter().copied(), 5)] {
                assert!(scale.low < scale.high, "{values:?}");
                assert!((2..=9).contains(&scale.ticks.len()), "{values:?}: {scale:?}");
                assert!(
                    scale.ticks.iter().all(|tick| (0.0..=1.0).contains(&scale.at(*tick)))
                );
            }
        }
    }

    #[test]
    fn neighbouring_labels_differ() {
        for values in [[0.0, 1.0e-5], [0.0, 3.0e12], [1.0e6, 1.0e6 + 2.0], [-1.0, 1.0]] {
            let labels = rounded(&values, 5).labels();
            assert!(labels.windows(2).all(|pair| pair[0] != pair[1]), "{labels:?}");
        }
    }
}
