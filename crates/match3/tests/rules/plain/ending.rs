//! The end of a turn.

use super::game::{Below, Game, Outcome};
use super::moves::possible_moves;

impl Game {
    /// The steps after the cascades of a move; gives how the game stands then.
    pub(crate) fn end_of_turn(&mut self, below: &mut Below<'_>) -> Outcome {
        if self.goals_met() {
            return Outcome::Won;
        }

        if !self.level.conveyors.is_empty() {
            self.convey();
            self.settle(below);
            if !self.cascades(None, below) {
                return Outcome::Endless;
            }
        }

        self.timed_out = self.count_down(below);
        if self.timed_out {
            return Outcome::Lost;
        }

        self.spread(below);
        if self.goals_met() {
            return Outcome::Won;
        }

        if possible_moves(&self.board, self.rules()).is_empty() {
            let outcome = self.reshuffle(below);
            if outcome != Outcome::Going {
                return outcome;
            }
        }

        if self.level.moves.is_some_and(|moves| self.moves_made >= moves) {
            return Outcome::Lost;
        }

        Outcome::Going
    }
}
