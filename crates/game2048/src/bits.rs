//! The fast board: 4 × 4, four bits a cell.

use tilewright_grid::Heading;

use crate::rows::{Rows, rows};

/// A 4 × 4 board without a tile above 32,768: sixteen codes of four bits, the first cell in
/// reading order lowest.
///
/// Two tiles of 32,768 do not join here, since the code of 65,536 has a fifth bit;
/// [`BitBoard::is_exact`] says whether that could matter. A [`crate::Board`] has no such limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BitBoard(pub u64);

/// The code of the largest tile that networks need to know, 8192: larger ones are halved as far
/// as a value is missing.
pub(crate) const MAX_NETWORK_CODE: u8 = 13;

/// The least sum of the tiles of a stage_2 board that are 2048 or more: 2048 less than 32,768.
const LATE: u32 = 30_720;

/// The lowest bit of every cell.
const ONES: u64 = 0x1111_1111_1111_1111;

impl BitBoard {
    /// The board after a move, which is the same board where the move is not legal.
    #[must_use]
    pub fn slide(self, heading: Heading) -> Self {
        self.slide_by(rows(), heading)
    }

    /// The same with the tables at hand.
    #[inline]
    pub(crate) fn slide_by(self, rows: &Rows, heading: Heading) -> Self {
        match heading {
            Heading::North => self.transposed().each(&rows.left).transposed(),
            Heading::East => self.each(&rows.right),
            Heading::South => self.transposed().each(&rows.right).transposed(),
            Heading::West => self.each(&rows.left),
        }
    }

    /// The boards after the moves up, right, down and left; a move that is not legal leaves the
    /// board as it is.
    #[inline]
    pub(crate) fn moved(self, rows: &Rows) -> [Self; 4] {
        let turned = self.transposed();
        [
            turned.each(&rows.left).transposed(),
            self.each(&rows.right),
            turned.each(&rows.right).transposed(),
            self.each(&rows.left),
        ]
    }

    /// What a move gains: the sum of the tiles that it makes by joining.
    pub fn gain(self, heading: Heading) -> u32 {
        let lines = match heading {
            Heading::North | Heading::South => self.transposed(),
            Heading::East | Heading::West => self,
        };
        lines.line_gain(rows())
    }

    /// What a move to the left or to the right gains.
    #[inline]
    pub(crate) fn line_gain(self, rows: &Rows) -> u32 {
        (0..4).map(|row| rows.gain[self.row(row)]).sum()
    }

    /// The board with every row looked up.
    #[inline]
    pub(crate) fn each(self, table: &[u16; crate::rows::ROWS]) -> Self {
        let look = |row: usize| u64::from(table[self.row(row)]) << (16 * row);
        Self(look(0) | look(1) | look(2) | look(3))
    }

    /// The codes of a row, the first column lowest.
    #[inline]
    pub(crate) const fn row(self, row: usize) -> usize {
        (self.0 >> (16 * row)) as usize & 0xffff
    }

    /// The board with rows and columns exchanged.
    #[inline]
    #[must_use]
    pub const fn transposed(self) -> Self {
        let board = self.0;
        let swap = (board ^ (board >> 12)) & 0x0000_f0f0_0000_f0f0;
        let board = board ^ swap ^ (swap << 12);
        let swap = (board ^ (board >> 24)) & 0x0000_0000_ff00_ff00;
        Self(board ^ swap ^ (swap << 24))
    }

    /// The board with its columns in reverse order.
    #[inline]
    #[must_use]
    pub const fn mirrored(self) -> Self {
        let board = self.0;
        let board =
            (board & 0x0f0f_0f0f_0f0f_0f0f) << 4 | (board >> 4) & 0x0f0f_0f0f_0f0f_0f0f;
        Self((board & 0x00ff_00ff_00ff_00ff) << 8 | (board >> 8) & 0x00ff_00ff_00ff_00ff)
    }

    /// The board with its rows in reverse order.
    #[inline]
    #[must_use]
    pub const fn flipped(self) -> Self {
        let board = self.0.rotate_left(32);
        Self(
            (board & 0x0000_ffff_0000_ffff) << 16 | (board >> 16) & 0x0000_ffff_0000_ffff,
        )
    }

    /// The board as it looks from all sides: its eight turns and reflections.
    #[inline]
    #[must_use]
    pub const fn symmetries(self) -> [Self; 8] {
        let (a, b) = (self, self.transposed());
        let (c, d) = (a.mirrored(), b.mirrored());
        [a, b, c, d, a.flipped(), b.flipped(), c.flipped(), d.flipped()]
    }

    /// The empty cells, as the lowest bits of their codes.
    #[inline]
    pub(crate) const fn empty_mask(self) -> u64 {
        let board = self.0 | self.0 >> 2;
        !(board | board >> 1) & ONES
    }

    /// How many cells are empty.
    #[inline]
    pub const fn empty_count(self) -> u32 {
        self.empty_mask().count_ones()
    }

    /// Whether every move on this board does what the game says: at most one tile is a 32,768.
    #[inline]
    pub const fn is_exact(self) -> bool {
        let full = self.full_mask();
        full & full.wrapping_sub(1) == 0
    }

    /// The tiles of 32,768, as the lowest bits of their codes.
    #[inline]
    const fn full_mask(self) -> u64 {
        let both = self.0 & self.0 >> 2;
        both & both >> 1 & ONES
    }

    /// Whether some tile is a 32,768, the largest that fits.
    #[inline]
    pub(crate) const fn has_largest(self) -> bool {
        self.full_mask() != 0
    }

    /// Whether little is missing to the first 32,768: the largest tile is a 16,384, and all of
    /// 2048 and more add up to at least 30,720, as 16,384, 8192, 4096 and 2048 do. So it stays
    /// while they join.
    pub(crate) fn is_stage_2(self) -> bool {
        !self.fits_network() && !self.has_largest() && self.large_sum() >= LATE
    }

    /// The stage_2 board that halving, twice, would bring to this one, if there is one: a board with
    /// 4096, 2048, 1024 and 512, the 4096 largest, where all tiles above the largest value that
    /// is missing are doubled, and doubled again.
    pub(crate) fn to_stage_2(self) -> Option<Self> {
        let present = self.codes();
        let is_whole = present.ilog2() == 12 && missing_below(present) < 1 << 9;
        is_whole.then(|| self.doubled().doubled())
    }

    /// All tiles above the largest value that is missing doubled.
    fn doubled(self) -> Self {
        let missing = missing_below(self.codes()).checked_ilog2().unwrap_or(0);
        let grown = (0..64).step_by(4).fold(self.0, |board, at| {
            board + (u64::from(self.0 >> at & 15 > u64::from(missing)) << at)
        });
        Self(grown)
    }

    /// The sum of all tiles of 2048 and more.
    fn large_sum(self) -> u32 {
        (0..64).step_by(4).map(|at| 1_u32 << (self.0 >> at & 15) & !2047).sum()
    }

    /// Which codes there are, as bits; a board has an empty cell or a tile, so there are some.
    fn codes(self) -> u32 {
        (0..64).step_by(4).fold(0, |present, at| present | 1 << (self.0 >> at & 15))
    }

    /// Whether no tile is above 8192, so that nothing is halved for a network.
    #[inline]
    pub(crate) const fn fits_network(self) -> bool {
        let both = self.0 >> 1 & self.0 >> 2;
        both & self.0 >> 3 & ONES == 0
    }

    /// The board as a network sees it: tiles above a value that is missing halved, until none
    /// is above 8192 or no value is missing; what [`crate::Board::downgraded`] does, without
    /// its detours.
    #[inline]
    #[must_use]
    pub(crate) fn for_network(self) -> Self {
        if self.fits_network() { self } else { self.halved() }
    }

    #[inline(never)]
    fn halved(self) -> Self {
        let cells = (0..64).step_by(4);
        let mut board = self.0;
        loop {
            let present = Self(board).codes();
            let missing = missing_below(present);
            if present.ilog2() <= u32::from(MAX_NETWORK_CODE) || missing == 0 {
                return Self(board);
            }
            let missing = u64::from(missing.ilog2());
            for at in cells.clone() {
                board -= u64::from(board >> at & 15 > missing) << at;
            }
        }
    }

    /// Whether some move is legal.
    pub fn has_move(self) -> bool {
        Heading::ALL.into_iter().any(|heading| self.slide(heading) != self)
    }

    /// The code at this place in reading order.
    ///
    /// # Panics
    /// When there is no such cell.
    pub const fn code(self, index: usize) -> u8 {
        assert!(index < 16, "the cell lies on the board");
        (self.0 >> (4 * index)) as u8 & 15
    }
}

/// The codes from 1 to the largest of these that are not among these.
const fn missing_below(present: u32) -> u32 {
    !(present | 1) & ((1 << present.ilog2()) - 1)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::Board;

    /// Boards with tiles as large as a network meets them, often of a whole row of values.
    fn stage_2() -> impl Strategy<Value = BitBoard> {
        let codes = prop::array::uniform16(prop_oneof![0..4_u64, 8..16_u64, 1..16_u64]);
        codes.prop_map(|codes| {
            BitBoard(codes.iter().fold(0, |bits, code| bits << 4 | code))
        })
    }

    proptest! {
        #[test]
        fn a_network_sees_what_halving_leaves(board in stage_2()) {
            let halved = Board::from(board).downgraded(MAX_NETWORK_CODE).unwrap();
            prop_assert_eq!(board.for_network(), halved);
            prop_assert_eq!(halved.for_network(), halved);
            let is_small = Board::from(board).largest() <= 1 << MAX_NETWORK_CODE;
            prop_assert_eq!(board.fits_network(), is_small);
        }

        #[test]
        fn halving_undoes_what_grew_late(
            codes in Just((1..13_u64).collect::<Vec<_>>()).prop_shuffle(),
            holes in any::<u16>(),
        ) {
            // The codes from 9 to 12 are there, of the smaller ones those that no hole takes.
            let codes = codes.into_iter().enumerate();
            let codes = codes.filter(|&(_, code)| code > 8 || holes >> code & 1 == 0);
            let board = BitBoard(codes.map(|(at, code)| code << (4 * at)).sum());
            let once = board.doubled();
            prop_assert_eq!(once.doubled().halved(), once);
            prop_assert_eq!(board.to_stage_2(), Some(once.doubled()));
        }
    }

    #[test]
    fn tiles_are_halved_as_far_as_values_are_missing() {
        let seen = |text: &str| {
            let board: Board = text.parse().unwrap();
            Board::from(board.bits().unwrap().for_network())
        };
        let board = |text: &str| text.parse::<Board>().unwrap();
        let same = "8192 8192 0 0\n0 0 0 0\n0 0 0 0\n0 0 0 2";
        assert_eq!(seen(same), board(same));
        // 8192 is missing, then 4096; 2048 is there.
        let twice = "32768 16384 2048 0\n0 0 0 0\n0 0 0 0\n0 0 0 2";
        assert_eq!(seen(twice), board("8192 4096 2048 0\n0 0 0 0\n0 0 0 0\n0 0 0 2"));
        let whole = "16384 8192 4096 2048\n128 256 512 1024\n64 32 16 8\n0 0 2 4";
        assert_eq!(seen(whole), board(whole));
    }

    /// A board whose tiles are these, row by row.
    fn bits(text: &str) -> BitBoard {
        text.parse::<Board>().unwrap().bits().unwrap()
    }

    #[test]
    fn a_board_is_late_from_2048_before_32768_until_then() {
        let is_stage_2 = |large: &str| {
            bits(&format!("{large}\n0 0 0 0\n8 0 0 0\n2 4 0 0")).is_stage_2()
        };
        assert!(is_stage_2("16384 8192 4096 2048"));
        assert!(is_stage_2("16384 8192 4096 4096"));
        assert!(is_stage_2("16384 8192 8192 0"));
        assert!(is_stage_2("16384 16384 0 0"));
        assert!(!is_stage_2("32768 0 0 0"));
        assert!(!is_stage_2("32768 16384 8192 4096"));
        assert!(!is_stage_2("8192 8192 8192 8192"));
        // As much, but in tiles of less than 2048.
        assert!(!bits("16384 8192 4096 1024\n1024 0 0 0\n0 0 0 0\n0 0 0 0").is_stage_2());
    }

    #[test]
    fn early_boards_grow_late() {
        let grown = |text: &str| bits(text).to_stage_2();
        let board = "4096 2048 1024 512\n16 8 4 2\n0 0 0 2\n0 0 0 0";
        let stage_2 = "16384 8192 4096 2048\n16 8 4 2\n0 0 0 2\n0 0 0 0";
        assert_eq!(grown(board), Some(bits(stage_2)));
        // The 256 belongs to them: nothing is missing above it.
        let board = "4096 2048 1024 512\n16 8 4 256\n0 0 0 2\n0 0 0 0";
        let stage_2 = "16384 8192 4096 2048\n16 8 4 1024\n0 0 0 2\n0 0 0 0";
        assert_eq!(grown(board), Some(bits(stage_2)));
        for text in [
            "4096 2048 1024 256\n256 8 4 2\n0 0 0 2\n0 0 0 0",
            "8192 4096 2048 1024\n512 0 0 0\n0 0 0 0\n0 0 0 0",
            "2048 1024 512 0\n0 0 0 0\n0 0 0 0\n0 0 0 0",
        ] {
            assert_eq!(grown(text), None, "{text}");
        }
    }
}
