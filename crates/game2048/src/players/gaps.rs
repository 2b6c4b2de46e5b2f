//! The last ply of a search, for all possible new tiles at once. Nearly all of the work is here.
//!
//! A new tile changes one row and one column. So a move along the rows has the same result as on the
//! board without the tile, except in one row; and new tiles within one gap of a row lead to the same
//! board.

#![expect(clippy::inline_always, reason = "what is inlined is compiled for AVX2 too")]

use std::ops::Add;

use pulp::{Arch, Simd, WithSimd};

use crate::BitBoard;
use crate::rows::{ROWS, Rows};

/// Evaluates boards by their rows and columns.
pub(super) trait LineEvaluator {
    /// The partial evaluation of the four rows of a board.
    type Lines: Copy;

    /// The type of values.
    type Worth: Copy + PartialOrd + From<f32> + Add<Output = Self::Worth>;

    /// The partial evaluation of the rows of a board.
    fn lines(&self, board: BitBoard) -> Self::Lines;

    /// The partial evaluation after one row is replaced.
    fn exchanged(&self, lines: Self::Lines, old: usize, new: usize) -> Self::Lines;

    /// The value of the board, whose columns are the rows of `turned`.
    fn value(&self, lines: Self::Lines, turned: BitBoard) -> Self::Worth;
}

/// A board and its transpose.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pair {
    pub(super) board: BitBoard,
    pub(super) turned: BitBoard,
}

impl Pair {
    #[inline]
    pub(super) const fn new(board: BitBoard) -> Self {
        Self { board, turned: board.transposed() }
    }

    /// The board with a new tile in the cell at that bit of the transposed board.
    #[inline]
    pub(super) const fn with_tile(self, bit: u32, code: u64) -> BitBoard {
        let place = (bit >> 2 & 0b1100) | (bit << 2 & 0b11_0000);
        BitBoard(self.board.0 | code << place)
    }
}

/// The values after a new 2 and after a new 4.
type SpawnValues<W> = [W; 2];

/// The cells of a board, and three more so that four entries can be written from any cell on.
const SLOTS: usize = 16 + 3;

/// The sums over all empty cells of the value of the best move after a new 2 in that cell, and after a
/// new 4. `settled` converts the value of the best move, which is −∞ if no move is legal. If `FIRST`
/// is 1 instead of 0, only new 4s are evaluated and the first sum is 0. The instruction set `arch`
/// changes the time and no bit of the sums.
#[inline]
pub(super) fn sums_of_best<const FIRST: usize, J: LineEvaluator>(
    arch: Arch,
    evaluator: &J,
    rows: &Rows,
    after: Pair,
    settled: impl Fn(J::Worth) -> f64,
) -> [f64; 2] {
    arch.dispatch(BestSums::<FIRST, _, _> { evaluator, rows, after, settled })
}

/// The arguments of [`sums_of_best`]. The function is compiled once for each instruction set, together
/// with everything that it inlines.
struct BestSums<'a, const FIRST: usize, J, S> {
    evaluator: &'a J,
    rows: &'a Rows,
    after: Pair,
    settled: S,
}

impl<const FIRST: usize, J: LineEvaluator, S: Fn(J::Worth) -> f64> WithSimd
    for BestSums<'_, FIRST, J, S>
{
    type Output = [f64; 2];

    #[inline(always)]
    fn with_simd<V: Simd>(self, _: V) -> [f64; 2] {
        let Self { evaluator, rows, after, settled } = self;
        let mut across = [[J::Worth::from(0.0); 2]; SLOTS];
        let mut along = [[J::Worth::from(0.0); 2]; SLOTS];
        best_along::<FIRST, _>(evaluator, rows, after.board, &mut across);
        best_along::<FIRST, _>(evaluator, rows, after.turned, &mut along);

        let mut sums = [0.0, 0.0];
        let mut mask = after.turned.empty_mask();
        while mask != 0 {
            let cell = mask.trailing_zeros() as usize / 4;

            // The same cell has different numbers in the two orientations.
            let best = more(across[cell % 4 * 4 + cell / 4], along[cell]);
            for index in FIRST..2 {
                sums[index] += settled(best[index]);
            }

            mask &= mask - 1;
        }
        sums
    }
}

/// One of the two moves along the rows, without a new tile.
struct Way<'a, L> {
    table: &'a [u16; ROWS],
    after: BitBoard,
    turned: BitBoard,
    /// The partial evaluation of the rows after the move.
    lines: L,
    /// The bits that the move changes.
    changes: u64,
}

/// The value of the better move along the rows after a new tile in each empty cell; entries of other
/// cells are undefined. New tiles within one gap of a row lead to the same boards, which are
/// evaluated once. A move is legal unless the tile is at that end of the gap to which it is pushed.
#[inline(always)]
fn best_along<const FIRST: usize, J: LineEvaluator>(
    evaluator: &J,
    rows: &Rows,
    before: BitBoard,
    found: &mut [SpawnValues<J::Worth>; SLOTS],
) {
    let (left, right) =
        (way(evaluator, &rows.left, before), way(evaluator, &rows.right, before));

    // The first and the last cell of every gap: empty, with no empty neighbour in the row before or
    // after it. Both masks have one bit per gap, in the same order.
    let empty = before.empty_mask();
    let mut firsts = empty & !((empty & !(STARTS << 12)) << 4);
    let mut lasts = empty & !((empty & !STARTS) >> 4);

    while firsts != 0 {
        let first = firsts.trailing_zeros() as usize / 4;
        let last = lasts.trailing_zeros() as usize / 4;
        let (left, left_end) = push::<FIRST, _>(evaluator, &left, before, first);
        let (right, right_end) = push::<FIRST, _>(evaluator, &right, before, last);

        // All cells of the gap get the common value, then its ends their own, where the tile may
        // already lie where it is pushed. What is written beyond the gap belongs to later gaps,
        // which overwrite it, or to cells with tiles, which are not read.
        let is_one = first == last;
        found[first..first + 4].fill(more(left, right));
        found[last] = more(left, right_end);
        found[first] = more(left_end, if is_one { right_end } else { right });

        firsts &= firsts - 1;
        lasts &= lasts - 1;
    }
}

#[inline(always)]
fn way<'a, J: LineEvaluator>(
    evaluator: &J,
    table: &'a [u16; ROWS],
    before: BitBoard,
) -> Way<'a, J::Lines> {
    let after = before.each(table);
    let (turned, changes) = (after.transposed(), after.0 ^ before.0);
    Way { table, after, turned, lines: evaluator.lines(after), changes }
}

/// The values of a move after a new 2 and after a new 4 in that cell: first as if the move were legal,
/// then −∞ if it is illegal. The tile changes one row of the result, so the partial evaluation of
/// the other rows is reused.
#[inline(always)]
fn push<const FIRST: usize, J: LineEvaluator>(
    evaluator: &J,
    way: &Way<'_, J::Lines>,
    before: BitBoard,
    cell: usize,
) -> (SpawnValues<J::Worth>, SpawnValues<J::Worth>) {
    let (row, shift) = (cell / 4, cell / 4 * 4);
    let gone = way.after.row(row);
    let kept = way.turned.0 & !(COLUMN << shift);
    let changes = way.changes & !(0xffff << (4 * shift));
    let (mut values, mut barred) = ([0.0.into(); 2], [0.0.into(); 2]);

    for index in FIRST..2 {
        let old = before.row(row) as u16 | 1 << (cell % 4 * 4 + index);
        let line = way.table[usize::from(old)];
        let turned = BitBoard(kept | spread(line) << shift);
        let lines = evaluator.exchanged(way.lines, gone, usize::from(line));
        values[index] = evaluator.value(lines, turned);

        // An illegal move gets −∞ by an addition, without a branch.
        let is_legal = changes | u64::from(line ^ old) != 0;
        barred[index] = values[index] + BARRED[usize::from(is_legal)].into();
    }
    (values, barred)
}

/// The larger values after a new 2 and after a new 4.
#[inline(always)]
fn more<W: Copy + PartialOrd>(a: SpawnValues<W>, b: SpawnValues<W>) -> SpawnValues<W> {
    let more = |a: W, b: W| if a > b { a } else { b };
    [more(a[0], b[0]), more(a[1], b[1])]
}

/// What is added to the value of an illegal move, and of a legal one.
const BARRED: [f32; 2] = [f32::NEG_INFINITY, 0.0];

/// The first cell of every row.
const COLUMN: u64 = 0x000f_000f_000f_000f;

/// The lowest bit of the first cell of every row.
const STARTS: u64 = 0x0001_0001_0001_0001;

/// A row as a column: its cells become the first cells of four rows.
#[inline]
fn spread(line: u16) -> u64 {
    let line = u64::from(line);
    let pairs = (line | line << 24) & 0x0000_00ff_0000_00ff;
    (pairs | pairs << 12) & COLUMN
}
