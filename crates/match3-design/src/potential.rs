//! The swap-match potential: the number of ways in which a swap can complete a line of three.
//!
//! The measure of limbsoo's article *Match-3 difficulty from swap matches*. A *case* is an
//! arriving cell A, the two other cells of a line of three through A, and a source S beside A
//! that is not in the line, all on the board. It is *alive* if A and S are draggable and the
//! two others are open. The potential of a cell is the number of its alive cases; the potential of
//! a level is the sum over its cells.
//!
//! All cells are counted at once on bit boards: one bit per cell, row by row, in `W` words. The
//! counts are bit-sliced: plane k holds bit k of the count of every cell.

use tilewright_grid::{Bits, Grid};
use tilewright_match3::bits::{BitShape, boards, dispatch};
use tilewright_match3::{Kind, Level};

/// The potential of a level: the number of ways in which a swap can complete a line of three.
///
/// ```
/// use tilewright_match3::Level;
/// use tilewright_match3_design::potential;
///
/// assert_eq!(potential(&"...\n...\n...\n".parse::<Level>()?), 24);
/// # Ok::<(), tilewright_match3::LevelError>(())
/// ```
pub fn potential(level: &Level) -> u32 {
    of_kinds(&BitShape::new(level.size()), level.cells().values())
}

/// The potential of every cell.
pub(crate) fn cell_potentials(cells: &Grid<Kind>) -> Grid<u32> {
    let shape = BitShape::new(cells.size());
    let size = cells.size();
    dispatch!(shape.words, W => {
        let planes = planes::<W>(&shape, cells.values());
        let bit = |index, weight: usize| u32::from(planes[weight].has(index)) << weight;
        Grid::from_fn(size, |cell| (0..5).map(|weight| bit(size.index(cell), weight)).sum())
    })
}

/// The potential of a board, given its kinds in reading order.
pub(crate) fn of_kinds(shape: &BitShape, kinds: &[Kind]) -> u32 {
    dispatch!(shape.words, W => weigh(&planes::<W>(shape, kinds)))
}

/// The bit-sliced potential of every cell.
fn planes<const W: usize>(shape: &BitShape, kinds: &[Kind]) -> [Bits<W>; 5] {
    count(shape, boards(kinds))
}

/// The bit-sliced potential of every cell of a board, given its draggable and its open cells.
#[inline]
pub(crate) fn count<const W: usize>(
    shape: &BitShape,
    [drag, open]: [Bits<W>; 2],
) -> [Bits<W>; 5] {
    // Each shifted board says of every cell at once what its neighbours are, one step or two
    // away.
    let (e, w) = (shape.east(open), shape.west(open));
    let (s, n) = (shape.south(open), shape.north(open));
    let (ee, ww) = (shape.east(e), shape.west(w));
    let (ss, nn) = (shape.south(s), shape.north(n));

    let [from_e, from_w] = [shape.east(drag), shape.west(drag)];
    let [from_s, from_n] = [shape.south(drag), shape.north(drag)];

    let mut planes = [Bits::EMPTY; 5];

    for i in 0..W {
        let sum = cell_cases(
            [e.0[i] & ee.0[i], w.0[i] & ww.0[i], e.0[i] & w.0[i]],
            [s.0[i] & ss.0[i], n.0[i] & nn.0[i], s.0[i] & n.0[i]],
            [from_n.0[i], from_s.0[i], from_w.0[i], from_e.0[i]]
                .map(|source| source & drag.0[i]),
        );
        for (plane, bits) in planes.iter_mut().zip(sum) {
            plane.0[i] = bits;
        }
    }
    planes
}

/// The bit-sliced number of alive cases of each cell of a word, given the open lines towards the east,
/// the west and both sides (`rows`), towards the south, the north and both sides (`columns`), and the
/// draggable sources (north, south, west, east).
const fn cell_cases(rows: [u64; 3], columns: [u64; 3], sources: [u64; 4]) -> [u64; 5] {
    let [north, south, west, east] = sources;

    // The lines towards one side, the other and both are added to a number of two bits.
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

    // Sums of bits by adders: cells of a word at once, eight bits of one weight at a time.
    let (plane_1, carries) = add_eight(ones);
    let [a, b, c, d] = carries;
    let (plane_2, carries) = add_eight([a, b, c, d, twos[0], twos[1], twos[2], twos[3]]);
    let [a, b, c, d] = carries;
    let (sum, eight) = full_add(a, b, c);
    let (plane_4, other) = (sum ^ d, sum & d);
    [plane_1, plane_2, plane_4, eight ^ other, eight & other]
}

/// The low and the high bit of the sum of three bits.
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

/// The sum of the counts of all cells.
#[inline]
pub(crate) fn weigh<const W: usize>(planes: &[Bits<W>; 5]) -> u32 {
    planes.iter().rev().fold(0, |sum, plane| sum * 2 + plane.count())
}
