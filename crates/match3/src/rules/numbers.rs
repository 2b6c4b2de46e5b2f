//! What is in the cells of a game, as numbers for agents that learn.

use super::{Game, Simulator};
use crate::Kind;
use crate::kind::Contents;

impl<const W: usize> Game<'_, W> {
    /// What is in a cell, by index in reading order, as numbers: the contents (0 no cell, 1 nothing, 2 a
    /// block, 3 an obstacle, 4 a blocker, 5 a piece, 6 a piece that fires once more, 7 an ingredient,
    /// 8 a cell of a block of several cells that is not its upper left one),
    /// the colour plus 1, the number of the piece or blocker in the rules, the layers of a blocker or the turns of a timer, the
    /// number of the cover plus 1 and its layers, the number of the ground plus 1 and its layers, and 1
    /// if the goal still wants what is in the cell. What is absent is 0.
    pub fn numbers(&self, index: usize) -> [u8; 9] {
        let kind = self.kind(index);
        let contents = match kind.contents() {
            Contents::Hole => 0,
            Contents::Empty => 1,
            Contents::Dealt | Contents::Block => {
                1 + u8::from(self.color(index).is_some())
            }
            Contents::Obstacle => 3,
            Contents::Blocker => 4,
            Contents::Piece => 5,
            Contents::Armed => 6,
            Contents::Ingredient => 7,
            Contents::Part => 8,
        };

        let color = self.color(index);
        [
            contents,
            color.map_or(0, |color| color as u8 + 1),
            kind.id,
            kind.layers,
            kind.cover,
            kind.cover_layers,
            kind.ground,
            kind.ground_layers,
            u8::from(self.wants(kind, color)),
        ]
    }

    /// Whether the goal still wants something in a cell of this kind, which holds a block of the colour.
    fn wants(&self, kind: Kind, color: Option<u32>) -> bool {
        if color.is_some_and(|color| self.wanted(color) > 0) {
            return true;
        }

        let target = &self.rules.target;
        if self.rules.simulator == Simulator::Classic {
            return target.blockers && kind.is_blocker()
                || target.overlays && kind.is_overlay();
        }

        let contents = match kind.contents() {
            Contents::Blocker => self.wants_kind(kind.id.into()),
            Contents::Ingredient => {
                self.wants_kind(kind.id.into())
                    || self.board.general.dropped < target.drop
            }
            _ => false,
        };

        let under = |number: u8| number > 0 && self.wants_kind(usize::from(number) - 1);
        contents || under(kind.cover) || under(kind.ground)
    }
}
