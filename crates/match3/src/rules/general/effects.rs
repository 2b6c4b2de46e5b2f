//! The effects of pieces: which cells they hit.

use tilewright_grid::{Bits, Cell};

use super::hits::Hit;
use super::plan::{FALLS, IS_BLOCK, IS_BLOCKER, IS_PIECE, NONE};
use super::waves::FiringPiece;
use crate::Game;
use crate::ruleset::{Effect, Hits};

impl<const W: usize> Game<'_, W> {
    /// A piece or a pair takes effect.
    pub(super) fn fire(&mut self, fired: FiringPiece, depth: u32) {
        self.note_cause_of(fired.left);
        if fired.turns_into != NONE {
            self.turn_color(fired, depth);
        } else if let Effect::Goal { count, plus } = fired.effect {
            self.hit_for_goal(fired, u32::from(count), u32::from(plus), depth);
        } else {
            let cells = self.cells_of(
                fired.effect,
                usize::from(fired.cell),
                fired.is_down,
                fired.color,
            );
            self.hit_all(cells, &fired, None, depth);
        }
    }

    /// Hits cells, in reading order, except those from which the piece fires. `chosen` is the cell that it has
    /// chosen.
    fn hit_all(
        &mut self,
        mut cells: Bits<W>,
        fired: &FiringPiece,
        chosen: Option<usize>,
        depth: u32,
    ) {
        cells.remove(usize::from(fired.cell));
        cells = cells.without(self.board.general.spared);
        if self.plan().hits == Hits::Wave {
            cells = cells.without(self.board.general.hit);
        }

        self.note_fire(fired, cells, chosen);
        let is_once = self.plan().has_big_blocks && self.plan().hits == Hits::Wave;
        for index in cells.indices() {
            // A big block is hit with all its cells.
            if !(is_once && self.board.general.hit.has(index)) {
                self.strike(index, Hit::Effect, depth);
            }
        }
    }

    /// The cells of an effect around a cell. `color` is that of a swap, if it gave one.
    pub(super) fn cells_of(
        &self,
        effect: Effect,
        middle: usize,
        is_down: bool,
        color: u8,
    ) -> Bits<W> {
        let size = self.rules.level.size();
        let at = size.cell(middle);

        match effect {
            Effect::Line if is_down => self.window(at, [size.rows, 0]),
            Effect::Line => self.window(at, [0, size.columns]),
            Effect::Area(reach) => self.window(at, [u32::from(reach); 2]),
            Effect::Cross(reach) => {
                let reach = u32::from(reach);
                self.window(at, [reach, size.columns])
                    .or(self.window(at, [size.rows, reach]))
            }
            Effect::Plus(reach) => {
                let reach = u32::from(reach);
                self.window(at, [reach, 0]).or(self.window(at, [0, reach]))
            }
            Effect::Color => {
                let color = if color == NONE { self.commonest() } else { Some(color) };
                color.map_or(Bits::EMPTY, |color| self.with_color(color))
            }
            Effect::Board => self.window(at, [size.rows, size.columns]),
            Effect::Goal { .. } => Bits::EMPTY,
        }
    }

    /// The cells up to a number of rows and columns away.
    fn window(&self, at: Cell, [rows, columns]: [u32; 2]) -> Bits<W> {
        let size = self.rules.level.size();
        let range = |at: u32, reach: u32, end: u32| {
            // Rules may name any reach.
            at.saturating_sub(reach)
                ..(at.saturating_add(reach).saturating_add(1)).min(end)
        };
        let mut cells = Bits::EMPTY;

        let columns = range(at.column, columns, size.columns);
        for row in range(at.row, rows, size.rows) {
            let first = (row * size.columns + columns.start) as usize;
            insert_run(&mut cells, first, columns.len());
        }
        cells
    }

    /// The cells with a block or piece of a colour.
    fn with_color(&self, color: u8) -> Bits<W> {
        let colors = self.board.colors.iter().enumerate();
        colors.filter(|&(_, &other)| other == color).map(|(index, _)| index).collect()
    }

    /// The commonest colour of blocks and pieces, the first of several.
    fn commonest(&self) -> Option<u8> {
        let mut counts = [0_u32; 64];
        for &color in &self.board.colors {
            if color != NONE {
                counts[usize::from(color)] += 1;
            }
        }
        let most = counts.iter().copied().max().filter(|&most| most > 0)?;
        counts.iter().position(|&count| count == most).map(|color| color as u8)
    }

    /// Hits the cells of a plus, then cells that help the goal most.
    fn hit_for_goal(&mut self, fired: FiringPiece, count: u32, plus: u32, depth: u32) {
        let size = self.rules.level.size();
        let hits = self.plan().hits;
        // In a pair and with what it carries, a cell is hit by one firing at most once.

        let mut by_this = Bits::<W>::EMPTY;
        if plus > 0 {
            let at = size.cell(usize::from(fired.cell));
            let cells = self.window(at, [plus, 0]).or(self.window(at, [0, plus]));
            let before = self.board.general.hit;
            self.hit_all(cells, &fired, None, depth);
            by_this = if hits == Hits::Wave {
                self.board.general.hit.without(before)
            } else {
                cells
            };
        }

        for _ in 0..count {
            let Some(cell) = self.chosen(&fired) else { break };
            let cells = match fired.carried {
                Some((effect, is_down)) => {
                    let mut cells = self.cells_of(effect, cell, is_down, NONE);
                    cells.insert(cell);
                    cells
                }
                None => [cell].into_iter().collect(),
            };
            self.hit_all(cells.without(by_this), &fired, Some(cell), depth);
            by_this = by_this.or(cells);
        }
        // One that found nothing to hit has fired all the same.
        if plus == 0 && by_this.is_empty() {
            self.note_fire(&fired, by_this, None);
        }
    }

    /// The cell that helps the goal most: one of those with most units, otherwise of those with a block.
    fn chosen(&mut self, fired: &FiringPiece) -> Option<usize> {
        let mut best = 0;
        let mut cells = Bits::<W>::EMPTY;

        let state = &self.board.general;
        let special = state.covered.or(state.grounded).or(state.with_flag(IS_BLOCKER));
        let mut own = state.hit.or(state.spared);
        own.insert(usize::from(fired.cell));

        for index in special.without(own).indices() {
            let units = self.units(index);
            if units > best {
                best = units;
                cells = Bits::EMPTY;
            }
            if units == best && units > 0 {
                cells.insert(index);
            }
        }

        if best <= 1 {
            // Blocks and pieces of wanted colours are one unit each.
            let wanted = self.with_wanted_color().without(special).without(own);
            best = best.max(u32::from(!wanted.is_empty()));
            cells = cells.or(wanted);
        }

        if best == 0 {
            let blocks: Bits<W> = self.board.general.with_flag(IS_BLOCK);
            cells = blocks
                .without(self.board.general.covered)
                .without(self.board.general.hit);
        }

        self.pick(cells)
    }

    /// The cells with a colour that the goal wants.
    fn with_wanted_color(&self) -> Bits<W> {
        // Wanted colours as bits, so that a cell is asked once, whatever their number.
        let wanted = (0..self.rules.target.collect.len() as u32)
            .filter(|&color| self.wanted(color) > 0)
            .fold(0_u64, |wanted, color| wanted | 1 << color);

        if wanted == 0 {
            return Bits::EMPTY;
        }
        let mut cells = Bits::EMPTY;

        // Without branches: a colour of 64 or more is none.
        for (word, colors) in cells.0.iter_mut().zip(self.board.colors.chunks(64)) {
            for (bit, &color) in colors.iter().enumerate() {
                let is_wanted = color < 64 && wanted >> color & 1 == 1;
                *word |= u64::from(is_wanted) << bit;
            }
        }

        // Where groups are tapped, no piece is collected.
        if self.plan().taps.is_some() {
            cells = cells.and(self.board.general.with_flag(IS_BLOCK));
        }
        cells
    }

    /// How many things that the goal wants one hit of an effect would take in a cell.
    pub(super) fn units(&self, index: usize) -> u32 {
        let (plan, state) = (self.plan(), &self.board.general);
        let wants = |kind: usize| u32::from(self.wants_kind(kind));

        let mut units = 0;
        let cover = usize::from(state.cover[index]);
        if cover != 0 {
            let rule = &plan.blocks[cover - 1];
            if !rule.broken_by.hit {
                return 0;
            }
            units += wants(cover - 1);
            if rule.keeps {
                return units;
            }
        }

        // Then what fills the cell: a blocker keeps the ground below it safe.
        let flags = state.flags[index];
        if flags & IS_BLOCKER != 0 {
            let kind = self.blocker_at(index);
            let rule = &plan.blocks[kind];
            if rule.broken_by.hit && rule.generator.is_none() {
                units += wants(kind);
            }
            return units;
        }

        let collected = if plan.taps.is_some() { IS_BLOCK } else { IS_BLOCK | IS_PIECE };
        if flags & collected != 0 && self.board.colors[index] != NONE {
            units += u32::from(self.wanted(u32::from(self.board.colors[index])) > 0);
        }

        let is_solid = flags & FALLS == 0 && state.what[index] != super::plan::EMPTY;
        let ground = usize::from(state.ground[index]);
        if ground != 0 && !is_solid && plan.blocks[ground - 1].broken_by.hit {
            units += wants(ground - 1);
        }

        units
    }

    /// The blocks of a colour become pieces that fire in the next wave, with the partner.
    fn turn_color(&mut self, fired: FiringPiece, depth: u32) {
        let kind = usize::from(fired.turns_into);
        let rule = &self.plan().pieces[kind];
        let color =
            if fired.color == NONE { self.commonest() } else { Some(fired.color) };
        let Some(color) = color else {
            self.note_fire(&fired, Bits::EMPTY, None);
            return;
        };

        let mut cells = self
            .with_color(color)
            .without(self.board.general.covered)
            .without(self.board.general.spared);
        if self.plan().hits == Hits::Wave {
            cells = cells.without(self.board.general.hit);
        }

        self.note_fire(&fired, cells, None);
        let mut is_next_down = false;
        for index in cells.indices() {
            let is_block = self.board.general.flags[index] & IS_BLOCK != 0;
            // Who watches sees the block turn into the piece that fires next.
            let block = is_block.then(|| self.note_set_off(index));
            self.strike(index, Hit::Effect, depth);

            if let Some(block) = block {
                let is_along = rule.fires == Effect::Line && is_next_down;
                self.note_turned(index, block, kind, is_along);
                self.fire_next(index, kind, is_along, NONE, block);
                is_next_down = !is_next_down;
            }
        }
    }
}

/// Adds cells side by side, at most 64.
fn insert_run<const W: usize>(cells: &mut Bits<W>, first: usize, length: usize) {
    if length == 0 {
        return;
    }
    let (word, bit) = (first / 64, first % 64);
    let run = u64::MAX >> (64 - length);
    cells.0[word] |= run << bit;
    if bit + length > 64 {
        cells.0[word + 1] |= run >> (64 - bit);
    }
}
