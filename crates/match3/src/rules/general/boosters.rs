//! Boosters under rules other than `classic`.

use tilewright_grid::{Bits, Cell};

use super::hits::Hit;
use super::plan::{Code, IS_BLOCK, IS_BLOCKER, IS_PIECE, NONE, PIECES};
use crate::Game;
use crate::events::{Manner, Place};
use crate::rules::boosters::BoosterError;
use crate::rules::journal::FILLING;
use crate::rules::observer::Observer;
use crate::ruleset::{Effect, Reshuffle};

impl<const W: usize> Game<'_, W> {
    /// Hits a cell as an effect does.
    pub(in crate::rules) fn hammer(
        &mut self,
        cell: Cell,
        watch: &mut dyn Observer,
    ) -> Result<(), BoosterError> {
        let index = self.index_of(cell)?;
        if !self.can_hit(index) {
            return Err(BoosterError::Nothing(cell));
        }

        self.note_boost(Place::of(index));
        self.begin_boost();
        self.strike(index, Hit::Effect, 1);
        // A piece that was hit fires now.
        let state = &mut self.board.general;
        std::mem::swap(&mut state.firing, &mut state.next);
        self.end_step(watch);

        self.play_waves(1, watch);
        self.give(watch);
        self.settle_board(watch);
        self.rest_after(1, watch);
        Ok(())
    }

    /// Swaps the contents of two cells, and plays the groups that this makes.
    pub(in crate::rules) fn swap_contents(
        &mut self,
        from: usize,
        to: usize,
        watch: &mut dyn Observer,
    ) {
        self.begin_boost();
        self.exchange(from, to);
        self.note_swap([from, to], Manner::Swap);
        self.end_step(watch);
        self.rest_after(0, watch);
    }

    /// Shuffles the blocks. Returns whether an order with a possible move was found.
    pub(in crate::rules) fn shuffle_general(&mut self, watch: &mut dyn Observer) -> bool {
        self.begin_boost();
        self.board.reshuffles += 1;
        match self.plan().reshuffle {
            Reshuffle::Clean => self.reshuffle_clean(watch),
            Reshuffle::Lines => self.reshuffle_lines(watch),
        }
    }

    /// Turns a block into a piece.
    pub(in crate::rules) fn put_piece(
        &mut self,
        cell: Cell,
        name: &str,
        is_down: bool,
    ) -> Result<(), BoosterError> {
        let index = self.index_of(cell)?;
        let kind = self.plan().pieces.iter().position(|piece| piece.name == name);
        let kind = kind.ok_or_else(|| BoosterError::NoPiece(name.to_owned()))?;
        let state = &self.board.general;
        if state.flags[index] & IS_BLOCK == 0 || state.covered.has(index) {
            return Err(BoosterError::Nothing(cell));
        }

        self.note_boost(Place::of(index));
        let rule = &self.plan().pieces[kind];
        let direction = u8::from(is_down && rule.fires == Effect::Line);
        let color = if rule.has_color { self.board.colors[index] } else { NONE };
        let what = PIECES + 2 * kind as u8 + direction;
        self.put(index, Code { what, color, layers: 0 });
        let (id, look) = (self.id_at(index), self.looks(index)[FILLING]);
        self.note_turn(id, index, look);

        self.pack_board();
        self.find_moves();
        Ok(())
    }

    fn begin_boost(&mut self) {
        let state = &mut self.board.general;
        state.hit = Bits::EMPTY;
        state.groups.clear();
        state.firing.clear();
        state.next.clear();
    }

    /// Plays the cascades from the depth after this one, and judges the board.
    fn rest_after(&mut self, depth: u32, watch: &mut dyn Observer) {
        if self.cascade_after(depth, watch).is_none() || self.judge() {
            return;
        }
        if !self.find_moves() {
            self.reshuffle(watch);
        }
    }

    /// Whether a hit of an effect takes something in a cell.
    fn can_hit(&self, index: usize) -> bool {
        let (plan, state) = (self.plan(), &self.board.general);
        let breaks = |number: u8| plan.blocks[usize::from(number) - 1].broken_by.hit;
        match state.cover[index] {
            0 => {}
            cover => return breaks(cover),
        }

        let flags = state.flags[index];
        if flags & IS_BLOCKER != 0 {
            let kind = self.blocker_at(index);
            return plan.blocks[kind].broken_by.hit;
        }
        let is_solid = state.what[index] == super::plan::OBSTACLE;
        let ground = state.ground[index];
        flags & (IS_BLOCK | IS_PIECE) != 0 || ground != 0 && !is_solid && breaks(ground)
    }
}
