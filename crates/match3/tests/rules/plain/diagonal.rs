//! The refill `diagonal`: from above, and below closed cells from the sides.

use std::collections::BTreeSet;

use super::board::Place;
use super::game::{Below, Game};
use super::level_cells::{Arrow, Gravity};

/// The steps to the cell above, above left and above right.
const fn steps(arrow: Arrow) -> [(isize, isize); 3] {
    match arrow {
        Arrow::Down => [(-1, 0), (-1, -1), (-1, 1)],
        Arrow::Left => [(0, 1), (-1, 1), (1, 1)],
        Arrow::Up => [(1, 0), (1, 1), (1, -1)],
        Arrow::Right => [(0, -1), (1, -1), (-1, -1)],
    }
}

/// The step that applies to a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Step {
    /// 1: it draws.
    Draw,
    /// 2: it takes from the portal's entrance.
    Portal(Place),
    /// 3: it takes from above.
    Above(Place),
    /// 4: it takes from the sides.
    Sides,
}

impl Game {
    /// Makes passes over all cells, from the last to the first.
    pub(crate) fn settle_diagonally(&mut self, below: &mut Below<'_>) {
        let standing = self.loops();
        let mut order = self.board.places();
        order.reverse();
        for _ in 0..4 * order.len() {
            let mut changed = false;
            for &place in &order {
                if self.fillable(place) && !standing.contains(&place) {
                    changed |= self.fill(place, below);
                }
            }
            if !changed {
                return;
            }
        }
    }

    /// Fills an empty cell, if something comes.
    fn fill(&mut self, place: Place, below: &mut Below<'_>) -> bool {
        let from = match self.step_of(place) {
            Step::Draw => {
                self.spawn(place, below);
                return true;
            }
            Step::Portal(from) | Step::Above(from) => Some(from),
            Step::Sides => {
                let [_, left, right] = steps(self.arrow());
                [left, right].into_iter().find_map(|step| {
                    let side = self.board.step(place, step)?;
                    let gives =
                        !self.entrance(side) && self.board.at(side).contents.is_some();
                    (gives && !self.closed(side)).then_some(side)
                })
            }
        };

        let Some(from) = from.filter(|&from| !self.closed(from)) else {
            return false;
        };
        let contents = self.board.at_mut(from).contents.take();
        self.board.at_mut(place).contents = contents;

        contents.is_some()
    }

    fn step_of(&self, place: Place) -> Step {
        if self.level.spawners.contains(&place) {
            return Step::Draw;
        }
        let portal = self.level.portals.iter().find(|(_, exit)| *exit == place);
        if let Some((entrance, _)) = portal {
            return Step::Portal(*entrance);
        }
        match self.board.step(place, steps(self.arrow())[0]) {
            Some(above) if !self.closed(above) && !self.entrance(above) => {
                Step::Above(above)
            }
            _ => Step::Sides,
        }
    }

    /// The cells that would only be filled from themselves.
    fn loops(&self) -> BTreeSet<Place> {
        let comes_back = |start: &Place| {
            let mut place = *start;
            for _ in 0..self.board.cells.len() {
                if self.closed(place) {
                    return false;
                }
                match self.step_of(place) {
                    Step::Portal(from) | Step::Above(from) => place = from,
                    Step::Draw | Step::Sides => return false,
                }
                if place == *start {
                    return true;
                }
            }

            false
        };

        self.board.places().into_iter().filter(comes_back).collect()
    }

    fn entrance(&self, place: Place) -> bool {
        self.level.portals.iter().any(|(entrance, _)| *entrance == place)
    }

    /// The gravity of the board; this refill has no arrows by cell.
    const fn arrow(&self) -> Arrow {
        match self.level.gravity {
            Gravity::Whole(arrow) => arrow,
            Gravity::Cells(_) => Arrow::Down,
        }
    }
}
