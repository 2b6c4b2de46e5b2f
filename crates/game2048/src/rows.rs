//! Lookup tables of moves for each of the 65,536 rows of a bit board.

use std::sync::LazyLock;

use crate::line::slide_line;

/// For each row the row after a move to the left and to the right, and the score of the move. Two
/// tiles of 32,768 do not merge, because the code of 65,536 does not fit into four bits.
#[derive(Debug)]
pub(crate) struct Rows {
    pub(crate) left: Box<[u16; ROWS]>,
    pub(crate) right: Box<[u16; ROWS]>,
    pub(crate) gain: Box<[u32; ROWS]>,
}

/// The number of rows: four cells with sixteen codes each.
pub(crate) const ROWS: usize = 1 << 16;

static TABLES: LazyLock<Rows> = LazyLock::new(Rows::new);

/// The tables, computed at the first call.
pub(crate) fn rows() -> &'static Rows {
    &TABLES
}

impl Rows {
    fn new() -> Self {
        let mut left = table(0_u16);
        let mut right = table(0_u16);
        let mut gain = table(0_u32);
        for row in 0..=u16::MAX {
            let mut cells = unpack(row);
            gain[usize::from(row)] = slide_line(&mut cells, 15) as u32;
            left[usize::from(row)] = pack(cells);
            right[usize::from(mirrored(row))] = mirrored(pack(cells));
        }
        Self { left, right, gain }
    }
}

/// A table filled with one value, on the heap.
#[expect(clippy::unnecessary_box_returns, reason = "a table does not fit the stack")]
pub(crate) fn table<T: Copy>(value: T) -> Box<[T; ROWS]> {
    let boxed = vec![value; ROWS].into_boxed_slice().try_into();
    boxed.unwrap_or_else(|_| unreachable!("the length is that of the table"))
}

/// The four codes of a row, column 0 first.
pub(crate) fn unpack(row: u16) -> [u8; 4] {
    [0, 4, 8, 12].map(|shift| (row >> shift) as u8 & 15)
}

fn pack(cells: [u8; 4]) -> u16 {
    cells.iter().rev().fold(0, |row, &code| row << 4 | u16::from(code))
}

const fn mirrored(row: u16) -> u16 {
    row << 12 | (row & 0xf0) << 4 | (row & 0xf00) >> 4 | row >> 12
}
