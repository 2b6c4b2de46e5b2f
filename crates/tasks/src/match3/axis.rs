//! The range of a measure by which an archive is divided into bins.

use std::fmt;
use std::str::FromStr;

use tilewright_evolve::Axis;

/// A range of numbers, such as `20-40` or `1e-3-0.5`: the lower end is less than the upper one, and none is
/// negative.
///
/// ```
/// use tilewright_tasks::match3::AxisRange;
///
/// let range: AxisRange = "0.25-1".parse()?;
/// assert_eq!((range.low, range.high, range.to_string().as_str()), (0.25, 1.0, "0.25-1"));
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AxisRange {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl AxisRange {
    /// The axis of this range with this many bins.
    pub(super) const fn axis(self, bins: u32) -> Axis {
        Axis::new(self.low, self.high, bins as usize)
    }
}

impl FromStr for AxisRange {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        let range = |(at, _)| {
            let (low, high): (&str, &str) = (&word[..at], &word[at + 1..]);
            Some(Self { low: low.trim().parse().ok()?, high: high.trim().parse().ok()? })
        };
        let is_range =
            |it: &Self| it.low >= 0.0 && it.low < it.high && it.high.is_finite();

        // One of several hyphens may belong to an exponent.
        let range = word.match_indices('-').filter_map(range).find(is_range);
        range.ok_or_else(|| {
            format!(
                "expected two numbers in ascending order, such as 20-40 or 0.1-0.5, found `{word}`"
            )
        })
    }
}

impl fmt::Display for AxisRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.low, self.high)
    }
}

#[cfg(test)]
mod tests {
    use super::AxisRange;

    #[test]
    fn ranges_of_any_numbers_are_read_and_others_are_explained() {
        let range: AxisRange = "1e-3-0.5".parse().unwrap();
        assert_eq!(
            (range.low, range.high, &*range.to_string()),
            (0.001, 0.5, "0.001-0.5")
        );
        let range: AxisRange = "2e-2 - 5E-1".parse().unwrap();
        assert_eq!((range.low, range.high), (0.02, 0.5));

        for word in ["", "-", "3", "5-3", "3-3", "-1-2", "1e-3", "1-inf", "1--2", "nan-1"]
        {
            let refused = word.parse::<AxisRange>().unwrap_err();
            assert!(refused.contains("0.1-0.5") && refused.contains(word), "{word}");
        }
    }
}
