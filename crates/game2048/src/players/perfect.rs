//! The player that knows how every game ends.

use std::sync::Arc;

use tilewright_grid::{Heading, Rng};

use super::{BoardEvaluation, Greedy, Player};
use crate::{Board, Solution};

/// Looks ahead to the end of every game: expectimax at full depth, from a [`Solution`]. On
/// boards of another size than the solved one it plays as [`Greedy`].
#[derive(Clone, Debug)]
pub struct Perfect(Arc<Solution>);

impl Perfect {
    /// A player by this solution.
    pub const fn new(solution: Arc<Solution>) -> Self {
        Self(solution)
    }

    /// What it thinks of a board: the score that is still to be expected, and what is expected
    /// of the best move; nothing of a board that no game comes to.
    pub fn evaluate(&self, board: Board) -> Option<BoardEvaluation> {
        let evaluation = self.0.value(board)?;
        let (choice, value) = self
            .0
            .best(board)
            .map_or((None, f64::NEG_INFINITY), |(choice, value)| (Some(choice), value));
        Some(BoardEvaluation { evaluation, choice, value })
    }
}

impl Player for Perfect {
    fn choose(&mut self, board: Board, rng: &mut Rng) -> Option<Heading> {
        let best = self.0.best(board).map(|(heading, _)| heading);
        best.or_else(|| Greedy.choose(board, rng))
    }

    fn values(&mut self, board: Board) -> [Option<f64>; 4] {
        self.0.values(board)
    }
}
