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
