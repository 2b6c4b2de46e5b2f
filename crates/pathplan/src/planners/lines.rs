//! A map as bits along its rows or its columns, and how far one can go along them.

use crate::{Graph, Ground};

/// The bits before the first line, so that a look back never leaves the array.
const MARGIN: usize = 64;

/// The land of a map, a bit a cell, line after line: rows, or columns. A line ends with a
/// blocked bit, and there is a blocked line before the first and after the last.
#[derive(Clone, Debug)]
pub(crate) struct Bits {
    words: Vec<u64>,
    stride: usize,
}

impl Bits {
    fn new(lines: usize, length: usize) -> Self {
        let stride = length + 1;
        // The look ahead takes a word more.
        let bits = MARGIN + (lines + 2) * stride + 128;
        Self { words: vec![0; bits.div_ceil(64)], stride }
    }

    /// From a cell to the one beside it on the next line.
    #[inline]
    pub(crate) const fn stride(&self) -> isize {
        self.stride.cast_signed()
    }

    /// Where the bit of a place on a line is.
    #[inline]
    pub(crate) const fn at(&self, line: usize, place: usize) -> usize {
        MARGIN + (line + 1) * self.stride + place
    }

    fn put(&mut self, at: usize) {
        self.words[at / 64] |= 1 << (at % 64);
    }

    /// Whether that cell is free.
    #[inline]
    pub(crate) fn is_free(&self, at: usize) -> bool {
        self.words[at / 64] >> (at % 64) & 1 == 1
    }

    /// The 64 bits from there on.
    #[inline]
    fn window(&self, at: usize) -> u64 {
        let (word, bit) = (at / 64, at % 64);
        let pair = &self.words[word..word + 2];
        // Two steps, since a shift by 64 is none.
        pair[0] >> bit | pair[1] << 1 << (63 - bit)
    }

    /// From `at` along the line: how many cells on there is a goal or a cell with a neighbour
    /// that only a turn there reaches; none when a wall comes first.
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

    /// The same the other way along the line.
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

    /// Where a line beside begins to be free, seen from its start.
    #[inline]
    fn opening_ahead(&self, first: usize) -> u64 {
        let [above, below] = [first - self.stride, first + self.stride];
        let opening = |at| self.window(at) & !self.window(at - 1);
        opening(above) | opening(below)
    }

    /// Where a line beside begins to be free, seen from its end.
    #[inline]
    fn opening_behind(&self, first: usize) -> u64 {
        let [above, below] = [first - self.stride, first + self.stride];
        let opening = |at| self.window(at) & !self.window(at + 1);
        opening(above) | opening(below)
    }
}

/// The bit of a place in the window that begins at `first`, if it is in it.
#[inline]
const fn bit_of(place: usize, first: usize) -> u64 {
    let offset = place.wrapping_sub(first);
    if offset < 64 { 1 << offset } else { 0 }
}

/// The land of a map along its rows and along its columns: what jump point search looks at.
#[derive(Clone, Debug)]
pub(crate) struct Lines {
    pub(crate) rows: Bits,
    pub(crate) columns: Bits,
}

impl Lines {
    /// Lays out the land of a graph; water counts as blocked.
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
