//! The player of the article *2048 AI*: expectimax, two or three plies deep.

mod approximate;
mod fast;
mod lines;
mod plain;

use std::sync::Arc;

use tilewright_grid::{Heading, Rng};

use super::{BoardEvaluation, Player};
use crate::{BitBoard, Board, ClassicWeights};
use approximate::{ApproximateLines, MARGIN, near};
use fast::FastSearch;
use lines::{Lines, lines};
use plain::{SearchSettings, weighed};

/// The probability of a new 2 with which the player always calculates.
const TWO: f64 = 0.9;

/// The probability of a new 4 with which the player always calculates.
const FOUR: f64 = 0.1;

/// With this number of empty cells or more, the search is 2-ply instead of 3-ply.
const ROOM: usize = 6;

/// The player of the article *2048 AI* (chaeheetae, 2024): expectimax, 2-ply if six or more cells
/// are empty, else 3-ply. A board is worth the squares of its tiles and its empty cells, less what its
/// roughness and its disorder cost.
///
/// Its choices are exactly those of the article: sums are taken in the article's order in double
/// precision, moves are tried in the order up, right, down, left, and the last one wins a tie. On
/// 4 × 4 boards whose tiles cannot reach 65,536 a table-driven search computes the same numbers
/// many times faster; the tests compare the two. If only the choice is needed, approximate sums
/// decide, unless two moves are so close that rounding could matter; then the exact search decides.
///
/// ```
/// use tilewright_2048::{Board, ClassicPlayer, Move};
///
/// let board: Board = "2 4 8 16\n0 2 4 8\n0 0 2 4\n0 0 0 2".parse()?;
/// let evaluation = ClassicPlayer::new(-1e8).evaluate(board);
/// println!("{:?}, value {:.0}", evaluation.choice.map(Move), evaluation.value);
/// # assert!(evaluation.choice.is_some());
/// # Ok::<(), tilewright_2048::BoardError>(())
/// ```
#[derive(Debug)]
pub struct ClassicPlayer {
    measure: SearchSettings,
    /// The search with the article's exact numbers; `None` with other weights than the article's.
    exact: Option<FastSearch<Lines>>,
    near: FastSearch<ApproximateLines>,
}

impl Default for ClassicPlayer {
    fn default() -> Self {
        Self::new(f64::NEG_INFINITY)
    }
}

impl ClassicPlayer {
    /// A player with this value of a board without legal moves. With −∞, the value of the article, every
    /// move that could lead to such a board is avoided, however unlikely; a finite value such as −10⁸
    /// plays better.
    pub fn new(terminal_value: f64) -> Self {
        let measure =
            SearchSettings { weights: ClassicWeights::default(), terminal_value };
        let (exact, near) = (
            FastSearch::new(terminal_value, lines()),
            FastSearch::new(terminal_value, near()),
        );
        Self { measure, exact: Some(exact), near }
    }

    /// A player with other weights.
    pub fn weighted(weights: &ClassicWeights, terminal_value: f64) -> Self {
        if *weights == ClassicWeights::default() {
            return Self::new(terminal_value);
        }
        let measure = SearchSettings { weights: *weights, terminal_value };
        let near =
            FastSearch::new(terminal_value, Arc::new(ApproximateLines::new(weights)));
        Self { measure, exact: None, near }
    }

    /// Evaluates a board of any size.
    pub fn evaluate(&mut self, board: Board) -> BoardEvaluation {
        let evaluation = weighed(board, &self.measure.weights);
        BoardEvaluation::new(evaluation, last_best(self.search(board)), false)
    }

    fn search(&mut self, board: Board) -> [Option<f64>; 4] {
        match board.bits().filter(|_| stays_small(board)) {
            Some(bits) => match &mut self.exact {
                Some(exact) => exact.values(bits),
                None => self.near.values(bits),
            },
            None => plain::values(board, &self.measure),
        }
    }

    /// The choice on a board that stays small: by approximate sums if these decide, else by exact ones.
    fn pick(&mut self, board: BitBoard) -> Option<Heading> {
        let values = self.near.values(board);
        let (choice, most) = last_best(values)?;
        let Some(exact) = &mut self.exact else { return Some(choice) };
        // Sums that include a huge terminal value are less exact.
        let terminal_value = self.measure.terminal_value;
        let loss = if terminal_value.is_finite() { -terminal_value } else { 0.0 };
        let margin = 2.0 * (MARGIN + 1e-12 * loss);
        let is_close = |value: f64| value >= most - margin && value > f64::NEG_INFINITY;
        let rivals = values.into_iter().flatten().filter(|&value| is_close(value));
        if rivals.count() > 1 {
            return Some(last_best(exact.values(board))?.0);
        }
        Some(choice)
    }
}

/// The best move and its value; the last one wins a tie.
fn last_best(values: [Option<f64>; 4]) -> Option<(Heading, f64)> {
    let moves = Heading::ALL.into_iter().zip(values);
    let moves = moves.filter_map(|(heading, value)| Some((heading, value?)));
    moves.reduce(|best, next| if next.1 >= best.1 { next } else { best })
}

/// Whether no three moves can produce a 65,536, because the sum of the tiles stays below it.
fn stays_small(board: Board) -> bool {
    board.largest() <= 2048 || board.sum() + 3 * 4 < 1 << 16
}

impl Player for ClassicPlayer {
    fn choose(&mut self, board: Board, _: &mut Rng) -> Option<Heading> {
        match board.bits().filter(|_| stays_small(board)) {
            Some(bits) => self.pick(bits),
            None => Some(last_best(plain::values(board, &self.measure))?.0),
        }
    }

    fn values(&mut self, board: Board) -> [Option<f64>; 4] {
        self.search(board)
    }
}

#[cfg(test)]
mod tests;
