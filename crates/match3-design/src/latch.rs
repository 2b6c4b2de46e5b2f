//! A watch that stays stopped.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use tilewright_grid::Watch;

/// A watch that does not ask the watch behind it again once that has stopped the work, so that
/// many threads end at once.
pub(crate) struct Latch<'a> {
    watch: &'a dyn Watch,
    is_stopped: AtomicBool,
}

impl<'a> Latch<'a> {
    pub(crate) const fn new(watch: &'a dyn Watch) -> Self {
        Self { watch, is_stopped: AtomicBool::new(false) }
    }
}

impl Latch<'_> {
    fn ask(&self, ask: impl FnOnce() -> ControlFlow<()>) -> ControlFlow<()> {
        if self.is_stopped.load(Ordering::Relaxed) || ask().is_break() {
            self.is_stopped.store(true, Ordering::Relaxed);
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }
}

impl Watch for Latch<'_> {
    fn look(&self) -> ControlFlow<()> {
        self.ask(|| self.watch.look())
    }

    fn reach(&self, done: u64, total: u64) -> ControlFlow<()> {
        self.ask(|| self.watch.reach(done, total))
    }
}
