//! How long drawing goes on without a look at whoever may stop it.

use std::ops::ControlFlow;

use tilewright_grid::Watch;

use crate::DrawError;

/// After about how many nanoseconds of work the watch is looked at first. What takes less is
/// drawn without a look, so that a small picture is still drawn of work that was stopped.
const FIRST: u64 = 45_000_000;

/// After about how many more it is looked at again.
const LOOK: u64 = 15_000_000;

/// Counts work, and looks at the watch now and then.
pub(crate) struct Effort<'a> {
    watch: &'a dyn Watch,
    /// Until the next look, in nanoseconds by estimate: no clock has a say in what is drawn.
    left: u64,
}

impl<'a> Effort<'a> {
    /// No work so far.
    pub(crate) const fn new(watch: &'a dyn Watch) -> Self {
        Self { watch, left: FIRST }
    }

    /// Work of about so many nanoseconds is done.
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
