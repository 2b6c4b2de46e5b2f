//! Settling: contents fall, and new ones come in.

use tilewright_grid::Bits;

use super::plan::{self, Code, FALLS, LEAVES, NOWHERE};
use super::steps::CellSource;
use crate::events::{Id, Manner, Place};
use crate::rules::journal::FILLING;
use crate::rules::observer::Observer;
use crate::ruleset::Refill;
use crate::{Game, Kind};

/// The number of passes after which the observer is asked whether the game is to stop: as many as a
/// column of 64 cells takes, so that only winding paths and loops ask more than once.
const PASSES: usize = 64;

impl<const W: usize> Game<'_, W> {
    /// Lets the contents fall until the board is settled, and ingredients leave.
    pub(super) fn settle_board(&mut self, watch: &mut dyn Observer) {
        self.note_cause(Id::NONE);
        loop {
            if self.plan().big_blocks_fall {
                self.drop_big_blocks(watch);
            }
            match self.plan().refill {
                Refill::Segment => self.fill_segments(watch),
                Refill::Column => self.fill_columns(watch),
                Refill::FillPath | Refill::Diagonal => self.fill_by_steps(watch),
            }
            // What fell may have left room below a big block.
            if self.plan().big_blocks_fall
                && !watch.is_stopped()
                && self.drop_big_blocks(watch)
            {
                continue;
            }
            if !self.plan().drops || !self.let_out() || watch.is_stopped() {
                return;
            }
            self.end_step(watch);
        }
    }

    /// The open cells without contents.
    pub(super) fn vacant(&self) -> Bits<W> {
        let falling = self.board.general.with_flag(FALLS);
        self.board.open.without(falling)
    }

    fn fill_by_steps(&mut self, watch: &mut dyn Observer) {
        // The steps change only where cells open or close, and are found again then.
        if !self.board.general.has_steps {
            self.find_steps();
            self.board.general.has_steps = true;
            self.board.general.is_straight = self.is_straight();
        }

        let mut vacant = self.vacant();
        // Who watches sees them fall cell by cell.
        if self.board.general.is_straight && !self.is_watched() {
            self.drop_columns(vacant);
            return;
        }

        let slides = self.plan().refill == Refill::Diagonal;
        let mut passes = if slides { 4 * self.board.colors.len() } else { usize::MAX };

        while passes > 0 && !vacant.is_empty() {
            passes -= 1;
            if passes.is_multiple_of(PASSES) && watch.is_stopped() {
                return;
            }

            let mut moved = false;
            for word in (0..W).rev() {
                moved |= self.pass_word(&mut vacant, word);
            }
            if !moved {
                break;
            }
            self.end_step(watch);
        }
    }

    /// Visits the vacant cells of a word from the last to the first. Returns whether something moved.
    #[inline]
    fn pass_word(&mut self, vacant: &mut Bits<W>, word: usize) -> bool {
        let (mut below, mut moved) = (u64::MAX, false);
        loop {
            let due = vacant.0[word] & below;
            if due == 0 {
                return moved;
            }

            // From the last cell to the first: bits at and above this one have been visited.
            let bit = 63 - due.leading_zeros() as usize;
            below = (1 << bit) - 1;
            let index = word * 64 + bit;

            match self.source(index) {
                CellSource::Draw => {
                    self.draw_contents(index, index);
                    self.note_appear(FILLING, Place::of(index), index, Manner::Refilled);
                }
                CellSource::From(from) => {
                    let from = usize::from(from);
                    self.shift(from, index);
                    vacant.insert(from);
                    self.note_fall(from, index);
                }
                CellSource::Nothing | CellSource::Either(..) => continue,
            }
            vacant.remove(index);
            moved = true;
        }
    }

    /// What fills a cell has come from another one, along the way of the refill.
    #[inline]
    fn note_fall(&mut self, from: usize, to: usize) {
        if self.is_watched() {
            self.tell_fall(from, to);
        }
    }

    #[cold]
    #[inline(never)]
    fn tell_fall(&mut self, from: usize, to: usize) {
        let manner = if usize::from(self.plan().terrain.exit_of[from]) == to {
            Manner::Portal
        } else if usize::from(self.plan().terrain.above[to][0]) == from {
            Manner::Fall
        } else {
            Manner::Slide
        };
        self.note_move(from, to, manner);
    }

    /// A spawner gives a cell what its supply owes, or draws a colour.
    pub(super) fn draw_contents(&mut self, spawner: usize, index: usize) {
        let plan = self.plan();
        let supply = plan.terrain.supply_of[spawner];
        if supply != NOWHERE {
            let number = usize::from(supply);
            let given = self.board.general.supplied[number];
            if let Some(&kind) = plan.terrain.supply[number].get(given as usize) {
                self.board.general.supplied[number] = given + 1;
                self.place_kind(index, kind);
                return;
            }
        }

        let color = self.draw_color();
        self.put(index, Code { what: super::plan::BLOCK, color, layers: 0 });
    }

    /// Puts the contents of a kind into a cell during the game.
    fn place_kind(&mut self, index: usize, kind: Kind) {
        let code = self.plan().code(kind);
        self.count_block(code);
        self.put(index, code);
    }

    /// Draws a colour, by the weights if there are some.
    pub(super) fn draw_color(&mut self) -> u8 {
        let plan = self.plan();
        match &plan.weights {
            _ if plan.colors == 1 && !plan.is_classic => 0,
            None => self.draw(plan.colors) as u8,
            Some((weights, sum)) => {
                let drawn = self.draw(*sum);
                plan::weighed(weights.iter().copied().enumerate(), drawn) as u8
            }
        }
    }

    /// The ingredients on exits leave. Returns whether there was one.
    fn let_out(&mut self) -> bool {
        let plan = self.plan();
        let mut left = false;

        for &exit in &plan.terrain.exits {
            let index = usize::from(exit);
            if self.board.general.flags[index] & LEAVES != 0
                && !self.board.general.covered.has(index)
            {
                let kind =
                    usize::from(self.board.general.what[index] - plan.first_block());
                self.note_cause(Id::NONE);
                self.note_leave(FILLING, index, Manner::Exit);
                self.board.general.gone[kind].present -= 1;
                self.board.general.dropped += 1;
                self.empty_cell(index);
                left = true;
            }
        }

        left
    }
}
