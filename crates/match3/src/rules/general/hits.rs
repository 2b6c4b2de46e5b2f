//! What a hit does to a cell: its cover, what fills it, and its ground.

use super::plan::{IS_BLOCK, IS_BLOCKER, IS_PIECE, NONE, OBSTACLE, PIECES, Plan};
use super::waves::Departure;
use crate::Game;
use crate::events::Manner;
use crate::rules::journal::{COVER, FILLING, GROUND};
use crate::ruleset::BreakCauses;

/// The sort of a hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hit {
    /// A cell of a group.
    Match,
    /// A cell of an effect.
    Effect,
    /// Beside a group of a colour.
    Beside(u8),
}

impl Hit {
    const fn breaks(self, broken_by: BreakCauses) -> bool {
        match self {
            Self::Match => broken_by.matched,
            Self::Effect => broken_by.hit,
            Self::Beside(_) => broken_by.beside,
        }
    }
}

impl<const W: usize> Game<'_, W> {
    /// A hit to a cell. It counts as one if it takes, collects or sets off something.
    pub(super) fn strike(&mut self, index: usize, hit: Hit, depth: u32) {
        if self.plan().has_big_blocks && self.is_of_big_block(index) {
            self.strike_big_block(index, hit);
        } else if self.take(index, hit, depth) {
            self.board.general.hit.insert(index);
        }
    }

    /// What a hit does to a cell: whether it takes, collects or sets off something.
    fn take(&mut self, index: usize, hit: Hit, depth: u32) -> bool {
        let plan = self.plan();
        let is_beside = matches!(hit, Hit::Beside(_));
        let mut takes = false;

        // A cover takes the hit first; only some let it through.
        let cover = self.board.general.cover[index];
        if cover != 0 {
            let rule = &plan.blocks[usize::from(cover) - 1];
            if !hit.breaks(rule.broken_by) {
                return false;
            }
            self.take_cover(index);
            takes = true;
            if rule.keeps || is_beside {
                return true;
            }
        }

        let flags = self.board.general.flags[index];
        if flags & IS_BLOCKER != 0 {
            return self.hit_blocker(index, hit) || takes;
        }
        if is_beside {
            return takes;
        }

        if flags & IS_BLOCK != 0 {
            let manner =
                if hit == Hit::Match { Manner::Matched } else { Manner::Destroyed };
            self.note_leave(FILLING, index, manner);
            self.collect(self.board.colors[index], 1, depth);
            self.empty_cell(index);
            takes = true;
        } else if flags & IS_PIECE != 0 {
            self.set_off(index, hit, depth);
            takes = true;
        } else if self.board.general.what[index] == OBSTACLE {
            return takes;
        }

        let ground = self.board.general.ground[index];
        if ground != 0 && hit.breaks(plan.blocks[usize::from(ground) - 1].broken_by) {
            self.take_ground(index);
            takes = true;
        }
        takes
    }

    /// Hits a blocker. Returns whether it loses a layer, or will give something.
    #[inline]
    pub(super) fn hit_blocker(&mut self, index: usize, hit: Hit) -> bool {
        let plan = self.plan();
        let kind = usize::from(self.board.general.what[index] - plan.first_block());
        let (rule, only) = (&plan.blocks[kind], plan.block_colors[kind]);
        let is_broken = hit != Hit::Match
            && hit.breaks(rule.broken_by)
            && (only == NONE || hit == Hit::Effect || hit == Hit::Beside(only));

        if is_broken && rule.generator.is_some() {
            self.board.general.giving.insert(index);
        } else if is_broken {
            self.take_blocker(index, kind);
        }
        is_broken
    }

    /// A layer of a kind goes: counts it, and whether it was the last.
    fn lose(&mut self, kind: usize, is_last: bool) {
        let is_wanted = self.board.general.is_trial && self.wants_kind(kind);
        let state = &mut self.board.general;
        state.gain[0] += u32::from(is_wanted);
        state.gone[kind].is_struck = true;
        state.gone[kind].layers += 1;
        if is_last {
            state.gone[kind].present -= 1;
            state.gone[kind].broken += 1;
        }
    }

    fn take_cover(&mut self, index: usize) {
        let kind = usize::from(self.board.general.cover[index]) - 1;
        self.note_hit(COVER, index);
        let is_timer = self.plan().blocks[kind].timer.is_some();
        let left = &mut self.board.general.cover_layers[index];
        // What a timer has are turns; it has one layer.
        *left = if is_timer { 0 } else { *left - 1 };
        let is_last = *left == 0;
        self.lose(kind, is_last);

        if is_last {
            self.board.general.cover[index] = 0;
            self.board.general.covered.remove(index);
            self.board.general.muted.remove(index);
            if self.plan().blocks[kind].holds {
                self.open_if_free(index);
            }
        }
    }

    /// A layer of the ground of a cell goes.
    pub(super) fn take_ground(&mut self, index: usize) {
        let kind = usize::from(self.board.general.ground[index]) - 1;
        self.note_hit(GROUND, index);
        self.board.general.ground_layers[index] -= 1;
        let is_last = self.board.general.ground_layers[index] == 0;
        self.lose(kind, is_last);
        if is_last {
            self.board.general.ground[index] = 0;
            self.board.general.grounded.remove(index);
        }
    }

    /// A layer of a blocker goes.
    fn take_blocker(&mut self, index: usize, kind: usize) {
        self.note_hit(FILLING, index);
        let rule = &self.plan().blocks[kind];
        let left = &mut self.board.general.layers[index];
        *left = if rule.timer.is_some() { 0 } else { *left - 1 };
        let is_last = *left == 0;
        self.lose(kind, is_last);
        if !is_last {
            return;
        }
        if rule.is_big() {
            self.cells_of_big_block(index)
                .indices()
                .for_each(|cell| self.clear_blocker(cell));
        } else {
            self.clear_blocker(index);
        }
    }

    /// Empties a cell whose blocker has gone.
    fn clear_blocker(&mut self, index: usize) {
        self.empty_cell(index);
        if self.board.general.fixed.has(index) {
            self.board.general.fixed.remove(index);
            self.open_if_free(index);
        }
    }

    /// Opens a cell whose blocker or cover has gone.
    fn open_if_free(&mut self, index: usize) {
        let cover = self.board.general.cover[index];
        let is_held = cover != 0 && self.plan().blocks[usize::from(cover) - 1].holds;
        if !is_held && !self.board.general.fixed.has(index) {
            self.board.open.insert(index);
            self.board.general.has_steps = false;
        }
    }

    /// Blocks and pieces of a colour are collected.
    pub(super) fn collect(&mut self, color: u8, count: u32, depth: u32) {
        if self.board.general.is_trial {
            self.board.general.gain[0] += self.wanted(u32::from(color)).min(count);
            self.board.general.gain[1] += count;
        }
        self.board.collected[usize::from(color)] += count;
        self.board.score += self.plan().points[0] * u64::from(count) * u64::from(depth);
    }

    /// A piece leaves its cell, or becomes armed there; it is collected if it has a colour.
    pub(super) fn leave(&mut self, index: usize, depth: u32) -> Departure {
        let left = self.note_set_off(index);
        let color = self.board.colors[index];
        // Where groups are tapped, a piece only remembers the colour that made it.
        if color != NONE && self.plan().taps.is_none() {
            self.collect(color, 1, depth);
        } else if self.board.general.is_trial {
            self.board.general.gain[1] += 1;
        }
        self.empty_cell(index);
        left
    }

    /// A hit sets off a piece, which fires in the next wave if it starts on such hits.
    fn set_off(&mut self, index: usize, hit: Hit, depth: u32) {
        let what = self.board.general.what[index];
        let kind = Plan::piece_of(what);
        let rule = &self.plan().pieces[kind];
        let starts =
            if hit == Hit::Match { rule.starts.matched } else { rule.starts.hit };
        let color = self.board.colors[index];
        let left = self.leave(index, depth);
        if starts {
            self.fire_next(index, kind, (what - PIECES) % 2 == 1, color, left);
        } else {
            self.note_gone(left);
        }
    }
}
