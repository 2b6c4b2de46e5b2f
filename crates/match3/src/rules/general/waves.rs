//! The waves of a cascade: groups and firing pieces hit cells, and set off other pieces.

use tilewright_grid::Bits;

use super::groups::Group;
use super::hits::Hit;
use super::plan::{IS_ARMED, IS_BLOCK, IS_BLOCKER, NONE, NOWHERE};
use crate::Game;
use crate::rules::observer::Observer;
use crate::ruleset::{self, Effect, Hits};

/// A piece that fires in a wave.
#[derive(Clone, Copy, Debug)]
pub(super) struct FiringPiece {
    pub(super) cell: u16,
    pub(super) effect: Effect,
    /// Whether a line goes along the column.
    pub(super) is_down: bool,
    /// The colour of an effect by colour, if a swap gave it or the piece has one.
    pub(super) color: u8,
    /// The effect that a pair carries to each cell that it chooses, and whether it goes along the column.
    pub(super) carried: Option<(Effect, bool)>,
    /// The piece into which a pair turns the blocks of a colour.
    pub(super) turns_into: u8,
    /// The number of pieces that count for the score.
    pub(super) pieces: u8,
    /// The number of the pair, or [`NOWHERE`].
    pub(super) pair: u16,
    /// Who fires, and the other piece of a pair, for those who watch.
    pub(super) left: Departure,
    pub(super) other_left: Departure,
}

/// A piece that has left its cell and will fire, by its place in the journal: those who watch see it until then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Departure(pub(super) u32);

impl Departure {
    /// Of a game that nobody watches.
    pub(super) const NONE: Self = Self(u32::MAX);
}

impl FiringPiece {
    /// A single piece that fires.
    pub(super) const fn of(cell: usize, effect: Effect, is_down: bool) -> Self {
        Self {
            cell: cell as u16,
            effect,
            is_down,
            color: NONE,
            carried: None,
            turns_into: NONE,
            pieces: 1,
            pair: NOWHERE,
            left: Departure::NONE,
            other_left: Departure::NONE,
        }
    }
}

impl<const W: usize> Game<'_, W> {
    /// Plays the waves of a cascade. Groups and the pieces that fire in wave 0 have been found.
    pub(super) fn play_waves(&mut self, depth: u32, watch: &mut dyn Observer) {
        self.hit_groups(depth);
        loop {
            // The list is taken out, since what fires adds to the next one, and given back for
            // its memory.
            let mut firing = std::mem::take(&mut self.board.general.firing);
            for fired in &firing {
                self.board.score += self.plan().points[1] * u64::from(fired.pieces);
                self.fire(*fired, depth);
            }
            self.end_step(watch);
            self.board.general.spared = Bits::EMPTY;

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

    /// The groups of wave 0 hit their cells and those beside them.
    fn hit_groups(&mut self, depth: u32) {
        let groups = std::mem::take(&mut self.board.general.groups);
        let touchy = if groups.is_empty() { Bits::EMPTY } else { self.touchy() };
        self.note_groups(&groups);

        let hits = self.plan().hits;
        if hits == Hits::Group {
            for (number, group) in groups.iter().enumerate() {
                // Where groups hit one by one, what the first one opened is beside the second
                // one already.
                self.note_group_cause(number);
                self.match_cells(group, depth);
                self.hit_beside(group.cells, group.color, touchy, depth);
            }
        } else {
            for (number, group) in groups.iter().enumerate() {
                self.note_group_cause(number);
                self.match_cells(group, depth);
            }
            for (number, group) in groups.iter().enumerate() {
                self.note_group_cause(number);
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
        // Of those that are watched, each is reported by itself.
        let bare = if self.is_watched() { Bits::EMPTY } else { bare };

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
        if kinds
            .any(|(kind, gone)| gone.present > 0 && kind.place == ruleset::Place::Blocker)
        {
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

    /// A piece that has left its cell fires in the next wave; one that fires twice is armed there.
    pub(super) fn fire_next(
        &mut self,
        index: usize,
        kind: usize,
        is_down: bool,
        color: u8,
        left: Departure,
    ) {
        let effect = self.arm_if_twice(index, kind, left);
        let fired = FiringPiece::of(index, effect, is_down);
        self.board.general.next.push(FiringPiece { color, left, ..fired });
    }

    /// The effect of a kind of piece. One that fires twice is armed in its cell.
    pub(super) fn arm_if_twice(
        &mut self,
        index: usize,
        kind: usize,
        left: Departure,
    ) -> Effect {
        let rule = &self.plan().pieces[kind];
        if rule.is_twice {
            self.arm(index, kind, rule.fires, left);
        }
        rule.fires
    }

    /// Puts an armed piece into a cell; it keeps the id of the piece that it was.
    pub(super) fn arm(
        &mut self,
        index: usize,
        kind: usize,
        effect: Effect,
        left: Departure,
    ) {
        let what = self.plan().armed() + kind as u8;
        let code = super::plan::Code { what, color: NONE, layers: effect.code() };
        self.put(index, code);
        self.note_armed(index, left);
    }

    /// The armed pieces fire and leave, in wave 0 of a cascade.
    pub(super) fn fire_armed(&mut self, armed: Bits<W>) {
        for index in armed.indices() {
            debug_assert!(
                self.board.general.flags[index] & IS_ARMED != 0,
                "the piece is armed"
            );
            let effect = Effect::from_code(self.board.general.layers[index]);
            let left = self.note_set_off(index);
            self.note_cause_of(left);
            self.empty_cell(index);
            self.start_from(index);
            let fired = FiringPiece::of(index, effect, false);
            self.board.general.firing.push(FiringPiece { left, ..fired });
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
