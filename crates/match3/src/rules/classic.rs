//! Games under `classic`, the rules of the articles.

use tilewright_grid::Bits;

use super::board::NONE;
use super::game::CASCADES;
use super::journal::{COVER, FILLING};
use super::observer::Observer;
use super::sight::Gain;
use super::{Game, Move, swaps};
use crate::Kind;
use crate::events::{Event, EventKind, Manner};

/// The points of a block; multiplied by the number of its cascade.
pub(super) const POINTS: u64 = 10;

impl<const W: usize> Game<'_, W> {
    /// Sets up the board of the level and deals it.
    pub(super) fn begin_classic(&mut self) {
        self.set_up_classic();
        self.deal();
    }

    /// Sets up the board of the level, without blocks.
    pub(super) fn set_up_classic(&mut self) {
        let rules = self.rules;
        let kinds = rules.level.cells().values();
        let cells_of = |is_member: fn(Kind) -> bool| {
            (0..kinds.len()).filter(|&index| is_member(kinds[index])).collect()
        };

        self.board.open = cells_of(Kind::is_open);
        let state = &mut self.board.classic;
        state.blockers = cells_of(Kind::is_blocker);
        state.overlays = cells_of(Kind::is_overlay);
        state.hits.copy_from_slice(&rules.hits);

        // The paths of the last game are right still, unless a blocker was opened in it.
        if !state.is_fresh {
            state.paths.copy_from(&rules.paths);
            state.is_fresh = true;
        }
    }

    /// Makes a swap, and plays its cascades until the board is at rest.
    /// `LOOKS` says whether somebody watches: games of batches, which nobody does, are compiled without what tells.
    pub(super) fn make_classic<const LOOKS: bool>(
        &mut self,
        swap: Move,
        watch: &mut dyn Observer,
    ) {
        let [first, second] = swap.indices(self.columns());
        self.board.colors.swap(first, second);
        self.pack();
        if LOOKS {
            self.note_swap([first, second], Manner::Swap);
            self.end_step(watch);
        }

        self.come_to_rest::<LOOKS>(watch);
    }

    /// Plays cascades, and reshuffles if no swap is left then.
    pub(super) fn come_to_rest<const LOOKS: bool>(&mut self, watch: &mut dyn Observer) {
        self.settle::<LOOKS>(1, watch);
        if self.move_count() == 0 && !self.has_won_classic() {
            self.shuffle::<LOOKS>(watch);
        }
    }

    /// Clears matches and refills until nothing matches, then finds the swaps. `first` is the number of
    /// the first cascade.
    pub(super) fn settle<const LOOKS: bool>(
        &mut self,
        first: u32,
        watch: &mut dyn Observer,
    ) {
        for cascade in first.. {
            let matched =
                swaps::matched(&self.rules.shape, self.planes(), self.board.filled);
            if matched.is_empty() {
                break;
            }

            // A board that does not come to rest is dealt anew, as a reshuffle.
            if cascade > CASCADES {
                if LOOKS {
                    self.note(Event::new(EventKind::Endless));
                    self.note_clear(self.board.open);
                }
                self.deal();
                if LOOKS {
                    self.note_dealt(self.board.open);
                    self.end_step(watch);
                }
                self.board.reshuffles += 1;
                self.board.endless += 1;
                break;
            }

            self.clear::<LOOKS>(matched, cascade);
            if LOOKS {
                self.end_step(watch);
            }
            self.refill::<LOOKS>(watch);
            self.pack();
            self.board.cascades += u32::from(cascade > 1);
        }
        self.find_swaps();
    }

    /// Clears matched cells: removes their blocks and a layer of their overlays, and hits every blocker
    /// beside each of them.
    fn clear<const LOOKS: bool>(&mut self, matched: Bits<W>, cascade: u32) {
        if LOOKS {
            self.collect_groups(matched);
        } else {
            for color in 0..self.board.collected.len() {
                let count = self.of_color(matched, color as u8).count();
                self.board.collected[color] += count;
            }
        }
        self.board.score += POINTS * u64::from(cascade * matched.count());

        for index in matched.and(self.board.classic.overlays).indices() {
            if LOOKS {
                self.note_cause_of_cell(index);
                self.note_hit(COVER, index);
            }
            self.board.classic.hits[index] -= 1;
            if self.board.classic.hits[index] == 0 {
                self.board.classic.overlays.remove(index);
            }
        }

        let mut is_opened = false;
        if !self.board.classic.blockers.is_empty() {
            let columns = self.columns().cast_signed();
            for (beside, step) in
                self.beside(matched).into_iter().zip([1, -1, columns, -columns])
            {
                // Side after side, so that a blocker beside two matched cells is hit twice.
                for index in beside.and(self.board.classic.blockers).indices() {
                    if LOOKS {
                        self.note_cause_of_cell(index.wrapping_add_signed(step));
                        self.note_hit(FILLING, index);
                    }
                    self.board.classic.hits[index] -= 1;
                    if self.board.classic.hits[index] == 0 {
                        self.board.classic.blockers.remove(index);
                        self.board.open.insert(index);
                        is_opened = true;
                    }
                }
            }
        }

        for index in matched.indices() {
            self.board.colors[index] = NONE;
        }
        self.board.filled = self.board.filled.without(matched);

        if is_opened {
            self.find_paths_again();
        }
    }

    /// Finds the fill paths after a cell was opened: they change only there, and are found on the whole board.
    pub(super) fn find_paths_again(&mut self) {
        self.board.classic.is_fresh = false;
        let open = &self.board.open;
        self.board.classic.paths.find(&self.rules.spawners, |index| open.has(index));
    }

    /// Opens the cell of a blocker without hits.
    pub(super) fn open_blocker(&mut self, index: usize) {
        self.board.classic.blockers.remove(index);
        self.board.open.insert(index);
        self.find_paths_again();
    }

    /// Takes a block, as if it were matched alone, and a layer of its overlay.
    pub(super) fn take_block(&mut self, index: usize) {
        let color = usize::from(self.board.colors[index]);
        if let Some(collected) = self.board.collected.get_mut(color) {
            *collected += 1;
        }
        self.board.score += POINTS;

        if self.board.classic.overlays.has(index) {
            self.board.classic.hits[index] -= 1;
            if self.board.classic.hits[index] == 0 {
                self.board.classic.overlays.remove(index);
            }
        }
        self.board.colors[index] = NONE;
        self.board.filled.remove(index);
    }

    /// Collects the matched blocks group by group, a group being cells of one colour that hang together, for those who
    /// watch.
    fn collect_groups(&mut self, matched: Bits<W>) {
        let mut left = matched;
        while let Some(first) = left.first() {
            let color = self.board.colors[first];
            let alike = self.of_color(matched, color);
            let group = self.grown(first, alike);
            left = left.without(group);

            self.note_group(group, None);
            for index in group.indices() {
                self.note_leave(FILLING, index, Manner::Matched);
                if let Some(collected) = self.board.collected.get_mut(usize::from(color))
                {
                    *collected += 1;
                }
            }
        }
    }

    /// Finds the legal swaps of a board at rest.
    pub(super) fn find_swaps(&mut self) {
        let drag =
            self.board.open.without(self.board.classic.overlays).and(self.board.filled);
        self.board.swaps =
            swaps::legal(&self.rules.shape, self.planes(), self.board.filled, drag);
    }

    /// Whether the special cells that the goal clears are cleared.
    #[inline]
    pub(super) fn is_cleared(&self) -> bool {
        let target = &self.rules.target;
        (!target.blockers || self.board.classic.blockers.is_empty())
            && (!target.overlays || self.board.classic.overlays.is_empty())
    }

    /// The current kind of a cell.
    pub(super) fn kind_of_classic(&self, index: usize) -> Kind {
        let kind = self.rules.level.cells().values()[index];
        kind.with_hits(self.board.classic.hits[index])
    }

    /// Whether the goal is reached.
    pub(super) fn has_won_classic(&self) -> bool {
        let target = &self.rules.target;
        (0..self.board.collected.len()).all(|color| self.wanted(color as u32) == 0)
            && self.is_cleared()
            && self.board.score >= target.score
    }

    /// How much of the goal is left.
    pub(super) fn left_of_classic(&self) -> u64 {
        let target = &self.rules.target;

        let blocks =
            (0..self.board.collected.len()).map(|color| self.wanted(color as u32));

        let hits = |board: Bits<W>| {
            board
                .indices()
                .map(|index| u64::from(self.board.classic.hits[index]))
                .sum::<u64>()
        };

        blocks.map(u64::from).sum::<u64>()
            + if target.blockers { hits(self.board.classic.blockers) } else { 0 }
            + if target.overlays { hits(self.board.classic.overlays) } else { 0 }
            + target.score.saturating_sub(self.board.score).div_ceil(POINTS)
    }

    /// The immediate effect of a swap.
    pub(super) fn gain_of_classic(&self, swap: Move) -> Gain {
        let [first, second] = swap.indices(self.columns());

        let mut cells = Bits::<W>::EMPTY;
        let mut gain = Gain::default();

        for (at, from) in [(first, second), (second, first)] {
            let length = self.runs(at, from, |index| cells.insert(index));
            if length > 0 {
                cells.insert(at);
                gain.matched += length;
                gain.wanted +=
                    length.min(self.wanted(u32::from(self.board.colors[from])));
            }
        }

        let target = &self.rules.target;
        if target.overlays {
            gain.hits += cells.and(self.board.classic.overlays).count();
        }

        if target.blockers {
            let beside = self.beside(cells);
            let struck = beside.into_iter().fold(Bits::EMPTY, Bits::or);
            for index in struck.and(self.board.classic.blockers).indices() {
                let hits = beside.iter().filter(|beside| beside.has(index)).count();
                // A blocker beside several cells of the swap is hit by each of them, but a hit more than
                // it takes is no gain.
                gain.hits += (hits as u32).min(u32::from(self.board.classic.hits[index]));
            }
        }

        gain.score = POINTS * u64::from(gain.matched);
        gain
    }

    /// Whether only points are wanted.
    pub(super) fn wants_points_only(&self) -> bool {
        let target = &self.rules.target;
        let is_collected =
            (0..self.board.collected.len()).all(|color| self.wanted(color as u32) == 0);
        self.board.score < target.score && is_collected && self.is_cleared()
    }

    /// The blockers and overlays that the goal clears.
    pub(super) fn wanted_cells_of_classic(&self) -> Bits<W> {
        let (target, state) = (&self.rules.target, &self.board.classic);
        let of = |is_wanted: bool, cells| if is_wanted { cells } else { Bits::EMPTY };
        of(target.blockers, state.blockers).or(of(target.overlays, state.overlays))
    }

    /// The cells that a swap matches.
    pub(super) fn taken_by_classic(&self, swap: Move) -> Bits<W> {
        let [first, second] = swap.indices(self.columns());
        let mut cells = Bits::<W>::EMPTY;
        for (at, from) in [(first, second), (second, first)] {
            if self.runs(at, from, |index| cells.insert(index)) > 0 {
                cells.insert(at);
            }
        }
        cells
    }
}
