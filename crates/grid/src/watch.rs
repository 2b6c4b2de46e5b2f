//! How long work is watched and stopped.

use std::ops::ControlFlow;

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
