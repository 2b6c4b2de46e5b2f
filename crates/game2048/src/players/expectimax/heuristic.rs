//! What a board is worth to a search that has learned nothing.

use std::sync::{Arc, LazyLock};

use tilewright_grid::det;

use crate::rows::{ROWS, table, unpack};
use crate::{BitBoard, ExpectimaxWeights};

/// The worth of every line of four cells. A board is worth what its rows and columns are.
///
/// The terms are those that Robert Xiao published with his player (nneonneo, *2048-ai*, 2014):
/// empty cells, neighbours that can be joined, order from one end to the other, and few large
/// tiles rather than many.
#[derive(Debug)]
pub(super) struct Heuristic(Box<[f32; ROWS]>);

static LINES: LazyLock<Arc<Heuristic>> =
    LazyLock::new(|| Arc::new(Heuristic::new(&ExpectimaxWeights::default())));

/// The table of the usual weights, made at the first use.
pub(super) fn heuristic() -> Arc<Heuristic> {
    Arc::clone(&LINES)
}

impl Heuristic {
    pub(super) fn new(weights: &ExpectimaxWeights) -> Self {
        let powers = |power| {
            let mut powers = [0.0; 16];
            for (code, value) in powers.iter_mut().enumerate() {
                *value = det::powf(code as f64, power);
            }
            powers
        };
        let powers = [powers(weights.disorder_power), powers(weights.tiles_power)];
        let mut worth = table(0.0);
        for row in 0..=u16::MAX {
            worth[usize::from(row)] = line(unpack(row), weights, &powers) as f32;
        }
        Self(worth)
    }

    /// What a board is worth.
    #[inline]
    pub(super) fn worth(&self, board: BitBoard) -> f32 {
        let turned = board.transposed();
        let of =
            |board: BitBoard| -> f32 { (0..4).map(|row| self.0[board.row(row)]).sum() };
        of(board) + of(turned)
    }
}

/// What a line is worth; the powers of the codes are those for disorder and those for tiles.
fn line(codes: [u8; 4], weights: &ExpectimaxWeights, powers: &[[f64; 16]; 2]) -> f64 {
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

/// How many tiles of a line can be joined with a neighbour, gaps passed over: a pair counts
/// two, three in a row count three.
fn joins(codes: [u8; 4]) -> f64 {
    let tiles: Vec<u8> = codes.into_iter().filter(|&code| code != 0).collect();
    let runs = tiles.chunk_by(|a, b| a == b).map(<[u8]>::len);
    runs.filter(|&length| length > 1).sum::<usize>() as f64
}
