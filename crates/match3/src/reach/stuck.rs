//! What never goes on a board of any rules, whatever is played.

use tilewright_grid::{Cell, Grid, Size};

use crate::kind::Contents;
use crate::ruleset::{Block, GroupShape, Moves, Place, Refill, TimerEnd};
use crate::{Kind, Level};

/// The cells of a level that may come to hold blocks, and where blocks may match. Both are more than games reach: a proof
/// may rest on what is outside.
pub(super) struct Stuck<'a> {
    level: &'a Level,
    /// The cells that hold blocks, or may come to.
    open: Grid<bool>,
    /// For each cell, the groups that it may be in.
    groups: Grid<WidestGroup>,
    /// The cells in which a group may match.
    matched: Grid<bool>,
    /// Whether some piece may fire: it may hit every cell.
    fires: bool,
    /// Whether squares match.
    has_squares: bool,
}

/// The largest groups of open cells that a cell is in.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct WidestGroup {
    /// The cells of its run across and of its run down.
    runs: [u32; 2],
    is_in_square: bool,
    /// The cells that hang together; 0 if nobody asks.
    size: usize,
}

impl<'a> Stuck<'a> {
    /// What is known of a level; none if conveyors carry things past what is closed.
    pub(super) fn of(level: &'a Level) -> Option<Self> {
        if !level.setting.conveyors.is_empty() {
            return None;
        }
        let rules = level.rules();
        let is_piece =
            |kind: &Kind| matches!(kind.contents(), Contents::Piece | Contents::Armed);
        let supply = level.setting.supply.iter().flat_map(|(_, kinds)| kinds);
        let mut kinds = level.cells().values().iter().chain(supply);
        let gives = rules.blocks.iter().any(|block| block.generator.is_some());
        let open = level.cells().map(|&kind| is_open_at_first(level, kind));
        let (groups, matched) =
            (open.map(|_| WidestGroup::default()), open.map(|_| false));
        let fires = gives || kinds.any(is_piece);

        // What one pass opens may let the next one match, or make a piece.
        let has_squares = rules.shapes.iter().any(|it| it.shape == GroupShape::Square);
        let mut stuck = Self { level, open, groups, matched, fires, has_squares };
        while stuck.open_more() {}
        Some(stuck)
    }

    /// Opens what may go. Returns whether that may open more.
    fn open_more(&mut self) -> bool {
        self.groups = self.widest_groups();
        self.matched = self.groups.map(|group| self.can_match(group));
        self.fires =
            self.fires || self.level.rules().shapes.iter().any(|it| self.fits(it.shape));

        let opens = |&cell: &Cell| !self.open[cell] && self.can_go(cell);
        let opened: Vec<Cell> = self.level.size().cells().filter(opens).collect();
        for &cell in &opened {
            self.open[cell] = true;
        }
        !opened.is_empty()
    }

    /// Whether the blocker of a closed cell may go.
    fn can_go(&self, cell: Cell) -> bool {
        let kind = self.level.cells()[cell];
        let (contents, id, _) = kind.filling();
        let block = self.level.rules().blocks.get(usize::from(id));
        let block = block.filter(|_| contents == Contents::Blocker);
        block
            .is_some_and(|block| block.generator.is_none() && self.is_struck(cell, block))
    }

    /// Whether something may take a layer of a kind in a cell, or time does.
    fn is_struck(&self, cell: Cell, block: &Block) -> bool {
        let turns = matches!(block.timer.map(|it| it.then), Some(TimerEnd::Turn(_)));
        let mut beside = self.level.size().neighbors(cell);
        let causes = block.broken_by;
        turns
            || causes.hit && self.fires
            || causes.beside && beside.any(|next| self.matched[next])
            || causes.matched && self.matched[cell]
    }

    /// Whether what a cell has of a kind, given by its index and place, is there for ever.
    pub(super) fn stays(&self, cell: Cell, index: usize, place: Place) -> bool {
        let kind = self.level.cells()[cell];
        let block = &self.level.rules().blocks[index];
        match place {
            Place::Blocker => {
                let is_it = kind.is_blocker() && kind.filling().1 as usize == index;
                is_it && !self.open[cell]
            }
            Place::Cover => {
                usize::from(kind.cover().0) == index + 1 && !self.is_struck(cell, block)
            }
            // What is closed takes the hits of its ground.
            Place::Ground => {
                let is_it = usize::from(kind.ground().0) == index + 1;
                is_it && !(self.open[cell] && self.is_struck(cell, block))
            }
            Place::Ingredient => false,
        }
    }

    /// Whether a cell that is in such groups may be one of a group that matches.
    fn can_match(&self, group: &WidestGroup) -> bool {
        if let Moves::Tap { least } = self.level.rules().moves() {
            return group.size >= usize::from(least);
        }
        group.has(GroupShape::Line(3)) || self.has_squares && group.is_in_square
    }

    /// Whether a group may have this shape somewhere.
    pub(super) fn fits(&self, shape: GroupShape) -> bool {
        self.groups.values().iter().any(|group| group.has(shape))
    }

    fn widest_groups(&self) -> Grid<WidestGroup> {
        let (Size { rows, columns }, open) = (self.level.size(), self.open.values());
        let mut found = self.open.map(|_| WidestGroup::default());
        let groups_of = found.values_mut();
        let [rows, columns] = [rows as usize, columns as usize];
        // Searches ask of every level, so that nothing is allocated for a line.
        for (which, lines, length, line_step, step) in
            [(0, rows, columns, columns, 1), (1, columns, rows, 1, columns)]
        {
            for line in 0..lines {
                let index = |at: usize| line * line_step + at * step;
                let mut first = 0;
                for at in 0..=length {
                    if at < length && open[index(at)] {
                        continue;
                    }
                    for cell in first..at {
                        groups_of[index(cell)].runs[which] = (at - first) as u32;
                    }
                    first = at + 1;
                }
            }
        }

        for corner in 0..open.len().saturating_sub(columns + 1) {
            let cells = [corner, corner + 1, corner + columns, corner + columns + 1];
            let is_whole = self.has_squares && corner % columns + 1 < columns;
            if is_whole && cells.iter().all(|&cell| open[cell]) {
                for cell in cells {
                    groups_of[cell].is_in_square = true;
                }
            }
        }
        if self.level.rules().moves() != Moves::Swap {
            mark_sizes(open, columns, groups_of);
        }
        found
    }

    /// The cells from which an ingredient may come to an exit: through open cells to any side, past holes where contents of
    /// columns pass them, and through portals.
    pub(super) fn ways_out(&self, level: &Level) -> Grid<bool> {
        let size = level.size();
        let passes_holes = level.rules().refill() == Refill::Column;
        let can_pass = |cell: Cell| {
            self.open[cell] || passes_holes && !level.cells()[cell].is_present()
        };
        let mut found = Grid::filled(size, false);
        let mut todo = level.exits();
        while let Some(cell) = todo.pop() {
            if found[cell] || !can_pass(cell) {
                continue;
            }
            found[cell] = true;
            todo.extend(around(size, cell));
            let portals = level.setting.portals.iter();
            todo.extend(portals.filter(|it| it[1] == cell).map(|it| it[0]));
        }
        found
    }
}

impl WidestGroup {
    /// Whether the cell is in a group that may have this shape.
    fn has(&self, shape: GroupShape) -> bool {
        let [across, down] = self.runs;
        match shape {
            GroupShape::Line(length) => across.max(down) >= u32::from(length),
            GroupShape::Corner => across >= 3 && down >= 3,
            GroupShape::Square => self.is_in_square,
            GroupShape::Size(size) => self.size >= usize::from(size),
        }
    }
}

/// Marks the cells that hang together with how many they are.
fn mark_sizes(open: &[bool], columns: usize, groups: &mut [WidestGroup]) {
    let mut seen = vec![false; open.len()];
    let mut found: Vec<usize> = Vec::with_capacity(open.len());
    for first in 0..open.len() {
        if seen[first] || !open[first] {
            continue;
        }
        let begin = found.len();
        seen[first] = true;
        found.push(first);
        let mut next = begin;
        while let Some(&at) = found.get(next) {
            next += 1;
            let near = [
                (at >= columns).then(|| at - columns),
                (at + columns < open.len()).then_some(at + columns),
                (!at.is_multiple_of(columns)).then(|| at - 1),
                (!(at + 1).is_multiple_of(columns)).then_some(at + 1),
            ];
            for cell in near.into_iter().flatten() {
                if open[cell] && !seen[cell] {
                    seen[cell] = true;
                    found.push(cell);
                }
            }
        }
        for &cell in &found[begin..] {
            groups[cell].size = found.len() - begin;
        }
    }
}

/// The cells around a cell, corners too.
fn around(size: Size, cell: Cell) -> impl Iterator<Item = Cell> {
    let Cell { row, column } = cell;
    let rows = row.saturating_sub(1)..=(row + 1).min(size.rows - 1);
    let columns = column.saturating_sub(1)..=(column + 1).min(size.columns - 1);
    rows.flat_map(move |row| columns.clone().map(move |column| Cell::new(row, column)))
}

/// Whether a cell holds blocks from the beginning, or something that moves away. A big block that can go is taken as gone.
fn is_open_at_first(level: &Level, kind: Kind) -> bool {
    let (contents, id, _) = kind.filling();
    match contents {
        Contents::Hole | Contents::Obstacle => false,
        Contents::Blocker => {
            let block = level.rules().blocks.get(usize::from(id));
            block.is_some_and(|block| block.moves || block.is_big())
        }
        _ => true,
    }
}
