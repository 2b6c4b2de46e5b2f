//! What a network sees of a board: tile downgrading, and the boards of stage 2.

use crate::BitBoard;

/// The code of the largest tile that networks see, 8192. Larger tiles are downgraded.
pub(crate) const MAX_NETWORK_CODE: u8 = 13;

/// The minimum sum of the tiles of 2048 and more on a stage 2 board: 2048 less than 32,768. With
/// the sum of all tiles instead, a stage begins before there is a 2048, and a trained network
/// reached a 32,768 in 8 % of 60 games instead of 30 %.
const STAGE_2_SUM: u32 = 30_720;

/// The lowest bit of every cell.
const ONES: u64 = 0x1111_1111_1111_1111;

impl BitBoard {
    /// Whether the board belongs to stage 2: its largest tile is a 16,384, and its tiles of 2048 and
    /// more add up to at least 30,720, as 16,384, 8192, 4096 and 2048 do. Merging these tiles does
    /// not change the sum.
    pub(crate) fn is_stage_2(self) -> bool {
        !self.fits_network() && !self.has_largest() && self.large_sum() >= STAGE_2_SUM
    }

    /// The stage 2 board that two downgrades would turn into this one, if the board has 4096, 2048, 1024
    /// and 512 and nothing larger: all tiles above the largest missing value become four times as
    /// large.
    pub(crate) fn to_stage_2(self) -> Option<Self> {
        let present = self.codes();
        let is_whole = present.ilog2() == 12 && missing_below(present) < 1 << 9;
        is_whole.then(|| self.doubled().doubled())
    }

    /// The board with all tiles above the largest missing value doubled.
    fn doubled(self) -> Self {
        let missing = missing_below(self.codes()).checked_ilog2().unwrap_or(0);
        let promoted = (0..64).step_by(4).fold(self.0, |board, at| {
            board + (u64::from(self.0 >> at & 15 > u64::from(missing)) << at)
        });
        Self(promoted)
    }

    /// The sum of all tiles of 2048 and more.
    fn large_sum(self) -> u32 {
        (0..64).step_by(4).map(|at| 1_u32 << (self.0 >> at & 15) & !2047).sum()
    }

    /// The set of codes on the board, as bits.
    fn codes(self) -> u32 {
        (0..64).step_by(4).fold(0, |present, at| present | 1 << (self.0 >> at & 15))
    }

    /// Whether no tile is above 8192, so that nothing is downgraded.
    #[inline]
    pub(crate) const fn fits_network(self) -> bool {
        let both = self.0 >> 1 & self.0 >> 2;
        both & self.0 >> 3 & ONES == 0
    }

    /// The board as a network sees it: [`crate::Board::downgraded`] with 8192 as the largest tile.
    #[inline]
    #[must_use]
    pub(crate) fn for_network(self) -> Self {
        if self.fits_network() { self } else { self.downgraded() }
    }

    #[inline(never)]
    fn downgraded(self) -> Self {
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
}

/// The codes from 1 to the largest of a set that are missing in the set, as bits.
const fn missing_below(present: u32) -> u32 {
    !(present | 1) & ((1 << present.ilog2()) - 1)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::Board;

    /// Boards with large tiles, often without a missing value.
    fn stage_2() -> impl Strategy<Value = BitBoard> {
        let codes = prop::array::uniform16(prop_oneof![0..4_u64, 8..16_u64, 1..16_u64]);
        codes.prop_map(|codes| {
            BitBoard(codes.iter().fold(0, |bits, code| bits << 4 | code))
        })
    }

    proptest! {
        #[test]
        fn a_network_sees_the_downgraded_board(board in stage_2()) {
            let downgraded = Board::from(board).downgraded(MAX_NETWORK_CODE).unwrap();
            prop_assert_eq!(board.for_network(), downgraded);
            prop_assert_eq!(downgraded.for_network(), downgraded);
            let is_small = Board::from(board).largest() <= 1 << MAX_NETWORK_CODE;
            prop_assert_eq!(board.fits_network(), is_small);
        }

        #[test]
        fn downgrading_undoes_the_promotion_to_stage_2(
            codes in Just((1..13_u64).collect::<Vec<_>>()).prop_shuffle(),
            holes in any::<u16>(),
        ) {
            // All codes from 9 to 12, and of the smaller ones those that no hole removes.
            let codes = codes.into_iter().enumerate();
            let codes = codes.filter(|&(_, code)| code > 8 || holes >> code & 1 == 0);
            let board = BitBoard(codes.map(|(at, code)| code << (4 * at)).sum());
            let once = board.doubled();
            prop_assert_eq!(once.doubled().downgraded(), once);
            prop_assert_eq!(board.to_stage_2(), Some(once.doubled()));
        }
    }

    #[test]
    fn tiles_above_a_missing_value_are_downgraded() {
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
    fn stage_2_lasts_from_30720_to_the_first_32768() {
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
        // The same sum, but partly in tiles below 2048.
        assert!(!bits("16384 8192 4096 1024\n1024 0 0 0\n0 0 0 0\n0 0 0 0").is_stage_2());
    }

    #[test]
    fn boards_of_stage_1_are_promoted_to_stage_2() {
        let promoted = |text: &str| bits(text).to_stage_2();
        let board = "4096 2048 1024 512\n16 8 4 2\n0 0 0 2\n0 0 0 0";
        let stage_2 = "16384 8192 4096 2048\n16 8 4 2\n0 0 0 2\n0 0 0 0";
        assert_eq!(promoted(board), Some(bits(stage_2)));
        // The 256 is promoted too: no value above it is missing.
        let board = "4096 2048 1024 512\n16 8 4 256\n0 0 0 2\n0 0 0 0";
        let stage_2 = "16384 8192 4096 2048\n16 8 4 1024\n0 0 0 2\n0 0 0 0";
        assert_eq!(promoted(board), Some(bits(stage_2)));
        for text in [
            "4096 2048 1024 256\n256 8 4 2\n0 0 0 2\n0 0 0 0",
            "8192 4096 2048 1024\n512 0 0 0\n0 0 0 0\n0 0 0 0",
            "2048 1024 512 0\n0 0 0 0\n0 0 0 0\n0 0 0 0",
        ] {
            assert_eq!(promoted(text), None, "{text}");
        }
    }
}
