//! The evaluation with sums in the fastest order: not exactly the article's number, but within a known
//! distance of it.

use std::sync::{Arc, LazyLock};

use pulp::Arch;

use super::lines::Evaluator;
use super::plain::{difference, slopes};
use super::{FOUR, TWO};
use crate::players::gaps::{LineEvaluator, Pair, sums_of_best};
use crate::rows::{ROWS, Rows, table, unpack};
use crate::{BitBoard, ClassicWeights};

/// The maximum distance of a value from the article's, without terminal values.
///
/// The roughness is at most 24 · 181.1. Here it is the sum of eight numbers with an error of at most
/// 2⁻³⁶ each, so the error of its cube is below 7 · 10⁻³; in the article it is the sum of some thirty
/// rounded numbers, and the error of its cube is below 2 · 10⁻³. All other terms are whole numbers
/// below 2⁵³. Means and maxima of such values have no larger errors except for their own rounding,
/// which is below 10⁻³.
pub(super) const MARGIN: f64 = 0.02;

/// The tables of the evaluation.
#[derive(Debug)]
pub(super) struct ApproximateLines {
    /// For each line one number that packs three: the sum of the differences of the square roots of its
    /// tiles in units of 2⁻³⁵, times 2¹⁶; the sum of falls, times 2⁸; and the sum of rises. Falls and
    /// rises are at most 30 and the roughness is below 2¹³, so that the eight lines of a board can be
    /// added without overflow of any of the three.
    slopes: Box<[u64; ROWS]>,
    /// For each line the weighted sum of its squares and empty cells; with the article's weights these
    /// are whole numbers.
    worth: Box<[f64; ROWS]>,
    /// The penalty for the cube of the roughness, in the unit of the differences.
    smooth: f64,
    /// The penalty for disorder.
    monotone: f64,
}

/// The unit of a difference.
const UNIT: f64 = 1.0 / (1_u64 << 35) as f64;

static NEAR: LazyLock<Arc<ApproximateLines>> =
    LazyLock::new(|| Arc::new(ApproximateLines::new(&ClassicWeights::default())));

/// The tables for the article's weights, computed at the first call.
pub(super) fn near() -> Arc<ApproximateLines> {
    Arc::clone(&NEAR)
}

impl ApproximateLines {
    pub(super) fn new(weights: &ClassicWeights) -> Self {
        let (mut sums, mut worths) = (table(0), table(0.0));
        let worth = |code| match code {
            0 => weights.empty,
            code => weights.big * (1_u64 << (2 * code)) as f64,
        };

        for row in 0..=u16::MAX {
            let cells = unpack(row);
            let rough: f64 =
                cells.windows(2).map(|pair| difference(pair[0], pair[1])).sum();
            let (falls, rises) = slopes(&cells);
            let rough = (rough / UNIT).round() as u64;
            sums[usize::from(row)] = rough << 16 | u64::from(falls << 8 | rises);
            worths[usize::from(row)] = cells.iter().copied().map(worth).sum();
        }

        Self {
            slopes: sums,
            worth: worths,
            smooth: weights.smooth * (UNIT * UNIT * UNIT),
            monotone: weights.monotone,
        }
    }

    /// The sum of the slopes of the four rows of a board.
    #[inline]
    fn sum(&self, board: BitBoard) -> u64 {
        let slopes = |row: usize| self.slopes[board.row(row)];
        slopes(0) + slopes(1) + slopes(2) + slopes(3)
    }
}

/// The sums over the four rows of a board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sums {
    worth: f64,
    slopes: u64,
}

impl Evaluator for ApproximateLines {
    #[inline]
    fn evaluate(&self, board: BitBoard, turned: BitBoard) -> f64 {
        self.value(self.lines(board), turned)
    }

    fn mean_of_best(
        &self,
        arch: Arch,
        rows: &Rows,
        terminal_value: f64,
        after: Pair,
    ) -> f64 {
        let empty = f64::from(after.board.empty_count());
        let settled = |best| if best > f64::NEG_INFINITY { best } else { terminal_value };
        let sums = sums_of_best::<0, _>(arch, self, rows, after, settled);
        sums[0] * (TWO / empty) + sums[1] * (FOUR / empty)
    }
}

impl LineEvaluator for ApproximateLines {
    type Lines = Sums;
    type Worth = f64;

    #[inline]
    fn lines(&self, board: BitBoard) -> Sums {
        let worth = |row: usize| self.worth[board.row(row)];
        Sums { worth: worth(0) + worth(1) + worth(2) + worth(3), slopes: self.sum(board) }
    }

    #[inline]
    fn exchanged(&self, lines: Sums, old: usize, new: usize) -> Sums {
        Sums {
            worth: lines.worth - self.worth[old] + self.worth[new],
            slopes: lines.slopes - self.slopes[old] + self.slopes[new],
        }
    }

    #[inline]
    fn value(&self, lines: Sums, turned: BitBoard) -> f64 {
        let (across, along) = (lines.slopes, self.sum(turned));
        let rough = double((across + along) >> 16);
        let disorder = double(u64::from(lower(across) + lower(along)));
        lines.worth - self.monotone * disorder - rough * rough * rough * self.smooth
    }
}

/// A whole number below 2⁵² as a double. Its bits are the low bits of a double that is 2⁵² larger, which
/// is faster than a cast that handles all numbers.
#[inline]
const fn double(whole: u64) -> f64 {
    const SHIFT: f64 = (1_u64 << 52) as f64;
    f64::from_bits(whole | SHIFT.to_bits()) - SHIFT
}

/// The sum of falls or of rises of four lines, whichever is lower.
#[inline]
fn lower(sums: u64) -> u32 {
    (sums as u32 >> 8 & 0xff).min(sums as u32 & 0xff)
}
