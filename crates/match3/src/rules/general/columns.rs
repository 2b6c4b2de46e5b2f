//! Columns that fall at once: segments, and boards where nothing slides.

use tilewright_grid::Bits;

use super::plan::{BLOCK, Code, FALLS, HOLE};
use super::steps::CellSource;
use crate::Game;
use crate::rules::observer::Observer;

impl<const W: usize> Game<'_, W> {
    /// Whether every open cell takes from the open cell above, up to one in the first row that draws.
    pub(super) fn is_straight(&self) -> bool {
        let columns = self.columns();
        let is_straight = |(index, step): (usize, &CellSource)| match *step {
            CellSource::Nothing => !self.board.open.has(index),
            CellSource::Draw => index < columns,
            CellSource::From(from) => usize::from(from) + columns == index,
            CellSource::Either(..) => false,
        };
        self.plan().terrain.supply.is_empty()
            && self.board.general.steps.iter().enumerate().all(is_straight)
    }

    /// Lets the contents of straight columns fall. In every pass, each column that lacks contents draws once
    /// at its top; what it draws first ends lowest.
    pub(super) fn drop_columns(&mut self, vacant: Bits<W>) {
        let columns = self.columns();
        let Vacancies { counts, lowest } = Vacancies::of(vacant, columns);

        // First what is there drops, from below, each cell once.
        for column in (0..columns).filter(|&column| counts[column] > 0) {
            let mut to = usize::from(lowest[column]);
            let mut from = to;
            while from >= columns {
                from -= columns;
                if !vacant.has(from) {
                    self.shift(from, to);
                    to -= columns;
                }
            }
        }

        // Then the draws, in the order of the passes that would have made them one by one.
        let most = counts.iter().copied().max().unwrap_or(0);
        for pass in 1..=most {
            for column in (0..columns).rev().filter(|&column| counts[column] >= pass) {
                let row = usize::from(counts[column] - pass);
                let color = self.draw_color();
                self.put(row * columns + column, Code { what: BLOCK, color, layers: 0 });
            }
        }
    }

    /// Every part of a column drops to its bottom and draws what is missing.
    pub(super) fn fill_segments(&mut self, watch: &mut dyn Observer) {
        let vacant = self.vacant();
        if vacant.is_empty() {
            return;
        }

        let columns = self.columns();
        let Vacancies { counts, lowest } = Vacancies::of(vacant, columns);
        for column in (0..columns).filter(|&column| counts[column] > 0) {
            self.fill_column(usize::from(lowest[column]));
        }
        self.tell_falls(watch);
    }

    /// The parts of a column drop and draw, from its lowest vacant cell upwards; nothing moves below that.
    #[inline]
    fn fill_column(&mut self, mut index: usize) {
        let (columns, area) = (self.columns(), self.board.colors.len());
        // The next cell from below that is to be filled; `index` is the one that is looked at.
        let mut bottom = None;

        loop {
            let is_open = self.board.open.has(index);
            if is_open && bottom.is_none() {
                bottom = Some(index);
            }

            if is_open && self.board.general.flags[index] & FALLS != 0 {
                let to = bottom.expect("the segment has begun");
                if to != index {
                    self.shift(index, to);
                    self.note_drop(index, to);
                }
                // The cells of a segment are one below the other.
                bottom = to.checked_sub(columns);
            }

            let is_last = index < columns;
            // At the top of a segment what is still missing is drawn.
            if !is_open || is_last {
                let top = if is_open { index } else { index + columns };
                let missing = bottom.filter(|&to| to >= top && to < area);
                let count = missing.map_or(0, |to| (to - top) / columns + 1);
                for drawn in 0..count {
                    let to = top + (count - 1 - drawn) * columns;
                    self.draw_contents(top, to);
                    self.note_drawn_drop(top, to, drawn as u32);
                }
                bottom = None;
            }

            if is_last {
                break;
            }
            index -= columns;
        }
    }
}

impl<const W: usize> Game<'_, W> {
    /// Every column drops, past its holes; what is open to its top draws what is missing.
    pub(super) fn fill_columns(&mut self, watch: &mut dyn Observer) {
        let vacant = self.vacant();
        if vacant.is_empty() {
            return;
        }
        let Vacancies { lowest, counts } = Vacancies::of(vacant, self.columns());
        for column in (0..self.columns()).filter(|&column| counts[column] > 0) {
            self.fill_past_holes(usize::from(lowest[column]));
        }
        self.tell_falls(watch);
    }

    /// A column drops and draws, from its lowest vacant cell upwards.
    fn fill_past_holes(&mut self, lowest: usize) {
        let columns = self.columns();
        // The lowest cell that is still to be filled, below which the segment is full.
        let mut bottom: Option<usize> = None;
        let mut next = Some(lowest);
        while let Some(index) = next {
            next = index.checked_sub(columns);
            if self.board.general.what[index] == HOLE {
                continue;
            }
            if !self.board.open.has(index) {
                bottom = None;
                continue;
            }
            let to = *bottom.get_or_insert(index);
            if self.board.general.flags[index] & FALLS != 0 {
                if to != index {
                    self.shift(index, to);
                    self.note_drop(index, to);
                }
                // No cell between the two is closed, and those that are open are vacant.
                bottom = if to == index { None } else { self.above_in_column(to) };
            }
        }

        let Some(top) = bottom.and_then(|_| self.top_of_column(lowest)) else { return };
        let mut number = 0;
        while let Some(to) = bottom {
            self.draw_contents(top, to);
            self.note_drawn_drop(top, to, number);
            number += 1;
            bottom = self.above_in_column(to);
        }
    }

    /// The next cell above that is no hole.
    fn above_in_column(&self, index: usize) -> Option<usize> {
        let columns = self.columns();
        let mut above = index.checked_sub(columns);
        while let Some(at) = above.filter(|&at| self.board.general.what[at] == HOLE) {
            above = at.checked_sub(columns);
        }
        above
    }

    /// The first cell of a column that is no hole.
    fn top_of_column(&self, index: usize) -> Option<usize> {
        let columns = self.columns();
        let cells = (index % columns..=index).step_by(columns);
        cells.into_iter().find(|&at| self.board.general.what[at] != HOLE)
    }
}

/// For each column, the number of its vacant cells, and the lowest of them.
struct Vacancies {
    counts: [u8; MOST_COLUMNS],
    lowest: [u16; MOST_COLUMNS],
}

/// The greatest number of columns of a board, so that counts of columns need no memory of their
/// own.
const MOST_COLUMNS: usize = 64;

impl Vacancies {
    fn of<const W: usize>(vacant: Bits<W>, columns: usize) -> Self {
        let mut missing = Self { counts: [0; MOST_COLUMNS], lowest: [0; MOST_COLUMNS] };
        for index in vacant.indices() {
            let column = index % columns;
            missing.counts[column] += 1;
            missing.lowest[column] = index as u16;
        }
        missing
    }
}
