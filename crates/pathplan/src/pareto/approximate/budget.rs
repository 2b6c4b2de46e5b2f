//! The budget of an approximate search, and the account of what is spent.

use std::time::Duration;

use tilewright_grid::Watch;

/// The number of labels between two looks at the clock and the watch: about 0.1 ms.
const LOOK: u64 = 1024;

/// How long an approximate search may refine its front. Without a limit it ends after its finest
/// round.
///
/// ```
/// use std::time::{Duration, Instant};
/// use tilewright_pathplan::pareto::Budget;
///
/// // The same front on every machine …
/// let effort = Budget::new().expansions(100_000);
/// // … or as good a front as this one finds in 50 ms.
/// let begun = Instant::now();
/// let clock = || begun.elapsed();
/// let time = Budget::new().elapsed(Duration::from_millis(50), &clock);
/// # drop((effort, time));
/// ```
#[derive(Clone, Copy, Default)]
pub struct Budget<'a> {
    expansions: Option<u64>,
    elapsed: Option<(Duration, &'a dyn Fn() -> Duration)>,
}

impl<'a> Budget<'a> {
    /// No limit.
    pub const fn new() -> Self {
        Self { expansions: None, elapsed: None }
    }

    /// Ends when this number of labels and cells is expanded. The front depends on this number
    /// alone, not on the speed of the machine.
    #[must_use]
    pub const fn expansions(mut self, count: u64) -> Self {
        self.expansions = Some(count);
        self
    }

    /// Ends when the given clock shows at least this time. The front then depends on the speed of
    /// the machine.
    #[must_use]
    pub const fn elapsed(
        mut self,
        limit: Duration,
        clock: &'a dyn Fn() -> Duration,
    ) -> Self {
        self.elapsed = Some((limit, clock));
        self
    }
}

impl Budget<'_> {
    /// Whether it is spent after this number of expansions.
    #[cfg(feature = "evolve")]
    pub(in super::super) fn is_spent(&self, expansions: u64) -> bool {
        self.expansions.is_some_and(|most| expansions >= most)
            || self.elapsed.is_some_and(|(limit, clock)| clock() >= limit)
    }
}

/// What a search has spent of its budget.
pub(super) struct Account<'a> {
    budget: Budget<'a>,
    watch: &'a dyn Watch,
    looks: u64,
    /// The number of expanded labels and cells.
    pub(super) expansions: u64,
    /// Whether the budget is spent or the watch has stopped the search.
    pub(super) is_over: bool,
}

impl<'a> Account<'a> {
    pub(super) const fn new(budget: Budget<'a>, watch: &'a dyn Watch) -> Self {
        let is_over = matches!(budget.expansions, Some(0));
        Self { budget, watch, looks: 0, expansions: 0, is_over }
    }

    /// Counts an expansion.
    #[inline]
    pub(super) fn expand(&mut self) {
        self.expansions += 1;
        if self.budget.expansions.is_some_and(|most| self.expansions >= most) {
            self.is_over = true;
        }
    }

    /// Whether the search is over. Looks at the clock and the watch now and then.
    #[inline]
    pub(super) fn look(&mut self) -> bool {
        self.looks += 1;
        if self.looks.is_multiple_of(LOOK) { self.look_now() } else { self.is_over }
    }

    /// Whether the search is over. Looks at the clock and the watch unless that is known.
    #[cold]
    pub(super) fn look_now(&mut self) -> bool {
        let is_late =
            |(limit, clock): (Duration, &dyn Fn() -> Duration)| clock() >= limit;
        self.is_over = self.is_over
            || self.budget.elapsed.is_some_and(is_late)
            || self.watch.look().is_break();
        self.is_over
    }
}
