//! Rows of counts, one for every number of ships placed, added class by class.

use super::question::Class;

/// The numbers that fleets are counted in. Nearly always 64 bits are enough, which take half
/// the room of 128.
pub(super) trait Count: Copy + Default + PartialOrd + Into<u128> {
    const ONE: Self;
    fn overflowing_add(self, other: Self) -> (Self, bool);
    fn wrapping_add(self, other: Self) -> Self;
    fn wrapping_mul(self, other: Self) -> Self;
    /// The greater of the two.
    fn most(self, other: Self) -> Self;
    /// How many bytes it takes without its leading zeros, 1 at least.
    fn bytes(self) -> usize;
    /// Writes all its bytes, the lowest first.
    fn write(self, to: &mut [u8]);
    /// Reads its lowest bytes; all that it can have must be there.
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
            fn most(self, other: Self) -> Self {
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

/// Adds one row to another; says whether a sum passed the largest number.
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

/// The same; what passes the largest number is wrapped.
pub(super) fn add_wrapped<C: Count>(to: &mut [C], from: &[C]) {
    to.iter_mut().zip(from).for_each(|(to, from)| *to = to.wrapping_add(*from));
}

/// The parts of a row in which a ship of the class is left to place, and where they lie once
/// it is placed.
fn parts(class: Class, mixes: usize) -> impl Iterator<Item = (usize, usize, usize)> {
    let Class { count, stride, .. } = class;
    let block = stride * (count + 1);
    (0..mixes).step_by(block).map(move |at| (at, at + stride, stride * count))
}

/// Adds to a row what another one counts, with one ship of the class more.
pub(super) fn add_placed<C: Count>(to: &mut [C], from: &[C], class: Class) -> bool {
    parts(class, from.len()).fold(false, |passed, (before, after, length)| {
        passed | add(&mut to[after..after + length], &from[before..before + length])
    })
}

/// Adds to a row what another one counts from one ship of the class more on. What passes the
/// largest number is wrapped: such a row belongs to mixes that are never reached.
pub(super) fn add_before<C: Count>(to: &mut [C], from: &[C], class: Class) {
    for (before, after, length) in parts(class, from.len()) {
        let pairs = to[before..before + length].iter_mut().zip(&from[after..]);
        pairs.for_each(|(to, from)| *to = to.wrapping_add(*from));
    }
}

/// The sum of the products of counts before a ship of the class is placed with those after.
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

/// Whether there is a mix with anything in it in which a ship of the class is left.
pub(super) fn has_left<C: Count>(row: &[C], class: Class) -> bool {
    parts(class, row.len()).any(|(at, _, length)| {
        row[at..at + length].iter().any(|&count| count > C::default())
    })
}
