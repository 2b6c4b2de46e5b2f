//! Pairs that turn all blocks of a colour into pieces.

use super::board::{Contents, Direction, Piece, Place};
use super::effect::Effect;
use super::events::Event;
use super::game::Game;
use super::pairs::Pair;
use super::rules::Cause;
use super::waves::Wave;

impl Game {
    /// Wave 0 of `turn_color_into`.
    pub(crate) fn turn_color(&mut self, wave: &mut Wave, pair: &Pair, kind: usize) {
        let color = pair.partner.color.or(pair.other.color);
        if let Some(color) = color.or_else(|| self.commonest_color()) {
            self.record.push(Event::Color(self.rules().colors[color].clone()));
            self.turn_cells(wave, kind, color);
        }
        // The partner was let go when it left.
        let partner = self.arm(pair.to, pair.partner);
        wave.next.push(partner);
    }

    fn turn_cells(&mut self, wave: &mut Wave, kind: usize, color: usize) {
        let uncovered = |place: &Place| {
            let cell = self.board.at(*place);
            let own = cell.contents.as_ref().and_then(Contents::color);
            own == Some(color) && cell.cover.is_none()
        };
        let places: Vec<_> = self.board.places().into_iter().filter(uncovered).collect();
        let turns = self.rules().pieces[kind].clone();

        for place in places {
            let block = self.board.at(place).uncovered_block().is_some();
            self.strike(wave, place, Cause::Hit, None);
            if !block {
                continue;
            }
            let direction = (turns.fires == Effect::Line).then(|| {
                if wave.turned.len().is_multiple_of(2) {
                    Direction::Row
                } else {
                    Direction::Column
                }
            });
            let color = turns.colored.then_some(color);
            let firing = self.arm(place, Piece { kind, color, direction });
            wave.turned.push((firing.token.clone(), place));
            wave.next.push(firing);
        }
    }
}
