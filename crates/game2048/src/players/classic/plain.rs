//! The article's search as described there, for boards of any size. It is slow, and serves as the
//! reference of the fast one in tests.

use tilewright_grid::Heading;

use super::{FOUR, ROOM, TWO};
use crate::{Board, ClassicWeights};

/// The evaluation function of [`ClassicPlayer`](crate::ClassicPlayer): with the weights of the article, the sum of
/// the squares of the tiles, 100,000 for each empty cell, the cube of the (negative) roughness, and
/// 10,000 times the (negative) disorder.
pub(super) fn weighed(board: Board, weights: &ClassicWeights) -> f64 {
    let squares: f64 = board.codes().map(square).sum();
    weights.big * squares
        + board.empty_count() as f64 * weights.empty
        + weights.smooth * cube(smoothness(board))
        + disorder(board) * weights.monotone
}

/// The parameters of a search.
#[derive(Clone, Copy, Debug)]
pub(super) struct SearchSettings {
    pub(super) weights: ClassicWeights,
    pub(super) terminal_value: f64,
}

/// The contribution of a cell: the square of its tile, or 100,000 if it is empty.
pub(super) const fn worth(code: u8) -> u64 {
    if code == 0 { 100_000 } else { 1 << (2 * code) }
}

fn square(code: u8) -> f64 {
    f64::from(crate::board::tile(code)).powi(2)
}

/// The rows of a board, or its columns.
fn lines(board: Board, of_rows: bool) -> impl Iterator<Item = Vec<u8>> {
    let (rows, columns) = (board.size().rows as usize, board.size().columns as usize);
    let (count, length) = if of_rows { (rows, columns) } else { (columns, rows) };
    let index = move |line: usize, step: usize| {
        if of_rows { line * columns + step } else { step * columns + line }
    };
    (0..count)
        .map(move |line| (0..length).map(|step| board.code(index(line, step))).collect())
}

/// The negative roughness: minus the sum of the differences of the square roots of neighbouring tiles,
/// first between neighbouring columns, then between neighbouring rows.
fn smoothness(board: Board) -> f64 {
    let mut smoothness = 0.0;
    for of_rows in [false, true] {
        let lines: Vec<_> = lines(board, of_rows).collect();
        for pair in lines.windows(2) {
            let differences =
                pair[0].iter().zip(&pair[1]).map(|(&a, &b)| difference(a, b));
            smoothness -= differences.fold(0.0, |sum, next| sum + next);
        }
    }
    smoothness
}

/// The difference of the square roots of two tiles.
pub(super) fn difference(a: u8, b: u8) -> f64 {
    let root = |code| f64::from(crate::board::tile(code)).sqrt();
    (root(a) - root(b)).abs()
}

/// The negative disorder: minus the sum of falls or of rises of all columns, whichever is lower, and the
/// same for all rows.
fn disorder(board: Board) -> f64 {
    let of = |of_rows| {
        let steps = lines(board, of_rows).map(|line| slopes(&line));
        let sum = steps.fold((0, 0), |sum, next| (sum.0 + next.0, sum.1 + next.1));
        f64::from(sum.0.min(sum.1))
    };
    -(of(false) + of(true))
}

/// The sums of the falls and of the rises of the codes of a line. Empty cells are skipped, except that
/// the first and the last cell count as 0.
pub(super) fn slopes(line: &[u8]) -> (u32, u32) {
    let (mut falls, mut rises) = (0, 0);
    let last = line.len() - 1;
    let mut current = line[0];

    for (index, &next) in line.iter().enumerate().skip(1) {
        if next == 0 && index < last {
            continue;
        }
        falls += u32::from(current.saturating_sub(next));
        rises += u32::from(next.saturating_sub(current));
        current = next;
    }
    (falls, rises)
}

/// The cube, rounded only once, as the C library's `pow` computes it: the rounding errors of both
/// products are computed exactly (Dekker, 1971) and added.
pub(super) fn cube(x: f64) -> f64 {
    let (square, rest) = product(x, x);
    let (cube, error) = product(square, x);
    cube + (error + rest * x)
}

/// A product and its rounding error.
fn product(a: f64, b: f64) -> (f64, f64) {
    let product = a * b;
    let (a, a_rest) = split(a);
    let (b, b_rest) = split(b);
    (product, ((a * b - product) + a * b_rest + a_rest * b) + a_rest * b_rest)
}

/// A number as the sum of two numbers of 26 bits (Veltkamp, 1968).
fn split(x: f64) -> (f64, f64) {
    let large = 134_217_729.0 * x;
    let upper = large - (large - x);
    (upper, x - upper)
}

/// The value of each move; `None` for illegal moves.
pub(super) fn values(board: Board, measure: &SearchSettings) -> [Option<f64>; 4] {
    Heading::ALL.map(|heading| Some(expectation(board.slide(heading)?.board, 1, measure)))
}

/// The value of the best move, or the terminal value if no move is legal.
fn best(board: Board, depth: u32, measure: &SearchSettings) -> f64 {
    let values = board.slides().map(|(_, it)| expectation(it.board, depth + 1, measure));
    values
        .reduce(|most, next| if next >= most { next } else { most })
        .unwrap_or(measure.terminal_value)
}

/// The expected value over all new tiles, or the evaluation where the search ends.
fn expectation(board: Board, depth: u32, measure: &SearchSettings) -> f64 {
    let empty = board.empty_count();
    if empty >= ROOM && depth >= 3 || depth >= 5 {
        return weighed(board, &measure.weights);
    }
    let (two, four) = (TWO / empty as f64, FOUR / empty as f64);

    // The shares and the order of the cells are those of the article, to the last bit.
    let mut sum = 0.0;
    for cell in by_columns(board) {
        if board.code(cell) == 0 {
            sum += best(board.with_code(cell, 1), depth + 1, measure) * two;
            sum += best(board.with_code(cell, 2), depth + 1, measure) * four;
        }
    }
    sum
}

/// All cells, column by column.
fn by_columns(board: Board) -> impl Iterator<Item = usize> {
    let (rows, columns) = (board.size().rows as usize, board.size().columns as usize);
    (0..rows * columns).map(move |index| index % rows * columns + index / rows)
}
