//! The handwritten evaluation function.

use std::sync::{Arc, LazyLock};

use tilewright_grid::{Heading, det};

use super::Depth;
use crate::players::gaps::LineEvaluator;
use crate::rows::{ROWS, table, unpack};
use crate::rules::Lanes;
use crate::{BitBoard, Board, ExpectimaxWeights, MAX_SIDE};

/// The values of lines, with a table for lines of four cells. The value of a board is the sum over its
/// rows and columns.
///
/// The terms are those of Robert Xiao's player (nneonneo, *2048-ai*, 2014): empty cells, neighbours
/// that can merge, monotonic lines, and few large tiles instead of many.
#[derive(Debug)]
pub(super) struct Heuristic {
    lines: Box<[f32; ROWS]>,
    weights: ExpectimaxWeights,
    /// The powers of the codes, for the disorder and for the tiles.
    powers: [[f64; CODES]; 2],
}

/// The number of codes of a cell.
const CODES: usize = 32;

static DEEP: LazyLock<Arc<Heuristic>> =
    LazyLock::new(|| Arc::new(Heuristic::new(&ExpectimaxWeights::default())));

static SHALLOW: LazyLock<Arc<Heuristic>> =
    LazyLock::new(|| Arc::new(Heuristic::new(&ExpectimaxWeights::shallow())));

/// Sums below this are mapped to values between 0 and this, so that the value of every board is higher
/// than that of a board without legal moves, 0.
const LOW: f32 = 1000.0;

/// The table with the built-in weights for a depth, computed at the first call.
pub(super) fn heuristic(depth: &Depth) -> Arc<Heuristic> {
    match depth {
        Depth::Fixed(..=ExpectimaxWeights::SHALLOW_DEPTH) => Arc::clone(&SHALLOW),
        _ => Arc::clone(&DEEP),
    }
}

impl Heuristic {
    pub(super) fn new(weights: &ExpectimaxWeights) -> Self {
        let powers = |power| {
            let mut powers = [0.0; CODES];
            for (code, value) in powers.iter_mut().enumerate() {
                *value = det::powf(code as f64, power);
            }
            powers
        };

        let powers = [powers(weights.disorder_power), powers(weights.tiles_power)];
        let mut heuristic = Self { lines: table(0.0), weights: *weights, powers };

        for row in 0..=u16::MAX {
            heuristic.lines[usize::from(row)] = heuristic.line(&unpack(row)) as f32;
        }
        heuristic
    }

    /// The value of a 4 × 4 board.
    #[inline]
    pub(super) fn value_of_bits(&self, board: BitBoard) -> f32 {
        positive(self.sum(board) + self.sum(board.transposed()))
    }

    #[inline]
    fn sum(&self, board: BitBoard) -> f32 {
        let line = |row: usize| self.lines[board.row(row)];
        line(0) + line(1) + line(2) + line(3)
    }

    /// The value of a board of any size.
    pub(super) fn value_of(&self, board: Board) -> f32 {
        let mut sum = 0.0;
        for heading in [Heading::West, Heading::North] {
            let lanes = Lanes::new(board, heading);

            for lane in 0..lanes.count {
                let mut codes = [0; MAX_SIDE as usize];
                for (step, code) in codes[..lanes.length].iter_mut().enumerate() {
                    *code = board.code(lanes.cell(lane, step));
                }
                sum += self.line(&codes[..lanes.length]);
            }
        }
        positive(sum as f32)
    }

    /// The value of a line.
    fn line(&self, codes: &[u8]) -> f64 {
        let Self { weights, powers, .. } = self;
        let power = |which: usize, code: u8| powers[which][usize::from(code)];

        let empty: f64 = codes.iter().map(|&code| f64::from(u8::from(code == 0))).sum();
        let tiles: f64 = codes.iter().map(|&code| power(1, code)).sum();
        let (mut falls, mut rises) = (0.0_f64, 0.0_f64);

        for pair in codes.windows(2) {
            let step = power(0, pair[1]) - power(0, pair[0]);
            falls += (-step).max(0.0);
            rises += step.max(0.0);
        }

        weights.alive + weights.empty * empty + weights.join * merges(codes)
            - weights.disorder * falls.min(rises)
            - weights.tiles * tiles
    }
}

impl LineEvaluator for Heuristic {
    type Lines = f32;
    type Worth = f32;

    #[inline]
    fn lines(&self, board: BitBoard) -> f32 {
        self.sum(board)
    }

    #[inline]
    fn exchanged(&self, lines: f32, old: usize, new: usize) -> f32 {
        lines - self.lines[old] + self.lines[new]
    }

    #[inline]
    fn value(&self, lines: f32, turned: BitBoard) -> f32 {
        lines + self.sum(turned)
    }
}

/// Maps the sum of a board to its value, which is positive: sums below [`LOW`] keep their order between 0
/// and [`LOW`], and −∞ becomes 0.
#[inline]
pub(super) fn positive(sum: f32) -> f32 {
    if sum >= LOW { sum } else { LOW * LOW / (2.0 * LOW - sum) }
}

/// The number of tiles of a line that can merge with a neighbour, empty cells skipped: a pair counts 2,
/// three equal tiles in a row count 3.
fn merges(codes: &[u8]) -> f64 {
    let (mut merges, mut run, mut last) = (0, 0, 0);
    for &code in codes.iter().filter(|&&code| code != 0) {
        run = if code == last { run + 1 } else { 1 };
        merges += match run {
            1 => 0,
            2 => 2,
            _ => 1,
        };
        last = code;
    }
    f64::from(merges)
}
