//! The pieces that groups make.

use tilewright_grid::Bits;

use super::groups::{Group, MadePiece, Run};
use super::plan::{self, Code, NONE, PIECES, Plan};
use crate::Game;
use crate::bits::BitShape;
use crate::events::{Manner, Place};
use crate::rules::journal::FILLING;
use crate::ruleset::{Effect, GroupShape};

impl<const W: usize> Game<'_, W> {
    /// The piece that a group makes, and the cell where it appears.
    pub(super) fn made_by(
        &self,
        color: u8,
        cells: &Bits<W>,
        found: &mut GroupParts,
        moved: &[usize],
    ) -> Option<MadePiece> {
        let plan = self.plan();

        found.runs.sort_unstable_by_key(|run| (run.first, run.is_down));
        found.squares.sort_unstable();
        let columns = self.columns();

        // Shapes stand in the order in which the rules prefer them.
        for (shape, making) in plan.shapes.iter().enumerate() {
            let (cell, is_down) = match making.shape {
                // No shape of a swap.
                GroupShape::Size(_) => continue,
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
            let code = plan.made(making.makes, is_down, color);
            return Some(MadePiece { code, cell: cell as u16, shape: shape as u8 });
        }
        None
    }

    /// Whether the group of a block that arrives makes a piece, given its cells.
    pub(super) fn makes_piece(&self, cells: Bits<W>) -> bool {
        self.made_shape(cells).is_some()
    }

    /// The number of the shape of the piece that the group of a block that arrives makes, given its cells.
    pub(super) fn made_shape(&self, cells: Bits<W>) -> Option<usize> {
        if cells.count() < 4 {
            return None;
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

        self.plan().shapes.iter().position(|making| match making.shape {
            GroupShape::Line(length) => has_line(length),
            GroupShape::Corner => {
                !runs(BitShape::east, 3).is_empty()
                    && !runs(BitShape::south, 3).is_empty()
            }
            GroupShape::Square => !east.and(south).and(shape.south(east)).is_empty(),
            GroupShape::Size(_) => false,
        })
    }

    /// Makes the pieces of all groups.
    pub(super) fn make_pieces(&mut self) {
        for number in 0..self.board.general.groups.len() {
            let Group { cells, makes: Some(MadePiece { code, cell, .. }), .. } =
                self.board.general.groups[number]
            else {
                continue;
            };

            let is_free = |at: usize| {
                self.board.open.has(at) && self.board.general.what[at] == plan::EMPTY
            };

            // The cell of the piece may have been filled or closed in the meantime; then
            // another one of its group.
            let mut cells = std::iter::once(usize::from(cell)).chain(cells.indices());
            if let Some(cell) = cells.find(|&at| is_free(at)) {
                let code = self.with_direction(code);
                self.put(cell, code);
                self.note_group_cause(number);
                self.note_appear(FILLING, Place::NONE, cell, Manner::Made);

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

impl<const W: usize> Game<'_, W> {
    /// The piece that a tapped group makes: the direction of a line is drawn. A trial takes the row, as it must not draw.
    fn with_direction(&mut self, code: Code) -> Code {
        let piece = &self.plan().pieces[Plan::piece_of(code.what)];
        let is_drawn = self.plan().taps.is_some() && piece.fires == Effect::Line;
        if !is_drawn || self.board.general.is_trial {
            return code;
        }
        Code { what: code.what + self.draw(2) as u8, ..code }
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
#[derive(Clone, Debug, Default)]
pub(super) struct GroupParts {
    pub(super) runs: Vec<Run>,
    pub(super) squares: Vec<usize>,
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
