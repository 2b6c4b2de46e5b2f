//! The refill `fill-path`: contents come along the paths on which spawners reach cells first.

use std::collections::{BTreeMap, VecDeque};

use super::board::Place;
use super::game::{Below, Game};
use super::level_cells::{Arrow, Gravity};

/// The steps ahead, to the anticlockwise side and to the clockwise side.
const fn steps(arrow: Arrow) -> [(isize, isize); 3] {
    let (up, right, down, left) = ((-1, 0), (0, 1), (1, 0), (0, -1));
    match arrow {
        Arrow::Down => [down, right, left],
        Arrow::Left => [left, down, up],
        Arrow::Up => [up, left, right],
        Arrow::Right => [right, up, down],
    }
}

impl Game {
    /// Makes passes over all cells, from the last to the first.
    pub(crate) fn settle_by_paths(&mut self, below: &mut Below<'_>) {
        let sources = self.sources();
        let empty = |game: &Self| {
            sources.keys().any(|&place| game.board.at(place).contents.is_none())
        };

        while empty(self) {
            for place in self.board.places().into_iter().rev() {
                if !self.fillable(place) {
                    continue;
                }
                match sources.get(&place) {
                    None => {}
                    Some(None) => self.spawn(place, below),
                    Some(Some(source)) => {
                        let contents = self.board.at_mut(*source).contents.take();
                        self.board.at_mut(place).contents = contents;
                    }
                }
            }
        }
    }

    /// The cells that are reached, each with its source; spawners have none.
    fn sources(&self) -> BTreeMap<Place, Option<Place>> {
        let mut spawners = self.level.spawners.clone();
        spawners.sort_unstable();
        let mut waiting: VecDeque<_> =
            spawners.into_iter().filter(|&place| !self.closed(place)).collect();
        let mut sources: BTreeMap<_, _> =
            waiting.iter().map(|&place| (place, None)).collect();

        while let Some(place) = waiting.pop_front() {
            for next in self.leads_to(place) {
                if !self.closed(next) && !sources.contains_key(&next) {
                    sources.insert(next, Some(place));
                    waiting.push_back(next);
                }
            }
        }

        sources
    }

    /// The cells on which a cell leads, in order.
    fn leads_to(&self, place: Place) -> Vec<Place> {
        let portals = &self.level.portals;
        if let Some((_, exit)) = portals.iter().find(|(entrance, _)| *entrance == place) {
            return vec![*exit];
        }
        let arrow = match &self.level.gravity {
            Gravity::Whole(arrow) => *arrow,
            Gravity::Cells(arrows) => arrows[place.0 * self.board.columns + place.1],
        };
        steps(arrow)
            .into_iter()
            .filter_map(|step| self.board.step(place, step))
            .filter(|next| !portals.iter().any(|(_, exit)| exit == next))
            .collect()
    }
}
