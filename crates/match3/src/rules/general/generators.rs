//! Generators: what they give when they were hit.

use tilewright_grid::Bits;

use super::plan::{Code, EMPTY, IS_BLOCK, NONE, PIECES};
use crate::Game;
use crate::events::{Manner, Place};
use crate::rules::journal::FILLING;
use crate::rules::observer::Observer;
use crate::ruleset::{Generator, Gift};

impl<const W: usize> Game<'_, W> {
    /// The generators that were hit in this cascade give one thing each.
    pub(super) fn give(&mut self, watch: &mut dyn Observer) {
        let giving = std::mem::replace(&mut self.board.general.giving, Bits::EMPTY);
        if giving.is_empty() {
            return;
        }
        for index in giving.indices() {
            let kind = self.blocker_at(index);
            let Some(generator) = self.plan().blocks[kind].generator else { continue };
            let free = self.free_for(index, generator);
            let Some(to) = self.pick(free) else { continue };
            self.give_to(index, to, generator.given);
        }
        self.end_step(watch);
    }

    /// The cells where a generator may put what it gives.
    fn free_for(&self, index: usize, generator: Generator) -> Bits<W> {
        let state = &self.board.general;
        let is_free = |&at: &usize| {
            let fits = state.what[at] == EMPTY || state.flags[at] & IS_BLOCK != 0;
            fits && self.board.open.has(at) && !state.covered.has(at)
        };
        if generator.is_anywhere {
            return (0..self.board.colors.len()).filter(is_free).collect();
        }
        index.checked_sub(self.columns()).into_iter().filter(is_free).collect()
    }

    /// A generator puts something into a cell; a block that is there is replaced.
    fn give_to(&mut self, from: usize, to: usize, given: Gift) {
        let plan = self.plan();
        let code = match given {
            Gift::Kind(kind) => {
                let layers = plan.blocks[usize::from(kind)].first_number();
                Code { what: plan.first_block() + kind, color: NONE, layers }
            }
            Gift::Piece(piece) => {
                let is_directed = plan.pieces[usize::from(piece)].is_directed();
                let is_trial = self.board.general.is_trial;
                let down = if is_directed && !is_trial { self.draw(2) as u8 } else { 0 };
                Code { what: PIECES + 2 * piece + down, color: NONE, layers: 0 }
            }
        };

        self.note_cause(self.id_at(from));
        if self.board.general.what[to] != EMPTY {
            self.note_leave(FILLING, to, Manner::Replaced);
        }
        self.put(to, code);
        self.count_block(code);
        self.close_or_open(to);
        self.note_appear(FILLING, Place::of(from), to, Manner::Given);
    }
}
