//! The bins of an axis: their width, middle, ends and labels.

use tilewright_evolve::Axis;

/// The most decimals of a label.
const MOST_DECIMALS: i32 = 12;

/// The width of the bins of an axis.
pub(super) fn width(axis: &Axis) -> f64 {
    (axis.high - axis.low) / axis.bins as f64
}

/// The middle of a bin.
pub(super) fn middle(axis: &Axis, bin: usize) -> f64 {
    axis.low + (axis.high - axis.low) * (bin as f64 + 0.5) / axis.bins as f64
}

/// The ends of a bin of an axis; bins are numbered from 0.
pub fn bin_ends(axis: &Axis, bin: usize) -> [f64; 2] {
    let end =
        |bin: usize| axis.low + (axis.high - axis.low) * bin as f64 / axis.bins as f64;
    [end(bin), end(bin + 1)]
}

/// The ends of a bin of an axis as short texts: with one decimal, with two if a bin is narrower than
/// 0.5, or with as many as tell the ends of a narrower bin apart, at most 12.
///
/// ```
/// use tilewright_evolve::Axis;
/// use tilewright_match3_design::bin_words;
///
/// assert_eq!(bin_words(&Axis::new(20.0, 32.0, 8), 1), ["21.5", "23"]);
/// assert_eq!(bin_words(&Axis::new(0.5, 0.6, 100), 83), ["0.583", "0.584"]);
/// ```
pub fn bin_words(axis: &Axis, bin: usize) -> [String; 2] {
    let width = width(axis);
    let mut digits = if width < 0.5 { 100.0 } else { 10.0 };
    for _ in 2..MOST_DECIMALS {
        // Rounding errors of the width aside, ends that are so far apart round differently.
        digits *= if width * digits < 1.0 - 1e-9 { 10.0 } else { 1.0 };
    }
    bin_ends(axis, bin).map(|end| ((digits * end).round() / digits).to_string())
}

#[cfg(test)]
mod tests {
    use tilewright_evolve::Axis;

    use super::bin_words;

    #[test]
    fn labels_tell_the_ends_of_every_bin_apart() {
        let ranges = [(1.0, 2.0), (0.5, 0.6), (0.001, 0.5), (12.0, 40.0), (0.0, 1e-9)];
        for (low, high) in ranges {
            for bins in [1, 3, 7, 10, 24, 100] {
                let axis = Axis::new(low, high, bins);
                for bin in 0..bins {
                    let [begin, end] = bin_words(&axis, bin);
                    assert_ne!(begin, end, "bin {bin} of {axis:?}");
                    assert!(end.len() <= 14, "{end}");
                }
            }
        }
    }
}
