//! How long work is watched and stopped.

use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};

/// Watches long work, and may stop it.
///
/// Work looks up at its watch at least every 100 ms of its CPU time, from whichever thread it
/// runs on. After `Break` it begins nothing more and returns the best that it has, or says that
/// it was cancelled where half of the work is worth nothing.
///
/// `()` watches nothing and stops nothing; a closure that returns a [`ControlFlow`] is a watch
/// that is only asked whether to go on.
///
/// ```
/// use std::ops::ControlFlow;
/// use tilewright_grid::Watch;
///
/// fn sum(numbers: &[u64], watch: &dyn Watch) -> Option<u64> {
///     let mut sum = 0;
///     for (done, number) in (0..).zip(numbers) {
///         if watch.reach(done, numbers.len() as u64).is_break() {
///             return None;
///         }
///         sum += number;
///     }
///     Some(sum)
/// }
///
/// assert_eq!(sum(&[1, 2, 3], &()), Some(6));
/// assert_eq!(sum(&[1, 2, 3], &|| ControlFlow::Break(())), None);
/// ```
pub trait Watch: Sync {
    /// Whether to go on.
    fn look(&self) -> ControlFlow<()>;

    /// So many steps of so many are done; whether to go on.
    fn reach(&self, done: u64, total: u64) -> ControlFlow<()> {
        let _ = (done, total);
        self.look()
    }
}

/// A watch that tells a closure how far the work is: steps done, and all steps. One thread at a
/// time tells it.
#[derive(Debug)]
pub struct Telling<F>(Mutex<(F, u64, u64)>);

impl<F: FnMut(u64, u64) -> ControlFlow<()> + Send> Telling<F> {
    /// The watch of that closure.
    pub const fn new(hear: F) -> Self {
        Self(Mutex::new((hear, 0, 0)))
    }
}

impl<F: FnMut(u64, u64) -> ControlFlow<()> + Send> Watch for Telling<F> {
    /// Tells the closure again what it heard last.
    fn look(&self) -> ControlFlow<()> {
        let mut heard = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (hear, done, total) = &mut *heard;
        hear(*done, *total)
    }

    fn reach(&self, done: u64, total: u64) -> ControlFlow<()> {
        let mut heard = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        (heard.1, heard.2) = (done, total);
        (heard.0)(done, total)
    }
}

impl Watch for () {
    fn look(&self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

impl<F: Fn() -> ControlFlow<()> + Sync> Watch for F {
    fn look(&self) -> ControlFlow<()> {
        self()
    }
}
