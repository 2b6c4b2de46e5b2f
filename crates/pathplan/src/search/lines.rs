//! A map as bits along its rows or its columns, and scans for jump points along them.

use tilewright_grid::{Cell, Size};

/// The bits before the first line, so that a backward scan never leaves the array.
const MARGIN: usize = 64;

/// The walkable land of a map, one bit per cell, line after line: rows, or columns. Each line ends
/// with a blocked bit, and there is a blocked line before the first and after the last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bits {
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
    pub const fn stride(&self) -> isize {
        self.stride.cast_signed()
    }

    /// The index of the bit at this place of a line. The line before the first one and the place before the first of a line exist
    /// too, and are blocked.
    #[inline]
    pub const fn at(&self, line: usize, place: usize) -> usize {
        MARGIN + (line + 1) * self.stride + place
    }

    fn set(&mut self, at: usize, is_free: bool) {
        let (word, bit) = (&mut self.words[at / 64], 1 << (at % 64));
        *word = if is_free { *word | bit } else { *word & !bit };
    }

    /// Whether the cell of a bit is free.
    #[inline]
    pub fn is_free(&self, at: usize) -> bool {
        self.words[at / 64] >> (at % 64) & 1 == 1
    }

    /// The 64 bits from this one on, the first as the lowest.
    #[inline]
    pub fn window(&self, at: usize) -> u64 {
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

/// The free cells of a map along its rows and along its columns, for jump point search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lines {
    /// Row by row.
    pub rows: Bits,
    /// Column by column.
    pub columns: Bits,
}

impl Lines {
    /// A map of this size where every cell is blocked.
    pub fn new(size: Size) -> Self {
        let (rows, columns) = (size.rows as usize, size.columns as usize);
        Self { rows: Bits::new(rows, columns), columns: Bits::new(columns, rows) }
    }

    /// Opens or blocks a cell, which must lie on the map.
    pub fn set(&mut self, cell: Cell, is_free: bool) {
        let [row, column] = self.places(cell);
        self.rows.set(row, is_free);
        self.columns.set(column, is_free);
    }

    /// Whether a cell of the map is free.
    pub fn is_free(&self, cell: Cell) -> bool {
        self.rows.is_free(self.places(cell)[0])
    }

    /// The bits of a cell in the rows and in the columns.
    #[inline]
    pub(super) const fn places(&self, cell: Cell) -> [usize; 2] {
        let (row, column) = (cell.row as usize, cell.column as usize);
        [self.rows.at(row, column), self.columns.at(column, row)]
    }
}
