//! The last move of a search three moves deep: where nearly all of the work is.
//!
//! A tile that comes changes one line of the board, so a move along that line is that of the
//! board without the tile, but for one line; and tiles that come in one gap of a line lead to
//! the same board.

use super::lines::{Judge, Lines};
use super::{FOUR, TWO};
use crate::BitBoard;
use crate::rows::{ROWS, Rows};

/// The mean over all tiles that may come of the best evaluation after one more move.
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

/// A new tile: the row in which it came, what that row is now, and its code.
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

/// One of the four moves, seen from the side from which it is a move along rows.
struct Way<'a> {
    table: &'a [u16; ROWS],
    /// The board without the new tile after the move.
    after: BitBoard,
    /// Which rows the move changes.
    changed: u32,
    /// What was found for each row and code last, and the row that the tile led to; 0 is no
    /// such row, since it holds the tile.
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

    /// The best so far, or what the move leads to once the tile came if that is more. `TURNED`
    /// says that rows are the columns of the board.
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

    /// What the move leads to when it makes that line of the row.
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
