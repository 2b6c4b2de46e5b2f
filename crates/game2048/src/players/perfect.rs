//! Optimal play from an exact solution.

use std::sync::Arc;

use tilewright_grid::{Heading, Rng};

use super::{BoardEvaluation, GreedyPlayer, Player};
use crate::{Board, Solution};

/// Plays optimally: expectimax to the end of the game, by a [`Solution`]. On boards of another size than
/// the solved one it plays as [`GreedyPlayer`].
///
/// ```
/// use std::sync::Arc;
///
/// use tilewright_2048::{FOUR_PROBABILITY, PerfectPlayer, Setup, Solution, play};
/// use tilewright_grid::{Seed, Size};
///
/// let size = Size::new(2, 2);
/// let solution = Arc::new(Solution::new(size, FOUR_PROBABILITY)?);
/// let player = || PerfectPlayer::new(Arc::clone(&solution));
/// let outcomes = play(&Setup::new(size, Seed(1)), player, 0..10)?;
/// assert_eq!(outcomes.len(), 10);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct PerfectPlayer(Arc<Solution>);

impl PerfectPlayer {
    /// A player with this solution.
    pub const fn new(solution: Arc<Solution>) -> Self {
        Self(solution)
    }

    /// Evaluates a board: the expected further score, and the best move. `None` if no game can reach
    /// the board.
    pub fn evaluate(&self, board: Board) -> Option<BoardEvaluation> {
        let evaluation = self.0.value(board)?;
        Some(BoardEvaluation::new(evaluation, self.0.best(board), false))
    }
}

impl Player for PerfectPlayer {
    fn choose(&mut self, board: Board, rng: &mut Rng) -> Option<Heading> {
        let best = self.0.best(board).map(|(heading, _)| heading);
        best.or_else(|| GreedyPlayer.choose(board, rng))
    }

    fn values(&mut self, board: Board) -> [Option<f64>; 4] {
        self.0.values(board)
    }
}
