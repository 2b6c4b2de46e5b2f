//! The last ply of the exact 3-ply search, where nearly all of the work is.
//!
//! A new tile changes one line of the board. So a move has the same result as on the board without
//! the tile, except in one line; and new tiles within one gap of a line lead to the same board.

use super::lines::{Evaluator, Lines};
use super::{FOUR, TWO};
use crate::BitBoard;
use crate::rows::{ROWS, Rows};

/// The expected value, over all new tiles, of the best evaluation after one more move.
pub(super) fn mean_of_best(
    lines: &Lines,
    rows: &Rows,
    terminal_value: f64,
    board: BitBoard,
    turned: BitBoard,
) -> f64 {
    let mut up = Way::new(&rows.left, turned);
    let mut right = Way::new(&rows.right, board);
    let mut down = Way::new(&rows.right, turned);
    let mut left = Way::new(&rows.left, board);

    let mut mask = turned.empty_mask();
    let empty = f64::from(mask.count_ones());
    let (two, four) = (TWO / empty, FOUR / empty);
    let mut sum = 0.0;

    while mask != 0 {
        let bit = mask.trailing_zeros();
        let (column, row) = (bit / 16, bit % 16 / 4);
        for (code, share) in [(1, two), (2, four)] {
            let (along, across) = (
                Tile::new(turned, column, row, code),
                Tile::new(board, row, column, code),
            );

            // The order of the moves is the article's; so are the products and their sum.
            let best = up.better::<true>(lines, along, None);
            let best = right.better::<false>(lines, across, best);
            let best = down.better::<true>(lines, along, best);
            let best = left.better::<false>(lines, across, best);
            sum += best.unwrap_or(terminal_value) * share;
        }

        mask &= mask - 1;
    }
    sum
}

/// A new tile: its row, the contents of the row with the tile, and its code.
#[derive(Clone, Copy)]
struct Tile {
    row: u32,
    line: u16,
    code: u16,
}

impl Tile {
    #[inline]
    const fn new(board: BitBoard, row: u32, cell: u32, code: u16) -> Self {
        let line = (board.0 >> (16 * row)) as u16 | code << (4 * cell);
        Self { row, line, code }
    }
}

/// One of the four moves, on the board or its transpose, so that it is a move along the rows.
struct Way<'a> {
    table: &'a [u16; ROWS],
    /// The board after the move without the new tile.
    after: BitBoard,
    /// The rows that the move changes, as bits.
    changed: u32,
    /// For each row and code the last result: the contents of the row after the move, and the value. 0
    /// means no result, because a row with a tile is never 0.
    found: [[(u16, f64); 2]; 4],
}

impl<'a> Way<'a> {
    #[inline]
    fn new(table: &'a [u16; ROWS], before: BitBoard) -> Self {
        let after = before.each(table);
        let mut changed = 0;
        for row in 0..4 {
            changed |= u32::from(after.row(row) != before.row(row)) << row;
        }
        Self { table, after, changed, found: [[(0, 0.0); 2]; 4] }
    }

    /// The best value so far, or that of this move with the new tile if it is higher. `TURNED` says that
    /// the rows are the columns of the board.
    #[inline]
    fn better<const TURNED: bool>(
        &mut self,
        lines: &Lines,
        tile: Tile,
        best: Option<f64>,
    ) -> Option<f64> {
        let Tile { row, line: before, code } = tile;
        let line = self.table[usize::from(before)];
        if line == before && self.changed & !(1 << row) == 0 {
            return best;
        }
        let value = self.value::<TURNED>(lines, row, code, line);
        Some(if best.is_some_and(|best| best >= value) { best? } else { value })
    }

    /// The value after a move that turns the row into `line`.
    #[inline]
    fn value<const TURNED: bool>(
        &mut self,
        lines: &Lines,
        row: u32,
        code: u16,
        line: u16,
    ) -> f64 {
        let found = &mut self.found[row as usize & 3][usize::from(code == 2)];

        if found.0 == line {
            return found.1;
        }

        let kept = self.after.0 & !(0xffff << (16 * row));
        let after = BitBoard(kept | u64::from(line) << (16 * row));
        let across = after.transposed();
        let value = if TURNED {
            lines.evaluate(across, after)
        } else {
            lines.evaluate(after, across)
        };

        *found = (line, value);
        value
    }
}
