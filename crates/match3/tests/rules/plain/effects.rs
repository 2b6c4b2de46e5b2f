//! The effects of firing pieces.

use super::board::{Board, Contents, Direction, Place};
use super::effect::Effect;
use super::events::Event;
use super::game::{Below, Game};
use super::rules::Cause;
use super::waves::{Firing, Wave};

/// The cells of an effect that needs no colour and no goal, in reading order.
pub(crate) fn cells_of(
    board: &Board,
    effect: Effect,
    direction: Option<Direction>,
    middle: Place,
) -> Vec<Place> {
    let inside = |place: &Place| {
        let rows = place.0.abs_diff(middle.0);
        let columns = place.1.abs_diff(middle.1);

        match effect {
            Effect::Line if direction == Some(Direction::Row) => rows == 0,
            Effect::Line => columns == 0,
            Effect::Area(reach) => rows <= reach && columns <= reach,
            Effect::Cross(reach) => rows <= reach || columns <= reach,
            Effect::Plus(reach) => {
                rows == 0 && columns <= reach || columns == 0 && rows <= reach
            }
            Effect::Board => true,
            Effect::Color | Effect::Goal { .. } => false,
        }
    };

    board.places().into_iter().filter(inside).collect()
}

impl Game {
    /// The effect of a piece (or pair) takes place; its own cells are left out.
    pub(crate) fn effect(
        &mut self,
        wave: &mut Wave,
        piece: &Firing,
        below: &mut Below<'_>,
    ) {
        let own = piece.own.as_slice();
        match piece.effect {
            Effect::Color => {
                let color = piece.swapped_with.or(piece.color);
                let Some(color) = color.or_else(|| self.commonest_color()) else {
                    return;
                };
                self.record.push(Event::Color(self.rules().colors[color].clone()));
                let cells = self.cells_of_color(color);
                self.strike_all(wave, &cells, own);
            }

            Effect::Goal { count, plus } => {
                let cells = cells_of(&self.board, Effect::Plus(plus), None, piece.place);
                if plus > 0 {
                    self.strike_all(wave, &cells, own);
                }
                for _ in 0..count {
                    if let Some(place) = self.choose_for_goal(wave, own, below) {
                        self.strike_all(wave, &[place], own);
                    }
                }
            }

            effect => {
                let cells = cells_of(&self.board, effect, piece.direction, piece.place);
                self.strike_all(wave, &cells, own);
            }
        }
    }

    /// Hits cells by `hit` in their order, except for the `own` ones.
    pub(crate) fn strike_all(&mut self, wave: &mut Wave, cells: &[Place], own: &[Place]) {
        for &place in cells.iter().filter(|place| !own.contains(place)) {
            self.strike(wave, place, Cause::Hit, None);
        }
    }

    /// The commonest colour of blocks and pieces, the first of equal ones.
    pub(crate) fn commonest_color(&self) -> Option<usize> {
        let count = |color: usize| self.cells_of_color(color).len();
        let most = (0..self.rules().colors.len()).map(count).max()?;
        let mut colors = 0..self.rules().colors.len();
        colors.find(|&color| most > 0 && count(color) == most)
    }

    /// The cells with a block or piece of a colour, covered ones too.
    fn cells_of_color(&self, color: usize) -> Vec<Place> {
        let has = |place: &Place| {
            let contents = self.board.at(*place).contents;
            contents.as_ref().and_then(Contents::color) == Some(color)
        };
        self.board.places().into_iter().filter(has).collect()
    }
}
