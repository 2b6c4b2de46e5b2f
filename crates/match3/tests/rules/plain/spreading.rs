//! Spreading kinds.

use super::board::{Contents, Layered, Place};
use super::events::Event;
use super::game::{Below, Game};
use super::goal_effect::pick;
use super::rules::Spot;

impl Game {
    /// Every kind that spreads and lost no layer in this turn takes one more cell.
    pub(crate) fn spread(&mut self, below: &mut Below<'_>) {
        let mut any = false;
        for kind in 0..self.rules().kinds.len() {
            if !self.rules().kinds[kind].spreads || self.lost_layer[kind] {
                continue;
            }
            let Some(place) = pick(&self.spread_candidates(kind), below) else {
                continue;
            };
            self.put(kind, place);
            let name = self.rules().kinds[kind].name.clone();
            self.record.push(Event::Spread(name, place));
            any = true;
        }

        if any {
            let rows = self.rows();
            self.record.push(Event::Board(rows));
        }
    }

    /// The cells to which a kind can spread, in reading order.
    fn spread_candidates(&self, kind: usize) -> Vec<Place> {
        let has = |place: Place| self.board.at(place).count(self.rules(), kind) > 0;
        let candidate = |place: &Place| {
            let on_conveyor = self.level.conveyors.iter().any(|it| it.contains(place));
            let plain = self.board.at(*place).uncovered_block().is_some();
            plain && !on_conveyor && self.board.neighbours(*place).into_iter().any(has)
        };
        self.board.places().into_iter().filter(candidate).collect()
    }

    /// Puts one layer of a kind on a block, or in its place.
    fn put(&mut self, kind: usize, place: Place) {
        let layered = Layered { kind, layers: 1 };
        if self.rules().kinds[kind].spot == Spot::Cover {
            self.board.at_mut(place).cover = Some(layered);
        } else {
            if let Some(color) = self.board.at(place).uncovered_block() {
                self.counts.replaced[color] += 1;
            }
            self.board.at_mut(place).contents = Some(Contents::Blocker(layered));
        }
    }
}
