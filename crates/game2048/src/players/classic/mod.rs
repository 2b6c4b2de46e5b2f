//! The player of the article: expectimax, two or three moves deep.

mod last;
mod lines;
mod near;
mod plain;
mod swift;

pub use plain::classic_evaluation;

use std::sync::Arc;

use tilewright_grid::{Heading, Rng};

use super::{BoardEvaluation, Player};
use crate::{BitBoard, Board, ClassicWeights};
use lines::{Lines, lines};
use near::{MARGIN, Near, near};
use plain::{Measure, weighed};
use swift::Swift;

/// The probability of a 2 that the player counts on, whatever comes.
const TWO: f64 = 0.9;

/// And that of a 4.
const FOUR: f64 = 0.1;

/// From so many empty cells on, two moves are looked ahead instead of three.
const ROOM: usize = 6;

/// The player of the article *2048 AI* (chaeheetae, 2024): expectimax over
/// [`classic_evaluation`], two moves deep where six cells are empty, else three.
///
/// Its choices are the article's to the last bit: sums are taken in its order in double
/// precision, moves are tried in the order up, right, down, left, and the last of equal ones
/// wins. On 4 × 4 boards whose tiles cannot reach 65,536 a table-driven search gives the same
/// doubles many times faster; the tests compare the two. Where only the choice is asked for,
/// sums in any order show which move is best, unless two come so near each other that
/// rounding could decide; then the exact search does.
#[derive(Debug)]
pub struct Classic {
    measure: Measure,
    /// None where the weights are not the article's, whose doubles nobody asks for.
    exact: Option<Swift<Lines>>,
    near: Swift<Near>,
}

impl Default for Classic {
    fn default() -> Self {
        Self::new(f64::NEG_INFINITY)
    }
}

impl Classic {
    /// With a value for positions without moves. The article's −∞ vetoes every branch that
    /// could lead to one, however unlikely; a finite loss such as −10⁸ plays better.
    pub fn new(terminal_value: f64) -> Self {
        let measure = Measure { weights: ClassicWeights::default(), terminal_value };
        let (exact, near) =
            (Swift::new(terminal_value, lines()), Swift::new(terminal_value, near()));
        Self { measure, exact: Some(exact), near }
    }

    /// With other weights too.
    pub fn weighted(weights: &ClassicWeights, terminal_value: f64) -> Self {
        if *weights == ClassicWeights::default() {
            return Self::new(terminal_value);
        }
        let measure = Measure { weights: *weights, terminal_value };
        let near = Swift::new(terminal_value, Arc::new(Near::new(weights)));
        Self { measure, exact: None, near }
    }

    /// What it thinks of a board of any shape.
    pub fn evaluate(&mut self, board: Board) -> BoardEvaluation {
        let best = last_best(self.search(board));
        let (choice, value) = best
            .map_or((None, f64::NEG_INFINITY), |(choice, value)| (Some(choice), value));
        BoardEvaluation {
            evaluation: weighed(board, &self.measure.weights),
            choice,
            value,
        }
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

    /// The move of a board that stays small: by sums near the article's where they decide.
    fn pick(&mut self, board: BitBoard) -> Option<Heading> {
        let values = self.near.values(board);
        let (choice, most) = last_best(values)?;
        let Some(exact) = &mut self.exact else { return Some(choice) };
        // Sums with a huge loss in them are less exact.
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

/// The last of the best moves, and its value.
fn last_best(values: [Option<f64>; 4]) -> Option<(Heading, f64)> {
    let moves = Heading::ALL.into_iter().zip(values);
    let moves = moves.filter_map(|(heading, value)| Some((heading, value?)));
    moves.reduce(|best, next| if next.1 >= best.1 { next } else { best })
}

/// Whether no three moves can lead to a 65,536: the sum of the tiles stays below it.
fn stays_small(board: Board) -> bool {
    board.largest() <= 2048 || board.sum() + 3 * 4 < 1 << 16
}

impl Player for Classic {
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
