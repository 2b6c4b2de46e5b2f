//! A transposition table of fixed size.

use crate::BitBoard;

/// A transposition table: values of boards at search depths. A new entry replaces the old one in its
/// slot. A value is found only at exactly its depth, so that results do not depend on earlier
/// searches.
#[derive(Clone, Debug)]
pub(crate) struct Memory<T> {
    entries: Vec<Entry<T>>,
    shift: u32,
}

#[derive(Clone, Copy, Debug, Default)]
struct Entry<T> {
    board: u64,
    depth: u32,
    value: T,
}

impl<T: Copy + Default> Memory<T> {
    /// A table of 2 to the power of `bits` entries.
    pub(crate) fn new(bits: u32) -> Self {
        Self { entries: vec![Entry::default(); 1 << bits], shift: 64 - bits }
    }

    /// Forgets all values.
    pub(crate) fn clear(&mut self) {
        self.entries.fill(Entry::default());
    }

    #[inline]
    const fn place(&self, board: BitBoard, depth: u32) -> usize {
        let mixed = (board.0 ^ (depth as u64) << 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (mixed >> self.shift) as usize
    }

    /// The value of a board that is not empty, if it is stored.
    #[inline]
    pub(crate) fn get(&self, board: BitBoard, depth: u32) -> Option<T> {
        let entry = &self.entries[self.place(board, depth)];
        (entry.board == board.0 && entry.depth == depth).then_some(entry.value)
    }

    #[inline]
    pub(crate) fn put(&mut self, board: BitBoard, depth: u32, value: T) {
        let place = self.place(board, depth);
        self.entries[place] = Entry { board: board.0, depth, value };
    }
}
