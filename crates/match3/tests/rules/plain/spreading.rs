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
            self.put(Layered { kind, layers: 1 }, place);
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
        let beside = |place: &Place| self.board.neighbours(*place).into_iter().any(has);
        let mut places = self.board.places();
        places.retain(|place| beside(place) && self.can_be_spread_to(*place));
        places
    }

    /// Whether a cell holds an uncovered block and is on no conveyor.
    pub(crate) fn can_be_spread_to(&self, place: Place) -> bool {
        let on_conveyor = self.level.conveyors.iter().any(|it| it.contains(&place));
        self.board.at(place).uncovered_block().is_some() && !on_conveyor
    }

    /// Puts a cover on a block, or a blocker in its place.
    pub(crate) fn put(&mut self, layered: Layered, place: Place) {
        if self.rules().kinds[layered.kind].spot == Spot::Cover {
            self.board.at_mut(place).cover = Some(layered);
        } else {
            self.replace(place, Contents::Blocker(layered));
        }
    }

    /// Puts something in the place of a block, or into an empty cell.
    pub(crate) fn replace(&mut self, place: Place, contents: Contents) {
        if let Some(color) = self.board.at(place).uncovered_block() {
            self.counts.replaced[color] += 1;
        }
        self.board.at_mut(place).contents = Some(contents);
    }
}
