//! Dealing the start board.

use super::board::{Contents, Place};
use super::game::{Below, Game};
use super::groups::any_group;
use super::moves::possible_moves;
use super::reshuffle::TRIES;

impl Game {
    /// Deals blocks until there is no group and a possible move. If no try gives that, the cells
    /// stay empty: `false`.
    pub(crate) fn deal(&mut self, below: &mut Below<'_>) -> bool {
        for _ in 0..TRIES {
            if self.deal_once(below)
                && !any_group(&self.board, self.rules())
                && !possible_moves(&self.board, self.rules()).is_empty()
            {
                return true;
            }
            self.board = self.level.board.clone();
        }
        false
    }

    /// One try of a game that is tapped: every cell draws from all colours.
    fn deal_freely(&mut self, below: &mut Below<'_>) {
        let colors: Vec<_> = (0..self.rules().colors.len()).collect();
        for place in self.level.dealt.clone() {
            let color = self.draw_color_of(&colors, below);
            self.board.at_mut(place).contents = Some(Contents::Block(color));
        }
    }

    /// One try; `false` if it took too many steps.
    fn deal_once(&mut self, below: &mut Below<'_>) -> bool {
        if self.rules().tapped {
            self.deal_freely(below);
            return true;
        }

        let places = self.board.places();
        let mut at = 0;

        for _ in 0..8 * places.len() {
            let place = places[at];
            if self.level.dealt.contains(&place) {
                let colors: Vec<_> = (0..self.rules().colors.len())
                    .filter(|&color| !self.completes(place, color))
                    .collect();
                if colors.is_empty() {
                    at = at.saturating_sub(3);
                } else {
                    let color = self.draw_color_of(&colors, below);
                    self.board.at_mut(place).contents = Some(Contents::Block(color));
                    at += 1;
                }
            } else {
                at += 1;
            }
            if at == places.len() {
                return true;
            }
        }

        false
    }

    /// Whether a block of this colour would complete a run of three, or a square, with cells
    /// above and to the left.
    fn completes(&self, place: Place, color: usize) -> bool {
        let mut own = self.board.at(place).clone();
        own.contents = Some(Contents::Block(color));
        let matches = |&step: &(isize, isize)| {
            let other = self.board.step(place, step);
            other.and_then(|it| self.board.at(it).matching_color(self.rules()))
                == Some(color)
        };
        let all = |steps: &[(isize, isize)]| steps.iter().all(matches);
        own.matching_color(self.rules()).is_some()
            && (all(&[(0, -1), (0, -2)])
                || all(&[(-1, 0), (-2, 0)])
                || self.rules().squares() && all(&[(0, -1), (-1, 0), (-1, -1)]))
    }
}
