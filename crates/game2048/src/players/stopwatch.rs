//! The time for a move.

/// Says when the time for a move is over. The clock itself is the caller's.
pub trait Stopwatch: Send {
    /// A move begins.
    fn begin(&mut self);
    /// Whether its time is over.
    fn is_over(&mut self) -> bool;
}
