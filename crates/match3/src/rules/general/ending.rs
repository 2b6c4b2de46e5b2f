//! The end of a turn: goals, conveyors, timers, spreading and reshuffling.

use tilewright_grid::Bits;

use super::End;
use super::plan::IS_BLOCK;
use crate::rules::deal::TRIES;
use crate::rules::observer::Observer;
use crate::ruleset::Reshuffle;
use crate::{Board, Game};

impl<const W: usize> Game<'_, W> {
    /// Ends the turn, on a board at rest. `depth` is that of the last cascade.
    pub(super) fn end_turn(&mut self, depth: u32, watch: &mut dyn Observer) {
        if self.judge() {
            return;
        }

        // Conveyors may bring contents to exits or into lines, so that the board must settle again.
        if !self.plan().terrain.conveyors.is_empty() {
            self.convey();
            self.end_step(watch);
            self.settle_board(watch);
            if self.cascade_after(depth, watch).is_none() {
                return;
            }
        }

        if self.plan().has_timers && self.count_down(watch) {
            return;
        }

        if self.plan().spreads {
            self.spread();
            self.end_step(watch);
            self.pack_board();
        }

        if self.judge() {
            return;
        }

        if !self.find_moves() {
            self.reshuffle(watch);
        }
    }

    /// Ends the game if the goal is met. Returns whether it is.
    pub(super) fn judge(&mut self) -> bool {
        let is_met = self.is_goal_met();
        if is_met {
            self.board.general.end = Some(End::Won);
            self.forget_moves();
        }
        is_met
    }

    /// Moves all contents and covers on conveyors on by one cell.
    fn convey(&mut self) {
        for conveyor in &self.plan().terrain.conveyors {
            // From the last cell to the first, by exchanges: the contents of the last one come to the first.
            for pair in conveyor.windows(2).rev() {
                let [one, other] = [usize::from(pair[0]), usize::from(pair[1])];
                self.exchange(one, other);
                self.note_exchange(one, other);

                let state = &mut self.board.general;
                state.cover.swap(one, other);
                state.cover_layers.swap(one, other);
                for board in [&mut state.covered, &mut state.muted] {
                    let (a, b) = (board.has(one), board.has(other));
                    if a != b {
                        for (index, is_in) in [(one, b), (other, a)] {
                            if is_in {
                                board.insert(index);
                            } else {
                                board.remove(index);
                            }
                        }
                    }
                }
            }

            for &cell in conveyor {
                self.close_or_open(usize::from(cell));
            }
            self.note_conveyed(conveyor);
        }
    }

    /// Reshuffles the blocks until there is a possible move; if there is none, the game is stuck.
    pub(in crate::rules) fn reshuffle(&mut self, watch: &mut dyn Observer) {
        self.board.reshuffles += 1;
        let found = match self.plan().reshuffle {
            Reshuffle::Clean => self.reshuffle_clean(watch),
            Reshuffle::Lines => self.reshuffle_lines(watch),
        };
        if !found && self.board.general.end.is_none() {
            self.board.general.end = Some(End::Stuck);
            self.forget_moves();
        }
    }

    /// The cells with a block.
    fn blocks(&self) -> Bits<W> {
        self.board.general.with_flag(IS_BLOCK)
    }

    /// Shuffles colours and puts them into cells.
    fn shuffle_into(&mut self, blocks: &mut [u8], cells: Bits<W>) {
        for last in (1..blocks.len()).rev() {
            let other = self.draw(last as u32 + 1) as usize;
            blocks.swap(last, other);
            self.note_shuffle(last, other);
        }
        for (index, &block) in cells.indices().zip(blocks.iter()) {
            self.board.colors[index] = block;
        }
        self.pack_board();
    }

    pub(super) fn reshuffle_clean(&mut self, watch: &mut dyn Observer) -> bool {
        let cells = self.blocks().without(self.board.general.covered);
        let before: Vec<u8> =
            cells.indices().map(|index| self.board.colors[index]).collect();
        let mut blocks = before.clone();
        self.begin_shuffle(cells);

        for _ in 0..TRIES {
            if watch.is_stopped() {
                break;
            }
            self.shuffle_into(&mut blocks, cells);
            if self.find_matched().is_empty() && self.find_moves() {
                self.note_shuffled(cells);
                self.end_step(watch);
                return true;
            }
        }

        for (index, &block) in cells.indices().zip(&before) {
            self.board.colors[index] = block;
        }
        self.pack_board();
        false
    }

    pub(super) fn reshuffle_lines(&mut self, watch: &mut dyn Observer) -> bool {
        let before = (!self.plan().is_classic).then(|| self.board.clone());
        let mut blocks = Vec::new();
        for _ in 0..TRIES {
            if watch.is_stopped() {
                break;
            }
            let cells = self.blocks();
            blocks.clear();

            blocks.extend(cells.indices().map(|index| self.board.colors[index]));
            self.begin_shuffle(cells);
            self.shuffle_into(&mut blocks, cells);
            self.note_shuffled(cells);
            self.end_step(watch);

            if self.cascade_after(1, watch).is_none() {
                return false;
            }

            // The lines that the shuffle made have been played, and may have met the goal.
            let has_moves = self.find_moves();
            if self.is_goal_met() {
                self.board.general.end = Some(End::Won);
                self.forget_moves();
                return true;
            }

            if has_moves {
                return true;
            }
        }

        if let Some(before) = before {
            self.restore(before);
            self.end_step(watch);
        }
        false
    }

    /// Undoes a failed reshuffle, but for the random numbers that it drew.
    fn restore(&mut self, before: Board<W>) {
        let area = self.board.colors.len();
        let looks =
            (0..if self.is_watched() { area } else { 0 }).map(|index| self.looks(index));
        let looks: Vec<_> = looks.collect();
        let told = self.note_cleared(before.journal.as_deref());

        let board = &mut *self.board;
        #[cfg(test)]
        let script = board.general.script.take();
        *board = Board { rng: board.rng.clone(), ..before };
        let before = std::mem::replace(&mut board.journal, told);
        #[cfg(test)]
        {
            board.general.script = script;
        }
        board.general.has_steps = false;
        self.note_restored(before.as_deref(), &looks);
        self.pack_board();
    }

    /// Whether the goal is met now; it counts at rest only.
    pub(in crate::rules) fn is_goal_met(&self) -> bool {
        let (state, target) = (&self.board.general, &self.rules.target);
        let (mut kinds, mut pieces) = (0..state.gone.len(), 0..state.made.len());
        !target.is_unknown
            && self.board.score >= target.score
            && state.dropped >= target.drop
            && !self.collected_less()
            && !kinds.any(|kind| self.wants_kind(kind))
            && !pieces.any(|piece| target.wants_piece(state.made[piece], piece))
    }

    /// Whether blocks of some colour are still to be collected.
    fn collected_less(&self) -> bool {
        (0..self.rules.target.collect.len() as u32).any(|color| self.wanted(color) > 0)
    }

    /// Whether the game has ended with its goal met.
    pub(in crate::rules) fn has_won_general(&self) -> bool {
        self.board.general.end == Some(End::Won)
    }

    /// How much of the goal is left: blocks, layers of kinds, ingredients, pieces, and points divided by
    /// those of a block.
    pub(in crate::rules) fn left_of_general(&self) -> u64 {
        if self.has_won_general() {
            return 0;
        }

        let (state, target) = (&self.board.general, &self.rules.target);
        let colors = target.collect.len() as u32;
        let blocks: u64 = (0..colors).map(|color| u64::from(self.wanted(color))).sum();

        let kinds: u64 = (0..state.gone.len())
            .map(|kind| {
                let missing = target.kinds[kind].saturating_sub(state.gone[kind].broken);
                let all = if target.all_of[kind] { self.layers_of(kind) } else { 0 };
                let layers = target.layers[kind].saturating_sub(state.gone[kind].layers);
                u64::from(missing.max(layers)).max(all)
            })
            .sum();

        let pieces = target.make.iter().zip(&state.made);
        let pieces: u64 =
            pieces.map(|(&wanted, &made)| u64::from(wanted.saturating_sub(made))).sum();

        let drops = u64::from(target.drop.saturating_sub(state.dropped));
        let points = target.score.saturating_sub(self.board.score);
        let points = points.div_ceil(self.plan().points[0].max(1));

        // Not won, so that at least one is left, however the parts are counted.
        (blocks + kinds + pieces + drops + points).max(1)
    }

    /// The layers of a kind on the board.
    fn layers_of(&self, kind: usize) -> u64 {
        let state = &self.board.general;
        if self.plan().blocks[kind].timer.is_some() {
            // What their cells have are turns.
            return u64::from(state.gone[kind].present);
        }
        let code = usize::from(self.plan().first_block()) + kind;
        let layers = (0..self.board.colors.len()).map(|index| {
            let is_cover = usize::from(state.cover[index]) == kind + 1;
            let is_ground = usize::from(state.ground[index]) == kind + 1;
            u64::from(is_cover) * u64::from(state.cover_layers[index])
                + u64::from(is_ground) * u64::from(state.ground_layers[index])
                + u64::from(usize::from(state.what[index]) == code)
                    * u64::from(state.layers[index])
        });
        layers.sum()
    }
}
