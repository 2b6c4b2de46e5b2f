//! What a player expects of the four moves.

use tilewright_grid::{Heading, Rng};

use crate::{Board, Player, move_name};

/// The move that a player would make, and what it expects of each.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hint {
    /// The move; none where no move is legal.
    pub choice: Option<Heading>,
    /// What it expects of the moves up, right, down and left; none of those that are not
    /// legal, nor where the player expects nothing.
    pub values: [Option<f64>; 4],
}

/// How long the bar of the worst of several moves is, as a part of that of the best.
const SHORTEST: f64 = 0.08;

impl Hint {
    /// Of a player on a board.
    pub fn of(player: &mut (impl Player + ?Sized), board: Board, rng: &mut Rng) -> Self {
        Self { choice: player.choose(board, rng), values: player.values(board) }
    }

    /// The four moves by name, with their values and how long a bar shows each: the best is 1,
    /// the worst 0.08, and an infinite loss 0.
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
