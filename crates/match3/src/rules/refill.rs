//! Falling and new blocks.

use tilewright_grid::Bits;

use super::Game;
use super::board::NONE;
use super::journal::FILLING;
use super::observer::Observer;
use crate::events::{Id, Manner, Place};

impl<const W: usize> Game<'_, W> {
    /// Fills all empty refillable cells. Each pass visits the cells from bottom right to top left: an empty
    /// cell takes the block of its source, an empty spawner draws a new colour.
    pub(super) fn refill<const LOOKS: bool>(&mut self, watch: &mut dyn Observer) {
        if LOOKS {
            self.note_cause(Id::NONE);
        }
        let mut empty = self.empty();
        loop {
            for word in (0..W).rev() {
                self.refill_word::<LOOKS>(&mut empty, word);
            }
            if LOOKS {
                self.end_step(watch);
            }
            // Not earlier: a cell may have taken its block from a word that was visited before.
            if empty.is_empty() {
                break;
            }
        }
    }

    /// The empty refillable cells.
    fn empty(&self) -> Bits<W> {
        let mut empty = Bits::EMPTY;

        // Bit by bit of the words: few cells are empty, and the others are not looked at.
        for (word, empty) in empty.0.iter_mut().enumerate() {
            let mut open = self.board.open.0[word] & !self.board.filled.0[word];
            while open != 0 {
                let bit = open.trailing_zeros() as usize;
                open &= open - 1;
                *empty |=
                    u64::from(self.board.classic.paths.is_refillable(word * 64 + bit))
                        << bit;
            }
        }
        empty
    }

    /// Visits the empty cells of a word from the highest bit down.
    #[inline]
    fn refill_word<const LOOKS: bool>(&mut self, empty: &mut Bits<W>, word: usize) {
        // From the last cell to the first: bits at and above this one have been visited.
        let mut below = u64::MAX;
        loop {
            let due = empty.0[word] & below;
            if due == 0 {
                return;
            }

            let bit = 63 - due.leading_zeros() as usize;
            below = (1 << bit) - 1;
            let index = word * 64 + bit;

            if let Some(source) = self.board.classic.paths.source(index) {
                let color = self.board.colors[source];
                if color == NONE {
                    continue;
                }
                self.board.colors[index] = color;
                self.board.colors[source] = NONE;
                self.board.filled.insert(index);
                self.board.filled.remove(source);
                empty.remove(index);
                empty.insert(source);
                if LOOKS {
                    let is_below = source + self.columns() == index;
                    let manner = if is_below { Manner::Fall } else { Manner::Slide };
                    self.note_move(source, index, manner);
                }
            } else {
                self.board.colors[index] =
                    self.board.rng.below(self.rules.level.colors()) as u8;
                self.board.filled.insert(index);
                empty.remove(index);
                if LOOKS {
                    let spawner = Place::of(index);
                    self.note_appear(FILLING, spawner, index, Manner::Refilled);
                }
            }
        }
    }
}
