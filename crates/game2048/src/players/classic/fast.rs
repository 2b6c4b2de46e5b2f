//! The article's search with lookup tables, many times faster. Its numbers are exactly the article's if
//! those of the evaluator are.

use std::sync::Arc;

use pulp::Arch;

use super::lines::Evaluator;
use super::{FOUR, ROOM, TWO};
use crate::BitBoard;
use crate::players::Memory;
use crate::players::gaps::Pair;
use crate::rows::{Rows, rows};

/// The expected value over all new tiles, column by column, of what is best on the board with the tile.
#[inline]
pub(super) fn mean(after: Pair, mut best: impl FnMut(BitBoard) -> f64) -> f64 {
    let mut mask = after.turned.empty_mask();
    let empty = f64::from(mask.count_ones());
    let (two, four) = (TWO / empty, FOUR / empty);

    let mut sum = 0.0;
    while mask != 0 {
        let bit = mask.trailing_zeros();
        sum += best(after.with_tile(bit, 1)) * two;
        sum += best(after.with_tile(bit, 2)) * four;
        if sum == f64::NEG_INFINITY {
            // Further terms cannot change it.
            break;
        }
        mask &= mask - 1;
    }
    sum
}

/// The search and its transposition table. The value of a board does not depend on how it was reached,
/// so entries stay valid.
#[derive(Debug)]
pub(super) struct FastSearch<J> {
    /// The instruction set for the evaluator.
    pub(super) arch: Arch,
    terminal_value: f64,
    rows: &'static Rows,
    evaluator: Arc<J>,
    /// The values of afterstates of the second ply.
    middle: Memory<f64>,
}

impl<J: Evaluator> FastSearch<J> {
    pub(super) fn new(terminal_value: f64, evaluator: Arc<J>) -> Self {
        let (arch, rows) = (Arch::new(), rows());
        // 48 KiB, which stay in the cache: the values of one move, at most 160 (4 moves, 5 empty
        // cells, 2 tiles, 4 moves), seldom share a slot. Chosen; `cargo bench -p tilewright-2048`
        // shows the time of a move.
        Self { arch, terminal_value, rows, evaluator, middle: Memory::new(11) }
    }

    /// The value of each move; `None` for illegal moves.
    pub(super) fn values(&mut self, board: BitBoard) -> [Option<f64>; 4] {
        board.moved(self.rows).map(|after| {
            let second = |before| self.second_move(before);
            (after != board).then(|| mean(Pair::new(after), second))
        })
    }

    fn second_move(&mut self, before: BitBoard) -> f64 {
        let moves = before.moved(self.rows).into_iter().filter(|&after| after != before);
        let values = moves.map(|after| self.after_second(after));
        values.reduce(f64::max).unwrap_or(self.terminal_value)
    }

    fn after_second(&mut self, after: BitBoard) -> f64 {
        if let Some(value) = self.middle.get(after, 0) {
            return value;
        }

        let pair = Pair::new(after);
        let Self { arch, rows, terminal_value, .. } = *self;
        let value = if after.empty_count() as usize >= ROOM {
            self.evaluator.evaluate(after, pair.turned)
        } else {
            self.evaluator.mean_of_best(arch, rows, terminal_value, pair)
        };

        self.middle.put(after, 0, value);
        value
    }
}
