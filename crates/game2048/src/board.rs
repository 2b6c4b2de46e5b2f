//! A board of 2 × 2 to 5 × 5 cells.

use tilewright_grid::Size;

use crate::network::MAX_NETWORK_CODE;
use crate::{BitBoard, BoardError};

/// The minimum number of rows and of columns.
pub const MIN_SIDE: u32 = 2;

/// The maximum number of rows and of columns.
pub const MAX_SIDE: u32 = 5;

/// A board of 2 × 2 to 5 × 5 cells. It can hold every tile that is possible in a game: up to
/// 131,072 on 4 × 4.
///
/// A cell holds a code: 0 is empty, *k* is the tile 2ᵏ. Cells are numbered from 0, row by row. The
/// low four bits of all codes are stored in one number and the fifth bits in another, so that the
/// first of the two is the [`BitBoard`] of a 4 × 4 board without a tile above 32,768.
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
    /// The low four bits of each code.
    low: u128,
    /// The fifth bit of each code.
    high: u32,
    rows: u8,
    columns: u8,
}

impl Board {
    /// A board without tiles.
    ///
    /// # Errors
    /// If there are fewer than two or more than five rows or columns.
    pub fn empty(size: Size) -> Result<Self, BoardError> {
        let sides = MIN_SIDE..=MAX_SIDE;
        if !sides.contains(&size.rows) || !sides.contains(&size.columns) {
            return Err(BoardError::Size { rows: size.rows, columns: size.columns });
        }
        Ok(Self { low: 0, high: 0, rows: size.rows as u8, columns: size.columns as u8 })
    }

    /// The number of rows and columns.
    pub const fn size(self) -> Size {
        Size::new(self.rows as u32, self.columns as u32)
    }

    /// The number of cells.
    pub const fn area(self) -> usize {
        self.rows as usize * self.columns as usize
    }

    /// The code of the largest tile that is possible on a board of this size: the number of cells,
    /// plus one because the last new tile may be a 4.
    pub const fn max_code(self) -> u8 {
        self.area() as u8 + 1
    }

    /// The code of a cell: 0 is empty, *k* the tile 2ᵏ.
    ///
    /// # Panics
    /// If there is no such cell.
    pub const fn code(self, index: usize) -> u8 {
        assert!(index < self.area(), "the cell is not on the board");
        let low = (self.low >> (4 * index)) as u8 & 15;
        low | ((self.high >> index) as u8 & 1) << 4
    }

    /// The tile in a cell; 0 if it is empty.
    ///
    /// # Panics
    /// If there is no such cell.
    pub const fn tile(self, index: usize) -> u32 {
        tile(self.code(index))
    }

    /// The board with another code in one cell.
    ///
    /// # Panics
    /// If there is no such cell, or the code is above 31.
    #[must_use]
    pub const fn with_code(self, index: usize, code: u8) -> Self {
        assert!(
            index < self.area() && code < 32,
            "the cell is not on the board, or the code is above 31"
        );
        let low = self.low & !(15 << (4 * index)) | (code as u128 & 15) << (4 * index);
        let high = self.high & !(1 << index) | (code as u32 >> 4) << index;
        Self { low, high, ..self }
    }

    /// The codes of all cells, row by row.
    pub fn codes(self) -> impl DoubleEndedIterator<Item = u8> + ExactSizeIterator {
        (0..self.area()).map(move |index| self.code(index))
    }

    /// The rows of tiles, 0 for empty cells.
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

    /// The number of empty cells.
    pub fn empty_count(self) -> usize {
        self.codes().filter(|&code| code == 0).count()
    }

    /// The numbers of the empty cells, in ascending order.
    pub fn empty_cells(self) -> impl Iterator<Item = usize> {
        (0..self.area()).filter(move |&index| self.code(index) == 0)
    }

    /// The board as a bit board; `None` unless it is 4 × 4 without a tile above 32,768.
    pub const fn bits(self) -> Option<BitBoard> {
        if self.rows == 4 && self.columns == 4 && self.high == 0 {
            Some(BitBoard(self.low as u64))
        } else {
            None
        }
    }

    /// A 4 × 4 bit board with smaller tiles and the same legal moves, by *tile downgrading* (Guei
    /// et al. 2021): while some code is above `max_code` and a smaller value is missing on the
    /// board, all tiles above the largest missing value are replaced by tiles of half their value.
    /// Equal tiles stay equal. `None` for boards of another size, and for a full board of sixteen
    /// different tiles.
    ///
    /// ```
    /// use tilewright_2048::Board;
    ///
    /// let board: Board = "65536 4 0 0\n2 0 0 0\n0 0 0 0\n0 0 0 0".parse()?;
    /// let smaller = Board::from(board.downgraded(13).expect("a 4 × 4 board with empty cells"));
    /// assert_eq!(smaller.tiles()[..2], [[8192, 4, 0, 0], [2, 0, 0, 0]]);
    /// # Ok::<(), tilewright_2048::BoardError>(())
    /// ```
    pub fn downgraded(self, max_code: u8) -> Option<BitBoard> {
        if self.rows != 4 || self.columns != 4 {
            return None;
        }

        let mut codes: Vec<u8> = self.codes().collect();
        while let Some(largest) =
            codes.iter().copied().max().filter(|&code| code > max_code)
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

    /// The board as the input of a network ([`BitBoard::for_network`]).
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
