//! The turn: a move, its cascades, and what follows.

use super::End;
use super::groups::MatchedCells;
use super::plan::{IS_ARMED, IS_BLOCK, IS_PIECE, NONE, PIECES, Plan};
use super::waves::{Departure, FiringPiece};
use crate::bits;
use crate::events::{Event, EventKind, Manner};
use crate::rules::game::CASCADES;
use crate::rules::observer::Observer;
use crate::ruleset::{Effect, PairEffect};
use crate::{Game, Move};
use tilewright_grid::Bits;

/// A piece that has left its cell to fire with another one.
#[derive(Clone, Copy, Debug)]
pub(super) struct PairedPiece {
    pub(super) what: u8,
    pub(super) color: u8,
    pub(super) left: Departure,
}

impl<const W: usize> Game<'_, W> {
    /// Makes a move and plays until the board is at rest.
    pub(in crate::rules) fn make_general(
        &mut self,
        made: Move,
        watch: &mut dyn Observer,
    ) {
        self.board.general.gone.iter_mut().for_each(|kind| kind.is_struck = false);
        self.begin_turn(made, watch);
        if let Some(depth) = self.cascade(1, watch) {
            self.end_turn(depth, watch);
        }
    }

    /// Makes a move: finds the groups and the pieces that fire in the first wave.
    pub(super) fn begin_turn(&mut self, made: Move, watch: &mut dyn Observer) {
        self.board.general.hit = Bits::EMPTY;
        self.board.general.groups.clear();

        let [from, to] = made.indices(self.columns());
        if self.plan().taps.is_some() {
            self.begin_tap(from, watch);
            return;
        }
        if from == to {
            self.swap(made, watch);
            self.start_piece(from, NONE);
            return;
        }
        if let Some(pair) = self.pair_at(from, to) {
            self.swap(made, watch);
            self.start_pair(pair, from, to);
            return;
        }

        let starts = [self.starts_by_swap(from, to), self.starts_by_swap(to, from)];
        let colors = [self.board.colors[from], self.board.colors[to]];

        // The board was at rest, so every group has one of the two cells.
        let has_groups = !self.arriving(to, from, colors[0]).is_empty()
            || !self.arriving(from, to, colors[1]).is_empty();
        self.swap(made, watch);

        // What was at `from` is at `to` now, and was swapped with what was at `to`.
        let mut fired = [(to, starts[0], colors[1]), (from, starts[1], colors[0])];
        fired.sort_unstable_by_key(|&(cell, _, _)| cell);

        if has_groups {
            self.pack_board();
            for (cell, starts, color) in fired {
                // A piece that fires by the colour of its partner takes these blocks, so that
                // they make no group.
                if starts && color != NONE && self.is_by_color(cell) {
                    let taken = self.of_color(self.board.filled, color);
                    self.board.filled = self.board.filled.without(taken);
                }
            }

            let matched = self.find_matched();
            self.find_groups(&matched, &[to, from]);
        }

        for (cell, starts, color) in fired {
            if starts {
                self.start_piece(cell, color);
            }
        }
    }

    /// Exchanges the contents of the two cells of a move, which are one for a tap.
    fn swap(&mut self, made: Move, watch: &mut dyn Observer) {
        let [from, to] = made.indices(self.columns());
        self.exchange(from, to);

        if from == to {
            self.note_tap(from);
        } else {
            self.note_swap([from, to], Manner::Swap);
        }
        self.end_step(watch);
    }

    /// Whether the piece in a cell fires by colour.
    fn is_by_color(&self, cell: usize) -> bool {
        let kind = Plan::piece_of(self.board.general.what[cell]);
        self.plan().pieces[kind].fires == Effect::Color
    }

    /// Whether the contents of a cell are a piece that starts when it is swapped with those of another.
    pub(super) fn starts_by_swap(&self, cell: usize, other: usize) -> bool {
        if self.board.general.flags[cell] & IS_PIECE == 0 {
            return false;
        }
        let rule = &self.plan().pieces[Plan::piece_of(self.board.general.what[cell])];
        let has_color = self.board.general.flags[other] & (IS_BLOCK | IS_PIECE) != 0
            && self.board.colors[other] != NONE;
        rule.starts.swap || rule.starts.swap_color && has_color
    }

    /// The index of the pair rule of two cells.
    pub(super) fn pair_at(&self, from: usize, to: usize) -> Option<usize> {
        let state = &self.board.general;
        if state.flags[from] & state.flags[to] & IS_PIECE == 0 {
            return None;
        }
        let [one, other] = [from, to].map(|cell| Plan::piece_of(state.what[cell]));
        self.plan().pair(one, other)
    }

    /// A piece fires by a swap or a tap; `color` is that of what it was swapped with.
    pub(super) fn start_piece(&mut self, cell: usize, color: u8) {
        let what = self.board.general.what[cell];
        // Without a swap, one that has a colour fires by its own.
        let own = self.board.colors[cell];
        let color = if color == NONE { own } else { color };
        let left = self.leave(cell, 1);
        self.note_cause_of(left);
        self.start_from(cell);
        let effect = self.arm_if_twice(cell, Plan::piece_of(what), left);
        let fired = FiringPiece::of(cell, effect, (what - PIECES) % 2 == 1);
        self.board.general.firing.push(FiringPiece { color, left, ..fired });
    }

    /// A pair fires; the two have been exchanged.
    fn start_pair(&mut self, pair: usize, from: usize, to: usize) {
        let mut spared: Bits<W> = [from].into_iter().collect();
        spared.insert(to);
        self.board.general.spared = spared;

        let [at_from, at_to] = [from, to].map(|cell| {
            let (what, color) = (self.board.general.what[cell], self.board.colors[cell]);
            let left = self.leave(cell, 1);
            self.note_cause_of(left);
            self.start_from(cell);
            PairedPiece { what, color, left }
        });
        // What was at `to` is at `from` now: the partner, unless its kind is that of the first only.
        let partner = usize::from(self.plan().pairs[pair].of[1]);
        let is_other = Plan::piece_of(at_from.what) == partner;
        self.fire_pair(to, pair, [at_to, at_from], usize::from(is_other));
    }

    /// Two pieces that have left their cells fire from a cell as a pair; one of them is the partner, by its place.
    pub(super) fn fire_pair(
        &mut self,
        at: usize,
        number: usize,
        two: [PairedPiece; 2],
        partner: usize,
    ) {
        let pair = self.plan().pairs[number];
        let [first, second] = two.map(|piece| piece.left);
        let (partner, main) = (two[partner], two[1 - partner]);
        let kind = Plan::piece_of(partner.what);
        let is_down = (partner.what - PIECES) % 2 == 1;
        self.note_partner(first, second);

        let number = number as u16;
        let fired =
            FiringPiece { pair: number, ..FiringPiece::of(at, Effect::Board, false) };
        let fired = match pair.fires {
            PairEffect::Fires { effect, is_twice, carries } => {
                if is_twice {
                    self.arm(at, usize::from(pair.of[0]), effect, first);
                }
                let carried = carries.then(|| (self.plan().pieces[kind].fires, is_down));
                let (left, other_left) = (first, second);
                FiringPiece { effect, carried, pieces: 2, left, other_left, ..fired }
            }
            PairEffect::Turn(turns_into) => {
                // The partner leaves when it fires itself.
                self.note_partner(partner.left, main.left);
                self.note_partner(main.left, partner.left);
                self.fire_next(at, kind, is_down, partner.color, partner.left);

                // Without a colour of the partner it is that of the other one.
                let has_color = partner.color != NONE;
                let color = if has_color { partner.color } else { main.color };
                FiringPiece { color, turns_into, left: main.left, ..fired }
            }
        };
        self.board.general.firing.push(fired);
    }

    /// Plays the cascades from one that has begun, until the board is at rest. Returns the depth of the
    /// last one, or none if they do not end.
    fn cascade(&mut self, mut depth: u32, watch: &mut dyn Observer) -> Option<u32> {
        loop {
            if depth > CASCADES {
                return self.stop_cascades(depth, watch);
            }

            // The first cascade of a turn is always played, so that a move has its effect.
            if depth > 1 && watch.is_stopped() {
                self.board.general.end = Some(End::Stopped);
                self.forget_moves();
                return None;
            }

            self.board.cascades += u32::from(depth > 1);
            self.play_waves(depth, watch);
            self.make_pieces();
            self.end_step(watch);
            self.give(watch);

            self.settle_board(watch);
            self.pack_board();

            if !self.start_cascade(depth + 1) {
                return Some(depth);
            }
            depth += 1;
        }
    }

    /// The game ends in the middle of its cascades; `classic` deals again.
    fn stop_cascades(&mut self, depth: u32, watch: &mut dyn Observer) -> Option<u32> {
        self.board.general.firing.clear();
        self.board.general.groups.clear();
        self.board.endless += 1;
        self.note(Event::new(EventKind::Endless));
        if self.plan().is_classic {
            self.deal_board(watch);
            self.end_step(watch);
            self.board.reshuffles += 1;
            return Some(depth);
        }
        self.board.general.end = Some(End::Endless);
        self.forget_moves();
        None
    }

    /// Finds the groups and armed pieces of the packed board. Returns whether there is one. If the cascade
    /// of this depth may begin, the armed pieces leave the board.
    fn start_cascade(&mut self, depth: u32) -> bool {
        let matched: MatchedCells<W> = self.find_matched();

        let (state, arms) = (&self.board.general, self.plan().arms);
        let armed = if arms { state.with_flag(IS_ARMED) } else { Bits::EMPTY };

        self.board.general.groups.clear();
        if matched.is_empty() && armed.is_empty() {
            return false;
        }

        self.board.general.hit = Bits::EMPTY;
        if !matched.is_empty() {
            self.find_groups(&matched, &[]);
        }

        if depth <= CASCADES {
            self.fire_armed(armed);
        }
        true
    }

    /// Plays the cascades of a settled board that may have groups or armed pieces, from the depth after
    /// this one. Returns the depth of the last one, or none if they do not end.
    pub(super) fn cascade_after(
        &mut self,
        depth: u32,
        watch: &mut dyn Observer,
    ) -> Option<u32> {
        self.pack_board();
        if !self.start_cascade(depth + 1) {
            return Some(depth);
        }
        self.cascade(depth + 1, watch)
    }

    /// Packs the colours, and finds the cells that match.
    pub(super) fn pack_board(&mut self) {
        self.pack();
        let planes = self.planes();
        // Cells without a colour have all bits set.
        let colorless = if self.rules.plan.colors < 1 << planes.len() {
            planes.iter().fold(self.board.general.cells, |all, &plane| all.and(plane))
        } else {
            bits::pack(&self.board.colors, 7)
        };
        self.board.filled =
            self.board.general.cells.without(colorless).without(self.board.general.muted);
    }
}
