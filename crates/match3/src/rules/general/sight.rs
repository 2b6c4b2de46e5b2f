//! What a move would take at once, for bots.

use std::cell::OnceCell;

use tilewright_grid::{Bits, Rng};

use super::GeneralState;
use super::plan::{IS_BLOCK, IS_BLOCKER};
use crate::rules::board::{ClassicState, NONE};
use crate::ruleset::{Block, Hits, Place};
use crate::{Board, Gain, Game, Move, rules::Way};

impl<const W: usize> Game<'_, W> {
    /// The immediate effect of a move: what its first cascade takes before anything falls. Where chance
    /// decides which cell a piece chooses for the goal, it is the first one.
    pub(in crate::rules) fn gain_of_general(&self, made: Move) -> Gain {
        let view = self.view();
        let tried = || self.trial_gain(made, &mut None);
        self.simple_gain(made, &view).unwrap_or_else(tried)
    }

    /// The move with the greatest gain, then the most blocks and pieces taken; ties are broken at random.
    pub(crate) fn best_by_gain(&self, rng: &mut Rng) -> Option<Move> {
        // Most boards need no trial, and those that do try several moves on one.
        let mut trial = None;

        let view = self.view();
        let prospects = self.prospects(&view);
        let (mut best, mut ties) = (None, 0);

        let sets = [self.board.swaps[0], self.board.swaps[1], self.board.taps];
        let ways = [Way::Right, Way::Down, Way::Tap];
        for (way, mut set) in sets.into_iter().enumerate() {
            while let Some(first) = set.first() {
                set.remove(first);
                let made = Move { first: first as u16, way: ways[way] };

                let known = if way < 2 { prospects.worth(way, first) } else { None };
                let worth = known.unwrap_or_else(|| {
                    let gain = self.simple_gain(made, &view);
                    gain.unwrap_or_else(|| self.trial_gain(made, &mut trial)).worth()
                });

                // Each of the moves that tie so far is kept with the same probability: one of n
                // by a draw below n.
                match best {
                    Some((_, most)) if worth < most => {}
                    Some((_, most)) if worth == most => {
                        ties += 1;
                        if rng.below(ties) == 0 {
                            best = Some((made, worth));
                        }
                    }
                    _ => {
                        ties = 1;
                        best = Some((made, worth));
                    }
                }
            }
        }

        best.map(|(made, _)| made)
    }

    /// What all moves of a board have in common.
    fn view(&self) -> View<W> {
        let (state, target) = (&self.board.general, &self.rules.target);
        let wants = |kind: usize| self.wants_kind(kind);
        // Near its end, the goal may be met by a part of what a move takes.
        let is_far = |kind: usize| {
            target.all_of[kind]
                || target.kinds[kind].saturating_sub(state.gone[kind].broken) > CLOSE
                || target.layers[kind].saturating_sub(state.gone[kind].layers) > CLOSE
        };

        let mut kinds = 0..state.gone.len();
        let wants_pieces = (0..state.made.len())
            .any(|piece| target.wants_piece(state.made[piece], piece));

        let colors: Vec<_> = (0..target.collect.len() as u32)
            .filter(|&color| self.wanted(color) > 0)
            .map(|color| (self.wanted(color), self.of_color(state.cells, color as u8)))
            .collect();

        let mut view = View {
            is_hard: wants_pieces
                || state.dropped < target.drop
                || kinds.any(|kind| wants(kind) && !is_far(kind)),
            special: state.pieces.or(state.covered),
            hard_beside: Bits::EMPTY,
            beside: Bits::EMPTY,
            hit: Bits::EMPTY,
            matched_ground: Bits::EMPTY,
            hit_ground: Bits::EMPTY,
            blocks: state.with_flag(IS_BLOCK),
            colors,
            by_units: OnceCell::new(),
        };

        if view.is_hard || !(0..state.gone.len()).any(wants) {
            return view;
        }

        self.view_hits(&mut view);
        self.view_grounds(&mut view);
        view
    }

    /// Adds the cells where a hit takes a layer of a ground.
    fn view_grounds(&self, view: &mut View<W>) {
        let (plan, state) = (self.plan(), &self.board.general);
        if state.grounded.is_empty() {
            return;
        }

        let is_ground = |block: &Block| block.place == Place::Ground;
        let is_only = plan.blocks.iter().filter(|block| is_ground(block)).count() == 1;
        // The ground below a blocker is safe.
        let solid = state.fixed.or(state.with_flag(IS_BLOCKER));

        for (kind, block) in plan.blocks.iter().enumerate() {
            if !is_ground(block) || !self.wants_kind(kind) {
                continue;
            }
            let is_it = |&index: &usize| usize::from(state.ground[index]) == kind + 1;
            let cells = if is_only {
                state.grounded
            } else {
                state.grounded.indices().filter(is_it).collect()
            };

            if block.broken_by.matched {
                view.matched_ground = view.matched_ground.or(cells);
            }
            if block.broken_by.hit {
                view.hit_ground = view.hit_ground.or(cells.without(solid));
            }
        }
    }

    /// Adds the cells where a hit takes a layer of a cover or a blocker.
    fn view_hits(&self, view: &mut View<W>) {
        let (plan, state) = (self.plan(), &self.board.general);
        let wants = |kind: usize| self.wants_kind(kind);
        for index in self.touchy().indices() {
            let cover = usize::from(state.cover[index]);
            if cover != 0 {
                // A second group may hit the blocker below.
                if state.flags[index] & IS_BLOCKER != 0 {
                    view.hard_beside.insert(index);
                }
                if plan.blocks[cover - 1].broken_by.beside && wants(cover - 1) {
                    view.beside.insert(index);
                }
                continue;
            }

            let kind = usize::from(state.what[index] - plan.first_block());
            let rule = &plan.blocks[kind];
            let is_any = plan.block_colors[kind] == super::plan::NONE;

            if wants(kind) {
                if rule.broken_by.beside {
                    let set =
                        if is_any { &mut view.beside } else { &mut view.hard_beside };
                    set.insert(index);
                }
                if rule.broken_by.hit && is_any {
                    view.hit.insert(index);
                }
            }
        }
    }

    /// The gain of a move, if it can be told without a trial: its first wave is its only one, and each cell
    /// is hit once.
    fn simple_gain(&self, made: Move, view: &View<W>) -> Option<Gain> {
        if view.is_hard {
            return None;
        }

        let [from, to] = made.indices(self.columns());
        let pieces = [from, to].map(|at| self.board.general.pieces.has(at));
        if pieces[0] || pieces[1] {
            if from != to && (pieces == [true, true] || self.makes_group(made)) {
                return None;
            }
            return if pieces[0] {
                self.piece_gain(from, to, view)
            } else {
                self.piece_gain(to, from, view)
            };
        }

        let groups = [
            self.arriving(to, from, self.board.colors[from]),
            self.arriving(from, to, self.board.colors[to]),
        ];
        let cells = groups[0].or(groups[1]);

        // A piece or a cover may do more than the first wave shows.
        if cells.meets(view.special) || !view.blocks.has(from) || !view.blocks.has(to) {
            return None;
        }

        let sides = groups
            .map(|cells| self.beside(cells).into_iter().fold(Bits::EMPTY, Bits::or));
        let beside = sides[0].or(sides[1]);
        if beside.meets(view.hard_beside) {
            return None;
        }

        let beside = beside.and(view.beside);
        let hits = self.plan().hits;
        if !beside.is_empty()
            && (hits == Hits::Cell
                || hits == Hits::Group && beside.meets(sides[0].and(sides[1])))
        {
            return None;
        }

        let pieces = groups.map(|cells| u32::from(self.makes_piece(cells)));
        let pieces = pieces[0] + pieces[1];
        let mut gain = Gain { matched: cells.count(), pieces, ..Gain::default() };

        for (cells, color) in
            groups.iter().zip([self.board.colors[from], self.board.colors[to]])
        {
            if color != NONE {
                gain.wanted += cells.count().min(self.wanted(u32::from(color)));
            }
        }

        gain.wanted += beside.count() + cells.and(view.matched_ground).count();
        gain.score = self.plan().points[0] * u64::from(gain.matched);
        Some(gain)
    }

    /// The cells of the group of a colour that a block makes when it arrives at a cell, if it makes one.
    pub(super) fn arriving(&self, at: usize, from: usize, color: u8) -> Bits<W> {
        let mut cells = Bits::EMPTY;
        if color == NONE {
            return cells;
        }

        let (columns, area) = (self.columns(), self.board.colors.len());
        let (row, column) = (at / columns, at % columns);
        let is_alike = |index: usize| {
            self.board.colors[index] == color
                && index != from
                && self.board.filled.has(index)
        };

        // At rest there are at most two in a row.
        let reach = |one: usize, two: usize, room: usize| {
            if room == 0 || !is_alike(one) {
                0
            } else if room == 1 || !is_alike(two) {
                1
            } else {
                2
            }
        };

        let back = |by: usize| at.wrapping_sub(by);
        let east = reach(at + 1, at + 2, columns - 1 - column);
        let west = reach(back(1), back(2), column);
        let south = reach(at + columns, at + 2 * columns, (area - 1 - at) / columns);
        let north = reach(back(columns), back(2 * columns), row);

        if east + west >= 2 {
            (at - west..=at + east).for_each(|index| cells.insert(index));
        }
        if south + north >= 2 {
            (0..=south + north)
                .for_each(|k| cells.insert(at + k * columns - north * columns));
        }

        if self.plan().has_squares {
            for (across, beside) in [(east, at + 1), (west, back(1))] {
                for (down, over) in [(south, columns), (north, columns.wrapping_neg())] {
                    if across == 0 || down == 0 {
                        continue;
                    }
                    let corner = beside.wrapping_add(over);
                    if is_alike(corner) {
                        let square = [at, beside, at.wrapping_add(over), corner];
                        for index in square {
                            cells.insert(index);
                        }
                    }
                }
            }
        }

        cells
    }

    /// Checks that gains told without a trial are those of trials.
    #[cfg(test)]
    pub(super) fn compare_gains(&self, seed: u64) {
        let (view, mut trial) = (self.view(), None);
        let prospects = self.prospects(&view);
        for made in self.moves() {
            let way = match made.way {
                Way::Right => Some(0),
                Way::Down => Some(1),
                _ => None,
            };

            let known = way.and_then(|way| prospects.worth(way, usize::from(made.first)));
            if let Some(worth) = known {
                let gain = self.trial_gain(made, &mut trial);
                assert_eq!(worth, gain.worth(), "seed {seed}, {made:?}");
            }

            if let Some(gain) = self.simple_gain(made, &view) {
                assert_eq!(
                    gain,
                    self.trial_gain(made, &mut trial),
                    "seed {seed}, {made:?}"
                );
            }
        }
    }

    /// The gain of a move, found by a trial on a board that is made at the first of them.
    fn trial_gain(&self, made: Move, trial: &mut Option<Board<W>>) -> Gain {
        if let Some(board) = trial {
            board.try_from(self.board);
        }
        let board = trial.get_or_insert_with(|| Board::for_trials(self.board));
        let mut trial = Game { rules: self.rules, board };

        trial.begin_turn(made, &mut ());
        trial.play_waves(1, &mut ());
        trial.make_pieces();

        let [wanted, matched, pieces] = trial.board.general.gain;
        // What moves away from its exit takes from the gain.
        let wanted = (wanted + self.way_left()).saturating_sub(trial.way_left());
        let score = trial.board.score - self.board.score;
        Gain { matched, wanted, hits: 0, pieces, score }
    }
}

impl<const W: usize> Board<W> {
    /// A board on which moves of another one are tried, without what only a whole turn needs. It is made for each
    /// board on which a bot looks at moves that it has to try, so it takes as little memory as it can.
    fn for_trials(other: &Self) -> Self {
        // All else is plain data, and copied.
        let Self { rng, colors, collected, general, .. } = other;
        Self {
            rng: rng.clone(),
            colors: colors.clone(),
            collected: collected.clone(),
            classic: ClassicState::NONE,
            general: GeneralState {
                steps: Vec::new(),
                supplied: Vec::new(),
                groups: Vec::new(),
                firing: Vec::new(),
                next: Vec::new(),
                gone: general.gone.clone(),
                made: general.made.clone(),
                is_trial: true,
                gain: [0; 3],
                #[cfg(test)]
                script: None,
                ..*general
            },
            ..*other
        }
    }

    /// Becomes a copy of another board in which one move is tried.
    fn try_from(&mut self, other: &Self) {
        self.colors.clone_from(&other.colors);
        (self.planes, self.filled, self.open) = (other.planes, other.filled, other.open);
        self.collected.clone_from(&other.collected);
        self.score = other.score;
        self.general.copy_board(&other.general);
        self.general.is_trial = true;
        self.general.gain = [0; 3];
    }
}

/// What all moves of a board have in common.
pub(super) struct View<const W: usize> {
    /// Whether each move needs a trial.
    pub(super) is_hard: bool,
    /// The cells with a piece or a cover.
    pub(super) special: Bits<W>,
    /// The cells where it depends on the colour what a hit beside a group takes.
    pub(super) hard_beside: Bits<W>,
    /// The cells where a hit beside a group, and one of an effect, takes a layer that the goal wants.
    pub(super) beside: Bits<W>,
    pub(super) hit: Bits<W>,
    /// The cells with a ground of which a match, and an effect, takes a layer that the goal wants.
    pub(super) matched_ground: Bits<W>,
    pub(super) hit_ground: Bits<W>,
    pub(super) blocks: Bits<W>,
    /// The colours that the goal wants: how many, and their cells.
    pub(super) colors: Vec<(u32, Bits<W>)>,
    /// See [`Game::by_units`].
    pub(super) by_units: OnceCell<[Bits<W>; 3]>,
}

/// A number that a goal may still want of a kind so that one move can meet it: more than a swap
/// takes, whose two groups have 18 cells at most and as many beside them.
pub(super) const CLOSE: u32 = 24;

impl<const W: usize> super::GeneralState<W> {
    /// Becomes a copy.
    pub(in crate::rules) fn copy_from(&mut self, from: &Self) {
        self.copy_board(from);
        (self.pieces, self.drag) = (from.pieces, from.drag);
        (self.arrivals, self.squares) = (from.arrivals, from.squares);
        self.steps.clone_from(&from.steps);
        (self.has_steps, self.is_straight) = (from.has_steps, from.is_straight);
        self.supplied.clone_from(&from.supplied);
        self.end = from.end;
        self.is_trial = false;
    }

    /// Copies the board and the counts.
    fn copy_board(&mut self, from: &Self) {
        self.what = from.what;
        self.flags = from.flags;
        self.layers = from.layers;
        self.cover = from.cover;
        self.cover_layers = from.cover_layers;
        self.ground = from.ground;
        self.ground_layers = from.ground_layers;

        (self.cells, self.covered, self.muted) = (from.cells, from.covered, from.muted);
        (self.fixed, self.grounded) = (from.fixed, from.grounded);
        self.gone.clone_from(&from.gone);

        self.made.clone_from(&from.made);
        self.dropped = from.dropped;

        self.groups.clear();
        self.firing.clear();
        self.next.clear();
    }
}
