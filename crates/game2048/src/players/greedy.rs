//! The greedy player.

use tilewright_grid::{Heading, Rng};

use super::Player;
use crate::Board;

/// Makes the move with the highest score. Ties are broken by the number of empty cells, then by the
/// order up, right, down, left.
#[derive(Clone, Copy, Debug, Default)]
pub struct GreedyPlayer;

impl Player for GreedyPlayer {
    fn choose(&mut self, board: Board, _: &mut Rng) -> Option<Heading> {
        let value = |slide: crate::Slide| (slide.gain, slide.board.empty_count());
        let slides = board.slides().map(|(heading, slide)| (value(slide), heading));
        let best = slides.reduce(|best, next| if next.0 > best.0 { next } else { best });
        best.map(|(_, heading)| heading)
    }

    fn values(&mut self, board: Board) -> [Option<f64>; 4] {
        Heading::ALL.map(|heading| Some(board.slide(heading)?.gain as f64))
    }
}
