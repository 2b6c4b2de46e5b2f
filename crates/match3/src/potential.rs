//! The swap-match potential: in how many ways a swap can complete a line of three.
//!
//! The measure of limbsoo's article *Match-3 difficulty from swap matches*. A *case* is an
//! arriving cell A, the two other cells of a line of three through A, and a source S beside A
//! that is not in the line, all on the board. It is *alive* when A and S are draggable and the
//! two others open. The potential of a cell is its alive cases, that of a level their sum.
//!
//! All cells are counted at once, on bit boards: one bit a cell, row by row, in `W` words. The
//! sixteen cases of every cell are added up bit-sliced, so that plane k holds bit k of the
//! count of every cell.

use tilewright_grid::{Grid, Size};

use crate::{Kind, Level};

/// The potential of a level: its alive cases.
///
/// ```
/// use tilewright_match3::{Level, potential};
///
/// assert_eq!(potential(&"...\n...\n...\n".parse::<Level>()?), 24);
/// # Ok::<(), tilewright_match3::LevelError>(())
/// ```
pub fn potential(level: &Level) -> u32 {
    BitShape::new(level.size()).potential(level.cells().values())
}

/// The potential of every cell.
pub(crate) fn cell_potentials(cells: &Grid<Kind>) -> Grid<u32> {
    let shape = BitShape::new(cells.size());
    let planes =
        dispatch!(shape.words, W => shape.planes::<W>(cells.values()).map(Vec::from));
    let size = cells.size();
    Grid::from_fn(size, |cell| {
        let (word, bit) = (size.index(cell) / 64, size.index(cell) % 64);
        (0..5).map(|weight| ((planes[weight][word] >> bit & 1) as u32) << weight).sum()
    })
}

/// The bit boards of one size: how many words, and which cells are in the edge columns.
#[derive(Clone, Debug)]
pub(crate) struct BitShape {
    size: Size,
    pub(crate) words: usize,
    not_first: Vec<u64>,
    not_last: Vec<u64>,
}

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

    /// The potential of a board of these kinds, given in reading order.
    pub(crate) fn potential(&self, kinds: &[Kind]) -> u32 {
        dispatch!(self.words, W => weigh(&self.planes::<W>(kinds)))
    }

    /// The bit-sliced potential of every cell.
    fn planes<const W: usize>(&self, kinds: &[Kind]) -> [[u64; W]; 5] {
        self.count(boards(kinds))
    }

    /// The bit-sliced potential of every cell of a board given as its draggable and its open
    /// cells.
    #[inline]
    pub(crate) fn count<const W: usize>(
        &self,
        [drag, open]: [Board<W>; 2],
    ) -> [[u64; W]; 5] {
        let columns = self.size.columns as usize;
        // Board `east` has, in each cell, what the board has in the next cell to the east.
        let east = |board: &Board<W>| and(&down(board, 1), &self.not_last);
        let west = |board: &Board<W>| and(&up(board, 1), &self.not_first);
        let south = |board: &Board<W>| down(board, columns);
        let north = |board: &Board<W>| up(board, columns);
        let [e, w, s, n] = [east(&open), west(&open), south(&open), north(&open)];
        let [ee, ww, ss, nn] = [east(&e), west(&w), south(&s), north(&n)];
        let [from_e, from_w] = [east(&drag), west(&drag)];
        let [from_s, from_n] = [south(&drag), north(&drag)];
        let mut planes = [[0; W]; 5];
        for i in 0..W {
            let sum = cell_cases(
                [e[i] & ee[i], w[i] & ww[i], e[i] & w[i]],
                [s[i] & ss[i], n[i] & nn[i], s[i] & n[i]],
                [from_n[i], from_s[i], from_w[i], from_e[i]]
                    .map(|source| source & drag[i]),
            );
            for (plane, bits) in planes.iter_mut().zip(sum) {
                plane[i] = bits;
            }
        }
        planes
    }
}

/// One bit a cell, in reading order.
pub(crate) type Board<const W: usize> = [u64; W];

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

/// The alive cases of each cell of a word, bit-sliced: given which lines lie open towards the
/// east, the west and both (`rows`), the south, the north and both (`columns`), and which
/// sources can move (north, south, west, east).
const fn cell_cases(rows: [u64; 3], columns: [u64; 3], sources: [u64; 4]) -> [u64; 5] {
    let [north, south, west, east] = sources;
    let (row, rows_2) = full_add(rows[0], rows[1], rows[2]);
    let (column, columns_2) = full_add(columns[0], columns[1], columns[2]);
    // A source north or south completes any row, and the column that leads away from it;
    // one west or east any column, and the row that leads away from it.
    let ones = [
        north & row,
        north & columns[0],
        south & row,
        south & columns[1],
        west & column,
        west & rows[0],
        east & column,
        east & rows[1],
    ];
    let twos = [north & rows_2, south & rows_2, west & columns_2, east & columns_2];
    let (plane_1, carries) = add_eight(ones);
    let [a, b, c, d] = carries;
    let (plane_2, carries) = add_eight([a, b, c, d, twos[0], twos[1], twos[2], twos[3]]);
    let [a, b, c, d] = carries;
    let (sum, eight) = full_add(a, b, c);
    let (plane_4, other) = (sum ^ d, sum & d);
    [plane_1, plane_2, plane_4, eight ^ other, eight & other]
}

/// The sum of three bits: its low and its high bit.
const fn full_add(a: u64, b: u64, c: u64) -> (u64, u64) {
    let half = a ^ b;
    (half ^ c, (a & b) | (half & c))
}

/// The low bit of the sum of eight bits, and the four carries.
const fn add_eight(bits: [u64; 8]) -> (u64, [u64; 4]) {
    let (first, carry_1) = full_add(bits[0], bits[1], bits[2]);
    let (second, carry_2) = full_add(bits[3], bits[4], bits[5]);
    let (third, carry_3) = full_add(first, second, bits[6]);
    (third ^ bits[7], [carry_1, carry_2, carry_3, third & bits[7]])
}

/// The sum of all cells' counts.
#[inline]
pub(crate) fn weigh<const W: usize>(planes: &[[u64; W]; 5]) -> u32 {
    let count =
        |plane: &[u64; W]| plane.iter().map(|word| word.count_ones()).sum::<u32>();
    planes.iter().rev().fold(0, |sum, plane| sum * 2 + count(plane))
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
