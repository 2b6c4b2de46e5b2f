//! The values that a player gives the four moves.

use tilewright_grid::{Heading, Rng};

use crate::{Board, Player, move_name};

/// The move that a player would make, and the value that it gives each move.
///
/// ```
/// use tilewright_2048::{Board, GreedyPlayer, Hint, Move};
/// use tilewright_grid::Seed;
///
/// let board: Board = "2 2 0\n4 0 0\n8 8 0".parse()?;
/// let hint = Hint::of(&mut GreedyPlayer, board, &mut Seed(1).rng());
/// assert_eq!(hint.choice.map(Move), Some("right".parse()?));
/// assert_eq!(hint.values, [Some(0.0), Some(20.0), Some(0.0), Some(20.0)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hint {
    /// The move; `None` if no move is legal.
    pub choice: Option<Heading>,
    /// The values of the moves up, right, down and left; `None` for illegal moves, and for all four
    /// if the player gives no values.
    pub values: [Option<f64>; 4],
}

/// The length of the bar of the worst move, as a share of that of the best.
const SHORTEST: f64 = 0.08;

impl Hint {
    /// The hint of a player for a board.
    pub fn of(player: &mut (impl Player + ?Sized), board: Board, rng: &mut Rng) -> Self {
        Self { choice: player.choose(board, rng), values: player.values(board) }
    }

    /// The name and value of each move, and the length of a bar that shows it: 1 for the best, 0.08
    /// for the worst, 0 for −∞ and for illegal moves.
    pub fn bars(&self) -> [(&'static str, Option<f64>, f64); 4] {
        let finite = || self.values.iter().flatten().filter(|value| value.is_finite());
        let low = finite().copied().fold(f64::INFINITY, f64::min);
        let high = finite().copied().fold(f64::NEG_INFINITY, f64::max);

        let length = |value: f64| {
            if !value.is_finite() {
                0.0
            } else if high > low {
                SHORTEST + (1.0 - SHORTEST) * (value - low) / (high - low)
            } else {
                1.0
            }
        };

        let mut bars = [("", None, 0.0); 4];
        for (bar, (heading, value)) in
            bars.iter_mut().zip(Heading::ALL.into_iter().zip(self.values))
        {
            *bar = (move_name(heading), value, value.map_or(0.0, length));
        }
        bars
    }
}
