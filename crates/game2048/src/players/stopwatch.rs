//! Time limits for moves.

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
pub trait Stopwatch: Send {
    /// Called at the start of each move.
    fn begin(&mut self);
    /// Whether the time for the move is over.
    fn is_over(&mut self) -> bool;
}
