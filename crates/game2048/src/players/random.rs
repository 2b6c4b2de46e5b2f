//! The random player.

use tilewright_grid::{Heading, Rng};

use super::Player;
use crate::Board;

/// Makes a random legal move; all are equally likely.
#[derive(Clone, Copy, Debug, Default)]
pub struct RandomPlayer;

impl Player for RandomPlayer {
    fn choose(&mut self, board: Board, rng: &mut Rng) -> Option<Heading> {
        let legal: Vec<Heading> = board.slides().map(|(heading, _)| heading).collect();
        rng.pick(&legal).copied()
    }
}
