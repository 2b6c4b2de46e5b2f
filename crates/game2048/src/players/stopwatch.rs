//! What ends a search early: the time or the nodes for the move, or a watch that stops all work.

use tilewright_grid::Watch;

/// Tells a player when the time for a move is over. The caller provides it, since this crate reads no
/// clock.
///
/// ```
/// use std::time::{Duration, Instant};
///
/// use tilewright_2048::Stopwatch;
///
/// struct Limit {
///     begun: Instant,
///     limit: Duration,
/// }
///
/// impl Stopwatch for Limit {
///     fn begin(&mut self) {
///         self.begun = Instant::now();
///     }
///
///     fn is_over(&mut self) -> bool {
///         self.begun.elapsed() >= self.limit
///     }
/// }
/// ```
pub trait Stopwatch: Send + Sync {
    /// Called at the start of each move.
    fn begin(&mut self);
    /// Whether the time for the move is over.
    fn is_over(&mut self) -> bool;
}

/// Ends a search when the time for its move is over or its nodes are spent, or when a watch stops it. Only the watch makes
/// the search worthless.
pub(super) struct Limit<'s, 'a> {
    stopwatch: Option<&'s mut (dyn Stopwatch + 'a)>,
    watch: &'s (dyn Watch + 'a),
    /// The number of positions that may still be expanded.
    nodes: u64,
    is_stopped: bool,
}

impl<'s, 'a> Limit<'s, 'a> {
    /// The limit of a search that only the watch ends.
    pub(super) fn new(watch: &'s (dyn Watch + 'a)) -> Self {
        Self::nodes(watch, u64::MAX)
    }

    /// The limit of a search that expands this many positions.
    pub(super) fn nodes(watch: &'s (dyn Watch + 'a), nodes: u64) -> Self {
        Self { stopwatch: None, watch, nodes, is_stopped: false }
    }

    /// The limit of a search whose time begins now.
    pub(super) fn timed(
        watch: &'s (dyn Watch + 'a),
        stopwatch: &'s mut (dyn Stopwatch + 'a),
    ) -> Self {
        stopwatch.begin();
        Self { stopwatch: Some(stopwatch), ..Self::new(watch) }
    }

    /// Whether the watch has stopped the search.
    pub(super) const fn is_stopped(&self) -> bool {
        self.is_stopped
    }

    /// Counts a position that is to be expanded. Returns whether there is none left for it.
    #[inline]
    pub(super) const fn is_spent(&mut self) -> bool {
        let is_spent = self.nodes == 0;
        self.nodes = self.nodes.saturating_sub(1);
        is_spent
    }

    /// Whether the search has to end; asks the watch and the clock.
    pub(super) fn is_over(&mut self) -> bool {
        self.is_stopped |= self.watch.look().is_break();
        if self.is_stopped {
            return true;
        }
        self.stopwatch.as_mut().is_some_and(|stopwatch| stopwatch.is_over())
    }
}
