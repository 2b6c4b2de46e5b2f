//! A board of any shape up to 5 × 5.

use tilewright_grid::{Cell, Size};

use crate::bits::MAX_NETWORK_CODE;
use crate::{BitBoard, BoardError};

/// The fewest rows or columns of a board.
pub const MIN_SIDE: u32 = 2;

/// The most rows or columns of a board.
pub const MAX_SIDE: u32 = 5;

/// A board of 2 × 2 to 5 × 5 cells, correct up to the largest tile that it can hold: 131,072
/// on 4 × 4.
///
/// A cell holds a code: 0 is empty, *k* is the tile 2ᵏ. The low four bits of all codes stand
/// together, cell by cell in reading order, and so do the fifth bits; so a 4 × 4 board without
/// a tile above 32,768 is a [`BitBoard`] as it stands.
///
/// ```
/// use tilewright_2048::Board;
///
/// let board: Board = "2 2 0 0\n0 4 0 0\n0 0 0 0\n0 0 0 131072".parse()?;
/// assert_eq!(board.largest(), 131_072);
/// assert_eq!(board.empty_count(), 12);
/// # Ok::<(), tilewright_2048::BoardError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Board {
    /// Four bits a cell.
    low: u128,
    /// One bit a cell, worth 16.
    high: u32,
    rows: u8,
    columns: u8,
}

impl Board {
    /// A board without tiles.
    ///
    /// # Errors
    /// When there are fewer than two or more than five rows or columns.
    pub fn empty(size: Size) -> Result<Self, BoardError> {
        let sides = MIN_SIDE..=MAX_SIDE;
        if !sides.contains(&size.rows) || !sides.contains(&size.columns) {
            return Err(BoardError::Size { rows: size.rows, columns: size.columns });
        }
        Ok(Self { low: 0, high: 0, rows: size.rows as u8, columns: size.columns as u8 })
    }

    /// The rows and columns.
    pub const fn size(self) -> Size {
        Size::new(self.rows as u32, self.columns as u32)
    }

    /// How many cells there are.
    pub const fn area(self) -> usize {
        self.rows as usize * self.columns as usize
    }

    /// The code of the largest tile that a board of this shape can hold: with a 4 in the last
    /// free cell, one more than there are cells.
    pub const fn max_code(self) -> u8 {
        self.area() as u8 + 1
    }

    /// The code at this place in reading order: 0 is empty, *k* the tile 2ᵏ.
    ///
    /// # Panics
    /// When there is no such cell.
    pub const fn code(self, index: usize) -> u8 {
        assert!(index < self.area(), "the cell lies on the board");
        let low = (self.low >> (4 * index)) as u8 & 15;
        low | ((self.high >> index) as u8 & 1) << 4
    }

    /// The tile at this place in reading order; 0 where there is none.
    pub const fn tile(self, index: usize) -> u32 {
        tile(self.code(index))
    }

    /// The board with another code at this place.
    ///
    /// # Panics
    /// When there is no such cell, or no tile has the code.
    #[must_use]
    pub const fn with_code(self, index: usize, code: u8) -> Self {
        assert!(index < self.area() && code < 32, "the cell and the tile exist");
        let low = self.low & !(15 << (4 * index)) | (code as u128 & 15) << (4 * index);
        let high = self.high & !(1 << index) | (code as u32 >> 4) << index;
        Self { low, high, ..self }
    }

    /// The codes in reading order.
    pub fn codes(self) -> impl DoubleEndedIterator<Item = u8> + ExactSizeIterator {
        (0..self.area()).map(move |index| self.code(index))
    }

    /// The tiles, row by row; 0 where there is none.
    pub fn tiles(self) -> Vec<Vec<u32>> {
        let tiles: Vec<u32> = self.codes().map(tile).collect();
        tiles.chunks(usize::from(self.columns)).map(<[u32]>::to_vec).collect()
    }

    /// The largest tile; 0 on an empty board.
    pub fn largest(self) -> u32 {
        self.codes().max().map_or(0, tile)
    }

    /// The sum of all tiles.
    pub fn sum(self) -> u64 {
        self.codes().map(|code| u64::from(tile(code))).sum()
    }

    /// How many cells are empty.
    pub fn empty_count(self) -> usize {
        self.codes().filter(|&code| code == 0).count()
    }

    /// The empty cells, in reading order.
    pub fn empty_cells(self) -> impl Iterator<Item = usize> {
        (0..self.area()).filter(move |&index| self.code(index) == 0)
    }

    /// The same as a bit board; none unless it is 4 × 4 without a tile above 32,768.
    pub const fn bits(self) -> Option<BitBoard> {
        if self.rows == 4 && self.columns == 4 && self.high == 0 {
            Some(BitBoard(self.low as u64))
        } else {
            None
        }
    }

    /// The place of a cell in reading order.
    pub const fn index(self, cell: Cell) -> usize {
        self.size().index(cell)
    }

    /// A 4 × 4 bit board on which a search chooses as on this board: of tiles above a value
    /// that is missing, each is worth half, until no code is above the given one or no value is
    /// missing (*tile-downgrading*, Guei et al. 2021). Equal tiles stay equal, so the legal
    /// moves stay the same. None of another shape, nor of a full board of sixteen different
    /// tiles.
    pub fn downgraded(self, most: u8) -> Option<BitBoard> {
        if self.rows != 4 || self.columns != 4 {
            return None;
        }
        let mut codes: Vec<u8> = self.codes().collect();
        while let Some(largest) = codes.iter().copied().max().filter(|&code| code > most)
        {
            let missing = (1..largest).rev().find(|code| !codes.contains(code));
            let Some(missing) = missing else { break };
            for code in codes.iter_mut().filter(|code| **code > missing) {
                *code -= 1;
            }
        }
        let fits = codes.iter().all(|&code| code < 16);
        fits.then(|| {
            let packed =
                codes.iter().rev().fold(0, |bits, &code| bits << 4 | u64::from(code));
            BitBoard(packed)
        })
    }

    /// The board as a network sees it ([`BitBoard::for_network`]).
    pub(crate) fn for_network(self) -> Option<BitBoard> {
        match self.bits() {
            Some(bits) => Some(bits.for_network()),
            None => self.downgraded(MAX_NETWORK_CODE),
        }
    }
}

impl From<BitBoard> for Board {
    fn from(board: BitBoard) -> Self {
        Self { low: u128::from(board.0), high: 0, rows: 4, columns: 4 }
    }
}

/// The tile of a code.
pub(crate) const fn tile(code: u8) -> u32 {
    if code == 0 { 0 } else { 1 << code }
}
