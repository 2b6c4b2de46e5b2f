//! The order of individuals as an integer.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The rank of an individual among others, as an integer that compares fast: the smaller one is
/// better. A smaller violation is better, then a greater score (Deb, 2000).
///
/// A scheme with several objectives gives standings of its own, for example the number of the
/// front as the violation and the crowding distance as the score.
///
/// ```
/// use tilewright_evolve::Standing;
///
/// let [good, fair, bad] = [(0.0, 3.5), (0.0, -1.0), (2.0, 9.0)].map(|(violation, score)| {
///     Standing::new(violation, score)
/// });
/// assert!(good < fair && fair < bad);
/// assert_eq!((bad.violation(), bad.score()), (2.0, 9.0));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Standing(u128);

impl Standing {
    /// The standing of a violation, from 0, and of a score, of which greater is better. Neither
    /// may be NaN.
    #[inline]
    pub fn new(violation: f64, score: f64) -> Self {
        // Adding 0 turns −0 into 0, so that the two tie.
        let [violation, score] = [violation, score].map(|value| ordinal(value + 0.0));
        Self(u128::from(violation) << 64 | u128::from(!score))
    }

    /// The violation.
    #[inline]
    pub const fn violation(self) -> f64 {
        value((self.0 >> 64) as u64)
    }

    /// The score.
    #[inline]
    pub const fn score(self) -> f64 {
        value(!(self.0 as u64))
    }

    /// Whether neither part is NaN.
    pub(crate) const fn is_number(self) -> bool {
        !self.violation().is_nan() && !self.score().is_nan()
    }

    /// Whether the violation is 0.
    #[inline]
    pub const fn is_feasible(self) -> bool {
        (self.0 >> 64) as u64 <= ZERO
    }
}

impl fmt::Debug for Standing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Standing")
            .field("violation", &self.violation())
            .field("score", &self.score())
            .finish()
    }
}

/// The ordinal of 0.
const ZERO: u64 = 1 << 63;

/// An integer with the order of `f64::total_cmp`: all bits of negative numbers are inverted, and
/// the sign of others is set.
#[inline]
pub(crate) const fn ordinal(value: f64) -> u64 {
    let bits = value.to_bits();
    bits ^ ((bits.cast_signed() >> 63).cast_unsigned() | ZERO)
}

/// The number that an ordinal stands for.
#[inline]
pub(crate) const fn value(ordinal: u64) -> f64 {
    let sign = (ordinal.cast_signed() >> 63).cast_unsigned();
    f64::from_bits(ordinal ^ (!sign | ZERO))
}

/// The members of a pool from best to worst, ties by index.
#[derive(Clone, Debug, Default)]
pub struct Ranks {
    /// A buffer: sorting pairs is faster than sorting indices, which would look up each standing.
    keys: Vec<(Standing, u32)>,
    /// The index of the member at each rank.
    pub(crate) order: Vec<u32>,
}

impl Ranks {
    /// Ranks the members of a pool.
    pub(crate) fn sort(&mut self, pool: &[Standing]) {
        let Self { keys, order } = self;
        keys.clear();
        keys.extend(pool.iter().copied().zip(0..));
        keys.sort_unstable();

        order.clear();
        order.extend(keys.iter().map(|&(_, index)| index));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const VALUES: [f64; 8] =
        [f64::NEG_INFINITY, -2.5, -1.0, -5e-324, 0.0, 5e-324, 3.0, f64::INFINITY];

    #[test]
    fn standings_compare_by_violation_and_then_by_score() {
        let all = VALUES[4..].iter().flat_map(|&violation| {
            VALUES.iter().rev().map(move |&score| (violation, score))
        });
        let standings: Vec<_> = all
            .clone()
            .map(|(violation, score)| Standing::new(violation, score))
            .collect();
        assert!(standings.is_sorted_by(|a, b| a < b), "{standings:?}");
        for (standing, (violation, score)) in standings.iter().zip(all) {
            assert_eq!((standing.violation(), standing.score()), (violation, score));
            assert_eq!(standing.is_feasible(), violation == 0.0);
        }
        assert_eq!(Standing::new(-0.0, -0.0), Standing::new(0.0, 0.0));
    }

    #[test]
    fn ties_are_ordered_by_index() {
        let pool: Vec<_> =
            [1.0, 3.0, 1.0, 3.0].map(|score| Standing::new(0.0, score)).into();
        let mut ranks = Ranks::default();
        ranks.sort(&pool);
        assert_eq!(ranks.order, [1, 3, 0, 2]);
    }
}
