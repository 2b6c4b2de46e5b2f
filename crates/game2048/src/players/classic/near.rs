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
        let rough = ((across + along) >> 16).cast_signed() as f64;
        let disorder = (less(across) + less(along)).cast_signed();
        worth - self.monotone * f64::from(disorder) - rough * rough * rough * self.smooth
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
        let ways = [
            self.way(&rows.left, turned),
            self.way(&rows.right, board),
            self.way(&rows.right, turned),
            self.way(&rows.left, board),
        ];
        let mut sums = [0.0, 0.0];
        while mask != 0 {
            let bit = mask.trailing_zeros();
            let (column, row) = (bit / 16, bit % 16 / 4);
            let along = Spot::new(turned, column, row);
            let across = Spot::new(board, row, column);
            let mut best = [f64::NEG_INFINITY; 2];
            for (way, spot) in ways.iter().zip([along, across, along, across]) {
                self.try_way(way, spot, &mut best);
            }
            for (sum, best) in sums.iter_mut().zip(best) {
                *sum += if best > f64::NEG_INFINITY { best } else { dead_end };
            }
            mask &= mask - 1;
        }
        sums[0] * (TWO / empty) + sums[1] * (FOUR / empty)
    }
}

/// A cell in which a tile comes: its row, and what that row is with a 2 and with a 4.
#[derive(Clone, Copy)]
struct Spot {
    row: u32,
    lines: [u16; 2],
}

impl Spot {
    #[inline]
    const fn new(board: BitBoard, row: u32, cell: u32) -> Self {
        let line = board.row(row as usize) as u16;
        Self { row, lines: [line | 1 << (4 * cell), line | 2 << (4 * cell)] }
    }
}

/// One of the four moves before a tile comes, seen from the side from which it is a move along
/// rows.
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
    #[inline]
    fn way<'a>(&self, table: &'a [u16; ROWS], before: BitBoard) -> Way<'a> {
        let after = before.each(table);
        let (turned, changes) = (after.transposed(), after.0 ^ before.0);
        let (worth, sum) = (self.worth(after), self.sum(after));
        Way { table, after, turned, worth, sum, changes }
    }

    /// Raises what is best after a 2 and after a 4 by what the move leads to. The tile changes
    /// one row after the move, so the sum over the others is there already. All is computed
    /// whether the move is legal or not, since a wrong guess of that takes longer.
    #[inline]
    fn try_way(&self, way: &Way<'_>, spot: Spot, best: &mut [f64; 2]) {
        let shift = 4 * spot.row;
        let gone = way.after.row(spot.row as usize & 3);
        let (rest, worth) = (way.sum - self.slopes[gone], way.worth - self.worth[gone]);
        let kept = way.turned.0 & !(COLUMN << shift);
        let changes = way.changes & !(0xffff << (4 * shift));
        for (old, best) in spot.lines.into_iter().zip(best) {
            let line = way.table[usize::from(old)];
            let along = BitBoard(kept | spread(line) << shift);
            let worth = worth + self.worth[usize::from(line)];
            let across = rest + self.slopes[usize::from(line)];
            let value = self.value(worth, across, self.sum(along));
            let is_legal = changes | u64::from(line ^ old) != 0;
            let value = value + BARRED[usize::from(is_legal)];
            *best = if value > *best { value } else { *best };
        }
    }
}

/// What is added to the value of a move that is not legal, and of one that is.
const BARRED: [f64; 2] = [f64::NEG_INFINITY, 0.0];

/// The first cell of every row.
const COLUMN: u64 = 0x000f_000f_000f_000f;

/// A row as the first cells of four rows.
#[inline]
fn spread(line: u16) -> u64 {
    let line = u64::from(line);
    let pairs = (line | line << 24) & 0x0000_00ff_0000_00ff;
    (pairs | pairs << 12) & COLUMN
}

/// The falls or the rises of four lines, whichever is less.
#[inline]
fn less(sums: u64) -> u32 {
    (sums as u32 >> 8 & 0xff).min(sums as u32 & 0xff)
}
