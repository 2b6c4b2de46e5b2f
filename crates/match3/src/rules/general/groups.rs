//! Groups of cells that match, and the pieces that they make.

use tilewright_grid::Bits;

use super::plan::{self, Code, NONE, PIECES, Plan};
use crate::bits::BitShape;
use crate::ruleset::{Effect, GroupShape};
use crate::{Game, rules::swaps};

/// A group: runs and squares of one colour that share cells.
#[derive(Clone, Copy, Debug)]
pub(super) struct Group<const W: usize> {
    pub(super) color: u8,
    pub(super) cells: Bits<W>,
    /// The piece that it makes, and where.
    pub(super) makes: Option<(Code, u16)>,
}

/// A run of a group: its first cell, its length, and whether it is vertical.
#[derive(Clone, Copy, Debug)]
struct Run {
    first: usize,
    length: usize,
    is_down: bool,
}

/// The cells that match: in horizontal and in vertical runs, and the first cells of squares.
#[derive(Clone, Copy, Debug)]
pub(super) struct MatchedCells<const W: usize> {
    across: Bits<W>,
    down: Bits<W>,
    squares: Bits<W>,
}

impl<const W: usize> MatchedCells<W> {
    pub(super) fn is_empty(&self) -> bool {
        self.across.or(self.down).or(self.squares).is_empty()
    }
}

impl<const W: usize> Game<'_, W> {
    /// The cells that match on the packed board.
    #[inline]
    pub(super) fn find_matched(&self) -> MatchedCells<W> {
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
        let mut groups = std::mem::take(&mut self.board.general.groups);
        groups.clear();

        let shape = &self.rules.shape;
        let squares = matched.squares;

        // The four cells of each square, whose first cells are known.
        let (right, below) = (shape.west(squares), shape.north(squares));
        let corners = squares.or(right).or(below).or(shape.north(right));
        let mut left = matched.across.or(matched.down).or(corners);

        while let Some(first) = left.first() {
            let group = self
                .lone_run(first, matched, corners)
                .unwrap_or_else(|| self.group_of(first, matched, corners, moved));
            left = left.without(group.cells);
            groups.push(group);
        }
        self.board.general.groups = groups;
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
    ) -> Group<W> {
        let (columns, color) = (self.columns(), self.board.colors[first]);
        let mut cells = Bits::<W>::EMPTY;
        let mut found = GroupParts::default();

        cells.insert(first);
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
                // The squares that have this cell: it is one of their four corners.
                for back in [0, 1, columns, columns + 1] {
                    let Some(corner) = index.checked_sub(back) else { continue };
                    let is_beside = back % columns == 0 || index % columns > 0;
                    if is_beside && matched.squares.has(corner) {
                        for step in [0, 1, columns, columns + 1] {
                            new.insert(corner + step);
                        }
                    }
                }

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
            self.made_by(color, &cells, &mut found, moved)
        };
        Group { color, cells, makes }
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

    /// The piece that a group makes, and the cell where it appears.
    fn made_by(
        &self,
        color: u8,
        cells: &Bits<W>,
        found: &mut GroupParts,
        moved: &[usize],
    ) -> Option<(Code, u16)> {
        let plan = self.plan();

        found.runs.sort_unstable_by_key(|run| (run.first, run.is_down));
        found.squares.sort_unstable();
        let columns = self.columns();

        // Shapes stand in the order in which the rules prefer them.
        for making in &plan.shapes {
            let (cell, is_down) = match making.shape {
                GroupShape::Line(length) => {
                    let Some(run) = found.line(usize::from(length), columns, moved)
                    else {
                        continue;
                    };
                    let step = if run.is_down { columns } else { 1 };
                    (run.first + (run.length - 1) / 2 * step, run.is_down)
                }
                GroupShape::Corner => match found.corner(columns, moved) {
                    Some(cell) => (cell, false),
                    None => continue,
                },
                GroupShape::Square => match found.square(columns, moved) {
                    Some(cell) => (cell, false),
                    None => continue,
                },
            };

            let cell = moved.iter().copied().find(|&at| cells.has(at)).unwrap_or(cell);
            return Some((plan.made(making.makes, is_down, color), cell as u16));
        }
        None
    }

    /// Whether the group of a block that arrives makes a piece, given its cells.
    pub(super) fn makes_piece(&self, cells: Bits<W>) -> bool {
        if cells.count() < 4 {
            return false;
        }

        let shape = &self.rules.shape;
        let (east, south) = (cells.and(shape.east(cells)), cells.and(shape.south(cells)));

        // The first cells of runs of this length.
        let runs = |next: fn(&BitShape, Bits<W>) -> Bits<W>, length: u8| {
            (1..length).fold(cells, |first, _| cells.and(next(shape, first)))
        };
        let has_line = |length| {
            !runs(BitShape::east, length).is_empty()
                || !runs(BitShape::south, length).is_empty()
        };

        self.plan().shapes.iter().any(|making| match making.shape {
            GroupShape::Line(length) => has_line(length),
            GroupShape::Corner => {
                !runs(BitShape::east, 3).is_empty()
                    && !runs(BitShape::south, 3).is_empty()
            }
            GroupShape::Square => !east.and(south).and(shape.south(east)).is_empty(),
        })
    }

    /// Makes the pieces of all groups.
    pub(super) fn make_pieces(&mut self) {
        for number in 0..self.board.general.groups.len() {
            let Group { cells, makes: Some((code, cell)), .. } =
                self.board.general.groups[number]
            else {
                continue;
            };

            let is_free = |at: usize| {
                self.board.open.has(at) && self.board.general.what[at] == plan::EMPTY
            };

            // The cell of the piece may have been filled or closed in the meantime; then
            // another one of its group.
            let cell = usize::from(cell);
            let cell = if is_free(cell) {
                Some(cell)
            } else {
                cells.indices().find(|&at| is_free(at))
            };

            if let Some(cell) = cell {
                self.put(cell, code);
                let piece = Plan::piece_of(code.what);

                // What a trial makes counts for its gain.
                if self.board.general.is_trial {
                    let made = self.board.general.made[piece];
                    let is_wanted = self.rules.target.wants_piece(made, piece);
                    self.board.general.gain[0] += u32::from(is_wanted);
                    self.board.general.gain[2] += 1;
                }
                self.board.general.made[piece] += 1;
            }
        }
    }
}

impl Plan {
    /// The piece of a kind that a group of a colour makes.
    fn made(&self, kind: u8, is_down: bool, color: u8) -> Code {
        let rule = &self.pieces[usize::from(kind)];
        let is_line = rule.fires == Effect::Line;
        // Across a horizontal run is along the column.
        let direction = u8::from(is_line && is_down == rule.is_along);
        let color = if rule.has_color { color } else { NONE };
        Code { what: PIECES + 2 * kind + direction, color, layers: 0 }
    }
}

/// The runs and the first cells of the squares of a group, in reading order.
#[derive(Default)]
struct GroupParts {
    runs: Vec<Run>,
    squares: Vec<usize>,
}

impl Run {
    const fn has(self, index: usize, columns: usize) -> bool {
        let step = if self.is_down { columns } else { 1 };
        let Some(off) = index.checked_sub(self.first) else { return false };
        off.is_multiple_of(step) && off / step < self.length
    }
}

impl GroupParts {
    /// The line of at least this length that makes the piece.
    fn line(&self, length: usize, columns: usize, moved: &[usize]) -> Option<Run> {
        let runs = self.runs.iter().copied().filter(|run| run.length >= length);
        runs.min_by_key(|run| {
            let is_moved = moved.iter().any(|&at| run.has(at, columns));
            (!is_moved, std::cmp::Reverse(run.length), run.is_down, run.first)
        })
    }

    /// The shared cell of the two runs that make the piece.
    fn corner(&self, columns: usize, moved: &[usize]) -> Option<usize> {
        let mut best: Option<(bool, usize)> = None;

        // Least first: a run that the swap moved, then the cell.
        for across in self.runs.iter().filter(|run| !run.is_down) {
            for down in self.runs.iter().filter(|run| run.is_down) {
                let cell = across.first / columns * columns + down.first % columns;
                if across.has(cell, columns) && down.has(cell, columns) {
                    let is_moved = moved
                        .iter()
                        .any(|&at| across.has(at, columns) || down.has(at, columns));
                    let candidate = (!is_moved, cell);
                    best = Some(best.map_or(candidate, |best| best.min(candidate)));
                }
            }
        }
        best.map(|(_, cell)| cell)
    }

    /// The first cell of the square that makes the piece.
    fn square(&self, columns: usize, moved: &[usize]) -> Option<usize> {
        let is_moved = |first: usize| {
            let cells = [0, 1, columns, columns + 1].map(|step| first + step);
            moved.iter().any(|at| cells.contains(at))
        };
        self.squares.iter().copied().min_by_key(|&first| (!is_moved(first), first))
    }
}
