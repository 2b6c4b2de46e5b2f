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

/// A number that several threads may read and write. Between a thread's reading and writing
/// another's change can be lost, which learning bears (Niu et al., *Hogwild*, 2011). On one
/// thread it costs no more than a plain number.
#[derive(Debug, Default)]
pub(crate) struct Shared(AtomicU32);

impl Shared {
    pub(crate) const fn new(number: f32) -> Self {
        Self(AtomicU32::new(number.to_bits()))
    }

    #[inline]
    pub(crate) fn set(&self, number: f32) {
        self.0.store(number.to_bits(), Ordering::Relaxed);
    }
}

impl Weight for Shared {
    #[inline]
    fn get(&self) -> f32 {
        f32::from_bits(self.0.load(Ordering::Relaxed))
    }
}

impl Clone for Shared {
    fn clone(&self) -> Self {
        Self::new(self.get())
    }
}
