//! Players: each sees the board and says where to move.

mod classic;
mod expectimax;
mod gaps;
mod greedy;
mod memory;
mod network;
mod perfect;
mod random;
mod stopwatch;
mod strategy;

pub use classic::{Classic, classic_evaluation};
pub use expectimax::{Depth, Expectimax, MAX_DEPTH};
pub use greedy::Greedy;
pub use network::{MAX_PLIES, NetworkPlayer};
pub use perfect::Perfect;
pub use random::Random;
pub use stopwatch::Stopwatch;
pub use strategy::{Strategy, UnknownPlayer};

pub(crate) use memory::Memory;

use tilewright_grid::{Heading, Rng};

use crate::{BitBoard, Board};

/// What a player thinks of a board.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoardEvaluation {
    /// What the board is worth as it stands.
    pub evaluation: f64,
    /// The move it would make; none where no move is legal.
    pub choice: Option<Heading>,
    /// What it expects of that move.
    pub value: f64,
}

/// A player.
pub trait Player: Send {
    /// What it is called in messages: the name of its type unless it has another.
    fn name(&self) -> &str {
        std::any::type_name::<Self>()
    }

    /// Forgets what it remembers of another game.
    fn begin(&mut self) {}

    /// The move that it makes; none where no move is legal.
    fn choose(&mut self, board: Board, rng: &mut Rng) -> Option<Heading>;

    /// What it expects of the moves up, right, down and left; none of those that are not
    /// legal. A player that expects nothing expects nothing of all four.
    fn values(&mut self, _: Board) -> [Option<f64>; 4] {
        [None; 4]
    }
}

/// The first of the best moves, and its value.
fn first_best(values: [Option<f32>; 4]) -> Option<(Heading, f32)> {
    let mut best: Option<(Heading, f32)> = None;
    for (heading, value) in Heading::ALL.into_iter().zip(values) {
        if let Some(value) = value.filter(|&it| best.is_none_or(|(_, most)| it > most)) {
            best = Some((heading, value));
        }
    }
    best
}

/// The values of the moves that are legal on the board, whatever the search looked at.
fn legal(board: Board, values: [Option<f32>; 4]) -> [Option<f64>; 4] {
    let mut legal = [None; 4];
    for ((legal, value), heading) in legal.iter_mut().zip(values).zip(Heading::ALL) {
        *legal = value.map(f64::from).filter(|_| board.slide(heading).is_some());
    }
    legal
}

/// The code of the largest tile that a search begins with: 16,384, so that it does not come to
/// a 65,536.
const MAX_SEARCH_CODE: u8 = 14;

/// The board as bits for a search: as it is, or with large tiles halved where the search could
/// come to a 65,536. None of a board that is not 4 × 4.
fn small(board: Board) -> Option<BitBoard> {
    let fits =
        board.bits().filter(|_| board.largest() <= 2048 || board.sum() < (1 << 16) - 64);
    fits.or_else(|| board.downgraded(MAX_SEARCH_CODE))
}

impl Player for Box<dyn Player + '_> {
    fn name(&self) -> &str {
        (**self).name()
    }

    fn begin(&mut self) {
        (**self).begin();
    }

    fn choose(&mut self, board: Board, rng: &mut Rng) -> Option<Heading> {
        (**self).choose(board, rng)
    }

    fn values(&mut self, board: Board) -> [Option<f64>; 4] {
        (**self).values(board)
    }
}
