//! Arithmetic on rows of counts. A row has one count for every mix (see `question.rs`).

use super::question::Class;

/// The integer type of counts. 64 bits are nearly always enough and take half the memory of 128.
pub(super) trait Count: Copy + Default + PartialOrd + Into<u128> {
    const ONE: Self;
    fn overflowing_add(self, other: Self) -> (Self, bool);
    fn wrapping_add(self, other: Self) -> Self;
    fn wrapping_mul(self, other: Self) -> Self;
    /// The larger of the two.
    fn max_of(self, other: Self) -> Self;
    /// The number of bytes without leading zeros, at least 1.
    fn bytes(self) -> usize;
    /// Writes it in little-endian order, with leading zeros.
    fn write(self, to: &mut [u8]);
    /// Reads the lowest `bytes` bytes. The slice must hold a full integer.
    fn read(from: &[u8], bytes: usize) -> Self;
}

macro_rules! count {
    ($($number:ty),*) => {$(
        impl Count for $number {
            const ONE: Self = 1;

            #[inline]
            fn overflowing_add(self, other: Self) -> (Self, bool) {
                Self::overflowing_add(self, other)
            }

            #[inline]
            fn wrapping_add(self, other: Self) -> Self {
                Self::wrapping_add(self, other)
            }

            #[inline]
            fn wrapping_mul(self, other: Self) -> Self {
                Self::wrapping_mul(self, other)
            }

            #[inline]
            fn max_of(self, other: Self) -> Self {
                self.max(other)
            }

            #[inline]
            fn bytes(self) -> usize {
                let bits = (Self::BITS - self.leading_zeros()) as usize;
                bits.div_ceil(8).max(1)
            }

            #[inline]
            fn write(self, to: &mut [u8]) {
                to[..size_of::<Self>()].copy_from_slice(&self.to_le_bytes());
            }

            #[inline]
            fn read(from: &[u8], bytes: usize) -> Self {
                let (whole, _) = from.split_first_chunk().expect("there is slack behind");
                let mask = Self::MAX >> (8 * (size_of::<Self>() - bytes));
                Self::from_le_bytes(*whole) & mask
            }
        }
    )*};
}
count!(u64, u128);

/// Adds one row to another; true if a sum overflowed.
#[inline]
pub(super) fn add<C: Count>(to: &mut [C], from: &[C]) -> bool {
    let mut passed = false;
    for (to, &from) in to.iter_mut().zip(from) {
        let (sum, over) = to.overflowing_add(from);
        *to = sum;
        passed |= over;
    }
    passed
}

/// Adds one row to another, with wrapping sums.
pub(super) fn add_wrapped<C: Count>(to: &mut [C], from: &[C]) {
    to.iter_mut().zip(from).for_each(|(to, from)| *to = to.wrapping_add(*from));
}

/// The slices of a row in which a ship of the class is left to place: the start of each, its start
/// once one more ship is placed, and its length.
fn parts(class: Class, mixes: usize) -> impl Iterator<Item = (usize, usize, usize)> {
    let Class { count, stride, .. } = class;
    let block = stride * (count + 1);
    (0..mixes).step_by(block).map(move |at| (at, at + stride, stride * count))
}

/// Adds a row to another with one more ship of the class placed; true if a sum overflowed.
pub(super) fn add_placed<C: Count>(to: &mut [C], from: &[C], class: Class) -> bool {
    parts(class, from.len()).fold(false, |passed, (before, after, length)| {
        passed | add(&mut to[after..after + length], &from[before..before + length])
    })
}

/// Adds a row to another with one ship of the class less placed. Sums wrap: those that overflow
/// belong to mixes that are never reached.
pub(super) fn add_before<C: Count>(to: &mut [C], from: &[C], class: Class) {
    for (before, after, length) in parts(class, from.len()) {
        let pairs = to[before..before + length].iter_mut().zip(&from[after..]);
        pairs.for_each(|(to, from)| *to = to.wrapping_add(*from));
    }
}

/// The number of fleets through a step that places a ship of the class: the sum of the products
/// of the counts of partial fleets before it and of completions after it.
pub(super) fn through<C: Count>(before: &[C], after: &[C], class: Class) -> u128 {
    let mut sum = C::default();
    for (at, placed, length) in parts(class, before.len()) {
        let pairs = before[at..at + length].iter().zip(&after[placed..]);
        for (&before, &after) in pairs.filter(|(before, _)| **before > C::default()) {
            sum = sum.wrapping_add(before.wrapping_mul(after));
        }
    }
    sum.into()
}

/// Whether a row has a count other than 0 for a mix in which a ship of the class is left.
pub(super) fn has_left<C: Count>(row: &[C], class: Class) -> bool {
    parts(class, row.len()).any(|(at, _, length)| {
        row[at..at + length].iter().any(|&count| count > C::default())
    })
}
