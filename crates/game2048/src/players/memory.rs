//! What a search remembers, in a fixed room.

use crate::BitBoard;

/// Values of boards at depths, each at the place that its bits say; a newer one replaces an
/// older. The depth is part of the key: a value found deeper is not taken for one found less
/// deep, so that what is found does not depend on what was searched before.
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
    /// A memory of two to the power of `bits` entries.
    pub(crate) fn new(bits: u32) -> Self {
        Self { entries: vec![Entry::default(); 1 << bits], shift: 64 - bits }
    }

    #[inline]
    const fn place(&self, board: BitBoard, depth: u32) -> usize {
        let mixed = (board.0 ^ (depth as u64) << 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (mixed >> self.shift) as usize
    }

    /// The value of a board that has tiles, if it is there.
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
