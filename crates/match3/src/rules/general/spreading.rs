//! Spreading: kinds that take cells beside them, by themselves or when their turns are over.

use tilewright_grid::Bits;

use super::plan::{Code, IS_BLOCK, NONE};
use crate::Game;
use crate::events::{self, Manner};
use crate::rules::journal::{COVER, FILLING};
use crate::ruleset::Place;

impl<const W: usize> Game<'_, W> {
    /// Kinds that spread, and lost no layer in this turn, take one more cell each.
    pub(super) fn spread(&mut self) {
        let plan = self.plan();
        for (kind, rule) in plan.blocks.iter().enumerate() {
            if !rule.spreads
                || self.board.general.gone[kind].is_struck
                || self.board.general.gone[kind].present == 0
            {
                continue;
            }

            let is_it = |index: &usize| match rule.place {
                Place::Cover => usize::from(self.board.general.cover[*index]) == kind + 1,
                _ => {
                    usize::from(self.board.general.what[*index])
                        == usize::from(plan.first_block()) + kind
                }
            };

            let cells: Bits<W> = (0..self.board.colors.len()).filter(is_it).collect();

            let free = self.free_beside(cells);
            if let Some(index) = self.pick(free) {
                self.spread_to(kind, cells, index);
            }
        }
    }

    /// The cells beside these to which something may spread.
    pub(super) fn free_beside(&self, cells: Bits<W>) -> Bits<W> {
        let plan = self.plan();
        // A block beside it that nothing covers, and that no conveyor takes away.
        let near = self.beside(cells).into_iter().fold(Bits::EMPTY, Bits::or);
        let blocks: Bits<W> = self.board.general.with_flag(IS_BLOCK);
        let free = near.and(blocks).without(self.board.general.covered);
        let is_still = |index: &usize| !plan.terrain.is_conveyed[*index];
        free.indices().filter(is_still).collect()
    }

    /// One more of a kind appears in a cell, beside one of these.
    pub(super) fn spread_to(&mut self, kind: usize, cells: Bits<W>, index: usize) {
        let plan = self.plan();
        let rule = &plan.blocks[kind];
        let is_cover = rule.place == Place::Cover;
        let layer = if is_cover { COVER } else { FILLING };
        self.note_spread(layer, cells, index);

        // A kind that spreads by itself begins with one layer.
        let layers = rule.timer.map_or(1, |timer| timer.after);
        if is_cover {
            self.board.general.cover[index] = kind as u8 + 1;
            self.board.general.cover_layers[index] = layers;
            self.cover_cell(index);
        } else {
            let what = plan.first_block() + kind as u8;
            self.put(index, Code { what, color: NONE, layers });
            self.board.general.gone[kind].present += 1;
        }
        self.note_appear(layer, events::Place::NONE, index, Manner::Spread);
        self.close_or_open(index);
    }
}
