//! Bit boards: one bit a cell, row by row, in as many words as the board needs.

use tilewright_grid::Size;

use crate::Kind;

/// One bit a cell, in reading order.
pub(crate) type Board<const W: usize> = [u64; W];

/// Calls a function that is generic in the number of words with the least power of two that
/// holds the board.
macro_rules! dispatch {
    ($words:expr, $name:ident => $call:expr) => {
        match $words {
            1 => {
                const $name: usize = 1;
                $call
            }
            2 => {
                const $name: usize = 2;
                $call
            }
            3..=4 => {
                const $name: usize = 4;
                $call
            }
            5..=8 => {
                const $name: usize = 8;
                $call
            }
            9..=16 => {
                const $name: usize = 16;
                $call
            }
            17..=32 => {
                const $name: usize = 32;
                $call
            }
            _ => {
                const $name: usize = 64;
                $call
            }
        }
    };
}
pub(crate) use dispatch;

/// The bit boards of one size: how many words, and which cells are in the edge columns.
#[derive(Clone, Debug)]
pub(crate) struct BitShape {
    size: Size,
    pub(crate) words: usize,
    not_first: Vec<u64>,
    not_last: Vec<u64>,
}

impl BitShape {
    pub(crate) fn new(size: Size) -> Self {
        let words = size.area().div_ceil(64).max(1);
        let mut shape = Self {
            size,
            words,
            not_first: vec![0; words.next_power_of_two()],
            not_last: vec![0; words.next_power_of_two()],
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

    /// The board that has, in each cell, what this one has in the next cell to the east.
    #[inline]
    pub(crate) fn east<const W: usize>(&self, board: &Board<W>) -> Board<W> {
        and(&down(board, 1), &self.not_last)
    }

    /// The board that has, in each cell, what this one has in the next cell to the west.
    #[inline]
    pub(crate) fn west<const W: usize>(&self, board: &Board<W>) -> Board<W> {
        and(&up(board, 1), &self.not_first)
    }

    /// The board that has, in each cell, what this one has in the next cell to the south.
    #[inline]
    pub(crate) fn south<const W: usize>(&self, board: &Board<W>) -> Board<W> {
        down(board, self.size.columns as usize)
    }

    /// The board that has, in each cell, what this one has in the next cell to the north.
    #[inline]
    pub(crate) fn north<const W: usize>(&self, board: &Board<W>) -> Board<W> {
        up(board, self.size.columns as usize)
    }
}

/// The draggable and the open cells.
#[inline]
pub(crate) fn boards<const W: usize>(kinds: &[Kind]) -> [Board<W>; 2] {
    let (mut drag, mut open) = ([0; W], [0; W]);
    for (word, kinds) in kinds.chunks(64).enumerate() {
        let mut eights = kinds.chunks_exact(8);
        let mut shift = 0;
        for eight in &mut eights {
            let bytes = u64::from_le_bytes(std::array::from_fn(|i| eight[i] as u8));
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
    [drag, open]
}

/// The lowest bits of eight bytes, side by side.
const fn gather(bytes: u64) -> u64 {
    (bytes & 0x0101_0101_0101_0101).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

#[inline]
fn and<const W: usize>(board: &Board<W>, mask: &[u64]) -> Board<W> {
    std::array::from_fn(|i| board[i] & mask[i])
}

/// The board moved towards lower indices by 1 to 64; zeros come in.
#[inline]
fn down<const W: usize>(board: &Board<W>, by: usize) -> Board<W> {
    std::array::from_fn(|i| {
        let next = if i + 1 < W { board[i + 1] } else { 0 };
        // In two steps each way, since a word cannot be shifted by all of its bits at once.
        board[i] >> (by - 1) >> 1 | next << (64 - by)
    })
}

/// The board moved towards higher indices by 1 to 64; zeros come in.
#[inline]
fn up<const W: usize>(board: &Board<W>, by: usize) -> Board<W> {
    std::array::from_fn(|i| {
        let last = if i > 0 { board[i - 1] } else { 0 };
        board[i] << (by - 1) << 1 | last >> (64 - by)
    })
}

/// One bit of every byte.
#[inline]
pub(crate) fn pack<const W: usize>(bytes: &[u8], bit: usize) -> Board<W> {
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
    board
}

/// The cells that are in both.
#[inline]
pub(crate) fn both<const W: usize>(a: &Board<W>, b: &Board<W>) -> Board<W> {
    std::array::from_fn(|i| a[i] & b[i])
}

/// The cells that are in either.
#[inline]
pub(crate) fn either<const W: usize>(a: &Board<W>, b: &Board<W>) -> Board<W> {
    std::array::from_fn(|i| a[i] | b[i])
}

/// The cells of the first that are not in the second.
#[inline]
pub(crate) fn without<const W: usize>(a: &Board<W>, b: &Board<W>) -> Board<W> {
    std::array::from_fn(|i| a[i] & !b[i])
}

/// Whether no cell is in it.
#[inline]
pub(crate) fn is_none<const W: usize>(board: &Board<W>) -> bool {
    board.iter().all(|&word| word == 0)
}

/// How many cells are in it.
#[inline]
pub(crate) fn count<const W: usize>(board: &Board<W>) -> u32 {
    board.iter().map(|word| word.count_ones()).sum()
}

/// Whether a cell is in it.
#[inline]
pub(crate) const fn has<const W: usize>(board: &Board<W>, index: usize) -> bool {
    board[index / 64] >> (index % 64) & 1 == 1
}

/// Puts a cell in.
#[inline]
pub(crate) const fn put<const W: usize>(board: &mut Board<W>, index: usize) {
    board[index / 64] |= 1 << (index % 64);
}

/// Takes a cell out.
#[inline]
pub(crate) const fn take<const W: usize>(board: &mut Board<W>, index: usize) {
    board[index / 64] &= !(1 << (index % 64));
}

/// The indices of its cells, ascending.
pub(crate) fn indices<const W: usize>(board: Board<W>) -> impl Iterator<Item = usize> {
    board.into_iter().enumerate().flat_map(|(word, mut bits)| {
        std::iter::from_fn(move || {
            let bit = (bits != 0).then(|| bits.trailing_zeros() as usize)?;
            bits &= bits - 1;
            Some(word * 64 + bit)
        })
    })
}

/// The index of the cell that comes after so many others.
#[inline]
pub(crate) fn nth<const W: usize>(board: &Board<W>, mut rank: u32) -> Option<usize> {
    for (word, &bits) in board.iter().enumerate() {
        let here = bits.count_ones();
        if rank < here {
            let mut bits = bits;
            for _ in 0..rank {
                bits &= bits - 1;
            }
            return Some(word * 64 + bits.trailing_zeros() as usize);
        }
        rank -= here;
    }
    None
}

/// Keeps, in all of these sets of cells together, those with the greatest number; the numbers
/// come as their bits, the least first.
#[inline]
pub(crate) fn keep_greatest<const W: usize, const N: usize, const BITS: usize>(
    sets: &mut [Board<W>; N],
    numbers: &[[Board<W>; BITS]; N],
) {
    for bit in (0..BITS).rev() {
        let with: [_; N] =
            std::array::from_fn(|set| both(&sets[set], &numbers[set][bit]));
        if with.iter().any(|set| !is_none(set)) {
            *sets = with;
        }
    }
}

/// The sums of two numbers of three bits in every cell, as their bits, the least first.
#[inline]
pub(crate) fn sum<const W: usize>(a: &[Board<W>; 3], b: &[Board<W>; 3]) -> [Board<W>; 4] {
    let mut sum = [[0; W]; 4];
    for i in 0..W {
        let mut carry = 0;
        for bit in 0..3 {
            let (a, b) = (a[bit][i], b[bit][i]);
            sum[bit][i] = a ^ b ^ carry;
            carry = a & b | carry & (a ^ b);
        }
        sum[3][i] = carry;
    }
    sum
}

/// The board of the cells that pass.
pub(crate) fn board_of<const W: usize>(
    area: usize,
    is_member: impl Fn(usize) -> bool,
) -> Board<W> {
    let mut board = [0; W];
    (0..area).filter(|&index| is_member(index)).for_each(|index| put(&mut board, index));
    board
}
