//! A map as bits along its rows or its columns, and scans for jump points along them.

use crate::{Graph, Ground};

/// The bits before the first line, so that a backward scan never leaves the array.
const MARGIN: usize = 64;

/// The walkable land of a map, one bit per cell, line after line: rows, or columns. Each line ends
/// with a blocked bit, and there is a blocked line before the first and after the last.
#[derive(Clone, Debug)]
pub(crate) struct Bits {
    words: Vec<u64>,
    stride: usize,
}

impl Bits {
    fn new(lines: usize, length: usize) -> Self {
        let stride = length + 1;
        // A forward scan reads one word more.
        let bits = MARGIN + (lines + 2) * stride + 128;
        Self { words: vec![0; bits.div_ceil(64)], stride }
    }

    /// The number of bits from a cell to the one beside it on the next line.
    #[inline]
    pub(crate) const fn stride(&self) -> isize {
        self.stride.cast_signed()
    }

    /// The index of the bit at this place of a line.
    #[inline]
    pub(crate) const fn at(&self, line: usize, place: usize) -> usize {
        MARGIN + (line + 1) * self.stride + place
    }

    fn put(&mut self, at: usize) {
        self.words[at / 64] |= 1 << (at % 64);
    }

    /// Whether the cell of a bit is free.
    #[inline]
    pub(crate) fn is_free(&self, at: usize) -> bool {
        self.words[at / 64] >> (at % 64) & 1 == 1
    }

    /// The 64 bits from this one on.
    #[inline]
    fn window(&self, at: usize) -> u64 {
        let (word, bit) = (at / 64, at % 64);
        let pair = &self.words[word..word + 2];
        // Two shifts, since a shift by 64 is not allowed.
        pair[0] >> bit | pair[1] << 1 << (63 - bit)
    }

    /// The number of cells from `at` along the line to the next jump point: the goal, or a cell
    /// with a forced neighbour. None when a wall comes first.
    #[inline]
    pub(crate) fn ahead(&self, at: usize, goal: usize) -> Option<u32> {
        let mut first = at + 1;
        loop {
            let line = self.window(first);
            let stops = !line | self.opening_ahead(first) | bit_of(goal, first);
            if stops != 0 {
                let found = stops.trailing_zeros();
                let is_free = line >> found & 1 == 1;
                return is_free.then(|| (first - at) as u32 + found);
            }
            first += 64;
        }
    }

    /// As [`Self::ahead`], in the opposite direction.
    #[inline]
    pub(crate) fn behind(&self, at: usize, goal: usize) -> Option<u32> {
        let mut first = at - 64;
        loop {
            let line = self.window(first);
            let stops = !line | self.opening_behind(first) | bit_of(goal, first);
            if stops != 0 {
                let found = stops.leading_zeros();
                let is_free = line << found >> 63 == 1;
                return is_free.then(|| (at - first) as u32 - 63 + found);
            }
            first -= 64;
        }
    }

    /// The bits where an adjacent line changes from blocked to free, in ascending order.
    #[inline]
    fn opening_ahead(&self, first: usize) -> u64 {
        let [above, below] = [first - self.stride, first + self.stride];
        let opening = |at| self.window(at) & !self.window(at - 1);
        opening(above) | opening(below)
    }

    /// The bits where an adjacent line changes from blocked to free, in descending order.
    #[inline]
    fn opening_behind(&self, first: usize) -> u64 {
        let [above, below] = [first - self.stride, first + self.stride];
        let opening = |at| self.window(at) & !self.window(at + 1);
        opening(above) | opening(below)
    }
}

/// The bit of a place in the window that begins at `first`; 0 when the window does not hold it.
#[inline]
const fn bit_of(place: usize, first: usize) -> u64 {
    let offset = place.wrapping_sub(first);
    if offset < 64 { 1 << offset } else { 0 }
}

/// The walkable land of a map along its rows and along its columns, for jump point search.
#[derive(Clone, Debug)]
pub(crate) struct Lines {
    pub(crate) rows: Bits,
    pub(crate) columns: Bits,
}

impl Lines {
    /// The land of a graph; water counts as blocked.
    pub(crate) fn new(graph: &Graph) -> Self {
        let size = graph.size();
        let (rows, columns) = (size.rows as usize, size.columns as usize);

        let mut lines =
            Self { rows: Bits::new(rows, columns), columns: Bits::new(columns, rows) };
        for cell in size.cells() {
            let ground = graph.ground(graph.node(cell));
            if !ground.is_blocked() && ground != Ground::Water {
                let (row, column) = (cell.row as usize, cell.column as usize);
                lines.rows.put(lines.rows.at(row, column));
                lines.columns.put(lines.columns.at(column, row));
            }
        }

        lines
    }
}
