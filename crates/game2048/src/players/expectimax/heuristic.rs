//! What a board is worth to a search that has learned nothing.

use std::sync::{Arc, LazyLock};

use tilewright_grid::{Heading, det};

use super::Depth;
use crate::players::gaps::LineJudge;
use crate::rows::{ROWS, table, unpack};
use crate::rules::Lanes;
use crate::{BitBoard, Board, ExpectimaxWeights, MAX_SIDE};

/// What lines are worth, those of four cells in a table. A board is worth what its rows and
/// columns are.
///
/// The terms are those that Robert Xiao published with his player (nneonneo, *2048-ai*, 2014):
/// empty cells, neighbours that can be joined, order from one end to the other, and few large
/// tiles rather than many.
#[derive(Debug)]
pub(super) struct Heuristic {
    lines: Box<[f32; ROWS]>,
    weights: ExpectimaxWeights,
    /// The powers of the codes: those for disorder and those for tiles.
    powers: [[f64; CODES]; 2],
}

/// How many codes a cell may have.
const CODES: usize = 32;

static DEEP: LazyLock<Arc<Heuristic>> =
    LazyLock::new(|| Arc::new(Heuristic::new(&ExpectimaxWeights::default())));

static SHALLOW: LazyLock<Arc<Heuristic>> =
    LazyLock::new(|| Arc::new(Heuristic::new(&ExpectimaxWeights::shallow())));

/// What boards are worth at least as they are; those below are squeezed in between this and 0,
/// so that every living board is worth more than a position without moves.
const LOW: f32 = 1000.0;

/// The table of the usual weights of a depth, made at the first use.
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

    /// What a board is worth.
    #[inline]
    pub(super) fn worth(&self, board: BitBoard) -> f32 {
        living(self.sum(board) + self.sum(board.transposed()))
    }

    #[inline]
    fn sum(&self, board: BitBoard) -> f32 {
        let line = |row: usize| self.lines[board.row(row)];
        line(0) + line(1) + line(2) + line(3)
    }

    /// What a board of any shape is worth.
    pub(super) fn worth_of(&self, board: Board) -> f32 {
        let mut worth = 0.0;
        for heading in [Heading::West, Heading::North] {
            let lanes = Lanes::new(board, heading);
            for lane in 0..lanes.count {
                let mut codes = [0; MAX_SIDE as usize];
                for (step, code) in codes[..lanes.length].iter_mut().enumerate() {
                    *code = board.code(lanes.cell(lane, step));
                }
                worth += self.line(&codes[..lanes.length]);
            }
        }
        living(worth as f32)
    }

    /// What a line is worth.
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
        weights.alive + weights.empty * empty + weights.join * joins(codes)
            - weights.disorder * falls.min(rises)
            - weights.tiles * tiles
    }
}

impl LineJudge for Heuristic {
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

/// The worth of a living board, which is over 0: low worths in their order between 0 and
/// [`LOW`]; 0 for −∞.
#[inline]
pub(super) fn living(worth: f32) -> f32 {
    if worth >= LOW { worth } else { LOW * LOW / (2.0 * LOW - worth) }
}

/// How many tiles of a line can be joined with a neighbour, gaps passed over: a pair counts
/// two, three in a row count three.
fn joins(codes: &[u8]) -> f64 {
    let (mut joins, mut run, mut last) = (0, 0, 0);
    for &code in codes.iter().filter(|&&code| code != 0) {
        run = if code == last { run + 1 } else { 1 };
        joins += match run {
            1 => 0,
            2 => 2,
            _ => 1,
        };
        last = code;
    }
    f64::from(joins)
}
