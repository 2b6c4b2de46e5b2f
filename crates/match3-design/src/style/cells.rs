//! Sets of cells of a board, a row to a word, and their clusters.

use tilewright_grid::Size;

use crate::feasibility::RowBits;

/// A set of cells. Cells are neighbours across an edge.
#[derive(Clone, Debug)]
pub(crate) struct CellSet {
    bits: RowBits,
    size: Size,
}

/// Cells of a set that hang together across edges.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cluster {
    /// The number of its cells.
    pub(crate) cells: u32,
    /// The rows and the columns that it spans.
    pub(crate) span: Size,
    /// Whether one of its cells is in the other set that was given.
    pub(crate) meets: bool,
}

impl Cluster {
    /// The cells that lie beside the longer side of it: 0 of a straight line.
    pub(crate) const fn bulge(self) -> u32 {
        let Size { rows, columns } = self.span;
        self.cells.saturating_sub(if rows > columns { rows } else { columns })
    }
}

impl CellSet {
    /// The cells, by index in reading order, that are in the set.
    pub(crate) fn new(size: Size, is_in: impl Fn(usize) -> bool) -> Self {
        let mut set = Self { bits: [0; _], size };
        for index in (0..size.area()).filter(|&index| is_in(index)) {
            set.put(index, true);
        }
        set
    }

    /// Puts a cell into the set or takes it out.
    pub(crate) const fn put(&mut self, index: usize, is_in: bool) {
        let columns = self.size.columns as usize;
        let (row, column) = (index / columns, index % columns);
        self.bits[row] = self.bits[row] & !(1 << column) | (is_in as u64) << column;
    }

    /// Whether a cell is in the set.
    pub(crate) const fn has(&self, index: usize) -> bool {
        let columns = self.size.columns as usize;
        self.bits[index / columns] >> (index % columns) & 1 == 1
    }

    /// The number of cells.
    pub(crate) fn count(&self) -> u32 {
        self.rows().iter().map(|row| row.count_ones()).sum()
    }

    /// The cells of each row.
    pub(crate) fn rows(&self) -> &[u64] {
        &self.bits[..self.size.rows as usize]
    }

    /// The cells of a row, in the set or not, that have a neighbour in the set.
    fn beside(&self, row: usize) -> u64 {
        let rows = self.rows();
        let above = if row == 0 { 0 } else { rows[row - 1] };
        let below = rows.get(row + 1).copied().unwrap_or(0);
        rows[row] << 1 | rows[row] >> 1 | above | below
    }

    /// The number of cells of the set without a neighbour in `other`.
    pub(crate) fn apart_from(&self, other: &Self) -> u32 {
        let rows = self.rows().iter().enumerate();
        rows.map(|(row, cells)| (cells & !other.beside(row)).count_ones()).sum()
    }

    /// The number of cells that are in both sets, and have no neighbour in this one.
    pub(crate) fn isolated(&self, other: &Self) -> u32 {
        let rows = self.rows().iter().zip(other.rows()).enumerate();
        rows.map(|(row, (cells, other))| (cells & other & !self.beside(row)).count_ones())
            .sum()
    }

    /// Visits the clusters in the reading order of their first cells.
    pub(crate) fn clusters(&self, other: &Self, mut see: impl FnMut(Cluster)) {
        let mut left = self.clone();
        for row in 0..self.rows().len() {
            while left.bits[row] != 0 {
                see(left.take_cluster(row, other));
            }
        }
    }

    /// Takes the cluster of the first cell of a row out of the set; the rows above have none of its cells.
    fn take_cluster(&mut self, first: usize, other: &Self) -> Cluster {
        let rows = self.rows().len();
        let mut part: RowBits = [0; _];
        part[first] = self.bits[first] & self.bits[first].wrapping_neg();

        // Down and up again until nothing is added; a cluster without bays is whole after the first time.
        let mut last = first;
        loop {
            let mut is_changed = false;
            for row in (first..rows).chain((first..last).rev()) {
                let above = if row == first { 0 } else { part[row - 1] };
                let below = part.get(row + 1).copied().unwrap_or(0);
                let grown = spread(part[row] | above | below, self.bits[row]);
                if grown == 0 && row > last {
                    break;
                }
                is_changed |= grown != part[row];
                part[row] = grown;
                last = last.max(row);
            }
            if !is_changed {
                break;
            }
        }

        let (mut cells, mut columns, mut meets) = (0, 0, false);
        for row in first..=last {
            cells += part[row].count_ones();
            columns |= part[row];
            meets |= part[row] & other.bits[row] != 0;
            self.bits[row] &= !part[row];
        }
        let wide = u64::BITS - columns.leading_zeros() - columns.trailing_zeros();
        let span = Size::new((last - first + 1) as u32, wide);
        Cluster { cells, span, meets }
    }
}

/// The runs of a row that have one of these cells.
const fn spread(cells: u64, row: u64) -> u64 {
    let mut grown = cells & row;
    loop {
        let next = (grown | grown << 1 | grown >> 1) & row;
        if next == grown {
            return grown;
        }
        grown = next;
    }
}
