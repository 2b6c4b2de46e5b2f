//! The waves of a cascade: groups and firing pieces hit cells, and set off other pieces.

use tilewright_grid::{Bits, Grid};

use super::groups::Group;
use super::plan::{
    IS_ARMED, IS_BLOCK, IS_BLOCKER, IS_PIECE, NONE, NOWHERE, PIECES, Plan,
};
use crate::rules::observer::{DynObserver, Phase, Shot};
use crate::ruleset::{BreakCauses, Effect, Hits, Place};
use crate::{Game, Kind};

/// A piece that fires in a wave.
#[derive(Clone, Copy, Debug)]
pub(super) struct FiringPiece {
    pub(super) cell: u16,
    pub(super) effect: Effect,
    /// Whether a line goes along the column.
    pub(super) is_down: bool,
    /// The colour of an effect by colour, if a swap gave it.
    pub(super) color: u8,
    /// The cell of the other piece of a pair, which is not hit in this wave either.
    pub(super) other: u16,
    /// The effect that a pair carries to each cell that it chooses, and whether it goes along the column.
    pub(super) carried: Option<(Effect, bool)>,
    /// The piece into which a pair turns the blocks of a colour.
    pub(super) turns_into: u8,
    /// The number of pieces that count for the score.
    pub(super) pieces: u8,
}

impl FiringPiece {
    /// A single piece that fires.
    pub(super) const fn of(cell: usize, effect: Effect, is_down: bool) -> Self {
        Self {
            cell: cell as u16,
            effect,
            is_down,
            color: NONE,
            other: NOWHERE,
            carried: None,
            turns_into: NONE,
            pieces: 1,
        }
    }

    /// Whether a cell is one of those from which it fires.
    pub(super) const fn is_own(&self, cell: usize) -> bool {
        self.cell as usize == cell || self.other as usize == cell
    }
}

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
    /// Plays the waves of a cascade. Groups and the pieces that fire in wave 0 have been found.
    pub(super) fn play_waves(&mut self, depth: u32, watch: &mut dyn DynObserver<W>) {
        self.hit_groups(depth);
        loop {
            // The list is taken out, since what fires adds to the next one, and given back for
            // its memory.
            let mut firing = std::mem::take(&mut self.board.general.firing);
            let mut shots = Vec::new();
            for fired in &firing {
                self.board.score += self.plan().points[1] * u64::from(fired.pieces);
                let before = watch.looks().then(|| self.kinds());
                self.fire(*fired, depth);
                shots.extend(before.map(|before| self.shot(fired, &before)));
            }

            if watch.looks() {
                watch.see(self, Phase::Wave(shots));
            }

            firing.clear();
            self.board.general.firing = firing;

            if self.board.general.next.is_empty() {
                break;
            }

            // The order of cells, however they were set off.
            std::mem::swap(&mut self.board.general.firing, &mut self.board.general.next);
            self.board.general.firing.sort_by_key(|fired| fired.cell);
            self.board.general.hit = Bits::EMPTY;
        }
    }

    /// A piece that has fired on a board.
    fn shot(&self, fired: &FiringPiece, before: &Grid<Kind>) -> Shot {
        let kinds = self.kinds();
        let cells = before.values().iter().zip(kinds.values()).enumerate();
        let changed = cells.filter(|(_, (before, after))| before != after);
        Shot {
            cell: usize::from(fired.cell),
            effect: fired.effect,
            is_down: fired.is_down,
            turned_into: (fired.turns_into != NONE)
                .then_some(usize::from(fired.turns_into)),
            hits: changed.map(|(index, _)| index).collect(),
        }
    }

    /// The groups of wave 0 hit their cells and those beside them.
    fn hit_groups(&mut self, depth: u32) {
        let groups = std::mem::take(&mut self.board.general.groups);
        let touchy = if groups.is_empty() { Bits::EMPTY } else { self.touchy() };
        let hits = self.plan().hits;

        if hits == Hits::Group {
            for group in &groups {
                // Where groups hit one by one, what the first one opened is beside the second
                // one already.
                self.match_cells(group, depth);
                self.hit_beside(group.cells, group.color, touchy, depth);
            }
        } else {
            for group in &groups {
                self.match_cells(group, depth);
            }
            for group in &groups {
                self.hit_beside(group.cells, group.color, touchy, depth);
            }
        }

        self.board.general.groups = groups;
    }

    /// Hits the cells of a group; blocks without a cover or a ground are collected together.
    fn match_cells(&mut self, group: &Group<W>, depth: u32) {
        let state = &self.board.general;
        let is_once = self.plan().hits == Hits::Wave;
        let cells = if is_once { group.cells.without(state.hit) } else { group.cells };
        let bare = cells.without(state.covered).without(state.grounded);

        let mut count = 0;
        for index in cells.indices() {
            if bare.has(index) && self.board.general.flags[index] & IS_BLOCK != 0 {
                self.empty_cell(index);
                self.board.general.hit.insert(index);
                count += 1;
            } else {
                self.strike(index, Hit::Match, depth);
            }
        }

        self.collect(group.color, count, depth);
    }

    /// The cells where a hit beside a group can take something.
    pub(super) fn touchy(&self) -> Bits<W> {
        let (plan, state) = (self.plan(), &self.board.general);
        let mut kinds = plan.blocks.iter().zip(&state.gone);
        if kinds.any(|(kind, gone)| gone.present > 0 && kind.place == Place::Blocker) {
            state.covered.or(state.with_flag(IS_BLOCKER))
        } else {
            state.covered
        }
    }

    fn hit_beside(&mut self, cells: Bits<W>, color: u8, touchy: Bits<W>, depth: u32) {
        let sides = self.beside(cells).map(|side| side.without(cells).and(touchy));
        let all = sides.into_iter().fold(Bits::EMPTY, Bits::or);
        if all.is_empty() {
            return;
        }

        let hits = self.plan().hits;
        for index in all.indices() {
            let times = match hits {
                Hits::Cell => sides.iter().filter(|side| side.has(index)).count(),
                Hits::Group => 1,
                Hits::Wave => usize::from(!self.board.general.hit.has(index)),
            };
            for _ in 0..times {
                self.strike(index, Hit::Beside(color), depth);
            }
        }
    }

    /// A hit to a cell. It counts as one if it takes, collects or sets off something.
    pub(super) fn strike(&mut self, index: usize, hit: Hit, depth: u32) {
        if self.take(index, hit, depth) {
            self.board.general.hit.insert(index);
        }
    }

    /// What a hit does to a cell: whether it takes, collects or sets off something.
    fn take(&mut self, index: usize, hit: Hit, depth: u32) -> bool {
        let plan = self.plan();
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
            if rule.keeps || matches!(hit, Hit::Beside(_)) {
                return true;
            }
        }

        let flags = self.board.general.flags[index];
        if flags & IS_BLOCK != 0 {
            if matches!(hit, Hit::Beside(_)) {
                return takes;
            }
            self.collect(self.board.colors[index], 1, depth);
            self.empty_cell(index);
            takes = true;
        } else if flags & IS_BLOCKER != 0 {
            let what = self.board.general.what[index];
            let kind = usize::from(what - plan.first_block());
            let (rule, only) = (&plan.blocks[kind], plan.block_colors[kind]);

            let is_broken = hit != Hit::Match
                && hit.breaks(rule.broken_by)
                && match hit {
                    Hit::Beside(color) => only == NONE || only == color,
                    _ => only == NONE,
                };

            if is_broken {
                self.take_blocker(index, kind);
            }
            return takes || is_broken;
        } else if flags & IS_PIECE != 0 {
            if matches!(hit, Hit::Beside(_)) {
                return takes;
            }
            self.set_off(index, hit, depth);
            takes = true;
        }

        if matches!(hit, Hit::Beside(_))
            || self.board.general.what[index] == super::plan::OBSTACLE
        {
            return takes;
        }

        let ground = self.board.general.ground[index];
        if ground != 0 && hit.breaks(plan.blocks[usize::from(ground) - 1].broken_by) {
            self.take_ground(index);
            takes = true;
        }
        takes
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
        self.board.general.cover_layers[index] -= 1;
        let is_last = self.board.general.cover_layers[index] == 0;
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
        self.board.general.layers[index] -= 1;
        let is_last = self.board.general.layers[index] == 0;
        self.lose(kind, is_last);
        if is_last {
            self.empty_cell(index);
            if self.board.general.fixed.has(index) {
                self.board.general.fixed.remove(index);
                self.open_if_free(index);
            }
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
    fn collect(&mut self, color: u8, count: u32, depth: u32) {
        if self.board.general.is_trial {
            self.board.general.gain[0] += self.wanted(u32::from(color)).min(count);
            self.board.general.gain[1] += count;
        }
        self.board.collected[usize::from(color)] += count;
        self.board.score += self.plan().points[0] * u64::from(count) * u64::from(depth);
    }

    /// A piece leaves its cell, or becomes armed there; it is collected if it has a colour.
    pub(super) fn leave(&mut self, index: usize, depth: u32) {
        let color = self.board.colors[index];
        if color != NONE {
            self.collect(color, 1, depth);
        } else if self.board.general.is_trial {
            self.board.general.gain[1] += 1;
        }
        self.empty_cell(index);
    }

    /// A hit sets off a piece, which fires in the next wave if it starts on such hits.
    fn set_off(&mut self, index: usize, hit: Hit, depth: u32) {
        let what = self.board.general.what[index];
        let kind = Plan::piece_of(what);
        let rule = &self.plan().pieces[kind];
        let starts =
            if hit == Hit::Match { rule.starts.matched } else { rule.starts.hit };
        self.leave(index, depth);
        if starts {
            self.fire_next(index, kind, (what - PIECES) % 2 == 1);
        }
    }

    /// A piece that has left its cell fires in the next wave; one that fires twice is armed there.
    pub(super) fn fire_next(&mut self, index: usize, kind: usize, is_down: bool) {
        let effect = self.arm_if_twice(index, kind);
        self.board.general.next.push(FiringPiece::of(index, effect, is_down));
    }

    /// The effect of a kind of piece. One that fires twice is armed in its cell.
    pub(super) fn arm_if_twice(&mut self, index: usize, kind: usize) -> Effect {
        let rule = &self.plan().pieces[kind];
        if rule.is_twice {
            self.arm(index, kind, rule.fires);
        }
        rule.fires
    }

    /// Puts an armed piece into a cell.
    pub(super) fn arm(&mut self, index: usize, kind: usize, effect: Effect) {
        let what = self.plan().armed() + kind as u8;
        let code = super::plan::Code { what, color: NONE, layers: effect.code() };
        self.put(index, code);
    }

    /// The armed pieces fire and leave, in wave 0 of a cascade.
    pub(super) fn fire_armed(&mut self, armed: Bits<W>) {
        for index in armed.indices() {
            debug_assert!(
                self.board.general.flags[index] & IS_ARMED != 0,
                "the piece is armed"
            );
            let effect = Effect::from_code(self.board.general.layers[index]);
            self.empty_cell(index);
            self.start_from(index);
            self.board.general.firing.push(FiringPiece::of(index, effect, false));
        }
    }

    /// A piece fires in wave 0 from a cell: a layer of the ground goes, and the cell counts as hit.
    pub(super) fn start_from(&mut self, index: usize) {
        if self.plan().hits == Hits::Wave {
            self.board.general.hit.insert(index);
        }
        let ground = self.board.general.ground[index];
        if ground != 0 && self.plan().blocks[usize::from(ground) - 1].broken_by.hit {
            self.take_ground(index);
        }
    }
}
