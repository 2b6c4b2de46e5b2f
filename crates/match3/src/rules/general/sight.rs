//! What a move would take at once, for bots.

use tilewright_grid::{Bits, Rng};

use super::GeneralState;
use super::view::View;
use crate::rules::board::{ClassicState, NONE};
use crate::ruleset::Hits;
use crate::{Board, Gain, Game, Move, rules::Way};

impl<const W: usize> Game<'_, W> {
    /// The immediate effect of a move: what its first cascade takes before anything falls. Where chance
    /// decides which cell a piece chooses for the goal, it is the first one.
    pub(in crate::rules) fn gain_of_general(&self, made: Move) -> Gain {
        if self.plan().taps.is_some() {
            return self.gain_of_tap(made);
        }
        let view = self.view();
        let tried = || self.trial_gain(made, &mut None);
        self.simple_gain(made, &view).unwrap_or_else(tried)
    }

    /// The move with the greatest gain, then the most blocks and pieces taken; ties are broken at random.
    pub(crate) fn best_by_gain(&self, rng: &mut Rng) -> Option<Move> {
        if self.plan().taps.is_some() {
            return self.best_tap(rng);
        }
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

    /// The gain of a move, if it can be told without a trial: its first wave is its only one, and each cell
    /// is hit once.
    pub(super) fn simple_gain(&self, made: Move, view: &View<W>) -> Option<Gain> {
        if view.is_hard {
            return None;
        }

        let [from, to] = made.indices(self.columns());
        let pieces = [from, to].map(|at| self.board.general.pieces.has(at));
        if pieces[0] || pieces[1] {
            if from != to && (pieces == [true, true] || self.makes_group(made)) {
                return None;
            }
            let [piece, other] = if pieces[0] { [from, to] } else { [to, from] };
            return self.piece_gain(piece, other, view);
        }

        let colors = [from, to].map(|at| self.board.colors[at]);
        let groups =
            [self.arriving(to, from, colors[0]), self.arriving(from, to, colors[1])];
        let cells = groups[0].or(groups[1]);

        // A piece or a cover may do more than the first wave shows.
        if cells.meets(view.special) || !view.blocks.has(from) || !view.blocks.has(to) {
            return None;
        }
        let beside = self.beside_once(&groups, view)?;

        let pieces = groups.map(|cells| u32::from(self.makes_piece(cells)));
        let pieces = pieces[0] + pieces[1];
        let mut gain = Gain { matched: cells.count(), pieces, ..Gain::default() };

        for (cells, color) in groups.iter().zip(colors) {
            if color != NONE {
                gain.wanted += cells.count().min(self.wanted(u32::from(color)));
            }
        }

        gain.wanted += beside.count() + cells.and(view.matched_ground).count();
        gain.score = self.plan().points[0] * u64::from(gain.matched);
        Some(gain)
    }

    /// The wanted cells beside two groups, if each is hit once and takes the same whatever the colour.
    #[inline]
    fn beside_once(&self, groups: &[Bits<W>; 2], view: &View<W>) -> Option<Bits<W>> {
        let sides = groups
            .map(|cells| self.beside(cells).into_iter().fold(Bits::EMPTY, Bits::or));
        let beside = sides[0].or(sides[1]);
        if beside.meets(view.hard_beside) {
            return None;
        }

        let beside = beside.and(view.beside);
        let is_twice = match self.plan().hits {
            Hits::Cell => !beside.is_empty(),
            Hits::Group => beside.meets(sides[0].and(sides[1])),
            Hits::Wave => false,
        };
        (!is_twice).then_some(beside)
    }

    /// The cells of the group of a colour that a block makes when it arrives at a cell, if it makes one.
    pub(super) fn arriving(&self, at: usize, from: usize, color: u8) -> Bits<W> {
        let mut cells = Bits::EMPTY;
        if color == NONE {
            return cells;
        }

        let Board { colors, filled, .. } = &*self.board;
        let (columns, area) = (self.columns(), colors.len());
        let is_alike =
            |index: usize| colors[index] == color && index != from && filled.has(index);

        // At rest there are at most two in a row.
        let reach = |one: usize, two: usize, room: usize| {
            if room == 0 || !is_alike(one) {
                return 0;
            }
            1 + usize::from(room > 1 && is_alike(two))
        };

        let back = |by: usize| at.wrapping_sub(by);
        let east = reach(at + 1, at + 2, columns - 1 - at % columns);
        let west = reach(back(1), back(2), at % columns);
        let south = reach(at + columns, at + 2 * columns, (area - 1 - at) / columns);
        let north = reach(back(columns), back(2 * columns), at / columns);

        if east + west >= 2 {
            (at - west..=at + east).for_each(|index| cells.insert(index));
        }
        if south + north >= 2 {
            let top = at - north * columns;
            (0..=south + north).for_each(|k| cells.insert(top + k * columns));
        }

        if self.plan().has_squares {
            for (across, beside) in [(east, at + 1), (west, back(1))] {
                for (down, over) in [(south, columns), (north, columns.wrapping_neg())] {
                    let corner = beside.wrapping_add(over);
                    if across > 0 && down > 0 && is_alike(corner) {
                        let square = [at, beside, at.wrapping_add(over), corner];
                        cells = cells.or(square.into_iter().collect());
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
        if self.plan().taps.is_some() {
            for made in self.moves() {
                let gain = self.gain_of_tap(made);
                let tried = self.trial_gain(made, &mut trial);
                let tried = Gain { pieces: 0, piece_rank: gain.piece_rank, ..tried };
                assert_eq!(Gain { pieces: 0, ..gain }, tried, "seed {seed}, {made:?}");
            }
            return;
        }
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
    pub(super) fn trial_gain(&self, made: Move, trial: &mut Option<Board<W>>) -> Gain {
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
        Gain { matched, wanted, hits: 0, pieces, piece_rank: 0, score }
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
            journal: None,
            classic: ClassicState::NONE,
            general: GeneralState {
                steps: Vec::new(),
                supplied: Vec::new(),
                tap_groups: Vec::new(),
                groups: Vec::new(),
                parts: super::GroupParts::default(),
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

impl<const W: usize> super::GeneralState<W> {
    /// Becomes a copy.
    pub(in crate::rules) fn copy_from(&mut self, from: &Self) {
        self.copy_board(from);
        (self.pieces, self.drag) = (from.pieces, from.drag);
        (self.arrivals, self.squares) = (from.arrivals, from.squares);
        self.tap_groups.clone_from(&from.tap_groups);
        self.tappable = from.tappable;
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

        // A trial ends before its generators give.
        self.giving = from.giving;
        self.groups.clear();
        self.firing.clear();
        self.next.clear();
    }
}
