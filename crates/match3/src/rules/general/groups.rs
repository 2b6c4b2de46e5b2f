//! Groups of cells that match.

use tilewright_grid::Bits;

use super::making::GroupParts;
use super::plan::Code;
use crate::{Game, rules::swaps};

/// A group: runs and squares of one colour that share cells.
#[derive(Clone, Copy, Debug)]
pub(super) struct Group<const W: usize> {
    pub(super) color: u8,
    pub(super) cells: Bits<W>,
    /// The piece that it makes, and where.
    pub(super) makes: Option<MadePiece>,
}

/// The piece that a group makes.
#[derive(Clone, Copy, Debug)]
pub(super) struct MadePiece {
    pub(super) code: Code,
    pub(super) cell: u16,
    /// The number of the shape in the rules.
    pub(super) shape: u8,
}

/// A run of a group: its first cell, its length, and whether it is vertical.
#[derive(Clone, Copy, Debug)]
pub(super) struct Run {
    pub(super) first: usize,
    pub(super) length: usize,
    pub(super) is_down: bool,
}

/// The cells that match: in horizontal and in vertical runs, and the first cells of squares.
#[derive(Clone, Copy, Debug)]
pub(super) struct MatchedCells<const W: usize> {
    across: Bits<W>,
    down: Bits<W>,
    squares: Bits<W>,
}

impl<const W: usize> MatchedCells<W> {
    const NONE: Self =
        Self { across: Bits::EMPTY, down: Bits::EMPTY, squares: Bits::EMPTY };

    pub(super) fn is_empty(&self) -> bool {
        self.across.or(self.down).or(self.squares).is_empty()
    }
}

impl<const W: usize> Game<'_, W> {
    /// The cells that match on the packed board.
    #[inline]
    pub(super) fn find_matched(&self) -> MatchedCells<W> {
        if self.plan().taps.is_some() {
            // Nothing matches by itself where groups are tapped.
            return MatchedCells::NONE;
        }
        // A cell is marked when it is alike with the next one, or with the two that follow.
        let shape = &self.rules.shape;
        let [across, down] = swaps::alike_next(shape, self.planes(), self.board.filled);

        let squares = if self.plan().has_squares {
            across.and(down).and(shape.east(down)).and(shape.south(across))
        } else {
            Bits::EMPTY
        };

        let across = across.and(shape.east(across));
        let down = down.and(shape.south(down));

        let (across_1, down_1) = (shape.west(across), shape.north(down));
        MatchedCells {
            across: across.or(across_1).or(shape.west(across_1)),
            down: down.or(down_1).or(shape.north(down_1)),
            squares,
        }
    }

    /// Finds the groups of the packed board, in the order of their first cells, and what they make.
    /// `moved` are the cells of the swap whose first cascade this is: `to` first.
    pub(super) fn find_groups(&mut self, matched: &MatchedCells<W>, moved: &[usize]) {
        // Both are given back for their memory.
        let mut groups = std::mem::take(&mut self.board.general.groups);
        let mut parts = std::mem::take(&mut self.board.general.parts);
        groups.clear();

        let shape = &self.rules.shape;
        let squares = matched.squares;

        // The four cells of each square, whose first cells are known.
        let (right, below) = (shape.west(squares), shape.north(squares));
        let corners = squares.or(right).or(below).or(shape.north(right));
        let mut left = matched.across.or(matched.down).or(corners);

        while let Some(first) = left.first() {
            let group = self.lone_run(first, matched, corners).unwrap_or_else(|| {
                self.group_of(first, matched, corners, moved, &mut parts)
            });
            left = left.without(group.cells);
            groups.push(group);
        }
        self.board.general.groups = groups;
        self.board.general.parts = parts;
    }

    /// The group of its first cell, if it is a single run of three, which makes nothing.
    fn lone_run(
        &self,
        first: usize,
        matched: &MatchedCells<W>,
        corners: Bits<W>,
    ) -> Option<Group<W>> {
        let (columns, area) = (self.columns(), self.board.colors.len());

        let is_down = !matched.across.has(first);
        let (line, others) = if is_down {
            (matched.down, matched.across)
        } else {
            (matched.across, matched.down)
        };
        let step = if is_down { columns } else { 1 };

        let fourth = first + 3 * step;
        let has_fourth = fourth < area
            && (is_down || first % columns + 3 < columns)
            && self.board.colors[fourth] == self.board.colors[first]
            && self.board.filled.has(fourth);

        if has_fourth || !line.has(first) {
            return None;
        }

        let mut cells = Bits::EMPTY;
        (0..3).for_each(|k| cells.insert(first + k * step));
        let group = Group { color: self.board.colors[first], cells, makes: None };
        (!cells.meets(others.or(corners))).then_some(group)
    }

    /// The group of a cell.
    fn group_of(
        &self,
        first: usize,
        matched: &MatchedCells<W>,
        corners: Bits<W>,
        moved: &[usize],
        found: &mut GroupParts,
    ) -> Group<W> {
        let (columns, color) = (self.columns(), self.board.colors[first]);
        let mut cells: Bits<W> = [first].into_iter().collect();
        found.runs.clear();
        found.squares.clear();

        let mut todo = cells;
        while let Some(index) = todo.first() {
            todo.remove(index);
            let mut new = Bits::<W>::EMPTY;

            for (run, is_down) in [(matched.across, false), (matched.down, true)] {
                if run.has(index) {
                    let run = self.run_of(index, is_down);
                    let step = if is_down { columns } else { 1 };
                    (0..run.length).for_each(|k| new.insert(run.first + k * step));
                    if run.first == index {
                        found.runs.push(run);
                    }
                }
            }

            if corners.has(index) {
                new = new.or(self.squares_at(index, matched.squares));
                if matched.squares.has(index) {
                    found.squares.push(index);
                }
            }

            todo = todo.or(new.without(cells));
            cells = cells.or(new);
        }

        let makes = if cells.count() == 3 || self.plan().shapes.is_empty() {
            None
        } else {
            self.made_by(color, &cells, found, moved)
        };
        Group { color, cells, makes }
    }

    /// The cells of the squares that have a cell: it is one of their four corners.
    #[inline]
    fn squares_at(&self, index: usize, squares: Bits<W>) -> Bits<W> {
        let columns = self.columns();
        let steps = [0, 1, columns, columns + 1];
        let mut cells = Bits::EMPTY;
        for back in steps {
            let Some(corner) = index.checked_sub(back) else { continue };
            let is_beside =
                back.is_multiple_of(columns) || !index.is_multiple_of(columns);
            if is_beside && squares.has(corner) {
                cells = cells.or(steps.iter().map(|step| corner + step).collect());
            }
        }
        cells
    }

    /// The run of a cell that is in one.
    fn run_of(&self, index: usize, is_down: bool) -> Run {
        let (columns, area) = (self.columns(), self.board.colors.len());

        let column = index % columns;
        let (step, before, after) = if is_down {
            (columns, index / columns, (area - 1 - index) / columns)
        } else {
            (1, column, columns - 1 - column)
        };

        let color = self.board.colors[index];
        let is_alike =
            |at: usize| self.board.colors[at] == color && self.board.filled.has(at);

        let back = (1..=before).take_while(|k| is_alike(index - k * step)).count();
        let ahead = (1..=after).take_while(|k| is_alike(index + k * step)).count();
        Run { first: index - back * step, length: back + 1 + ahead, is_down }
    }
}
