//! Players: each one chooses a move for a board.

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

pub use classic::ClassicPlayer;
pub use expectimax::{Depth, Expectimax, MAX_DEPTH};
pub use greedy::GreedyPlayer;
pub use network::{MAX_PLIES, NetworkPlayer, USUAL_PLIES};
pub use perfect::PerfectPlayer;
pub use random::RandomPlayer;
pub use stopwatch::Stopwatch;
pub use strategy::{Strategy, UnknownPlayer};

pub(crate) use memory::Memory;

use tilewright_grid::{Heading, Rng};

use crate::{BitBoard, Board};

/// A player's evaluation of a board.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoardEvaluation {
    /// The value of the board itself, without search.
    pub evaluation: f64,
    /// The best move; `None` if no move is legal.
    pub choice: Option<Heading>,
    /// The value of that move by search; −∞ if no move is legal.
    pub value: f64,
    /// Whether the player saw the board downgraded ([`Board::downgraded`]), so that boards with other
    /// large tiles may look the same to it.
    pub is_downgraded: bool,
}

impl BoardEvaluation {
    /// The evaluation with the best move that a search has found.
    fn new(evaluation: f64, found: Option<(Heading, f64)>, is_downgraded: bool) -> Self {
        let choice = found.map(|(choice, _)| choice);
        let value = found.map_or(f64::NEG_INFINITY, |(_, value)| value);
        Self { evaluation, choice, value, is_downgraded }
    }
}

/// A player: chooses a move for a board.
///
/// Only [`choose`](Player::choose) must be written. [`play`](crate::play()) refuses illegal moves.
///
/// ```
/// use tilewright_2048::{Board, Player, Setup, play};
/// use tilewright_grid::{Heading, Rng, Seed, Size};
///
/// /// Keeps the tiles in the bottom left corner as long as possible.
/// struct Corner;
///
/// impl Player for Corner {
///     fn choose(&mut self, board: Board, _: &mut Rng) -> Option<Heading> {
///         [Heading::South, Heading::West, Heading::East, Heading::North]
///             .into_iter()
///             .find(|&heading| board.slide(heading).is_some())
///     }
/// }
///
/// let setup = Setup::new(Size::new(4, 4), Seed(1));
/// let outcomes = play(&setup, || Corner, 0..10)?;
/// assert!(outcomes.iter().any(|outcome| outcome.largest >= 256));
/// # Ok::<(), tilewright_2048::PlayError>(())
/// ```
pub trait Player: Send + Sync {
    /// The name in messages; by default the name of the type.
    fn name(&self) -> &str {
        std::any::type_name::<Self>()
    }

    /// Called before each game: clears what was remembered of another game. Does nothing by default.
    fn begin(&mut self) {}

    /// The move that the player makes; `None` only if no move is legal, or the search was stopped.
    fn choose(&mut self, board: Board, rng: &mut Rng) -> Option<Heading>;

    /// The values of the moves up, right, down and left; `None` for illegal moves. A player that does
    /// not evaluate moves returns `None` for all four, which is the default.
    fn values(&mut self, _: Board) -> [Option<f64>; 4] {
        [None; 4]
    }
}

/// The best move and its value; the first one wins a tie.
pub(crate) fn first_best<T: Copy + PartialOrd>(
    values: [Option<T>; 4],
) -> Option<(Heading, T)> {
    let mut best: Option<(Heading, T)> = None;
    for (heading, value) in Heading::ALL.into_iter().zip(values) {
        if let Some(value) = value.filter(|&it| best.is_none_or(|(_, most)| it > most)) {
            best = Some((heading, value));
        }
    }
    best
}

/// The values of those moves that are legal on the board itself, which may differ from the board that
/// was searched.
fn legal(board: Board, values: [Option<f32>; 4]) -> [Option<f64>; 4] {
    let mut legal = [None; 4];
    for ((legal, value), heading) in legal.iter_mut().zip(values).zip(Heading::ALL) {
        *legal = value.map(f64::from).filter(|_| board.slide(heading).is_some());
    }
    legal
}

/// The code of the largest tile on boards to be searched: 16,384, so that no search reaches a 65,536.
const MAX_SEARCH_CODE: u8 = 14;

/// The board as bits for a search, downgraded if the search could reach a 65,536. `None` if the board
/// is not 4 × 4.
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
