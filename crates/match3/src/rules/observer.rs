//! Who watches a game while it is played.

use crate::events::Events;

/// Watches a game.
pub(crate) trait Observer {
    /// Whether the game is to stop in the middle of a turn; its board is of no use then.
    fn is_stopped(&self) -> bool {
        false
    }

    /// Called after every step of a game that is watched; see [`Game::watch`](super::Game::watch).
    fn step(&mut self, _: Events<'_>) {}
}

/// Watches nothing.
impl Observer for () {}

/// Passes the events on.
pub(crate) struct Listener<'a>(pub(crate) &'a mut dyn FnMut(Events<'_>));

impl Observer for Listener<'_> {
    fn step(&mut self, events: Events<'_>) {
        (self.0)(events);
    }
}
