//! Weights as plain numbers, and as atomics that several threads train.

use std::sync::atomic::{AtomicU32, Ordering};

/// A weight that can be read.
pub(crate) trait Weight: Sync {
    /// The number.
    fn get(&self) -> f32;
}

/// A rounded weight: how many units it is. The sum of the weights of a board is exact in any order, since it is a whole number
/// below 2²⁴.
impl Weight for i16 {
    #[inline]
    fn get(&self) -> f32 {
        f32::from(*self)
    }
}

/// The bits of a number that several threads may read and write. A change between a thread's read and
/// its write is lost, which the training tolerates (Niu et al., *Hogwild!*, 2011). On one thread
/// this costs no more than a plain number.
impl Weight for AtomicU32 {
    #[inline]
    fn get(&self) -> f32 {
        f32::from_bits(self.load(Ordering::Relaxed))
    }
}

/// Adds to the number.
#[inline]
pub(super) fn add(number: &AtomicU32, more: f32) {
    number.store((number.get() + more).to_bits(), Ordering::Relaxed);
}

/// Up to this number of weights stay in the cache, so that prefetching would only cost time:
/// training is faster with it on 8x5 (2²³ weights) and slower on three tuples of four cells (3 ·
/// 2¹⁶ weights).
pub(super) const NEAR: usize = 1 << 20;

/// Prefetches data that will be read soon.
#[inline]
pub(super) fn prefetch<T>(what: &T) {
    branches::prefetch_read_data::<T, 0>(std::ptr::from_ref(what));
}

/// The number of weights that are added in parallel; boards have a multiple of eight. It determines
/// the order of the sum, and with it every bit of a trained network.
pub(super) const LANES: usize = 4;

/// The sum of the numbers, in independent partial sums.
#[inline]
pub(super) fn sum(numbers: &[f32]) -> f32 {
    let mut strands = [0.0; LANES];
    for numbers in numbers.as_chunks::<LANES>().0 {
        for (strand, number) in strands.iter_mut().zip(numbers) {
            *strand += number;
        }
    }
    strands.iter().sum()
}
