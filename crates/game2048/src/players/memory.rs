//! A transposition table of fixed size.

use crate::BitBoard;

/// A transposition table: values of boards at search depths. A new entry replaces the old one in its
/// slot. A value is found only at exactly its depth, so that results do not depend on earlier
/// searches.
#[derive(Clone, Debug)]
pub(crate) struct Memory<T> {
    entries: Vec<Entry<T>>,
    shift: u32,
    /// How often the values were forgotten, in the bits above those of a depth.
    epoch: u32,
}

#[derive(Clone, Copy, Debug, Default)]
struct Entry<T> {
    board: u64,
    /// The depth of the value, and the epoch of the table.
    depth: u32,
    value: T,
}

/// The depths are below this number.
const DEPTHS: u32 = 1 << 8;

impl<T: Copy + Default> Memory<T> {
    /// A table of 2 to the power of `bits` entries.
    pub(crate) fn new(bits: u32) -> Self {
        let entries = vec![Entry::default(); 1 << bits];
        Self { entries, shift: 64 - bits, epoch: 0 }
    }

    /// Forgets all values. To clear the table itself for each move takes longer than many a search.
    pub(crate) fn clear(&mut self) {
        self.epoch = self.epoch.wrapping_add(DEPTHS);
        if self.epoch == 0 {
            self.entries.fill(Entry::default());
        }
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
        (entry.board == board.0 && entry.depth == depth | self.epoch)
            .then_some(entry.value)
    }

    /// Stores the value of a board at a depth, which must be below 256.
    #[inline]
    pub(crate) fn put(&mut self, board: BitBoard, depth: u32, value: T) {
        let place = self.place(board, depth);
        let depth = depth | self.epoch;
        self.entries[place] = Entry { board: board.0, depth, value };
    }
}
