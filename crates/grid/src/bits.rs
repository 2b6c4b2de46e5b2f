//! Bit boards: one bit per cell, in a fixed number of 64-bit words.

/// A set of indices from 0 to 64 `W` − 1: index `i` is bit `i % 64` of word `i / 64`.
///
/// The caller decides which cell an index stands for, for example whether there is an empty
/// column after each row so that shifts do not wrap around.
/// [`with_words!`](crate::with_words) chooses `W` at run time.
///
/// ```
/// use tilewright_grid::Bits;
///
/// let three: Bits<2> = [1, 63, 64].into_iter().collect();
/// assert_eq!(three.count(), 3);
/// assert_eq!(three.nth(2), Some(64));
/// assert_eq!(three.ahead(1).indices().collect::<Vec<_>>(), [2, 64, 65]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bits<const W: usize>(pub [u64; W]);

/// Evaluates an expression that is generic over a number of words, with the smallest of the
/// listed constants that is enough; with the last one if none is. The constants are listed in
/// ascending order.
///
/// ```
/// use tilewright_grid::with_words;
///
/// let words = |area: usize| with_words!(area.div_ceil(64), [1, 2], 4, W => W);
/// assert_eq!([words(64), words(81), words(196)], [1, 2, 4]);
/// ```
#[macro_export]
macro_rules! with_words {
    ($words:expr, [$($choice:literal),+], $last:literal, $name:ident => $call:expr) => {
        match $words {
            $(words if words <= $choice => {
                const $name: usize = $choice;
                $call
            })+
            _ => {
                const $name: usize = $last;
                $call
            }
        }
    };
}

impl<const W: usize> Bits<W> {
    /// The empty set.
    pub const EMPTY: Self = Self([0; W]);

    /// Adds an index.
    ///
    /// # Panics
    /// If the index is 64 `W` or greater.
    #[inline]
    pub const fn insert(&mut self, index: usize) {
        self.0[index / 64] |= 1 << (index % 64);
    }

    /// Removes an index.
    ///
    /// # Panics
    /// If the index is 64 `W` or greater.
    #[inline]
    pub const fn remove(&mut self, index: usize) {
        self.0[index / 64] &= !(1 << (index % 64));
    }

    /// Whether the set contains an index.
    ///
    /// # Panics
    /// If the index is 64 `W` or greater.
    #[inline]
    pub const fn has(&self, index: usize) -> bool {
        self.0[index / 64] >> (index % 64) & 1 == 1
    }

    /// Whether the set is empty.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    /// The lowest index in the set.
    #[inline]
    pub fn first(&self) -> Option<usize> {
        let word = self.0.iter().position(|&word| word != 0)?;
        Some(word * 64 + self.0[word].trailing_zeros() as usize)
    }

    /// The number of indices in the set.
    #[inline]
    pub fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// The intersection of two sets.
    #[inline]
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self(std::array::from_fn(|at| self.0[at] & other.0[at]))
    }

    /// The union of two sets.
    #[inline]
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self(std::array::from_fn(|at| self.0[at] | other.0[at]))
    }

    /// The difference: the indices of this set that are not in the other.
    #[inline]
    #[must_use]
    pub fn without(self, other: Self) -> Self {
        Self(std::array::from_fn(|at| self.0[at] & !other.0[at]))
    }

    /// Whether the two sets have an index in common.
    #[inline]
    pub fn meets(self, other: Self) -> bool {
        !self.and(other).is_empty()
    }

    /// All indices decreased by `by`; those that would be below 0 are dropped.
    ///
    /// # Panics
    /// If `by` is not from 1 to 64.
    #[inline]
    #[must_use]
    pub fn back(self, by: usize) -> Self {
        assert!((1..=64).contains(&by), "cannot shift by {by}: expected 1 to 64");
        Self(std::array::from_fn(|at| {
            let next = self.0.get(at + 1).copied().unwrap_or(0);
            // Two shifts, since a word cannot be shifted by 64 at once.
            self.0[at] >> (by - 1) >> 1 | next << (64 - by)
        }))
    }

    /// All indices increased by `by`; those beyond the last word are dropped.
    ///
    /// # Panics
    /// If `by` is not from 1 to 64.
    #[inline]
    #[must_use]
    pub fn ahead(self, by: usize) -> Self {
        assert!((1..=64).contains(&by), "cannot shift by {by}: expected 1 to 64");
        Self(std::array::from_fn(|at| {
            let last = if at > 0 { self.0[at - 1] } else { 0 };
            self.0[at] << (by - 1) << 1 | last >> (64 - by)
        }))
    }

    /// The indices in ascending order.
    pub fn indices(self) -> impl Iterator<Item = usize> {
        self.0.into_iter().enumerate().flat_map(|(word, mut left)| {
            std::iter::from_fn(move || {
                let bit = (left != 0).then(|| left.trailing_zeros() as usize)?;
                left &= left - 1;
                Some(word * 64 + bit)
            })
        })
    }

    /// The index of a rank: the smallest index has rank 0. `None` if the set has no more than
    /// `rank` indices.
    #[inline]
    pub fn nth(&self, mut rank: u32) -> Option<usize> {
        for (at, &word) in self.0.iter().enumerate() {
            let count = word.count_ones();
            if rank < count {
                return Some(at * 64 + select(word, rank) as usize);
            }
            rank -= count;
        }
        None
    }
}

/// Collects indices into a set.
///
/// # Panics
/// If one is 64 `W` or greater.
impl<const W: usize> FromIterator<usize> for Bits<W> {
    #[inline]
    fn from_iter<I: IntoIterator<Item = usize>>(indices: I) -> Self {
        let mut bits = Self::EMPTY;
        indices.into_iter().for_each(|index| bits.insert(index));
        bits
    }
}

/// The position of the set bit with `rank` set bits below it. There must be one.
#[inline]
const fn select(mut word: u64, mut rank: u32) -> u32 {
    // Half words are skipped by their number of bits until few bits are left.
    let mut base = 0;
    let mut width = 32;
    while rank >= 8 {
        let low = (word & ((1 << width) - 1)).count_ones();
        if rank >= low {
            rank -= low;
            word >>= width;
            base += width;
        }

        width /= 2;
    }

    while rank > 0 {
        word &= word - 1;
        rank -= 1;
    }

    base + word.trailing_zeros()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    type Set = BTreeSet<usize>;

    fn sets() -> impl Strategy<Value = Set> {
        proptest::collection::btree_set(0_usize..256, 0..120)
    }

    fn bits(set: &Set) -> Bits<4> {
        set.iter().copied().collect()
    }

    fn moved(set: &Set, to: impl Fn(usize) -> Option<usize>) -> Set {
        set.iter().filter_map(|&index| to(index)).filter(|&index| index < 256).collect()
    }

    proptest! {
        #[test]
        fn bit_sets_agree_with_tree_sets(a in sets(), b in sets(), by in 1_usize..=64) {
            let (one, two) = (bits(&a), bits(&b));
            prop_assert_eq!(one.and(two), bits(&(&a & &b)));
            prop_assert_eq!(one.or(two), bits(&(&a | &b)));
            prop_assert_eq!(one.without(two), bits(&(&a - &b)));
            prop_assert_eq!(one.meets(two), !a.is_disjoint(&b));
            prop_assert_eq!(one.is_empty(), a.is_empty());
            prop_assert_eq!(one.count() as usize, a.len());
            prop_assert_eq!(one.back(by), bits(&moved(&a, |index| index.checked_sub(by))));
            prop_assert_eq!(one.ahead(by), bits(&moved(&a, |index| Some(index + by))));
            prop_assert!(one.indices().eq(a.iter().copied()));

            // Ranks and indices beyond the largest member are asked for too.
            for rank in 0..=a.len() {
                prop_assert_eq!(one.nth(rank as u32), a.iter().copied().nth(rank));
            }
            for index in 0..256 {
                prop_assert_eq!(one.has(index), a.contains(&index));
            }

            let mut left = one;
            for &index in &b {
                left.remove(index);
            }
            prop_assert_eq!(left, one.without(two));
        }
    }

    #[test]
    fn the_smallest_sufficient_number_of_words_is_chosen() {
        let words = |least: usize| with_words!(least, [1, 2, 4], 11, W => W);
        assert_eq!([0, 1, 2, 3, 4, 5, 11, 12].map(words), [1, 1, 2, 4, 4, 11, 11, 11]);
    }
}
