//! Dealing and reshuffling of boards.

use tilewright_grid::Bits;

use super::Game;
use super::board::NONE;
use super::observer::Observer;

/// The maximum number of tries to deal or reshuffle a board without lines and with a swap.
pub(super) const TRIES: u32 = 200;

impl<const W: usize> Game<'_, W> {
    /// Deals every open cell a block: cell by cell one of the colours that complete no line, drawn uniformly.
    /// A board without a swap is dealt again. If all tries fail, the board is empty, and the game is stuck.
    pub(super) fn deal(&mut self) {
        for _ in 0..TRIES {
            self.board.colors.fill(NONE);
            if self.deal_cells() {
                let colors = &self.board.colors;
                self.board.filled =
                    (0..colors.len()).filter(|&index| colors[index] != NONE).collect();
                self.pack();
                self.find_swaps();
                if self.move_count() > 0 {
                    return;
                }
            }
        }
        self.give_up();
    }

    fn deal_cells(&mut self) -> bool {
        let area = self.board.colors.len();
        let count = self.rules.level.colors();
        let mut steps = 8 * area;
        let mut index = 0;
        while index < area && steps > 0 {
            steps -= 1;
            if !self.board.open.has(index) {
                index += 1;
                continue;
            }

            let [one, two] = self.completed(index);
            let barred = u32::from(one != NONE) + u32::from(two != NONE && two != one);
            if barred >= count {
                // With two colours both can be barred: then three cells are dealt again.
                index = index.saturating_sub(3);
                continue;
            }

            // The rank among the colours that are free becomes a colour: each barred one that
            // is not above it shifts it by one, the lower one first.
            let mut color = self.board.rng.below(count - barred) as u8;
            for bar in if one <= two { [one, two] } else { [two, one] } {
                color += u8::from(bar != NONE && bar <= color);
            }

            self.board.colors[index] = color;
            index += 1;
        }
        index >= area
    }

    /// The colours that would complete a line with the two cells to the west, and with the two to the
    /// north; if both are the same colour, the second one is none.
    fn completed(&self, index: usize) -> [u8; 2] {
        let columns = self.columns();
        let pair = |room: usize, step: usize| {
            if room < 2 {
                return NONE;
            }
            let (near, far) =
                (self.board.colors[index - step], self.board.colors[index - 2 * step]);
            if near == far { near } else { NONE }
        };
        let west = pair(index % columns, 1);
        let north = pair(index / columns, columns);
        [west, if north == west { NONE } else { north }]
    }

    /// Reshuffles the blocks uniformly and clears the lines that result, until there is a swap. If all tries
    /// fail, the game is stuck.
    pub(super) fn shuffle<const LOOKS: bool>(&mut self, watch: &mut dyn Observer) {
        self.board.reshuffles += 1;
        let mut blocks = Vec::with_capacity(self.board.colors.len());
        for _ in 0..TRIES {
            blocks.clear();

            // Each with the cell that it comes from.
            let filled = self.board.filled;
            let color = |cell: usize| (self.board.colors[cell], cell as u32);
            blocks.extend(filled.indices().map(color));
            self.board.rng.shuffle(&mut blocks);
            for (cell, &(color, _)) in filled.indices().zip(&blocks) {
                self.board.colors[cell] = color;
            }

            self.pack();
            if LOOKS {
                self.set_shuffle(blocks.iter().map(|&(_, from)| from));
                self.note_shuffled(filled);
                self.end_step(watch);
            }
            self.settle::<LOOKS>(2, watch);

            if self.move_count() > 0 || self.is_won() {
                return;
            }
        }
    }

    /// Empties the board, so that it has no swaps.
    fn give_up(&mut self) {
        self.board.colors.fill(NONE);
        self.board.filled = Bits::EMPTY;
        self.pack();
        self.find_swaps();
    }
}
