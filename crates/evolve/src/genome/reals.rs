//! Arithmetic of real genes.

use tilewright_grid::{Rng, det};

/// A uniform number between two.
#[inline]
pub(crate) fn between(low: f64, high: f64, rng: &mut Rng) -> f64 {
    // Rounding may exceed the range.
    (low + (high - low) * rng.unit()).max(low).min(high)
}

/// An exponent, 1 or more, to whose power positive numbers, or 0, are raised, to about 14 digits.
///
/// Distribution indices are usually small whole numbers, for which powers are products and some
/// roots are square roots of square roots. Others are computed by logarithms; the exact function
/// takes several times as long.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Degree {
    value: f64,
    /// The exponent if it is a whole number, else 0.
    whole: u32,
    /// The number of square roots that make the root if the exponent is a power of two, else 0.
    halvings: u32,
}

impl Degree {
    /// The greatest exponent for which numbers are multiplied. Chosen: that takes 16 multiplications at
    /// most, and the distribution indices of the literature are far below.
    const LIMIT: u32 = 256;

    #[inline]
    pub(crate) fn new(value: f64) -> Self {
        let whole = value as u32;
        let is_whole = f64::from(whole).total_cmp(&value).is_eq();
        let whole = if is_whole && whole <= Self::LIMIT { whole } else { 0 };
        let halvings = if whole.is_power_of_two() { whole.ilog2() } else { 0 };
        Self { value, whole, halvings }
    }

    /// A number to this power.
    #[inline]
    pub(crate) fn power(self, mut base: f64) -> f64 {
        if self.whole == 0 {
            return det::exp(self.value * det::ln(base));
        }
        let (mut result, mut rest) = (1.0, self.whole);
        while rest > 1 {
            result *= if rest & 1 == 1 { base } else { 1.0 };
            base *= base;
            rest >>= 1;
        }
        result * base
    }

    /// The root of a number: its power with the reciprocal of this exponent.
    #[inline]
    pub(crate) fn root(self, base: f64) -> f64 {
        if self.halvings == 0 {
            return det::exp(det::ln(base) / self.value);
        }
        (0..self.halvings).fold(base, |root, _| root.sqrt())
    }
}

/// The value reflected at the ends of a range until it is inside.
#[inline]
pub(crate) fn reflected(value: f64, low: f64, high: f64) -> f64 {
    if low <= value && value <= high {
        return value;
    }
    let width = high - low;
    if width <= 0.0 {
        return low;
    }
    let beyond = (value - low).rem_euclid(2.0 * width);
    let inside = if beyond > width { 2.0 * width - beyond } else { beyond };
    // A value that is not finite becomes the lower end.
    (low + inside).max(low).min(high)
}

#[cfg(test)]
mod tests {
    use tilewright_grid::det;

    use super::{Degree, reflected};

    #[test]
    fn powers_and_roots_agree_with_logarithms() {
        for value in [1.0, 1.5, 2.0, 3.0, 16.0, 21.0, 64.0, 100.0, 101.5, 256.0, 300.0] {
            let degree = Degree::new(value);
            for base in [1e-9, 0.3, 0.999, 1.0, 1.001, 1.9] {
                for (found, expected) in [
                    (degree.power(base), det::powf(base, value)),
                    (degree.root(base), det::powf(base, 1.0 / value)),
                ] {
                    let error = (found - expected).abs();
                    assert!(error <= 1e-9 * expected, "{base}, {value}: {found}");
                }
            }
            assert!(degree.power(0.0) + degree.root(0.0) <= 0.0, "{value}");
        }
    }

    #[test]
    fn values_outside_the_range_are_reflected() {
        for (value, expected) in
            [(1.5, 1.5), (3.5, 2.5), (0.5, 1.5), (5.25, 1.25), (-0.5, 2.5), (1.0, 1.0)]
        {
            let found = reflected(value, 1.0, 3.0);
            assert!((found - expected).abs() < 1e-12, "{value} to {found}");
        }
        assert!((reflected(7.0, 2.0, 2.0) - 2.0).abs() < 1e-12);
    }
}
