//! Weights as players and learners look them up.

use std::iter::Sum;
use std::ops::AddAssign;
use std::sync::atomic::{AtomicI16, Ordering};

use super::shape::BESIDE;

/// A weight that can be read.
pub(crate) trait Weight: Sync {
    /// What weights are added up as.
    type Total: Copy + Default + AddAssign + Sum;

    /// The weight.
    fn get(&self) -> Self::Total;

    /// A total as a number.
    fn number(total: Self::Total) -> f32;
}

/// A weight as it is.
impl Weight for f32 {
    type Total = Self;

    #[inline]
    fn get(&self) -> Self {
        *self
    }

    #[inline]
    fn number(total: Self) -> Self {
        total
    }
}

/// A weight in whole units, which several threads may read and write; on one thread it costs no
/// more than a plain number.
impl Weight for AtomicI16 {
    type Total = i32;

    #[inline]
    fn get(&self) -> i32 {
        self.load(Ordering::Relaxed).into()
    }

    #[inline]
    fn number(total: i32) -> f32 {
        total as f32
    }
}

/// So many weights lie near the processor anyway: to ask for them would only take time.
pub(super) const NEAR: usize = 1 << 20;

/// Asks for what will be read soon.
#[inline]
pub(super) fn prefetch<T>(what: &T) {
    branches::prefetch_read_data::<T, 0>(std::ptr::from_ref(what));
}

/// Asks for weights that will be read soon, once for two of neighbours.
#[inline]
pub(super) fn prefetch_weights<W: Weight>(weights: &[W], places: &[u32]) {
    for &[first, second] in places.as_chunks().0 {
        prefetch(&weights[first as usize]);
        if (first ^ second) >> BESIDE != 0 {
            prefetch(&weights[second as usize]);
        }
    }
}
