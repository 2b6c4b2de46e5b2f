//! Conveyors.

use super::events::Event;
use super::game::Game;

impl Game {
    /// Everything on conveyors moves on by one cell; ground stays.
    pub(crate) fn convey(&mut self) {
        let before = self.board.clone();
        for conveyor in &self.level.conveyors {
            for (index, &place) in conveyor.iter().enumerate() {
                let next = conveyor[(index + 1) % conveyor.len()];
                let moving = before.at(place);
                let cell = self.board.at_mut(next);
                cell.contents = moving.contents;
                cell.cover = moving.cover;
            }
        }
        let rows = self.rows();
        self.record.push(Event::Conveyed(rows));
    }
}
