//! Moves of a bit board without branches: for programs that step many games at random.

use std::sync::LazyLock;

use tilewright_grid::{Heading, Rng};

use crate::BitBoard;
use crate::rows::{ROWS, rows, table};

/// The lowest bit of every cell.
const ONES: u64 = 0x1111_1111_1111_1111;

/// The cells that have a neighbour to their right.
const INNER: u64 = 0x0111_0111_0111_0111;

/// For each row the row after a move in its low half, and a quarter of what the move scores in its
/// high half; scores are multiples of four.
struct Moves {
    left: Box<[u32; ROWS]>,
    right: Box<[u32; ROWS]>,
}

static MOVES: LazyLock<Moves> = LazyLock::new(Moves::new);

impl Moves {
    fn new() -> Self {
        let rows = rows();
        let (mut left, mut right) = (table(0), table(0));
        for row in 0..ROWS {
            let gain = (rows.gain[row] / 4) << 16;
            left[row] = u32::from(rows.left[row]) | gain;
            right[row] = u32::from(rows.right[row]) | gain;
        }
        Self { left, right }
    }
}

impl BitBoard {
    /// The board after a move and the score of the move, without a branch on the direction. An illegal
    /// move leaves the board unchanged and scores nothing.
    ///
    /// ```
    /// use tilewright_2048::BitBoard;
    /// use tilewright_grid::Heading;
    ///
    /// assert_eq!(BitBoard(0x0211).moved_by(Heading::West), (BitBoard(0x0022), 4));
    /// ```
    #[inline]
    #[must_use]
    pub fn moved_by(self, heading: Heading) -> (Self, u32) {
        let Moves { left, right } = &*MOVES;
        let is_upright = matches!(heading, Heading::North | Heading::South);
        let is_first = matches!(heading, Heading::North | Heading::West);
        let table = if is_first { left } else { right };
        let (moved, gain) = self.transposed_if(is_upright).moved_in(table);
        (moved.transposed_if(is_upright), gain)
    }

    /// The boards after the moves up, right, down and left, and their points; an illegal move leaves the board as it is. As
    /// [`moved_by`](Self::moved_by) of each, which transposes the board twice.
    #[inline]
    #[must_use]
    pub fn moves(self) -> [(Self, u32); 4] {
        let Moves { left, right } = &*MOVES;
        let turned = self.transposed();
        let upright = |(board, gain): (Self, u32)| (board.transposed(), gain);
        [
            upright(turned.moved_in(left)),
            self.moved_in(right),
            upright(turned.moved_in(right)),
            self.moved_in(left),
        ]
    }

    /// The board whose rows are moved by a table, and the points.
    #[inline]
    fn moved_in(self, table: &[u32; ROWS]) -> (Self, u32) {
        let [a, b, c, d] = [0, 1, 2, 3].map(|row| table[self.row(row)]);
        let low = |entry: u32| u64::from(entry & 0xffff);
        let moved = low(a) | low(b) << 16 | low(c) << 32 | low(d) << 48;
        (Self(moved), ((a >> 16) + (b >> 16) + (c >> 16) + (d >> 16)) * 4)
    }

    /// The board with rows and columns exchanged, or as it is.
    #[inline]
    const fn transposed_if(self, is_upright: bool) -> Self {
        let mask = (is_upright as u64).wrapping_neg();
        Self(self.0 ^ (self.0 ^ self.transposed().0) & mask)
    }

    /// The legal moves: bit 0 for up, then right, down and left. Two tiles of 32,768 do not merge.
    ///
    /// ```
    /// use tilewright_2048::BitBoard;
    ///
    /// assert_eq!(BitBoard(0x0211).legal_moves(), 0b1110, "all but up");
    /// ```
    #[inline]
    #[must_use]
    pub const fn legal_moves(self) -> u8 {
        let empty = self.empty_mask();
        let full = !empty & ONES;
        let largest = self.full_mask();
        // Neighbours that hold the same tile, each at its cell to the left or above.
        let merging = full & !largest;
        let aside = Self(self.0 ^ self.0 >> 4).empty_mask() & merging & INNER;
        let below = Self(self.0 ^ self.0 >> 16).empty_mask() & merging & ONES >> 16;
        let left = aside | empty & full >> 4 & INNER;
        let right = aside | full & empty >> 4 & INNER;
        let up = below | empty & full >> 16;
        let down = below | full & (empty >> 16);
        (up != 0) as u8
            | ((right != 0) as u8) << 1
            | ((down != 0) as u8) << 2
            | ((left != 0) as u8) << 3
    }

    /// The board with a new tile in the `nth` empty cell, counted from 0; `code` is 1 or 2.
    #[inline]
    pub(crate) const fn with_tile(self, nth: u32, code: u64) -> Self {
        let empty = self.empty_mask();
        if nth >= 15 {
            // The last of sixteen empty cells: its number needs five bits.
            return Self(self.0 | code << 60);
        }
        // Each cell gets the number of the empty cells up to it; the wanted one is the only empty
        // cell with the number nth + 1.
        let numbers = empty.wrapping_mul(ONES);
        let wanted = (nth as u64 + 1).wrapping_mul(ONES);
        let cell = Self(numbers ^ wanted).empty_mask() & empty;
        Self(self.0 | (cell * code))
    }

    /// Adds a new tile as [`Board::spawn`](crate::Board::spawn) does, with the same random numbers.
    #[inline]
    #[must_use]
    pub fn spawn(self, four_probability: f64, rng: &mut Rng) -> Self {
        let count = self.empty_count();
        if count == 0 {
            return self;
        }
        let nth = rng.below(count);
        self.with_tile(nth, 1 + u64::from(rng.chance(four_probability)))
    }
}

#[cfg(test)]
mod tests {
    use tilewright_grid::Seed;

    use super::*;
    use crate::Board;

    /// Boards of random games, and boards of random cells with large tiles.
    fn boards() -> Vec<BitBoard> {
        let mut rng = Seed(11).rng();
        let mut boards = vec![
            BitBoard::default(),
            BitBoard(u64::MAX),
            BitBoard(0x0f00_f000_0000_ff00),
        ];

        for _ in 0..2000 {
            let mut cells = 0_u64;
            let (limit, share) = (1 + rng.below(15), rng.unit());
            for cell in 0..16 {
                let code =
                    if rng.chance(share) { 0 } else { 1 + u64::from(rng.below(limit)) };
                cells |= code << (4 * cell);
            }

            boards.push(BitBoard(cells));
        }

        boards
    }

    #[test]
    fn moves_are_those_of_the_tables() {
        for board in boards() {
            let mut legal = 0;
            for (bit, heading) in Heading::ALL.into_iter().enumerate() {
                let moved = board.slide(heading);
                assert_eq!(
                    board.moved_by(heading),
                    (moved, board.gain(heading)),
                    "{board:?}"
                );

                assert_eq!(board.moves()[bit], board.moved_by(heading), "{board:?}");
                legal |= u8::from(moved != board) << bit;
            }

            assert_eq!(board.legal_moves(), legal, "{board:?}");
        }
    }

    #[test]
    fn new_tiles_are_those_of_any_board() {
        for board in boards() {
            let seed = Seed(board.0);
            let (mut one, mut other) = (seed.rng(), seed.rng());
            let spawned = Board::from(board).spawn(0.5, &mut one);
            assert_eq!(Board::from(board.spawn(0.5, &mut other)), spawned, "{board:?}");
            assert_eq!(one.next_u64(), other.next_u64(), "the same numbers are drawn");
        }
        for nth in 0..16 {
            assert_eq!(BitBoard(0).with_tile(nth, 2), BitBoard(2 << (4 * nth)), "{nth}");
        }
    }
}
