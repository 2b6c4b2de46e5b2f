//! The range of a measure by which an archive is divided into bins.

use std::fmt;
use std::str::FromStr;

use tilewright_evolve::Axis;

/// A range of numbers, such as `20-40`: the lower end is less than the upper one, and none is
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
        let ends = word.split_once('-').and_then(|(low, high)| {
            Some((low.trim().parse().ok()?, high.trim().parse().ok()?))
        });
        let is_range =
            |&(low, high): &(f64, f64)| low >= 0.0 && low < high && high.is_finite();
        let range = ends.filter(is_range).map(|(low, high)| Self { low, high });
        range.ok_or_else(|| {
            format!(
                "expected two numbers in ascending order, such as 20-40, found `{word}`"
            )
        })
    }
}

impl fmt::Display for AxisRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.low, self.high)
    }
}
