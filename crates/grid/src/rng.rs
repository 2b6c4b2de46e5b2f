//! The random stream and its draws.

use rand_core::Rng as _;
use rand_xoshiro::Xoshiro256PlusPlus;

/// A stream of random numbers with the draws that the project uses. It is made by
/// [`crate::Seed::rng`] and gives the same values on every machine.
#[derive(Clone, Debug)]
pub struct Rng(Xoshiro256PlusPlus);

impl Rng {
    pub(crate) const fn new(generator: Xoshiro256PlusPlus) -> Self {
        Self(generator)
    }

    /// Any of the 2⁶⁴ values, each as likely.
    #[inline]
    pub fn next_u64(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number from 0 up to but not including `bound`, each exactly as likely (Lemire, 2019).
    ///
    /// # Panics
    /// When the bound is 0.
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

    /// An index of a list of that length, each exactly as likely.
    ///
    /// # Panics
    /// When the list is empty or longer than `u32::MAX`.
    pub fn index(&mut self, length: usize) -> usize {
        self.below(u32::try_from(length).expect("lists hold fewer than 2³² items"))
            as usize
    }

    /// A number in 0 ≤ x < 1, a multiple of 2⁻⁵³.
    pub fn unit(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 * (1.0 / (1_u64 << 53) as f64)
    }

    /// True with this probability; never at 0 or below, always at 1 or above.
    pub fn chance(&mut self, probability: f64) -> bool {
        self.unit() < probability
    }

    /// One of the items, each as likely; `None` of an empty list, which draws nothing.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        if items.is_empty() { None } else { Some(&items[self.index(items.len())]) }
    }

    /// Puts the items in random order, every order as likely (Fisher and Yates; Durstenfeld, 1964).
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

#[cfg(test)]
mod tests {
    use crate::Seed;

    /// Pearson's χ² of counts that should be even.
    fn chi_squared(counts: &[u32]) -> f64 {
        let expected = f64::from(counts.iter().sum::<u32>()) / counts.len() as f64;
        counts.iter().map(|&count| (f64::from(count) - expected).powi(2) / expected).sum()
    }

    #[test]
    fn below_is_even() {
        let mut rng = Seed(11).rng();
        let mut counts = [0; 7];
        for _ in 0..70_000 {
            counts[rng.below(7) as usize] += 1;
        }
        // 22.46 is the 0.1 % point at 6 degrees of freedom.
        assert!(chi_squared(&counts) < 22.46, "{counts:?}");
    }

    #[test]
    fn every_order_of_a_shuffle_is_as_likely() {
        let mut rng = Seed(12).rng();
        let mut counts = [0; 6];
        for _ in 0..60_000 {
            let mut items = [0, 1, 2];
            rng.shuffle(&mut items);
            let order = items[0] * 2 + usize::from(items[1] > items[2]);
            counts[order] += 1;
        }
        // 20.52 is the 0.1 % point at 5 degrees of freedom.
        assert!(chi_squared(&counts) < 20.52, "{counts:?}");
    }

    #[test]
    fn chance_keeps_its_rate_and_its_ends() {
        let mut rng = Seed(13).rng();
        let hits = (0..100_000).filter(|_| rng.chance(0.3)).count();
        // Four standard deviations around 30 000.
        assert!((29_420..=30_580).contains(&hits), "{hits}");
        assert!((0..1000).all(|_| !rng.chance(0.0) && rng.chance(1.0)));
    }

    #[test]
    fn an_empty_list_gives_nothing_and_draws_nothing() {
        let mut rng = Seed(1).rng();
        let before = rng.clone().next_u64();
        assert_eq!(rng.pick::<u8>(&[]), None);
        assert_eq!(rng.next_u64(), before);
    }
}
