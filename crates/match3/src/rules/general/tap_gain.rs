//! What the taps of a game would take at once, for bots.

use tilewright_grid::{Bits, Rng};

use super::plan::NONE;
use super::taps::TapGroup;
use super::view::View;
use crate::ruleset::Hits;
use crate::{Board, Gain, Game, Move, rules::Way};

impl<const W: usize> Game<'_, W> {
    /// The tap with the greatest gain; of several one that is drawn.
    pub(super) fn best_tap(&self, rng: &mut Rng) -> Option<Move> {
        let (view, mut trial) = (self.view(), None);
        let mut best = (0, Bits::EMPTY);
        let mut look = |gain: Gain, cells: Bits<W>| {
            let worth = gain.worth();
            if worth > best.0 || best.1.is_empty() {
                best = (worth, cells);
            } else if worth == best.0 {
                best.1 = best.1.or(cells);
            }
        };

        for group in &self.board.general.tap_groups {
            let cells = group.cells.and(self.board.taps);
            if let Some(gain) = self.group_gain(group, &view) {
                look(gain, cells);
                continue;
            }
            // A trial depends on the cell where the piece appears.
            for index in cells.indices() {
                let gain = self.tried_group_gain(group, index, &mut trial);
                look(gain, [index].into_iter().collect());
            }
        }
        let pieces = self.board.taps.and(self.board.general.pieces);
        for index in pieces.indices() {
            let made = Move { first: index as u16, way: Way::Tap };
            let gain = self.lone_piece_gain(index, &view);
            let gain = gain.unwrap_or_else(|| self.trial_gain(made, &mut trial));
            look(gain, [index].into_iter().collect());
        }
        Self::any_tap(best.1, rng)
    }

    /// One of some taps, drawn uniformly; none of none.
    fn any_tap(cells: Bits<W>, rng: &mut Rng) -> Option<Move> {
        let rank = match cells.count() {
            0 | 1 => 0,
            count => rng.below(count),
        };
        Some(Move { first: cells.nth(rank)? as u16, way: Way::Tap })
    }

    /// The tap on the largest group of a colour that the goal wants; without one on the largest group, and without a group
    /// any tap.
    pub(crate) fn largest_group(&self, rng: &mut Rng) -> Option<Move> {
        let groups = &self.board.general.tap_groups;
        let wanted = |group: &TapGroup<W>| self.wanted(u32::from(group.color)) > 0;
        let rank = |group: &TapGroup<W>| (wanted(group), group.cells.count());
        let Some(most) = groups.iter().map(rank).max() else {
            return Self::any_tap(self.board.taps, rng);
        };
        let largest = groups.iter().filter(|group| rank(group) == most);
        let cells = largest.fold(Bits::EMPTY, |all, group| all.or(group.cells));
        Self::any_tap(cells.and(self.board.taps), rng)
    }

    /// The gain of a tap.
    pub(super) fn gain_of_tap(&self, made: Move) -> Gain {
        let index = usize::from(made.first);
        let groups = &self.board.general.tap_groups;
        let view = self.view();
        match groups.iter().find(|group| group.cells.has(index)) {
            Some(group) => self
                .group_gain(group, &view)
                .unwrap_or_else(|| self.tried_group_gain(group, index, &mut None)),
            None => self
                .lone_piece_gain(index, &view)
                .unwrap_or_else(|| self.trial_gain(made, &mut None)),
        }
    }

    /// The gain of a group, if it can be told without a trial, for all of its cells: what its blocks, those beside them and
    /// the ground below give the goal.
    pub(super) fn group_gain(&self, group: &TapGroup<W>, view: &View<W>) -> Option<Gain> {
        let plan = self.plan();
        let matched = group.cells.count();
        let sides = self.beside(group.cells).into_iter().fold(Bits::EMPTY, Bits::or);
        let beside = sides.without(group.cells);
        // By `cell`, what is beside two cells of the group is hit twice.
        let is_twice = plan.hits == Hits::Cell && beside.meets(view.beside);
        if view.is_hard || is_twice || beside.meets(view.hard_beside) {
            return None;
        }

        let wanted = matched.min(self.wanted(u32::from(group.color)))
            + beside.and(view.beside).count()
            + group.cells.and(view.matched_ground).count();
        let score = plan.points[0] * u64::from(matched);
        let piece_rank = self.piece_rank(group);
        Some(Gain { matched, wanted, hits: 0, pieces: 0, piece_rank, score })
    }

    /// The gain of a group by a trial of a tap on one of its cells.
    fn tried_group_gain(
        &self,
        group: &TapGroup<W>,
        index: usize,
        trial: &mut Option<Board<W>>,
    ) -> Gain {
        let made = Move { first: index as u16, way: Way::Tap };
        let piece_rank = self.piece_rank(group);
        Gain { pieces: 0, piece_rank, ..self.trial_gain(made, trial) }
    }

    fn piece_rank(&self, group: &TapGroup<W>) -> u32 {
        let sizes = self.plan().shapes.len() as u32;
        group.makes.map_or(0, |shape| sizes - u32::from(shape)).min(u8::MAX.into())
    }

    /// The gain of a piece that touches no other, if it can be told without a trial.
    pub(super) fn lone_piece_gain(&self, index: usize, view: &View<W>) -> Option<Gain> {
        let state = &self.board.general;
        let around: Bits<W> = [index].into_iter().collect();
        let beside = self.beside(around).into_iter().fold(Bits::EMPTY, Bits::or);
        let touches = beside.meets(state.pieces.without(state.covered));
        if view.is_hard || touches || self.board.colors[index] != NONE {
            return None;
        }
        self.piece_gain(index, index, view)
    }
}
