//! Reshuffling.

use super::board::{Contents, Place};
use super::events::Event;
use super::game::{Below, Game, Outcome};
use super::groups::any_group;
use super::moves::possible_moves;
use super::rules::Reshuffle;

/// The tries of reshuffling, and of dealing.
pub(crate) const TRIES: u64 = 200;

impl Game {
    /// Shuffles the blocks until a move is possible; gives how the game stands then.
    pub(crate) fn reshuffle(&mut self, below: &mut Below<'_>) -> Outcome {
        self.counts.reshuffles += 1;
        let before = (self.board.clone(), self.counts.clone(), self.supply.clone());

        for number in 1..=TRIES {
            self.shuffle(below);
            let (stands, outcome) = match self.rules().reshuffle {
                Reshuffle::Clean => {
                    (!any_group(&self.board, self.rules()), Outcome::Going)
                }
                Reshuffle::Lines => match self.clear_lines(below) {
                    Outcome::Going => (true, Outcome::Going),
                    ended => return ended,
                },
            };
            if stands && !possible_moves(&self.board, self.rules()).is_empty() {
                self.record.push(Event::Reshuffled(number));
                let rows = self.rows();
                self.record.push(Event::Board(rows));
                return outcome;
            }
        }

        (self.board, self.counts, self.supply) = before;
        Outcome::Stuck
    }

    /// The lines that a shuffle made are cleared, as cascades from depth 2 on.
    fn clear_lines(&mut self, below: &mut Below<'_>) -> Outcome {
        self.depth = 1;
        if !self.cascades(None, below) {
            Outcome::Endless
        } else if self.goals_met() {
            Outcome::Won
        } else {
            Outcome::Going
        }
    }

    /// One try: the blocks change places.
    fn shuffle(&mut self, below: &mut Below<'_>) {
        let covered_too = self.rules().reshuffle == Reshuffle::Lines;
        let block = |place: &Place| {
            let cell = self.board.at(*place);
            matches!(cell.contents, Some(Contents::Block(_)))
                && (cell.cover.is_none() || covered_too)
        };
        let places: Vec<_> = self.board.places().into_iter().filter(block).collect();
        let mut blocks: Vec<_> =
            places.iter().map(|&place| self.board.at(place).contents).collect();

        for last in (1..blocks.len()).rev() {
            blocks.swap(last, below(last as u64 + 1) as usize);
        }

        for (place, block) in places.into_iter().zip(blocks) {
            self.board.at_mut(place).contents = block;
        }
    }
}
