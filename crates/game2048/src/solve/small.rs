//! Small boards as bits.

use rayon::prelude::*;
use tilewright_grid::Size;

use crate::rows::{Rows, rows};
use crate::{BitBoard, Board};

/// Boards of one size as bits: they occupy the corner of a 4 × 4 board, whose other cells are empty.
#[derive(Clone, Copy, Debug)]
pub(super) struct SmallBoards {
    pub(super) size: Size,
    rows: &'static Rows,
    /// The lowest bit of each cell.
    cells: u64,
    /// The shifts that bring a board back to its corner after its columns, or rows, were reversed.
    shifts: [u32; 2],
}

impl SmallBoards {
    /// Boards of a size with at most four rows and columns.
    pub(super) fn new(size: Size) -> Self {
        let mut cells = 0;
        for row in 0..size.rows {
            for column in 0..size.columns {
                cells |= 1 << (16 * row + 4 * column);
            }
        }
        let shifts = [4 * (4 - size.columns), 4 * (4 - size.rows)];
        Self { size, rows: rows(), cells, shifts }
    }

    /// The board as bits, if it has this size and no tile above 32,768.
    pub(super) fn bits(self, board: Board) -> Option<BitBoard> {
        if board.size() != self.size {
            return None;
        }
        let mut bits = 0;
        for (index, code) in board.codes().enumerate() {
            let (row, column) =
                (index / self.size.columns as usize, index % self.size.columns as usize);
            bits |= u64::from(code) << (16 * row + 4 * column);
        }
        board.codes().all(|code| code < 16).then_some(BitBoard(bits))
    }

    /// The board with these bits.
    pub(super) fn board(self, bits: BitBoard) -> Board {
        let empty = Board::empty(self.size).expect("the size was checked");
        let columns = self.size.columns as usize;
        let code = |index: usize| bits.code(4 * (index / columns) + index % columns);
        (0..empty.area()).fold(empty, |board, index| board.with_code(index, code(index)))
    }

    /// The boards after the moves up, right, down and left, and the scores of the moves.
    pub(super) fn slides(self, board: BitBoard) -> [(BitBoard, u32); 4] {
        let turned = board.transposed();
        let gains = [turned.line_gain(self.rows), board.line_gain(self.rows)];

        // A move to the right or down pushes the tiles out of the corner, and the shift brings them
        // back.
        let right = |board: BitBoard, shift: u32| {
            BitBoard(board.each(&self.rows.right).0 >> shift)
        };

        let [columns, rows] = self.shifts;
        [
            (turned.each(&self.rows.left).transposed(), gains[0]),
            (right(board, columns), gains[1]),
            (right(turned, rows).transposed(), gains[0]),
            (board.each(&self.rows.left), gains[1]),
        ]
    }

    /// The afterstates of all legal moves from these positions, with duplicates.
    pub(super) fn afters(self, positions: &[BitBoard]) -> Vec<BitBoard> {
        let afters = |&position: &BitBoard| {
            let slides = self.slides(position).into_iter();
            let afters = slides.filter(move |&(after, _)| after != position);
            afters.map(move |(after, _)| self.canonical(after))
        };
        positions.par_iter().flat_map_iter(afters).collect()
    }

    /// The lowest bit of each empty cell.
    pub(super) fn empty_cells(
        self,
        board: BitBoard,
    ) -> impl Iterator<Item = u64> + Clone {
        let first = board.empty_mask() & self.cells;
        let next = |&mask: &u64| Some(mask & (mask - 1)).filter(|&mask| mask != 0);
        let masks = std::iter::successors(Some(first).filter(|&mask| mask != 0), next);
        masks.map(|mask| mask & mask.wrapping_neg())
    }

    /// The smallest of the symmetries of a board.
    pub(super) fn canonical(self, board: BitBoard) -> BitBoard {
        let [columns, rows] = self.shifts;
        let mirrored = |board: BitBoard| BitBoard(board.mirrored().0 >> columns);
        let flipped = |board: BitBoard| BitBoard(board.flipped().0 >> (4 * rows));
        let least = |board: BitBoard| {
            let other = mirrored(board);
            board.min(other).min(flipped(board)).min(flipped(other))
        };

        // Only a square board has the symmetries that exchange rows and columns.
        if columns == rows {
            least(board).min(least(board.transposed()))
        } else {
            least(board)
        }
    }

    /// The boards with which a game can start: those with two tiles.
    pub(super) fn starts(self) -> impl Iterator<Item = BitBoard> {
        let empty = BitBoard::default();
        self.empty_cells(empty).flat_map(move |first| {
            let second = self.empty_cells(empty).filter(move |&second| second > first);
            second.flat_map(move |second| {
                [(1, 1), (1, 2), (2, 1), (2, 2)]
                    .map(|(one, other)| BitBoard((first * one) | (second * other)))
            })
        })
    }
}
