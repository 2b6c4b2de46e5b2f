//! Blocks of several cells.
//!
//! The first cell of one has its code and its layers; each other cell is a [`PART`] that knows how far the first one is.

use tilewright_grid::Bits;

use super::hits::Hit;
use super::plan::{EMPTY, PART};
use crate::Game;
use crate::events::Manner;
use crate::rules::observer::Observer;
use crate::rules::saved::BoardError;
use crate::ruleset::Hits;

impl<const W: usize> Game<'_, W> {
    /// Whether a cell is of a big block.
    pub(super) fn is_of_big_block(&self, index: usize) -> bool {
        let what = self.board.general.what[index];
        let kind = what.checked_sub(self.plan().first_block());
        what == PART
            || kind.is_some_and(|kind| self.plan().blocks[usize::from(kind)].is_big())
    }

    /// The cells of all big blocks.
    pub(super) fn big_blocks(&self) -> Bits<W> {
        if !self.plan().has_big_blocks {
            return Bits::EMPTY;
        }
        (0..self.board.colors.len())
            .filter(|&index| self.is_of_big_block(index))
            .collect()
    }

    /// The cell that knows what a blocker is: the first one of a big block, or the cell itself.
    pub(super) fn first_cell(&self, index: usize) -> usize {
        let state = &self.board.general;
        if state.what[index] != PART {
            return index;
        }
        let far = usize::from(state.layers[index]);
        index - (far >> 4) * self.columns() - (far & 15)
    }

    /// The kind of the blocker in a cell.
    pub(super) fn blocker_at(&self, index: usize) -> usize {
        let what = self.board.general.what[self.first_cell(index)];
        usize::from(what - self.plan().first_block())
    }

    /// The layers of the blocker in a cell; a timer has one.
    pub(super) fn layers_at(&self, index: usize) -> u8 {
        match self.plan().blocks[self.blocker_at(index)].timer {
            Some(_) => 1,
            None => self.board.general.layers[self.first_cell(index)],
        }
    }

    /// The cells of the big block with this first cell.
    pub(super) fn cells_of_big_block(&self, first: usize) -> Bits<W> {
        let [rows, columns] = self.plan().blocks[self.blocker_at(first)].cells;
        let width = self.columns();
        let row = |row: u8| first + usize::from(row) * width;
        (0..rows)
            .flat_map(|at| (0..columns).map(move |column| row(at) + usize::from(column)))
            .collect()
    }

    /// A hit to a cell of a big block: it takes one layer a wave at most.
    pub(super) fn strike_big_block(&mut self, index: usize, hit: Hit) {
        let first = self.first_cell(index);
        if self.board.general.hit.has(first) {
            return;
        }
        let cells = self.cells_of_big_block(first);
        if !self.hit_blocker(first, hit) {
            return;
        }
        let is_once = self.plan().hits == Hits::Wave;
        let state = &mut self.board.general;
        if state.what[first] == EMPTY && !is_once {
            // What it leaves empty is hit as any other cell.
            state.hit.insert(index);
        } else {
            state.hit = state.hit.or(cells);
        }
    }

    /// Tells the parts of all big blocks where their first cells are.
    ///
    /// # Errors
    /// When a part belongs to none, or a block lacks parts.
    pub(super) fn join_big_blocks(&mut self) -> Result<(), BoardError> {
        let (area, width) = (self.board.colors.len(), self.columns());
        let state = &self.board.general;
        let parts = (0..area).filter(|&index| state.what[index] == PART);
        let mut free: Bits<W> = parts.collect();
        if !self.plan().has_big_blocks && free.is_empty() {
            return Ok(());
        }

        for first in 0..area {
            let what = self.board.general.what[first];
            if what == PART || !self.is_of_big_block(first) {
                continue;
            }
            let [rows, columns] = self.plan().blocks[self.blocker_at(first)].cells;
            let (rows, columns) = (usize::from(rows), usize::from(columns));
            if first % width + columns > width || first + (rows - 1) * width >= area {
                return Err(BoardError("a big block that is not whole"));
            }
            for index in self.cells_of_big_block(first).indices().skip(1) {
                if !free.has(index) {
                    return Err(BoardError("a big block that is not whole"));
                }
                free.remove(index);
                let rows = index / width - first / width;
                let columns = index % width - first % width;
                self.board.general.layers[index] = (rows << 4 | columns) as u8;
            }
        }
        if free.is_empty() { Ok(()) } else { Err(BoardError("a part of no big block")) }
    }

    /// Lets the big blocks that move fall until none can. Returns whether one fell.
    pub(super) fn drop_big_blocks(&mut self, watch: &mut dyn Observer) -> bool {
        let mut fell = false;
        loop {
            let mut moved = false;
            for first in (0..self.board.colors.len()).rev() {
                let is_first = self.board.general.what[first] != PART;
                if is_first && self.is_of_big_block(first) {
                    moved |= self.drop_big_block(first, watch);
                }
            }
            fell |= moved;
            if !moved {
                return fell;
            }
        }
    }

    /// Lets a big block fall, if it moves, as far as it can. Returns whether it fell.
    fn drop_big_block(&mut self, mut first: usize, watch: &mut dyn Observer) -> bool {
        let (area, width) = (self.board.colors.len(), self.columns());
        let rule = &self.plan().blocks[self.blocker_at(first)];
        let [rows, columns] = rule.cells.map(usize::from);
        if !rule.moves {
            return false;
        }

        let mut fell = false;
        loop {
            let below = first + rows * width;
            let state = &self.board.general;
            // A cover cannot lie on a big block.
            let is_free = |index: usize| {
                let is_empty = state.what[index] == EMPTY && !state.covered.has(index);
                is_empty && self.board.open.has(index)
            };
            if below >= area || !(below..below + columns).all(is_free) {
                return fell;
            }
            // From its lowest row, so that each has room.
            for row in (0..rows).rev() {
                for column in 0..columns {
                    let from = first + row * width + column;
                    self.shift(from, from + width);
                }
            }
            for index in (first..first + columns).chain(below..below + columns) {
                self.close_or_open(index);
            }
            self.note_move(first, first + width, Manner::Fall);
            self.end_step(watch);
            (first, fell) = (first + width, true);
        }
    }
}
