//! Sets of cells of a board, a row to a word, and their clusters.

use tilewright_grid::Size;

use crate::feasibility::RowBits;

/// A set of cells. Cells are neighbours across an edge.
#[derive(Clone, Debug)]
pub(crate) struct CellSet {
    bits: RowBits,
    size: Size,
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

    /// The number of cells that are in both sets, and have no neighbour in this one.
    pub(crate) fn isolated(&self, other: &Self) -> u32 {
        let rows = self.rows().iter().zip(other.rows()).enumerate();
        rows.map(|(row, (cells, other))| (cells & other & !self.beside(row)).count_ones())
            .sum()
    }

    /// The number of clusters, the cells that hang together across edges, that have a cell of `other`.
    pub(crate) fn clusters(&self, other: &Self) -> u32 {
        let (mut left, mut clusters) = (self.clone(), 0);
        for row in 0..self.rows().len() {
            while left.bits[row] != 0 {
                clusters += u32::from(left.take_cluster(row, other));
            }
        }
        clusters
    }

    /// Takes the cluster of the first cell of a row out of the set; the rows above have none of its cells. Returns
    /// whether it has a cell of `other`.
    fn take_cluster(&mut self, first: usize, other: &Self) -> bool {
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

        let mut meets = false;
        for ((left, part), other) in self.bits.iter_mut().zip(part).zip(other.bits) {
            meets |= part & other != 0;
            *left &= !part;
        }
        meets
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
