//! Positions that a search has met, in a fixed room.

use crate::BitBoard;

/// How large the table is, as a power of two: 16 bytes each.
const BITS: u32 = 14;

/// Values of afterstates. One that was looked at less deep, or was less likely to be met and so
/// was looked beyond less far, does not stand for another.
pub(super) struct Table(Vec<Entry>);

#[derive(Clone, Copy, Default)]
struct Entry {
    board: u64,
    value: f32,
    /// The upper half of the probability's bits, which are in the order of the numbers.
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

    /// The value of a board with tiles, if it was looked at as closely.
    #[inline]
    pub(super) fn get(&self, board: BitBoard, depth: u32, chance: f32) -> Option<f32> {
        let entry = &self.0[place(board)];
        let is_close = u32::from(entry.depth) >= depth && entry.chance >= upper(chance);
        (entry.board == board.0 && is_close).then_some(entry.value)
    }

    /// Remembers a value instead of what stood in its place.
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

/// The upper bits of a positive number: a larger number never has smaller ones.
#[inline]
const fn upper(chance: f32) -> u16 {
    (chance.to_bits() >> 16) as u16
}
