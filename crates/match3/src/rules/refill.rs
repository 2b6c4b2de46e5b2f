//! Falling and new blocks.

use tilewright_grid::Bits;

use super::Game;
use super::board::NONE;
use super::observer::{FallStep, Observer, Phase};

impl<const W: usize> Game<'_, W> {
    /// Fills all empty refillable cells. Each pass visits the cells from bottom right to top left: an empty
    /// cell takes the block of its source, an empty spawner draws a new colour.
    pub(super) fn refill<T: Observer>(&mut self, watch: &mut T) {
        let mut empty = self.empty();
        loop {
            let mut steps = Vec::new();
            let mut take_down = |step| {
                if T::LOOKS {
                    steps.push(step);
                }
            };

            for word in (0..W).rev() {
                self.refill_word(&mut empty, word, &mut take_down);
            }
            if T::LOOKS {
                watch.see(self, Phase::Fallen(steps));
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
    fn refill_word(
        &mut self,
        empty: &mut Bits<W>,
        word: usize,
        take_down: &mut impl FnMut(FallStep),
    ) {
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

            let from = self.board.classic.paths.source(index);
            if let Some(source) = from {
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
            } else {
                self.board.colors[index] =
                    self.board.rng.below(self.rules.level.colors()) as u8;
                self.board.filled.insert(index);
                empty.remove(index);
            }
            take_down(FallStep { from, to: index });
        }
    }
}
