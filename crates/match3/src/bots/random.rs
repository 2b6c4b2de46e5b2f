//! Random swaps.

use tilewright_grid::Rng;

use super::Bot;
use crate::{Game, Move};

/// Makes a random possible move, drawn uniformly.
#[derive(Clone, Copy, Debug, Default)]
pub struct RandomBot;

impl Bot for RandomBot {
    #[inline]
    fn choose<const W: usize>(&self, game: &Game<'_, W>, rng: &mut Rng) -> Move {
        game.any_move(rng).expect("a bot is asked where there is a move")
    }
}
