//! The transposition table of the search, of fixed size.

use crate::BitBoard;

/// The size of the table, as a power of two; an entry takes 16 bytes. These 256 KiB stay in the
/// caches near the processor: a search with a table of 16 MB spent a third of its time waiting for
/// it.
const BITS: u32 = 14;

/// Values of afterstates. A value is used only for searches that are not deeper and for afterstates
/// that are not more probable, since these would be searched further.
pub(super) struct Table(Vec<Entry>);

#[derive(Clone, Copy, Default)]
struct Entry {
    board: u64,
    value: f32,
    /// The upper half of the bits of the probability, which have the same order as the numbers.
    chance: u16,
    depth: u16,
}

impl Table {
    pub(super) fn new() -> Self {
        Self(vec![Entry::default(); 1 << BITS])
    }

    pub(super) fn clear(&mut self) {
        self.0.fill(Entry::default());
    }

    /// The value of a board that is not empty, if it was searched at least as far.
    #[inline]
    pub(super) fn get(&self, board: BitBoard, depth: u32, chance: f32) -> Option<f32> {
        let entry = &self.0[place(board)];
        let is_close = u32::from(entry.depth) >= depth && entry.chance >= upper(chance);
        (entry.board == board.0 && is_close).then_some(entry.value)
    }

    /// Stores a value, replacing the entry in its slot.
    #[inline]
    pub(super) fn put(&mut self, board: BitBoard, depth: u32, chance: f32, value: f32) {
        let (chance, depth) = (upper(chance), depth as u16);
        self.0[place(board)] = Entry { board: board.0, value, chance, depth };
    }
}

#[inline]
const fn place(board: BitBoard) -> usize {
    (board.0.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - BITS)) as usize
}

/// The upper half of the bits of a positive number; monotonic in the number.
#[inline]
const fn upper(chance: f32) -> u16 {
    (chance.to_bits() >> 16) as u16
}
