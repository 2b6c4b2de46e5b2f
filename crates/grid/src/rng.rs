//! A stream of random numbers.

use rand_core::Rng as _;
use rand_xoshiro::Xoshiro256PlusPlus;
#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

/// A stream of random numbers, made by [`Seed::rng`](crate::Seed::rng). The same seed gives the
/// same numbers on every machine. One that was saved continues where it was.
///
/// ```
/// use tilewright_grid::Seed;
///
/// let mut rng = Seed(7).rng();
/// let mut cards = ["ace", "king", "queen", "jack"];
/// rng.shuffle(&mut cards);
/// let die = rng.below(6) + 1;
/// assert!((1..=6).contains(&die));
/// assert!((0.0..1.0).contains(&rng.unit()));
/// assert!(cards.contains(rng.pick(&cards).expect("there are cards")));
/// ```
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize))]
#[cfg_attr(feature = "serde", serde(transparent))]
pub struct Rng(Xoshiro256PlusPlus);

impl Rng {
    #[inline]
    pub(crate) const fn new(generator: Xoshiro256PlusPlus) -> Self {
        Self(generator)
    }

    /// A uniform number of 64 bits.
    #[inline]
    pub fn next_u64(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A uniform number below `bound`, without bias (Lemire, 2019).
    ///
    /// # Panics
    /// If `bound` is 0.
    #[inline]
    pub fn below(&mut self, bound: u32) -> u32 {
        assert!(bound > 0, "an empty range has no number to draw");
        let mut product = self.half() * u64::from(bound);
        if (product as u32) < bound {
            let unfair = bound.wrapping_neg() % bound;
            while (product as u32) < unfair {
                product = self.half() * u64::from(bound);
            }
        }
        (product >> 32) as u32
    }

    /// Three independent uniform numbers below `bound`, from one number of 64 bits, without bias
    /// (Brackett-Rozinsky and Lemire, *Batched ranged random integer generation*, 2024).
    ///
    /// # Panics
    /// If `bound` is not from 1 to 2²¹.
    #[inline]
    pub fn three_below(&mut self, bound: u32) -> [u32; 3] {
        assert!((1..=1 << 21).contains(&bound), "bound {bound} of three numbers");
        let bound = u64::from(bound);
        let product = bound * bound * bound;

        // The high half of each product is the next number, its low half the randomness that is
        // left. The modulo, which is slow, is computed only if the last remainder is below the
        // product of the bounds, which is rare for small bounds.
        loop {
            let mut rest = self.next_u64();
            let drawn = [(); 3].map(|()| {
                let wide = u128::from(rest) * u128::from(bound);
                rest = wide as u64;
                (wide >> 64) as u32
            });
            if rest >= product || rest >= product.wrapping_neg() % product {
                return drawn;
            }
        }
    }

    /// A uniform index of a list of `length` items.
    ///
    /// # Panics
    /// If `length` is 0 or greater than `u32::MAX`.
    #[inline]
    pub fn index(&mut self, length: usize) -> usize {
        self.below(u32::try_from(length).expect("lists hold fewer than 2³² items"))
            as usize
    }

    /// A uniform number x with 0 ≤ x < 1, a multiple of 2⁻⁵³.
    #[inline]
    pub fn unit(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 * (1.0 / (1_u64 << 53) as f64)
    }

    /// True with the given probability: never if it is 0 or below, always if it is 1 or above.
    #[inline]
    pub fn chance(&mut self, probability: f64) -> bool {
        self.unit() < probability
    }

    /// A uniformly chosen item; `None` if there are none, without drawing a number.
    #[inline]
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        if items.is_empty() { None } else { Some(&items[self.index(items.len())]) }
    }

    /// Shuffles the items: every order is equally likely (Fisher and Yates; Durstenfeld, 1964).
    #[inline]
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.index(last + 1));
        }
    }

    /// The upper 32 bits of the next value.
    #[inline]
    fn half(&mut self) -> u64 {
        self.next_u64() >> 32
    }
}

/// Reads a stream that was saved. One whose state is all zeros, which no seed has, would give zeros for ever, and is
/// refused.
#[cfg(feature = "serde")]
impl<'de> Deserialize<'de> for Rng {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let stream = Self(Xoshiro256PlusPlus::deserialize(from)?);
        let mut ahead = stream.clone();
        if (0..4).all(|_| ahead.next_u64() == 0) {
            return Err(serde::de::Error::custom("the state of the random stream is 0"));
        }
        Ok(stream)
    }
}

#[cfg(test)]
mod tests {
    use crate::Seed;

    #[cfg(feature = "serde")]
    #[test]
    fn a_saved_stream_continues_and_one_of_zeros_is_refused() {
        use super::Rng;

        let mut rng = Seed(3).rng();
        rng.next_u64();
        let text = serde_json::to_string(&rng).unwrap();
        let mut again: Rng = serde_json::from_str(&text).unwrap();
        assert_eq!(again.next_u64(), rng.next_u64());
        assert!(serde_json::from_str::<Rng>(r#"{"s":[0,0,0,0]}"#).is_err());
        assert!(serde_json::from_str::<Rng>(r#"{"s":[0,0,0]}"#).is_err());
    }

    /// Pearson's χ² of counts that are expected to be equal.
    fn chi_squared(counts: &[u32]) -> f64 {
        let expected = f64::from(counts.iter().sum::<u32>()) / counts.len() as f64;
        counts.iter().map(|&count| (f64::from(count) - expected).powi(2) / expected).sum()
    }

    #[test]
    fn below_is_uniform() {
        let mut rng = Seed(11).rng();
        let mut counts = [0; 7];
        for _ in 0..70_000 {
            counts[rng.below(7) as usize] += 1;
        }
        // 22.46 is the 99.9 % quantile at 6 degrees of freedom.
        assert!(chi_squared(&counts) < 22.46, "{counts:?}");
    }

    #[test]
    fn three_numbers_are_uniform_and_independent() {
        let mut rng = Seed(14).rng();
        let mut counts = [0; 125];
        for _ in 0..125_000 {
            let [a, b, c] = rng.three_below(5);
            counts[(25 * a + 5 * b + c) as usize] += 1;
        }
        // 180 is about the 99.9 % quantile at 124 degrees of freedom.
        assert!(chi_squared(&counts) < 180.0, "{counts:?}");
        assert_eq!(rng.three_below(1), [0; 3]);
        assert!(rng.three_below(1 << 21).iter().all(|&it| it < 1 << 21));
    }

    #[test]
    fn every_order_of_a_shuffle_is_equally_likely() {
        let mut rng = Seed(12).rng();
        let mut counts = [0; 6];
        for _ in 0..60_000 {
            let mut items = [0, 1, 2];
            rng.shuffle(&mut items);
            let order = items[0] * 2 + usize::from(items[1] > items[2]);
            counts[order] += 1;
        }
        // 20.52 is the 99.9 % quantile at 5 degrees of freedom.
        assert!(chi_squared(&counts) < 20.52, "{counts:?}");
    }

    #[test]
    fn chance_has_its_probability_and_is_certain_at_0_and_1() {
        let mut rng = Seed(13).rng();
        let hits = (0..100_000).filter(|_| rng.chance(0.3)).count();
        // Four standard deviations around 30 000.
        assert!((29_420..=30_580).contains(&hits), "{hits}");
        assert!((0..1000).all(|_| !rng.chance(0.0) && rng.chance(1.0)));
    }

    #[test]
    fn picking_from_an_empty_list_draws_no_number() {
        let mut rng = Seed(1).rng();
        let before = rng.clone().next_u64();
        assert_eq!(rng.pick::<u8>(&[]), None);
        assert_eq!(rng.next_u64(), before);
    }
}
