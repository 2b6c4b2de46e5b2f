//! What a board is worth to a search that has learned nothing.

use std::sync::LazyLock;

use tilewright_grid::det;

use crate::BitBoard;
use crate::rows::{ROWS, table, unpack};

/// The worth of every line of four cells. A board is worth what its rows and columns are.
///
/// The terms and their weights are those that Robert Xiao published with his player (nneonneo,
/// *2048-ai*, 2014), found by an evolution strategy: empty cells, neighbours that can be
/// joined, order from one end to the other, and few large tiles rather than many.
#[derive(Debug)]
pub(super) struct Heuristic(Box<[f32; ROWS]>);

/// What each line is worth before anything else, so that a position without moves, which is
/// worth 0, is worse than any other.
const ALIVE: f64 = 200_000.0;
const EMPTY: f64 = 270.0;
const JOIN: f64 = 700.0;
const DISORDER: f64 = 47.0;
const DISORDER_POWER: f64 = 4.0;
const TILES: f64 = 11.0;
const TILES_POWER: f64 = 3.5;

static LINES: LazyLock<Heuristic> = LazyLock::new(Heuristic::new);

/// The table, made at the first use.
pub(super) fn heuristic() -> &'static Heuristic {
    &LINES
}

impl Heuristic {
    fn new() -> Self {
        let mut worth = table(0.0);
        for row in 0..=u16::MAX {
            worth[usize::from(row)] = line(unpack(row)) as f32;
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

/// What a line is worth.
fn line(codes: [u8; 4]) -> f64 {
    let empty: f64 = codes.iter().map(|&code| f64::from(u8::from(code == 0))).sum();
    let tiles: f64 = codes.iter().map(|&code| power(code, TILES_POWER)).sum();
    let (mut falls, mut rises) = (0.0_f64, 0.0_f64);
    for pair in codes.windows(2) {
        let step = power(pair[1], DISORDER_POWER) - power(pair[0], DISORDER_POWER);
        falls += (-step).max(0.0);
        rises += step.max(0.0);
    }
    ALIVE + EMPTY * empty + JOIN * joins(codes)
        - DISORDER * falls.min(rises)
        - TILES * tiles
}

fn power(code: u8, exponent: f64) -> f64 {
    det::powf(f64::from(code), exponent)
}

/// How many tiles of a line can be joined with a neighbour, gaps passed over: a pair counts
/// two, three in a row count three.
fn joins(codes: [u8; 4]) -> f64 {
    let tiles: Vec<u8> = codes.into_iter().filter(|&code| code != 0).collect();
    let runs = tiles.chunk_by(|a, b| a == b).map(<[u8]>::len);
    runs.filter(|&length| length > 1).sum::<usize>() as f64
}
