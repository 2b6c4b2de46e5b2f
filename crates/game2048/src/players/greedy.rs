//! The player that takes what it can get.

use tilewright_grid::{Heading, Rng};

use super::Player;
use crate::Board;

/// Makes the move that gains most; of several, one that leaves most cells empty, then the
/// first in the order up, right, down, left.
#[derive(Clone, Copy, Debug, Default)]
pub struct Greedy;

impl Player for Greedy {
    fn choose(&mut self, board: Board, _: &mut Rng) -> Option<Heading> {
        let worth = |slide: crate::Slide| (slide.gain, slide.board.empty_count());
        let slides = board.slides().map(|(heading, slide)| (worth(slide), heading));
        let best = slides.reduce(|best, next| if next.0 > best.0 { next } else { best });
        best.map(|(_, heading)| heading)
    }

    fn values(&mut self, board: Board) -> [Option<f64>; 4] {
        Heading::ALL.map(|heading| Some(board.slide(heading)?.gain as f64))
    }
}
