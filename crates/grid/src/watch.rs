//! Progress and cancellation of long work.

use std::ops::ControlFlow;
use std::sync::Mutex;

use crate::locked;

/// Observes the progress of long work and can cancel it.
///
/// A function that takes a watch calls it at least every 100 ms of CPU time, from any of its
/// threads. After `Break` it starts nothing new; it returns the best result so far, or an error
/// that says that it was cancelled if a partial result is of no use.
///
/// `()` is the watch that never cancels. A closure that returns a [`ControlFlow`] is a watch
/// that only decides whether to continue; [`ProgressWatch`] also receives the progress.
///
/// ```
/// use std::ops::ControlFlow;
/// use tilewright_grid::Watch;
///
/// /// The sum, or `None` if it was cancelled.
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
    /// Whether to continue.
    fn look(&self) -> ControlFlow<()>;

    /// Reports that `done` of `total` steps are done. Returns whether to continue.
    fn reach(&self, done: u64, total: u64) -> ControlFlow<()> {
        let _ = (done, total);
        self.look()
    }
}

/// A watch that passes the progress to a closure: the steps done and the total. Calls from
/// several threads are made one after the other.
///
/// ```
/// use std::ops::ControlFlow;
/// use tilewright_grid::{ProgressWatch, Watch};
///
/// let watch = ProgressWatch::new(|done, total| {
///     println!("{done} of {total}");
///     if done < 3 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
/// });
/// assert!(watch.reach(1, 10).is_continue());
/// assert!(watch.reach(3, 10).is_break());
/// ```
#[derive(Debug)]
pub struct ProgressWatch<F>(Mutex<(F, u64, u64)>);

impl<F: FnMut(u64, u64) -> ControlFlow<()> + Send> ProgressWatch<F> {
    /// A watch that calls `report` with the steps done and the total.
    pub const fn new(report: F) -> Self {
        Self(Mutex::new((report, 0, 0)))
    }
}

impl<F: FnMut(u64, u64) -> ControlFlow<()> + Send> Watch for ProgressWatch<F> {
    /// Reports the last progress again.
    fn look(&self) -> ControlFlow<()> {
        let mut state = locked(&self.0);
        let (report, done, total) = &mut *state;
        report(*done, *total)
    }

    fn reach(&self, done: u64, total: u64) -> ControlFlow<()> {
        let mut state = locked(&self.0);
        (state.1, state.2) = (done, total);
        (state.0)(done, total)
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
