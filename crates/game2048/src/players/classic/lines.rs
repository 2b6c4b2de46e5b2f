//! Tables of the article's evaluation: the contribution of each of the 65,536 rows.

use std::sync::{Arc, LazyLock};

use pulp::Arch;

use super::fast::mean;
use super::plain::{cube, difference, slopes, worth};
use crate::BitBoard;
use crate::players::gaps::Pair;
use crate::rows::{ROWS, Rows, table, unpack};

/// An evaluation of boards, each given together with its transpose.
pub(super) trait Evaluator: std::fmt::Debug + Sync {
    /// The value of a board.
    fn evaluate(&self, board: BitBoard, turned: BitBoard) -> f64;

    /// The expected value, over all new tiles, after the best move. At most five cells are empty.
    fn mean_of_best(
        &self,
        arch: Arch,
        rows: &Rows,
        terminal_value: f64,
        after: Pair,
    ) -> f64;
}

/// The tables of the evaluation.
#[derive(Debug)]
pub(super) struct Lines {
    parts: Box<[Part; ROWS]>,
}

/// The contribution of a line: the differences of the square roots of neighbouring tiles, and one whole
/// number that packs three: the sum of the squares plus 100,000 for each empty cell, times 2¹⁶; the
/// sum of falls, times 2⁸; and the sum of rises. On boards without a tile above 32,768 the sum of
/// four such numbers stays below 2⁵³, so that doubles add them without loss.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(32))]
struct Part([f64; 4]);

static LINES: LazyLock<Arc<Lines>> = LazyLock::new(|| Arc::new(Lines::new()));

/// The tables, computed at the first call.
pub(super) fn lines() -> Arc<Lines> {
    Arc::clone(&LINES)
}

impl Lines {
    fn new() -> Self {
        let mut parts = table(Part::default());
        for row in 0..=u16::MAX {
            let cells = unpack(row);
            let [a, b, c] =
                [0, 1, 2].map(|cell| difference(cells[cell], cells[cell + 1]));
            let whole: u64 = cells.iter().copied().map(worth).sum();
            let (falls, rises) = slopes(&cells);
            let whole = whole << 16 | u64::from(falls << 8 | rises);
            parts[usize::from(row)] = Part([a, b, c, whole as f64]);
        }
        Self { parts }
    }

    /// The sums over the four rows of a board, from top to bottom.
    #[inline]
    fn sums(&self, board: BitBoard) -> [f64; 4] {
        let [mut a, mut b, mut c, mut whole] = self.parts[board.row(0)].0;
        for row in 1..4 {
            let part = &self.parts[board.row(row)].0;
            (a, b, c, whole) = (a + part[0], b + part[1], c + part[2], whole + part[3]);
        }
        [a, b, c, whole]
    }
}

impl Evaluator for Lines {
    /// Exactly the article's evaluation: everything that is not a whole number is summed in the
    /// article's order.
    #[inline]
    fn evaluate(&self, board: BitBoard, turned: BitBoard) -> f64 {
        let across = self.sums(board);
        let along = self.sums(turned);
        let smooth = 0.0 - across[0] - across[1] - across[2];
        let smooth = smooth - along[0] - along[1] - along[2];
        let (whole, steep) = (bits(across[3]), bits(along[3]));
        let disorder = -(lower(whole) + lower(steep));
        (whole >> 16) as f64 + cube(smooth) + f64::from(disorder) * 10_000.0
    }

    fn mean_of_best(
        &self,
        _: Arch,
        rows: &Rows,
        terminal_value: f64,
        after: Pair,
    ) -> f64 {
        // Approximate sums decide nearly all moves, so that this may be plain.
        mean(after, |before| {
            let moves = before.moved(rows).into_iter().filter(|&after| after != before);
            let values = moves.map(|after| self.evaluate(after, after.transposed()));
            values.reduce(f64::max).unwrap_or(terminal_value)
        })
    }
}

/// The sum of falls or of rises of four lines, whichever is lower.
#[inline]
fn lower(sums: i64) -> i32 {
    (sums as i32 >> 8 & 0xff).min(sums as i32 & 0xff)
}

/// A whole number from 0 to 2⁵² as an integer. After adding 2⁵² its bits are the low bits of the double,
/// which is faster than a cast that handles all numbers.
#[inline]
const fn bits(whole: f64) -> i64 {
    const SHIFT: f64 = (1_u64 << 52) as f64;
    ((whole + SHIFT).to_bits() & ((1 << 52) - 1)).cast_signed()
}
