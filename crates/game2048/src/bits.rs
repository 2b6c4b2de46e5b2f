//! The fast board: 4 × 4 cells of four bits.

use tilewright_grid::Heading;

use crate::rows::{Rows, rows};

/// A 4 × 4 board without a tile above 32,768, in 64 bits: sixteen codes of four bits, cell 0 in the
/// lowest. Its moves are table lookups.
///
/// Two tiles of 32,768 do not merge, because the code of 65,536 has five bits;
/// [`BitBoard::is_exact`] says whether that could matter. A [`crate::Board`] has no such limit.
///
/// ```
/// use tilewright_2048::{BitBoard, Board};
/// use tilewright_grid::Heading;
///
/// let board: Board = "2 2 4 0\n0 0 0 0\n0 0 0 0\n0 0 0 0".parse()?;
/// let bits = board.bits().expect("4 × 4 without large tiles");
/// assert_eq!(bits, BitBoard(0x0211));
/// assert_eq!(bits.slide(Heading::West), BitBoard(0x0022));
/// assert_eq!(bits.gain(Heading::West), 4);
/// # Ok::<(), tilewright_2048::BoardError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BitBoard(pub u64);

/// The lowest bit of every cell.
const ONES: u64 = 0x1111_1111_1111_1111;

impl BitBoard {
    /// The board after a move; an illegal move leaves it unchanged.
    #[must_use]
    pub fn slide(self, heading: Heading) -> Self {
        self.slide_by(rows(), heading)
    }

    /// The board after a move, with the lookup tables at hand.
    #[inline]
    pub(crate) fn slide_by(self, rows: &Rows, heading: Heading) -> Self {
        match heading {
            Heading::North => self.transposed().each(&rows.left).transposed(),
            Heading::East => self.each(&rows.right),
            Heading::South => self.transposed().each(&rows.right).transposed(),
            Heading::West => self.each(&rows.left),
        }
    }

    /// The boards after the moves up, right, down and left; an illegal move leaves the board
    /// unchanged.
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

    /// The score of a move: the sum of the tiles that it makes by merging.
    pub fn gain(self, heading: Heading) -> u32 {
        let lines = match heading {
            Heading::North | Heading::South => self.transposed(),
            Heading::East | Heading::West => self,
        };
        lines.line_gain(rows())
    }

    /// The score of a move to the left or to the right.
    #[inline]
    pub(crate) fn line_gain(self, rows: &Rows) -> u32 {
        (0..4).map(|row| rows.gain[self.row(row)]).sum()
    }

    /// The board with every row replaced by its entry in a table.
    #[inline]
    pub(crate) fn each(self, table: &[u16; crate::rows::ROWS]) -> Self {
        let look = |row: usize| u64::from(table[self.row(row)]) << (16 * row);
        Self(look(0) | look(1) | look(2) | look(3))
    }

    /// The codes of a row as an index, column 0 lowest.
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

    /// The eight symmetries of the board: its rotations and reflections.
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

    /// The number of empty cells.
    #[inline]
    pub const fn empty_count(self) -> u32 {
        self.empty_mask().count_ones()
    }

    /// Whether all moves on this board follow the rules: at most one tile is a 32,768.
    #[inline]
    pub const fn is_exact(self) -> bool {
        let full = self.full_mask();
        full & full.wrapping_sub(1) == 0
    }

    /// The tiles of 32,768, as the lowest bits of their codes.
    #[inline]
    pub(crate) const fn full_mask(self) -> u64 {
        let both = self.0 & self.0 >> 2;
        both & both >> 1 & ONES
    }

    /// Whether there is a 32,768, the largest tile that fits.
    #[inline]
    pub(crate) const fn has_largest(self) -> bool {
        self.full_mask() != 0
    }

    /// The code of a cell.
    ///
    /// # Panics
    /// If there is no such cell.
    pub const fn code(self, index: usize) -> u8 {
        assert!(index < 16, "the cell is not on the board");
        (self.0 >> (4 * index)) as u8 & 15
    }
}
