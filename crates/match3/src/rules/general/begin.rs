//! The start of a game: the board of the level, and the blocks that are dealt.

use tilewright_grid::{Bits, Grid};

use super::End;
use super::plan::{self, BLOCK, Code, EMPTY, IS_FIXED, NONE};
use crate::Game;
use crate::kind::Contents;
use crate::rules::deal::TRIES;
use crate::rules::observer::Observer;
use crate::rules::target::KindProgress;

impl<const W: usize> Game<'_, W> {
    /// Sets up the board and deals it.
    pub(in crate::rules) fn begin_general(&mut self, watch: &dyn Observer) {
        let plan = self.plan();
        self.set_up();
        let dealt =
            |index: &usize| plan.terrain.start[*index].contents() == Contents::Dealt;
        let dealt: Bits<W> = (0..plan.terrain.start.len()).filter(dealt).collect();
        self.deal_cells_of(dealt, watch);
        if self.board.general.end.is_none() {
            self.judge();
        }
    }

    /// Forgets what is in the cells and what has been counted.
    pub(super) fn clear_board(&mut self) {
        let state = &mut self.board.general;

        state.gone.fill(KindProgress::default());
        state.made.fill(0);
        state.supplied.fill(0);
        (state.dropped, state.end) = (0, None);
        (state.covered, state.muted, state.fixed) =
            (Bits::EMPTY, Bits::EMPTY, Bits::EMPTY);
        (state.grounded, state.giving) = (Bits::EMPTY, Bits::EMPTY);
        state.has_steps = false;
        self.board.open = Bits::EMPTY;
    }

    /// Sets up the board of the level; cells that are dealt a block are empty.
    pub(super) fn set_up(&mut self) {
        let plan = self.plan();
        self.clear_board();

        // Each cell with what is over and under it; what is dealt comes later, when all of them
        // are known.
        for (index, &kind) in plan.terrain.start.iter().enumerate() {
            let mut code = plan.code(kind);
            if kind.contents() == Contents::Dealt {
                code.what = EMPTY;
            }
            self.put(index, code);
            self.count_block(code);

            let state = &mut self.board.general;
            (state.cover[index], state.cover_layers[index]) =
                (kind.cover, kind.cover_layers);
            (state.ground[index], state.ground_layers[index]) =
                (kind.ground, kind.ground_layers);

            if kind.ground != 0 {
                state.gone[usize::from(kind.ground) - 1].present += 1;
                state.grounded.insert(index);
            }

            if kind.cover != 0 {
                self.cover_cell(index);
            }
            self.close_or_open(index);
        }

        self.join_big_blocks().expect("a level checks its big blocks when it is made");
        self.board.general.has_steps = false;
    }

    /// The open cells that are filled when blocks fall into the board of the level, with none dealt.
    pub(crate) fn filled_cells(&mut self) -> Grid<bool> {
        self.set_up();
        self.settle_board(&mut ());
        let filled = self.board.open.without(self.vacant());
        let size = self.rules.level.size();
        Grid::from_fn(size, |cell| filled.has(size.index(cell)))
    }

    /// Counts a blocker or an ingredient that comes onto the board.
    pub(super) fn count_block(&mut self, code: Code) {
        let first = self.plan().first_block();
        if code.what >= first {
            self.board.general.gone[usize::from(code.what - first)].present += 1;
        }
    }

    /// Notes the cover of a cell that has one.
    pub(super) fn cover_cell(&mut self, index: usize) {
        let kind = usize::from(self.board.general.cover[index]) - 1;
        let rule = &self.plan().blocks[kind];
        self.board.general.gone[kind].present += 1;
        self.board.general.covered.insert(index);
        if !rule.matches {
            self.board.general.muted.insert(index);
        }
    }

    /// Notes whether a cell is closed.
    pub(super) fn close_or_open(&mut self, index: usize) {
        let plan = self.plan();

        let state = &mut self.board.general;
        let is_fixed = state.flags[index] & IS_FIXED != 0;
        let cover = state.cover[index];
        let is_held = cover != 0 && plan.blocks[usize::from(cover) - 1].holds;

        if is_fixed {
            state.fixed.insert(index);
        } else {
            state.fixed.remove(index);
        }

        let is_open = !is_fixed && !is_held;
        if is_open != self.board.open.has(index) {
            state.has_steps = false;
            if is_open {
                self.board.open.insert(index);
            } else {
                self.board.open.remove(index);
            }
        }
    }

    /// Deals all open cells again, as `classic` does after too many cascades.
    pub(super) fn deal_board(&mut self, watch: &dyn Observer) {
        self.deal_cells_of(self.board.open, watch);
    }

    /// Deals blocks to these cells: a board without a group and with a possible move. If all tries fail, the
    /// cells are empty, and the game is stuck.
    fn deal_cells_of(&mut self, cells: Bits<W>, watch: &dyn Observer) {
        self.note_clear(cells);
        for _ in 0..TRIES {
            if watch.is_stopped() {
                break;
            }

            for index in cells.indices() {
                self.empty_cell(index);
            }

            if self.deal_once(cells) {
                self.pack_board();
                if self.find_matched().is_empty() && self.find_moves() {
                    self.note_dealt(cells);
                    return;
                }
            }
        }

        // A board without a move is not dealt: the cells stay empty.
        for index in cells.indices() {
            self.empty_cell(index);
        }
        self.pack_board();
        self.forget_moves();
        self.board.general.end = Some(End::Stuck);
    }

    /// Deals once. Returns whether every cell got a block.
    fn deal_once(&mut self, cells: Bits<W>) -> bool {
        let area = self.board.colors.len();

        // Eight draws a cell: where weights and squares bar all colours of a cell again and
        // again, the whole board is dealt anew.
        let mut steps = 8 * area;
        let mut index = 0;
        while index < area && steps > 0 {
            steps -= 1;
            if !cells.has(index) {
                index += 1;
                continue;
            }

            let Some(color) = self.draw_dealt(index) else {
                // All colours are barred here: three cells back, which are drawn anew.
                index = index.saturating_sub(3);
                continue;
            };
            self.put(index, Code { what: BLOCK, color, layers: 0 });
            index += 1;
        }
        index >= area
    }

    /// Draws one of the colours that complete no run and no square with the cells above and to the left; where groups are
    /// tapped, any colour.
    fn draw_dealt(&mut self, index: usize) -> Option<u8> {
        let plan = self.plan();
        if plan.taps.is_some() {
            return Some(self.draw_color());
        }
        let mut barred = self.barred(index);

        barred.sort_unstable();
        let is_first = |&at: &usize| at == 0 || barred[at] != barred[at - 1];
        let barred = || (0..3).filter(is_first).map(|at| barred[at]);
        let barred = || barred().filter(|&color| u32::from(color) < plan.colors);

        let count = plan.colors - barred().count() as u32;
        // The colour of a rank, without those that are barred.
        let color_of = |rank: u32| {
            barred().fold(rank, |rank, color| rank + u32::from(rank >= u32::from(color)))
        };

        let color = match count {
            0 => return None,
            1 if !plan.is_classic => color_of(0),
            _ => match &plan.weights {
                Some((weights, _)) => {
                    let free = (0..count).map(|rank| color_of(rank) as usize);
                    let free = free.map(|color| (color, weights[color]));
                    let drawn = self.draw(free.clone().map(|(_, weight)| weight).sum());
                    plan::weighed(free, drawn) as u32
                }
                None => color_of(self.draw(count)),
            },
        };
        Some(color as u8)
    }

    /// The colours that would complete a run with the cells to the left, a run with those above, or a
    /// square.
    fn barred(&self, index: usize) -> [u8; 3] {
        let columns = self.columns();
        let (row, column) = (index / columns, index % columns);

        // Under a cover that does not match no block completes anything.
        if self.board.general.muted.has(index) {
            return [NONE; 3];
        }

        let color = |at: usize| {
            if self.board.general.muted.has(at) { NONE } else { self.board.colors[at] }
        };

        let alike = |one: usize, other: usize| {
            if color(one) == color(other) { color(one) } else { NONE }
        };

        let left = if column >= 2 { alike(index - 1, index - 2) } else { NONE };
        let above =
            if row >= 2 { alike(index - columns, index - 2 * columns) } else { NONE };

        let is_corner = self.plan().has_squares && row > 0 && column > 0;
        let square = if is_corner && color(index - columns - 1) == color(index - 1) {
            alike(index - 1, index - columns)
        } else {
            NONE
        };
        [left, above, square]
    }
}
