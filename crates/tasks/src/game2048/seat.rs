//! Players that stop when the host says so.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use tilewright_2048::{Board, Player};
use tilewright_grid::{Heading, Rng};

use crate::{Event, Host};

/// After how many moves the host hears how it stands.
const SHOWN: u64 = 256;

/// The moves of all players of some work. The host hears how many there are, in words, and may
/// stop them.
pub(super) struct Moves<'a, W> {
    host: &'a dyn Host,
    words: W,
    made: AtomicU64,
    is_stopped: AtomicBool,
}

impl<'a, W: Fn(u64) -> String + Sync> Moves<'a, W> {
    pub(super) const fn new(host: &'a dyn Host, words: W) -> Self {
        let (made, is_stopped) = (AtomicU64::new(0), AtomicBool::new(false));
        Self { host, words, made, is_stopped }
    }

    /// The player, as one whose moves count here.
    pub(super) fn seat<'s>(&'s self, player: Box<dyn Player + 's>) -> Seat<'s, W> {
        Seat { player, moves: self }
    }

    /// Whether the players were stopped: games that ended since then were not played to their
    /// end.
    pub(super) fn is_stopped(&self) -> bool {
        self.is_stopped.load(Ordering::Relaxed)
    }

    /// Counts a move; whether it is to be made.
    fn count(&self) -> bool {
        let made = self.made.fetch_add(1, Ordering::Relaxed) + 1;
        let flow = if made.is_multiple_of(SHOWN) {
            self.host.see(Event::Stands(&(self.words)(made)))
        } else {
            self.host.see(Event::Look)
        };
        if flow.is_break() {
            self.is_stopped.store(true, Ordering::Relaxed);
        }
        !self.is_stopped()
    }
}

/// A player whose moves are counted, and which makes none once it is stopped.
pub(super) struct Seat<'s, W> {
    player: Box<dyn Player + 's>,
    moves: &'s Moves<'s, W>,
}

impl<W: Fn(u64) -> String + Sync> Player for Seat<'_, W> {
    fn name(&self) -> &str {
        self.player.name()
    }

    fn begin(&mut self) {
        if !self.moves.is_stopped() {
            self.player.begin();
        }
    }

    fn choose(&mut self, board: Board, rng: &mut Rng) -> Option<Heading> {
        if self.moves.count() { self.player.choose(board, rng) } else { None }
    }
}
