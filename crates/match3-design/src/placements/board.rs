//! By which cells a board breaks its placements.

use tilewright_grid::{Cell, Size, groups};
use tilewright_match3::Kind;

use super::kept::Rule;

/// A board whose placements are looked at.
pub(super) struct Board<'a> {
    pub(super) size: Size,
    pub(super) kinds: &'a [Kind],
    pub(super) is_free: &'a dyn Fn(usize) -> bool,
}

impl Board<'_> {
    /// The number of cells by which the board breaks a placement: those that stand where they may not, that are too many in a row, that a cluster,
    /// a line or a frame has too few of, or that stand alone.
    pub(super) fn faults(&self, rule: &Rule) -> u32 {
        match rule {
            Rule::Barred(of, barred) => {
                let stands = |&index: &usize| barred[index] && self.is_of(of, index);
                self.free_count(stands)
            }
            Rule::Row(of, most) => self.beyond(of, *most),
            Rule::Clusters(of, least) => self.missing(of, *least),
            Rule::Lines(of, least) => {
                let short = self.short(of, *least);
                short.map(|(_, missing)| missing).sum()
            }
            Rule::Frames(of) => self.frame_faults(of).map(|(_, faults)| faults).sum(),
            Rule::Alone(of, most) => self.alone_beyond(of, *most).0,
            Rule::With(of, other) => self.free_count(|&index| {
                self.is_of(of, index) && !self.is_beside(other, index)
            }),
        }
    }

    /// The cells that break a placement, in reading order.
    pub(super) fn faulty(&self, rule: &Rule) -> Vec<Cell> {
        let mut found: Vec<Cell> = match rule {
            Rule::Barred(of, barred) => {
                self.free_cells(|index| barred[index] && self.is_of(of, index))
            }
            Rule::With(of, other) => self.free_cells(|index| {
                self.is_of(of, index) && !self.is_beside(other, index)
            }),
            Rule::Lines(of, least) => {
                let short = self.short(of, *least);
                short.map(|(index, _)| self.size.cell(index)).collect()
            }
            Rule::Frames(of) => {
                let wrong = self.frame_faults(of).filter(|(_, faults)| *faults > 0);
                wrong.flat_map(|(cluster, _)| cluster).collect()
            }
            Rule::Alone(of, most) => match self.alone_beyond(of, *most) {
                (0, _) => Vec::new(),
                (_, alone) => alone,
            },
            Rule::Row(of, most) => {
                let long = |run: &&[Cell]| {
                    run.len() as u32 > *most && run.iter().any(|&cell| self.is_free(cell))
                };
                let lines = self.lines();
                let runs = lines.iter().flat_map(|line| {
                    line.split(|&cell| !self.is_of(of, self.size.index(cell)))
                });
                runs.filter(long).flatten().copied().collect()
            }
            Rule::Clusters(of, least) => {
                let clusters =
                    groups(self.size, |cell| self.is_of(of, self.size.index(cell)));
                let small = |cluster: &Vec<Cell>| {
                    (cluster.len() as u32) < *least
                        && cluster.iter().any(|&cell| self.is_free(cell))
                };
                clusters.into_iter().filter(small).flatten().collect()
            }
        };
        found.sort_unstable();
        found.dedup();
        found
    }

    pub(super) fn free_cells(&self, is_it: impl Fn(usize) -> bool) -> Vec<Cell> {
        let all = self.size.cells();
        all.filter(|&cell| self.is_free(cell) && is_it(self.size.index(cell))).collect()
    }

    pub(super) fn is_free(&self, cell: Cell) -> bool {
        (self.is_free)(self.size.index(cell))
    }

    /// The rows and the columns.
    pub(super) fn lines(&self) -> Vec<Vec<Cell>> {
        let Size { rows, columns } = self.size;
        let row = |row| (0..columns).map(|column| Cell::new(row, column)).collect();
        let column = |column| (0..rows).map(|row| Cell::new(row, column)).collect();
        (0..rows).map(row).chain((0..columns).map(column)).collect()
    }

    /// Whether a cell has one of these kinds beside it.
    fn is_beside(&self, of: &[Kind], index: usize) -> bool {
        let mut near = self.size.neighbors(self.size.cell(index));
        near.any(|next| self.is_of(of, self.size.index(next)))
    }

    pub(super) fn is_of(&self, of: &[Kind], index: usize) -> bool {
        of.contains(&self.kinds[index])
    }

    pub(super) fn free_count(&self, is_it: impl Fn(&usize) -> bool) -> u32 {
        let cells = 0..self.kinds.len();
        cells.filter(|&index| (self.is_free)(index)).filter(is_it).count() as u32
    }

    /// The cells beyond the most in a row, in all rows and columns; of what is fixed nothing counts.
    fn beyond(&self, of: &[Kind], most: u32) -> u32 {
        let Size { rows, columns } = self.size;
        let (across, down) = ((rows, columns, columns, 1), (columns, rows, 1, columns));
        let mut beyond = 0;
        for (lines, length, line_step, step) in [across, down] {
            for line in 0..lines {
                let (mut run, mut is_any_free) = (0_u32, false);
                for at in 0..=length {
                    let index = (line * line_step + at * step) as usize;
                    if at < length && self.is_of(of, index) {
                        run += 1;
                        is_any_free |= (self.is_free)(index);
                    } else {
                        beyond += if is_any_free { run.saturating_sub(most) } else { 0 };
                        (run, is_any_free) = (0, false);
                    }
                }
            }
        }
        beyond
    }

    /// The cells that are missing in clusters with a free cell.
    fn missing(&self, of: &[Kind], least: u32) -> u32 {
        let clusters = groups(self.size, |cell| self.is_of(of, self.size.index(cell)));
        let missing = |cluster: &Vec<Cell>| {
            if cluster.iter().any(|&cell| self.is_free(cell)) {
                least.saturating_sub(cluster.len() as u32)
            } else {
                0
            }
        };
        clusters.iter().map(missing).sum()
    }
}
