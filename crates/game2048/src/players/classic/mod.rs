//! The player of the article: expectimax, two or three moves deep.

mod last;
mod lines;
mod plain;
mod swift;

pub use plain::evaluate;

use tilewright_grid::{Heading, Rng};

use super::{Opinion, Player};
use crate::Board;
use swift::Swift;

/// The probability of a 2 that the player counts on, whatever comes.
const TWO: f64 = 0.9;

/// And that of a 4.
const FOUR: f64 = 0.1;

/// From so many empty cells on, two moves are looked ahead instead of three.
const ROOM: usize = 6;

/// The player of the article *2048 AI* (chaeheetae, 2024): expectimax over
/// [`evaluate`], two moves deep where six cells are empty, else three.
///
/// Its choices are the article's to the last bit: sums are taken in its order in double
/// precision, moves are tried in the order up, right, down, left, and the last of equal ones
/// wins. On 4 × 4 boards whose tiles cannot reach 65,536 a table-driven search gives the same
/// doubles many times faster; the tests compare the two.
#[derive(Debug)]
pub struct Classic {
    dead_end: f64,
    swift: Swift,
}

impl Default for Classic {
    fn default() -> Self {
        Self::new(f64::NEG_INFINITY)
    }
}

impl Classic {
    /// With a value for positions without moves. The article's −∞ vetoes every branch that
    /// could lead to one, however unlikely; a finite loss such as −10⁸ plays better.
    pub fn new(dead_end: f64) -> Self {
        Self { dead_end, swift: Swift::new(dead_end) }
    }

    /// What it thinks of a board of any shape.
    pub fn opinion(&mut self, board: Board) -> Opinion {
        let (choice, value) = self.search(board);
        let value = if choice.is_some() { value } else { f64::NEG_INFINITY };
        Opinion { evaluation: evaluate(board), choice, value }
    }

    fn search(&mut self, board: Board) -> (Option<Heading>, f64) {
        match board.bits().filter(|_| stays_small(board)) {
            Some(bits) => self.swift.search(bits),
            None => plain::search(board, self.dead_end),
        }
    }
}

/// Whether no three moves can lead to a 65,536: the sum of the tiles stays below it.
fn stays_small(board: Board) -> bool {
    board.largest() <= 2048 || board.sum() + 3 * 4 < 1 << 16
}

impl Player for Classic {
    fn choose(&mut self, board: Board, _: &mut Rng) -> Option<Heading> {
        self.search(board).0
    }
}

#[cfg(test)]
mod tests;
