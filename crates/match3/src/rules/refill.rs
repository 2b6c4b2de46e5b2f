//! How blocks fall, flow and come in.

use tilewright_grid::Bits;

use super::Game;
use super::game::{NONE, Observer, Phase, Step};

impl<const W: usize> Game<'_, W> {
    /// Fills every refillable cell that is empty. Again and again the cells are gone through
    /// from bottom right to top left: an empty one takes its source's block, an empty spawner
    /// draws a new colour.
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
            // Only now: a cell may have taken its block from a word gone through before.
            if empty.is_empty() {
                break;
            }
        }
    }

    /// The empty cells to which blocks come.
    fn empty(&self) -> Bits<W> {
        let mut empty = Bits::EMPTY;
        for (word, empty) in empty.0.iter_mut().enumerate() {
            let mut open = self.open.0[word] & !self.filled.0[word];
            while open != 0 {
                let bit = open.trailing_zeros() as usize;
                open &= open - 1;
                *empty |= u64::from(self.paths.is_refillable(word * 64 + bit)) << bit;
            }
        }
        empty
    }

    /// Goes through the cells of a word downwards.
    #[inline]
    fn refill_word(
        &mut self,
        empty: &mut Bits<W>,
        word: usize,
        take_down: &mut impl FnMut(Step),
    ) {
        let mut below = u64::MAX;
        loop {
            let due = empty.0[word] & below;
            if due == 0 {
                return;
            }
            let bit = 63 - due.leading_zeros() as usize;
            below = (1 << bit) - 1;
            let index = word * 64 + bit;
            let from = self.paths.source(index);
            if let Some(source) = from {
                let color = self.colors[source];
                if color == NONE {
                    continue;
                }
                self.colors[index] = color;
                self.colors[source] = NONE;
                self.filled.insert(index);
                self.filled.remove(source);
                empty.remove(index);
                empty.insert(source);
            } else {
                self.colors[index] = self.rng.below(self.rules.level.colors()) as u8;
                self.filled.insert(index);
                empty.remove(index);
            }
            take_down(Step { from, to: index });
        }
    }
}
