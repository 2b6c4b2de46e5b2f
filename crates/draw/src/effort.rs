//! How much is drawn between two looks at the watch.

use std::ops::ControlFlow;

use tilewright_grid::Watch;

use crate::DrawError;

/// Nanoseconds of work before the first look at the watch. Smaller pictures are drawn without a
/// look, so work that was stopped can still be shown.
const FIRST: u64 = 45_000_000;

/// Nanoseconds of work between later looks.
const LOOK: u64 = 15_000_000;

/// Counts work, and looks at the watch at these intervals.
pub(crate) struct Effort<'a> {
    watch: &'a dyn Watch,
    /// Nanoseconds until the next look, estimated from the work: no clock decides what is drawn.
    left: u64,
}

impl<'a> Effort<'a> {
    /// No work so far.
    pub(crate) const fn new(watch: &'a dyn Watch) -> Self {
        Self { watch, left: FIRST }
    }

    /// Counts work that takes about this many nanoseconds.
    ///
    /// # Errors
    /// [`DrawError::Cancelled`] when the watch stops it.
    pub(crate) fn spend(&mut self, nanoseconds: u64) -> Result<(), DrawError> {
        self.left = self.left.saturating_sub(nanoseconds);
        if self.left > 0 {
            return Ok(());
        }
        self.left = LOOK;
        match self.watch.look() {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(DrawError::Cancelled),
        }
    }
}
