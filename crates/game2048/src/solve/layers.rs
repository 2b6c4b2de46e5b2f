//! The reachable positions of a small board, layer by layer.

use std::ops::ControlFlow;

use rayon::prelude::*;

use super::SolveProgress;
use super::small::SmallBoards;
use crate::{BitBoard, BoardError};

/// The positions with the same sum of tiles, in ascending order, and their values.
#[derive(Clone, Debug, Default)]
pub(super) struct Layer {
    pub(super) positions: Vec<BitBoard>,
    pub(super) value: Vec<f64>,
}

impl Layer {
    /// A layer of these positions without duplicates.
    pub(super) fn new(mut positions: Vec<BitBoard>) -> Self {
        positions.par_sort_unstable();
        positions.dedup();
        Self { positions, value: Vec::new() }
    }

    pub(super) fn value(&self, position: BitBoard) -> Option<f64> {
        let place = self.positions.binary_search(&position).ok()?;
        self.value.get(place).copied()
    }
}

/// All positions before a move that a game can reach, by half the sum of their tiles.
pub(super) fn positions(
    boards: SmallBoards,
    report: &mut impl FnMut(SolveProgress) -> ControlFlow<()>,
) -> Result<Vec<Layer>, BoardError> {
    // A new tile is a 2 or a 4, so half of the sum grows by 1 or 2 and a layer depends on the next
    // two only. The starts have two tiles: half sums of 2 to 4.
    let mut coming: [Vec<BitBoard>; 5] = Default::default();
    for start in boards.starts() {
        coming[boards.board(start).sum() as usize / 2].push(boards.canonical(start));
    }

    let [first, second, mut next, mut after_next, mut last] = coming;
    let mut layers = vec![Layer::new(first), Layer::new(second)];
    let mut found = (layers[0].positions.len() + layers[1].positions.len()) as u64;
    while !(next.is_empty() && after_next.is_empty() && last.is_empty()) {
        let layer = Layer::new(next);
        let afters = Layer::new(boards.afters(&layer.positions));
        let come = |code: u64| {
            afters.positions.par_iter().flat_map_iter(move |&after| {
                let cells = boards.empty_cells(after);
                cells.map(move |cell| boards.canonical(BitBoard(after.0 | (cell * code))))
            })
        };

        after_next.par_extend(come(1));
        last.par_extend(come(2));
        found += layer.positions.len() as u64;

        if report(SolveProgress::Found(found)).is_break() {
            return Err(BoardError::Cancelled);
        }

        layers.push(layer);
        (next, after_next, last) = (after_next, last, Vec::new());
    }
    Ok(layers)
}
