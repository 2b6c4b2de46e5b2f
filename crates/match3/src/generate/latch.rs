//! A watch that stays stopped.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use tilewright_grid::Watch;

/// A watch that does not ask the watch behind it again once that has stopped the work, so that
/// many threads end at once.
pub(super) struct Latch<'a> {
    watch: &'a dyn Watch,
    is_stopped: AtomicBool,
}

impl<'a> Latch<'a> {
    pub(super) const fn new(watch: &'a dyn Watch) -> Self {
        Self { watch, is_stopped: AtomicBool::new(false) }
    }
}

impl Watch for Latch<'_> {
    fn look(&self) -> ControlFlow<()> {
        if self.is_stopped.load(Ordering::Relaxed) || self.watch.look().is_break() {
            self.is_stopped.store(true, Ordering::Relaxed);
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }
}
