//! Boards of 2048: their values, their moves, and what players choose.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use numpy::{PyArray2, PyArrayMethods as _, PyReadwriteArray1, PyReadwriteArray2};
use pyo3::prelude::*;
use tilewright_2048::{
    BitBoard, Board, ClassicPlayer, Depth, Expectimax, FOUR_PROBABILITY, Network,
    NetworkPlayer, Player, Strategy,
};
use tilewright_grid::{Heading, Seed, Size};

use super::{Rows, Stop, quick, watched, wrong};

/// The number of boards that a thread takes at a time: some tens of microseconds.
const GRAIN: usize = 32;

/// The value of each board by the built-in network: that of its best move, or its own as an afterstate.
#[pyfunction]
pub(crate) fn board_values(
    py: Python<'_>,
    boards: &Bound<'_, PyArray2<u8>>,
    afterstates: bool,
    mut out: PyReadwriteArray1<'_, f64>,
) -> PyResult<()> {
    let boards = boards.readonly();
    let (boards, out) = (boards.as_slice()?, out.as_slice_mut()?);
    quick(py, rows_of(out.len()), |stop| {
        let Some(network) = network(stop)? else { return Ok(()) };
        let rows = Rows { argument: "boards", grain: GRAIN, stop };
        rows.fill(
            out,
            1,
            || (),
            |(), row, out| {
                let board = board(boards, row)?;
                out[0] = if afterstates {
                    f64::from(network.value(board))
                } else {
                    let values = network.move_values(board).into_iter().flatten();
                    // A game that is over scores nothing more.
                    f64::from(values.reduce(f32::max).unwrap_or(0.0))
                };
                Ok(())
            },
        )
    })
}

/// For each board and move whether it is legal, the board after it, and its points.
#[pyfunction]
pub(crate) fn board_moves(
    py: Python<'_>,
    boards: &Bound<'_, PyArray2<u8>>,
    mut legal: PyReadwriteArray2<'_, bool>,
    mut after: PyReadwriteArray2<'_, u8>,
    mut points: PyReadwriteArray2<'_, i64>,
) -> PyResult<()> {
    let boards = boards.readonly();
    let boards = boards.as_slice()?;
    let (legal, after, points) =
        (legal.as_slice_mut()?, after.as_slice_mut()?, points.as_slice_mut()?);
    let mut found = vec![[Move::default(); 4]; boards.len() / 16];
    quick(py, boards.len() / 16, |stop| {
        let rows = Rows { argument: "boards", grain: GRAIN, stop };
        rows.fill(
            &mut found,
            1,
            || (),
            |(), row, out| {
                let board = board(boards, row)?;
                for (it, heading) in out[0].iter_mut().zip(Heading::ALL) {
                    let slide = board.slide(heading);
                    let moved = slide.map_or(board, |slide| slide.board);
                    let points = slide.map_or(0, |slide| slide.gain.cast_signed());
                    *it = Move { is_legal: slide.is_some(), board: codes(moved), points };
                }
                Ok(())
            },
        )
    })?;

    for (index, it) in found.iter().flatten().enumerate() {
        (legal[index], points[index]) = (it.is_legal, it.points);
        after[16 * index..][..16].copy_from_slice(&it.board);
    }
    Ok(())
}

/// A move of a board.
#[derive(Clone, Copy, Default)]
struct Move {
    is_legal: bool,
    board: [u8; 16],
    points: i64,
}

/// The move that a player chooses on each board: 0 up, 1 right, 2 down, 3 left; −1 where none is legal.
#[pyfunction]
pub(crate) fn best_moves(
    py: Python<'_>,
    boards: &Bound<'_, PyArray2<u8>>,
    player: &str,
    plies: Option<u32>,
    budget: Option<u64>,
    mut out: PyReadwriteArray1<'_, i8>,
) -> PyResult<()> {
    let boards = boards.readonly();
    let (boards, out) = (boards.as_slice()?, out.as_slice_mut()?);
    let player: Strategy =
        player.parse().map_err(|error| wrong(format!("player: {error}")))?;
    watched(py, |stop| {
        let network = match player {
            Strategy::Network => network(stop)?,
            _ => None,
        };
        let begin = || -> Option<Box<dyn Player + '_>> {
            Some(match player {
                Strategy::Network => {
                    let network = Arc::clone(network.as_ref()?);
                    let player = match budget {
                        Some(nodes) => {
                            NetworkPlayer::within(network, nodes, 0.0, FOUR_PROBABILITY)
                        }
                        None => NetworkPlayer::new(
                            network,
                            plies.unwrap_or(1),
                            0.0,
                            FOUR_PROBABILITY,
                        ),
                    };
                    Box::new(player.watched(stop))
                }
                Strategy::Expectimax => {
                    let depth = plies.map_or(Depth::Adaptive, Depth::Fixed);
                    let player = Expectimax::new(depth, FOUR_PROBABILITY);
                    Box::new(player.watched(stop))
                }
                _ => Box::new(ClassicPlayer::new(f64::NEG_INFINITY)),
            })
        };
        let rows = Rows { argument: "boards", grain: 1, stop };
        rows.fill(out, 1, begin, |player, row, out| {
            let board = board(boards, row)?;
            let Some(player) = player else { return Ok(()) };
            // What was found on another board is forgotten, so that the order of the boards changes nothing.
            player.begin();
            let found = player.choose(board, &mut Seed(0).rng());
            out[0] = found.map_or(-1, |heading| {
                let at = Heading::ALL.iter().position(|&it| it == heading);
                at.map_or(-1, |at| at as i8)
            });
            Ok(())
        })
    })
}

/// The rows of values, or many before the first call has unpacked the network, which takes some time.
fn rows_of(count: usize) -> usize {
    static IS_READY: AtomicBool = AtomicBool::new(false);
    if IS_READY.swap(true, Ordering::Relaxed) { count } else { usize::MAX }
}

/// The built-in network, which the first call unpacks; none if that was stopped.
fn network(stop: &Stop) -> PyResult<Option<Arc<Network>>> {
    match Network::ready_while(stop) {
        Ok(network) => Ok(Some(network)),
        Err(_) if stop.is_set() => Ok(None),
        Err(error) => Err(wrong(error)),
    }
}

/// The board of a row of codes, 0 to 17.
fn board(boards: &[u8], row: usize) -> Result<Board, String> {
    let codes = boards[16 * row..][..16].iter().rev();
    if codes.clone().all(|&code| code < 16) {
        let bits = codes.fold(0, |bits, &code| bits << 4 | u64::from(code));
        return Ok(BitBoard(bits).into());
    }
    let empty = Board::empty(Size::new(4, 4)).map_err(|error| error.to_string())?;
    let codes = boards[16 * row..][..16].iter().enumerate();
    Ok(codes.fold(empty, |board, (cell, &code)| board.with_code(cell, code & 31)))
}

/// The codes of a 4 × 4 board.
fn codes(board: Board) -> [u8; 16] {
    let mut codes = [0; 16];
    for (to, code) in codes.iter_mut().zip(board.codes()) {
        *to = code;
    }
    codes
}
