//! Weights as one thread reads them, and as several learn them.

use std::sync::atomic::{AtomicU32, Ordering};

/// A number that can be read.
pub(crate) trait Weight: Sync {
    /// The number.
    fn get(&self) -> f32;
}

impl Weight for f32 {
    #[inline]
    fn get(&self) -> f32 {
        *self
    }
}

/// The bits of a number that several threads may read and write. Between a thread's reading and
/// writing another's change can be lost, which learning bears (Niu et al., *Hogwild*, 2011). On
/// one thread it costs no more than a plain number.
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

/// So many weights lie near the processor anyway: to ask for them would only take time.
pub(super) const NEAR: usize = 1 << 20;

/// Asks for what will be read soon.
#[inline]
pub(super) fn prefetch<T>(what: &T) {
    branches::prefetch_read_data::<T, 0>(std::ptr::from_ref(what));
}

/// So many weights are read and added up side by side; a board touches eight or a multiple.
pub(super) const LANES: usize = 4;

/// The sum of the numbers, in strands that do not wait for each other.
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
