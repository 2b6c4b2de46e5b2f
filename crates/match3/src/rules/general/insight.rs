//! What the players of the ladder see in a move, under any rules.

use tilewright_grid::Bits;

use super::plan::{IS_BLOCKER, LEAVES, PIECES, Plan};
use super::view::View;
use crate::rules::insight::UNIT;
use crate::ruleset::Effect;
use crate::{Board, Gain, Game, Move, rules::Way};

/// The share, in percent, of what a piece would take on a usual board that its making counts: less than all of it, since it has
/// yet to be fired, at the cost of a move. Of 25, 40, 50, 60, 75 and 100 this was best for the least
/// favoured goals (`cargo xtask bench ladder`): with 75 and more, levels of boxes were lost to the making of pieces.
const MADE: u64 = 60;

/// What all moves of a board have in common for the players of the ladder.
pub(super) struct Outlook {
    /// What a hit of a cell takes on average.
    density: u64,
    /// Whether only points are wanted.
    is_score: bool,
}

impl<const W: usize> Game<'_, W> {
    /// See [`Game::see_progress`].
    pub(in crate::rules) fn see_progress_of_general(
        &self,
        mut see: impl FnMut(usize, Bits<W>, u64),
    ) {
        let view = self.view();
        let outlook = self.outlook(&view);
        if self.plan().taps.is_some() {
            self.see_taps(&view, &outlook, see);
            return;
        }
        let mut trial = None;
        let prospects = self.prospects(&view);
        let sets = [self.board.swaps[0], self.board.swaps[1], self.board.taps];

        for (way, set) in sets.into_iter().enumerate() {
            for first in set.indices() {
                let made = Move {
                    first: first as u16,
                    way: [Way::Right, Way::Down, Way::Tap][way],
                };
                let known = if way < 2 { prospects.gain(way, first) } else { None };
                let simple = known.or_else(|| self.simple_gain(made, &view));
                let progress = match simple {
                    Some(gain) if gain.pieces > 0 => {
                        self.progress(gain, &outlook) + self.value_made(made, &outlook)
                    }
                    Some(gain) => self.progress(gain, &outlook),
                    None => self.tried_progress(made, &outlook, &mut trial),
                };
                see(way, [first].into_iter().collect(), progress);
            }
        }
    }

    /// The same where groups are tapped.
    fn see_taps(
        &self,
        view: &View<W>,
        outlook: &Outlook,
        mut see: impl FnMut(usize, Bits<W>, u64),
    ) {
        let mut trial = None;
        let tap = |index: usize| Move { first: index as u16, way: Way::Tap };
        for group in &self.board.general.tap_groups {
            let cells = group.cells.and(self.board.taps);
            if let Some(gain) = self.group_gain(group, view) {
                let made = group.makes.map_or(0, |shape| {
                    let kind = self.plan().shapes[usize::from(shape)].makes;
                    self.piece_value(usize::from(kind), outlook)
                });
                see(2, cells, self.progress(gain, outlook) + made);
                continue;
            }
            for index in cells.indices() {
                let progress = self.tried_progress(tap(index), outlook, &mut trial);
                see(2, [index].into_iter().collect(), progress);
            }
        }
        for index in self.board.taps.and(self.board.general.pieces).indices() {
            let progress = match self.lone_piece_gain(index, view) {
                Some(gain) => self.progress(gain, outlook),
                None => self.tried_progress(tap(index), outlook, &mut trial),
            };
            see(2, [index].into_iter().collect(), progress);
        }
    }

    pub(super) fn outlook(&self, view: &View<W>) -> Outlook {
        let state = &self.board.general;
        let wants_kinds = (0..state.gone.len()).any(|kind| self.wants_kind(kind));
        let wants_drops = state.dropped < self.rules.target.drop;
        let is_score = self.board.score < self.rules.target.score
            && view.colors.is_empty()
            && !wants_kinds
            && !wants_drops;
        if is_score {
            return Outlook { density: UNIT, is_score };
        }

        let special = state.covered.or(state.grounded).or(state.with_flag(IS_BLOCKER));
        let colors = view.colors.iter().fold(Bits::EMPTY, |all, it| all.or(it.1));
        let in_kinds: u32 = special.indices().map(|index| self.units(index)).sum();
        let units = colors.without(special).count() + in_kinds + self.way_left();
        let density = UNIT * u64::from(units) / u64::from(state.cells.count().max(1));
        Outlook { density, is_score }
    }

    /// The progress of a gain without the pieces that are made.
    #[inline]
    fn progress(&self, gain: Gain, outlook: &Outlook) -> u64 {
        let [block, piece] = self.plan().points;
        let points = if !outlook.is_score {
            0
        } else if gain.score == 0 {
            // Counted without its points: blocks alone.
            u64::from(gain.matched)
        } else {
            gain.score / if block > 0 { block } else { piece.max(1) }
        };
        UNIT * (u64::from(gain.wanted) + points)
    }

    /// What the pieces are worth that the groups of a swap of two blocks make.
    fn value_made(&self, made: Move, outlook: &Outlook) -> u64 {
        let [from, to] = made.indices(self.columns());
        let colors = [from, to].map(|at| self.board.colors[at]);
        let groups =
            [self.arriving(to, from, colors[0]), self.arriving(from, to, colors[1])];
        let shapes = groups.into_iter().filter_map(|cells| self.made_shape(cells));
        let kinds = shapes.map(|shape| usize::from(self.plan().shapes[shape].makes));
        kinds.map(|kind| self.piece_value(kind, outlook)).sum()
    }

    /// The progress of a move by a trial, with the pieces that its groups make.
    pub(super) fn tried_progress(
        &self,
        made: Move,
        outlook: &Outlook,
        trial: &mut Option<Board<W>>,
    ) -> u64 {
        let gain = self.trial_gain(made, trial);
        let progress = self.progress(gain, outlook);
        let Some(tried) = trial.as_ref().filter(|_| gain.pieces > 0) else {
            return progress;
        };
        let counts = tried.general.made.iter().zip(&self.board.general.made);
        let made = counts.enumerate().map(|(kind, (after, before))| {
            u64::from(after - before) * self.piece_value(kind, outlook)
        });
        progress + made.sum::<u64>()
    }

    /// What a piece is worth before it fires: a share of what it would take where the things that the goal wants lie
    /// evenly.
    fn piece_value(&self, kind: usize, outlook: &Outlook) -> u64 {
        let (size, rule) = (self.rules.level.size(), &self.plan().pieces[kind]);
        let area = u64::from(self.board.general.cells.count());
        let width = |reach: u8| 2 * u64::from(reach) + 1;
        let (rows, columns) = (u64::from(size.rows), u64::from(size.columns));

        let reached = match rule.fires {
            Effect::Line => rows.max(columns),
            Effect::Area(reach) => width(reach) * width(reach),
            Effect::Cross(reach) => width(reach) * (rows + columns),
            Effect::Plus(reach) | Effect::Goal { plus: reach, .. } => {
                4 * u64::from(reach) + 1
            }
            Effect::Color => area / u64::from(self.plan().colors.max(1)),
            Effect::Board => area,
        };
        let chosen = match rule.fires {
            Effect::Goal { count, .. } => UNIT * u64::from(count),
            _ => 0,
        };
        let times = if rule.is_twice { 2 } else { 1 };
        (times * reached.min(area) * outlook.density + chosen) * MADE / 100
    }

    /// What the pieces on the board are worth.
    pub(in crate::rules) fn value_of_pieces(&self) -> u64 {
        let state = &self.board.general;
        if state.pieces.is_empty() {
            return 0;
        }
        let outlook = self.outlook(&self.view());
        let pieces = state.pieces.indices().map(|at| Plan::piece_of(state.what[at]));
        pieces.map(|kind| self.piece_value(kind, &outlook)).sum()
    }

    /// What is left of the goal, with the ways of the ingredients.
    pub(in crate::rules) fn way_to_goal(&self) -> u64 {
        self.left_of_general() + u64::from(self.way_left())
    }

    /// The cells with kinds that the goal wants, and those on the ways of ingredients.
    pub(in crate::rules) fn wanted_cells_of_general(&self) -> Bits<W> {
        let state = &self.board.general;
        let mut wanted = Bits::EMPTY;
        if (0..state.gone.len()).any(|kind| self.wants_kind(kind)) {
            let special =
                state.covered.or(state.grounded).or(state.with_flag(IS_BLOCKER));
            wanted = special.indices().filter(|&index| self.has_wanted(index)).collect();
        }
        let wants_drops = state.dropped < self.rules.target.drop;
        if let Some(ways) = self.rules.ways.as_ref().filter(|_| wants_drops) {
            for index in state.with_flag(LEAVES).indices() {
                wanted.insert(index);
                ways.from(index).for_each(|cell| wanted.insert(cell));
            }
        }
        wanted
    }

    /// Whether the goal wants the cover, the ground or the blocker of a cell.
    fn has_wanted(&self, index: usize) -> bool {
        let state = &self.board.general;
        let is_wanted =
            |number: u8| number != 0 && self.wants_kind(usize::from(number) - 1);
        is_wanted(state.cover[index])
            || is_wanted(state.ground[index])
            || state.flags[index] & IS_BLOCKER != 0
                && self.wants_kind(self.blocker_at(index))
    }

    /// The cells that the first wave of a move takes or hits: of its groups, or of the piece that it fires.
    pub(in crate::rules) fn taken_by_general(&self, made: Move) -> Bits<W> {
        let [from, to] = made.indices(self.columns());
        let state = &self.board.general;
        if let Some(group) = state.tap_groups.iter().find(|group| group.cells.has(from)) {
            return group.cells;
        }
        let Some(at) = [from, to].into_iter().find(|&at| state.pieces.has(at)) else {
            let [one, other] = [from, to].map(|at| self.board.colors[at]);
            return self.arriving(to, from, one).or(self.arriving(from, to, other));
        };
        let (what, other) = (state.what[at], if at == from { to } else { from });
        let fires = self.plan().pieces[Plan::piece_of(what)].fires;
        let is_down = (what - PIECES) % 2 == 1;
        self.cells_of(fires, at, is_down, self.board.colors[other])
    }
}
