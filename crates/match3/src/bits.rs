//! Bit boards: one bit per cell, row by row, in 64-bit words.

use tilewright_grid::{Bits, Size};

use crate::Kind;

/// Evaluates an expression that is generic in the number of words, with the smallest of these that holds the
/// board. All rules are compiled once for each, which is most of the time that the crate takes to compile. So
/// boards of 5 to 16 words share one number. With 8 instead of 16, searches on 20 × 20 cells took half of the
/// time, and those on 24 × 24 cells, which shared the largest number then, three times as long.
#[cfg(feature = "every-size")]
#[macro_export]
macro_rules! dispatch {
    ($words:expr, $name:ident => $call:expr) => {
        $crate::with_words!($words, [1, 2, 4, 16], 64, $name => $call)
    };
}
/// Evaluates an expression that is generic in the number of words, with one of two: up to 16 × 16 cells, which few levels exceed,
/// and all others. A module of WebAssembly is smaller by two fifths so.
#[cfg(not(feature = "every-size"))]
#[macro_export]
macro_rules! dispatch {
    ($words:expr, $name:ident => $call:expr) => {
        $crate::with_words!($words, [4], 64, $name => $call)
    };
}
pub use dispatch;

/// The number of words of the largest boards: 64 × 64 cells.
pub(crate) const MOST_WORDS: usize = 64;

/// The shape of the bit boards of one size: the number of words, and the edge columns.
#[derive(Clone, Debug)]
pub struct BitShape {
    size: Size,
    /// The number of 64-bit words that have a bit for each cell.
    pub words: usize,
    not_first: Vec<u64>,
    not_last: Vec<u64>,
}

impl BitShape {
    /// The shape of the boards of this size, of at most 4,096 cells.
    pub fn new(size: Size) -> Self {
        let words = size.area().div_ceil(64).max(1);
        let mut shape = Self {
            size,
            words,
            not_first: vec![0; MOST_WORDS],
            not_last: vec![0; MOST_WORDS],
        };

        for (index, cell) in size.cells().enumerate() {
            let (word, bit) = (index / 64, 1_u64 << (index % 64));
            if cell.column > 0 {
                shape.not_first[word] |= bit;
            }
            if cell.column + 1 < size.columns {
                shape.not_last[word] |= bit;
            }
        }
        shape
    }

    /// The board shifted so that each cell has the bit of its neighbour to the east.
    #[inline]
    pub fn east<const W: usize>(&self, board: Bits<W>) -> Bits<W> {
        board.back(1).and(mask(&self.not_last))
    }

    /// The board shifted so that each cell has the bit of its neighbour to the west.
    #[inline]
    pub fn west<const W: usize>(&self, board: Bits<W>) -> Bits<W> {
        board.ahead(1).and(mask(&self.not_first))
    }

    /// The board shifted so that each cell has the bit of its neighbour to the south.
    #[inline]
    pub fn south<const W: usize>(&self, board: Bits<W>) -> Bits<W> {
        board.back(self.size.columns as usize)
    }

    /// The board shifted so that each cell has the bit of its neighbour to the north.
    #[inline]
    pub fn north<const W: usize>(&self, board: Bits<W>) -> Bits<W> {
        board.ahead(self.size.columns as usize)
    }
}

/// The bit boards of the draggable and of the open cells.
#[inline]
pub fn boards<const W: usize>(kinds: &[Kind]) -> [Bits<W>; 2] {
    let (mut drag, mut open) = ([0; W], [0; W]);

    for (word, kinds) in kinds.chunks(64).enumerate() {
        let mut eights = kinds.chunks_exact(8);
        let mut shift = 0;

        // Eight kinds at a time: the two flags of each are the lowest bits of a byte.
        for eight in &mut eights {
            let bytes = u64::from_le_bytes(std::array::from_fn(|i| eight[i].flags()));
            drag[word] |= gather(bytes) << shift;
            open[word] |= gather(bytes >> 1) << shift;
            shift += 8;
        }

        for &kind in eights.remainder() {
            drag[word] |= u64::from(kind.is_draggable()) << shift;
            open[word] |= u64::from(kind.is_open()) << shift;
            shift += 1;
        }
    }
    [Bits(drag), Bits(open)]
}

/// The lowest bits of eight bytes, side by side.
const fn gather(bytes: u64) -> u64 {
    // One product moves each of the eight bits to its place in the highest byte; no sum carries.
    (bytes & 0x0101_0101_0101_0101).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

/// The board of the first `W` words.
#[inline]
fn mask<const W: usize>(words: &[u64]) -> Bits<W> {
    Bits(*words.first_chunk().expect("there are at least W words"))
}

/// The board of one bit of every byte.
#[inline]
pub(crate) fn pack<const W: usize>(bytes: &[u8], bit: usize) -> Bits<W> {
    let mut board = [0; W];

    for (word, bytes) in board.iter_mut().zip(bytes.chunks(64)) {
        let (eights, rest) = bytes.as_chunks::<8>();
        for (i, &eight) in eights.iter().enumerate() {
            *word |= gather(u64::from_le_bytes(eight) >> bit) << (8 * i);
        }
        for (i, &byte) in rest.iter().enumerate() {
            *word |= u64::from(byte >> bit & 1) << (8 * eights.len() + i);
        }
    }
    Bits(board)
}

/// The boards of the lowest bits of every byte.
#[inline]
pub(crate) fn pack_all<const W: usize>(bytes: &[u8], planes: &mut [Bits<W>]) {
    // Most boards have 3 to 8 colours, whose bits are gathered in one pass; with that, games of
    // `random` took 12 % fewer instructions.
    match planes.len() {
        2 => pack_some::<W, 2>(bytes, planes),
        3 => pack_some::<W, 3>(bytes, planes),
        _ => {
            for (bit, plane) in planes.iter_mut().enumerate() {
                *plane = pack(bytes, bit);
            }
        }
    }
}

/// As [`pack_all`], of a number of boards that is known, in one pass.
#[inline]
fn pack_some<const W: usize, const N: usize>(bytes: &[u8], planes: &mut [Bits<W>]) {
    for (word, bytes) in bytes.chunks(64).enumerate() {
        let mut low = [0; N];
        let mut shift = 0;
        let (eights, rest) = bytes.as_chunks::<8>();

        for &eight in eights {
            let eight = u64::from_le_bytes(eight);
            for (bit, low) in low.iter_mut().enumerate() {
                *low |= gather(eight >> bit) << shift;
            }
            shift += 8;
        }

        for &byte in rest {
            for (bit, low) in low.iter_mut().enumerate() {
                *low |= u64::from(byte >> bit & 1) << shift;
            }
            shift += 1;
        }

        for (plane, low) in planes.iter_mut().zip(low) {
            plane.0[word] = low;
        }
    }
}

/// Keeps the cells with the greatest number, over all sets together. Numbers are given as bits, the lowest
/// first.
#[inline]
pub(crate) fn keep_greatest<const W: usize, const N: usize, const BITS: usize>(
    sets: &mut [Bits<W>; N],
    numbers: &[[Bits<W>; BITS]; N],
) {
    for bit in (0..BITS).rev() {
        let with: [_; N] = std::array::from_fn(|set| sets[set].and(numbers[set][bit]));
        if with.iter().any(|set| !set.is_empty()) {
            *sets = with;
        }
    }
}

/// The sums of two 3-bit numbers in every cell, as bits, the lowest first.
#[inline]
pub(crate) fn sum<const W: usize>(a: &[Bits<W>; 3], b: &[Bits<W>; 3]) -> [Bits<W>; 4] {
    let mut sum = [Bits::EMPTY; 4];
    for i in 0..W {
        let mut carry = 0;
        for bit in 0..3 {
            let (a, b) = (a[bit].0[i], b[bit].0[i]);
            sum[bit].0[i] = a ^ b ^ carry;
            carry = a & b | carry & (a ^ b);
        }
        sum[3].0[i] = carry;
    }
    sum
}
