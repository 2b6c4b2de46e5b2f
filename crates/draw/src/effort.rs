//! When the watch is called while something is drawn.

use tilewright_grid::Watch;

use crate::DrawError;

/// Nanoseconds of work before the first call of the watch. Smaller pictures are drawn without a
/// call, so that the best result of a cancelled search can still be shown. With the interval it
/// stays well below the 100 ms within which all work stops (`cargo xtask bench stops`).
const FIRST: u64 = 45_000_000;

/// Nanoseconds of work between later calls.
const INTERVAL: u64 = 15_000_000;

/// Adds up the estimated work, and calls the watch at regular intervals of it. The nanoseconds of
/// each kind of work, which stand where it is done, are rounded estimates: too high they only ask
/// the watch more often; more than twice too low, `cargo xtask bench stops` would show more than
/// 100 ms before the first call.
pub(crate) struct Effort<'a> {
    watch: &'a dyn Watch,
    /// Nanoseconds until the next call. They are estimated from the work, as the result must
    /// not depend on a clock.
    left: u64,
}

impl<'a> Effort<'a> {
    /// No work yet.
    pub(crate) const fn new(watch: &'a dyn Watch) -> Self {
        Self { watch, left: FIRST }
    }

    /// Adds work of about the given number of nanoseconds.
    ///
    /// # Errors
    /// [`DrawError::Cancelled`] if the watch cancels it.
    pub(crate) fn spend(&mut self, nanoseconds: u64) -> Result<(), DrawError> {
        self.left = self.left.saturating_sub(nanoseconds);
        if self.left > 0 {
            return Ok(());
        }
        self.left = INTERVAL;
        if self.watch.look().is_break() { Err(DrawError::Cancelled) } else { Ok(()) }
    }
}
