//! The states that undo goes back to.

use tilewright_grid::Rng;

use super::Session;
use crate::Hunter;

/// The number of shots that can be taken back, unless [`Session::set_undo_depth`] says otherwise.
pub const UNDO_DEPTH: usize = 64;

/// What undo goes back to.
pub(super) struct Past {
    /// The number of turns.
    pub(super) turns: usize,
    /// The hunter and its stream, if it shot afterwards and they are still known.
    pub(super) hunter: Option<(Box<dyn Hunter>, Rng)>,
}

impl Clone for Past {
    fn clone(&self) -> Self {
        let hunter = self.hunter.as_ref();
        let hunter = hunter.map(|(hunter, draws)| (hunter.fork(), draws.clone()));
        Self { turns: self.turns, hunter }
    }
}

impl Session {
    /// Sets how many shots of the person can be taken back; of those that were made, as many as are still known. Each that
    /// the hunter answered takes the memory of its state: some bytes of most, some tens of KB of those that sample.
    pub fn set_undo_depth(&mut self, depth: usize) {
        self.depth = depth;
        while self.past.len() > depth {
            self.past.pop_front();
        }
    }

    /// Takes all turns from a number on back.
    pub(super) fn take_back(&mut self, turns: usize) {
        while self.turns.len() > turns
            && let Some(turn) = self.turns.pop()
        {
            self.shots[turn.side as usize].take_back(turn.cell, turn.answer);
        }
    }

    /// Keeps a state for undo.
    pub(super) fn keep(&mut self, past: Past) {
        if self.depth > 0 {
            if self.past.len() == self.depth {
                self.past.pop_front();
            }
            self.past.push_back(past);
        }
    }
}
