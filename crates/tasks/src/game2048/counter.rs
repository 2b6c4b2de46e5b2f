//! Players whose moves are counted, and which stop when the host stops the task.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use tilewright_2048::{Board, Player};
use tilewright_grid::{Heading, Rng};

use crate::{Event, Host};

/// The number of moves between two progress events: those of fast players come too often to be
/// seen one by one, those of slow ones every few seconds.
const SHOWN: u64 = 256;

/// Counts the moves of all players of a task. It reports the count to the host, as the text that
/// `words` makes of it, and stops the players when the host says so.
pub(super) struct MoveCounter<'a, W> {
    host: &'a dyn Host,
    words: W,
    made: AtomicU64,
    is_stopped: AtomicBool,
}

impl<'a, W: Fn(u64) -> String + Sync> MoveCounter<'a, W> {
    pub(super) const fn new(host: &'a dyn Host, words: W) -> Self {
        let (made, is_stopped) = (AtomicU64::new(0), AtomicBool::new(false));
        Self { host, words, made, is_stopped }
    }

    /// The player, with its moves counted here.
    pub(super) fn player<'s>(
        &'s self,
        player: Box<dyn Player + 's>,
    ) -> CountedPlayer<'s, W> {
        CountedPlayer { player, moves: self }
    }

    /// Whether the host stopped the players. Games that ended after that were not finished.
    pub(super) fn is_stopped(&self) -> bool {
        self.is_stopped.load(Ordering::Relaxed)
    }

    /// Counts a move and returns whether the player may make it.
    fn count(&self) -> bool {
        let made = self.made.fetch_add(1, Ordering::Relaxed) + 1;
        if made.is_multiple_of(SHOWN) {
            self.host.tell(Event::Status(&(self.words)(made)));
        }
        self.look()
    }

    /// Asks the host, and returns whether the players may go on.
    fn look(&self) -> bool {
        if self.host.look().is_break() {
            self.is_stopped.store(true, Ordering::Relaxed);
        }
        !self.is_stopped()
    }
}

/// A player whose moves are counted; it makes no move after the host has stopped the task.
pub(super) struct CountedPlayer<'s, W> {
    player: Box<dyn Player + 's>,
    moves: &'s MoveCounter<'s, W>,
}

impl<W: Fn(u64) -> String + Sync> Player for CountedPlayer<'_, W> {
    fn name(&self) -> &str {
        self.player.name()
    }

    fn begin(&mut self) {
        if !self.moves.is_stopped() {
            self.player.begin();
        }
    }

    fn choose(&mut self, board: Board, rng: &mut Rng) -> Option<Heading> {
        if !self.moves.count() {
            return None;
        }
        let choice = self.player.choose(board, rng);

        // A search that the host stopped finds no move either, and its game is not over.
        if choice.is_none() {
            self.moves.look();
        }
        choice
    }
}
