//! The evaluation with its sums taken in whatever order is fastest: not the article's double,
//! but one that is known to lie near it.

use std::sync::{Arc, LazyLock};

use super::lines::Judge;
use super::plain::{difference, slopes};
use super::{FOUR, TWO};
use crate::rows::{ROWS, Rows, table, unpack};
use crate::{BitBoard, ClassicWeights};

/// How far a value may lie from the article's where dead ends count for nothing.
///
/// The roughness is at most 24 · 181.1 and here the sum of eight numbers that are off by 2⁻³⁶ at
/// most, so its cube is off by less than 7 · 10⁻³; the article's own sum, of some thirty rounded
/// numbers, makes its cube less than 2 · 10⁻³ wrong. All else is whole numbers below 2⁵³. Means
/// of such values and of their maxima are no further off but for their own roundings, less
/// than 10⁻³.
pub(super) const MARGIN: f64 = 0.02;

/// The tables of the evaluation.
#[derive(Debug)]
pub(super) struct Near {
    /// For each line the sum of the differences of square roots of its cells in units of 2⁻³⁵,
    /// times 2¹⁶, plus 2⁸ times how far it falls, plus how far it rises. A line falls or rises
    /// by 30 at most and the roughness is below 2¹³, so the eight lines of a board can be added
    /// up without one of the three running over.
    slopes: Box<[u64; ROWS]>,
    /// For each line what its cells are worth by themselves: their squares and the empty ones,
    /// by their weights; with the article's these are whole numbers.
    worth: Box<[f64; ROWS]>,
    /// What the third power of the roughness costs, in units of a difference.
    smooth: f64,
    /// What disorder costs.
    monotone: f64,
}

/// The unit of a difference.
const UNIT: f64 = 1.0 / (1_u64 << 35) as f64;

static NEAR: LazyLock<Arc<Near>> =
    LazyLock::new(|| Arc::new(Near::new(&ClassicWeights::default())));

/// The tables of the article's weights, made at the first use.
pub(super) fn near() -> Arc<Near> {
    Arc::clone(&NEAR)
}

impl Near {
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

    /// The slopes of the four lines of a board.
    #[inline]
    fn sum(&self, board: BitBoard) -> u64 {
        let slopes = |row: usize| self.slopes[board.row(row)];
        slopes(0) + slopes(1) + slopes(2) + slopes(3)
    }

    /// What a board is worth, from its cells and from the slopes of its rows and columns.
    #[inline]
    fn value(&self, worth: f64, across: u64, along: u64) -> f64 {
        let rough = double((across + along) >> 16);
        let disorder = double(u64::from(less(across) + less(along)));
        worth - self.monotone * disorder - rough * rough * rough * self.smooth
    }

    /// What the cells of a board are worth by themselves.
    #[inline]
    fn worth(&self, board: BitBoard) -> f64 {
        let worth = |row: usize| self.worth[board.row(row)];
        worth(0) + worth(1) + worth(2) + worth(3)
    }
}

impl Judge for Near {
    #[inline]
    fn evaluate(&self, board: BitBoard, turned: BitBoard) -> f64 {
        self.value(self.worth(board), self.sum(board), self.sum(turned))
    }

    fn mean_of_best(
        &self,
        rows: &Rows,
        dead_end: f64,
        board: BitBoard,
        turned: BitBoard,
    ) -> f64 {
        let mut mask = turned.empty_mask();
        let empty = f64::from(mask.count_ones());
        let (mut across, mut along) =
            ([Best::default(); SLOTS], [Best::default(); SLOTS]);
        self.best_along(rows, board, &mut across);
        self.best_along(rows, turned, &mut along);
        let mut sums = [0.0, 0.0];
        while mask != 0 {
            let cell = mask.trailing_zeros() as usize / 4;
            let best = both(across[cell % 4 * 4 + cell / 4], along[cell]);
            for (sum, best) in sums.iter_mut().zip(best) {
                *sum += if best > f64::NEG_INFINITY { best } else { dead_end };
            }
            mask &= mask - 1;
        }
        sums[0] * (TWO / empty) + sums[1] * (FOUR / empty)
    }
}

/// The best that follows a 2, and a 4.
type Best = [f64; 2];

/// The cells of a board, and as many more as a gap that begins in the last one has room for.
const SLOTS: usize = 16 + 3;

/// One of the two moves along rows before a tile comes.
struct Way<'a> {
    table: &'a [u16; ROWS],
    after: BitBoard,
    turned: BitBoard,
    /// What its cells are worth, and the slopes of its rows.
    worth: f64,
    sum: u64,
    /// Which bits the move changes.
    changes: u64,
}

impl Near {
    /// The best of both moves along rows after a tile came, for each empty cell; what stands at
    /// the others means nothing. Tiles that come in one gap of a row lead to the same boards,
    /// which are looked at once. Both moves are legal unless the tile came at the end of the gap
    /// that they push it to.
    #[inline]
    fn best_along(&self, rows: &Rows, before: BitBoard, found: &mut [Best; SLOTS]) {
        let (left, right) = (self.way(&rows.left, before), self.way(&rows.right, before));
        let empty = before.empty_mask();
        let mut firsts = empty & !((empty & !(FIRST << 12)) << 4);
        let mut lasts = empty & !((empty & !FIRST) >> 4);
        while firsts != 0 {
            let first = firsts.trailing_zeros() as usize / 4;
            let last = lasts.trailing_zeros() as usize / 4;
            let (left, left_end) = self.push(&left, before, first);
            let (right, right_end) = self.push(&right, before, last);
            let is_one = first == last;
            found[first..first + 4].fill(both(left, right));
            found[last] = both(left, right_end);
            found[first] = both(left_end, if is_one { right_end } else { right });
            firsts &= firsts - 1;
            lasts &= lasts - 1;
        }
    }

    #[inline]
    fn way<'a>(&self, table: &'a [u16; ROWS], before: BitBoard) -> Way<'a> {
        let after = before.each(table);
        let (turned, changes) = (after.transposed(), after.0 ^ before.0);
        let (worth, sum) = (self.worth(after), self.sum(after));
        Way { table, after, turned, worth, sum, changes }
    }

    /// What the move leads to after a 2 and after a 4 in that cell, first as if it were legal.
    /// The tile changes one row after the move, so the sum over the others is there already.
    #[inline]
    fn push(&self, way: &Way<'_>, before: BitBoard, cell: usize) -> (Best, Best) {
        let (row, shift) = (cell / 4, cell / 4 * 4);
        let gone = way.after.row(row);
        let (rest, worth) = (way.sum - self.slopes[gone], way.worth - self.worth[gone]);
        let kept = way.turned.0 & !(COLUMN << shift);
        let changes = way.changes & !(0xffff << (4 * shift));
        let (mut values, mut barred) = ([0.0; 2], [0.0; 2]);
        for index in 0..2 {
            let old = before.row(row) as u16 | 1 << (cell % 4 * 4 + index);
            let line = way.table[usize::from(old)];
            let along = BitBoard(kept | spread(line) << shift);
            let worth = worth + self.worth[usize::from(line)];
            let across = rest + self.slopes[usize::from(line)];
            values[index] = self.value(worth, across, self.sum(along));
            let is_legal = changes | u64::from(line ^ old) != 0;
            barred[index] = values[index] + BARRED[usize::from(is_legal)];
        }
        (values, barred)
    }
}

/// The better after a 2, and after a 4.
#[inline]
fn both(a: Best, b: Best) -> Best {
    [more(a[0], b[0]), more(a[1], b[1])]
}

/// The larger of two numbers.
#[inline]
fn more(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}

/// What is added to the value of a move that is not legal, and of one that is.
const BARRED: [f64; 2] = [f64::NEG_INFINITY, 0.0];

/// The first cell of every row.
const COLUMN: u64 = 0x000f_000f_000f_000f;

/// The lowest bit of the first cell of every row.
const FIRST: u64 = 0x0001_0001_0001_0001;

/// A row as the first cells of four rows.
#[inline]
fn spread(line: u16) -> u64 {
    let line = u64::from(line);
    let pairs = (line | line << 24) & 0x0000_00ff_0000_00ff;
    (pairs | pairs << 12) & COLUMN
}

/// A whole number below 2⁵²: its bits are those of a double that is 2⁵² more, which is found
/// faster than by a cast that looks out for other numbers.
#[inline]
const fn double(whole: u64) -> f64 {
    const SHIFT: f64 = (1_u64 << 52) as f64;
    f64::from_bits(whole | SHIFT.to_bits()) - SHIFT
}

/// The falls or the rises of four lines, whichever is less.
#[inline]
fn less(sums: u64) -> u32 {
    (sums as u32 >> 8 & 0xff).min(sums as u32 & 0xff)
}
