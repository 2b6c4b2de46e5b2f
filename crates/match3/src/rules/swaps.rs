//! Legal swaps.

use serde::{Deserialize, Serialize};
use tilewright_grid::{Bits, Cell, Size};

use crate::bits::BitShape;

/// A swap of the blocks of two neighbouring cells: the upper or left one, and the one below it or to its
/// right.
///
/// ```
/// use tilewright_grid::{Cell, Size};
/// use tilewright_match3::Swap;
///
/// let size = Size::new(9, 9);
/// let swap = Swap::between(size, Cell::new(2, 4), Cell::new(2, 3)).unwrap();
/// assert_eq!(swap.cells(size), [Cell::new(2, 3), Cell::new(2, 4)]);
/// ```
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct Swap {
    pub(crate) first: u16,
    pub(crate) is_down: bool,
}

impl Swap {
    /// The swap of two cells of a board, in either order; none if they are not neighbours on it.
    pub fn between(size: Size, one: Cell, two: Cell) -> Option<Self> {
        let (first, second) = (one.min(two), one.max(two));
        if !size.contains(first) || !size.contains(second) {
            return None;
        }
        let (rows, columns) =
            (second.row - first.row, second.column.wrapping_sub(first.column));
        let is_down = rows == 1 && columns == 0;
        let is_across = rows == 0 && columns == 1;
        (is_down || is_across).then(|| Self { first: size.index(first) as u16, is_down })
    }

    /// The two cells, on a board of this size.
    pub fn cells(self, size: Size) -> [Cell; 2] {
        self.indices(size.columns as usize).map(|index| size.cell(index))
    }

    /// The two cells by index in reading order.
    #[inline]
    pub(crate) const fn indices(self, columns: usize) -> [usize; 2] {
        let first = self.first as usize;
        [first, first + if self.is_down { columns } else { 1 }]
    }
}

/// The cells with the same colour as a neighbour: the first and the second cell to the east, the first and
/// the second to the south, the one to the south-east and to the south-west.
struct Alike<const W: usize> {
    east: Bits<W>,
    east_2: Bits<W>,
    south: Bits<W>,
    south_2: Bits<W>,
    south_east: Bits<W>,
    south_west: Bits<W>,
}

impl<const W: usize> Alike<W> {
    #[inline]
    fn new(shape: &BitShape, planes: &[Bits<W>], filled: Bits<W>) -> Self {
        Self {
            east: alike(planes, filled, |board| shape.east(board)),
            east_2: alike(planes, filled, |board| shape.east(shape.east(board))),
            south: alike(planes, filled, |board| shape.south(board)),
            south_2: alike(planes, filled, |board| shape.south(shape.south(board))),
            south_east: alike(planes, filled, |board| shape.south(shape.east(board))),
            south_west: alike(planes, filled, |board| shape.south(shape.west(board))),
        }
    }
}

/// The cells that hold a block of the same colour as the cell at an offset.
#[inline]
fn alike<const W: usize>(
    planes: &[Bits<W>],
    filled: Bits<W>,
    step: impl Fn(Bits<W>) -> Bits<W>,
) -> Bits<W> {
    let mut found = filled.and(step(filled));
    for plane in planes {
        let other = step(*plane);
        for i in 0..W {
            found.0[i] &= !(plane.0[i] ^ other.0[i]);
        }
    }
    found
}

/// The cells in a line of three or more blocks of one colour.
#[inline]
pub(crate) fn matched<const W: usize>(
    shape: &BitShape,
    planes: &[Bits<W>],
    filled: Bits<W>,
) -> Bits<W> {
    let east = alike(planes, filled, |board| shape.east(board));
    let south = alike(planes, filled, |board| shape.south(board));
    let east = east.and(shape.east(east));
    let south = south.and(shape.south(south));
    let (east_1, south_1) = (shape.west(east), shape.north(south));
    let (east_2, south_2) = (shape.west(east_1), shape.north(south_1));
    east.or(east_1).or(east_2).or(south).or(south_1).or(south_2)
}

/// The blocks of its own colour that a swapped block has as neighbours, at every first cell of a swap. The
/// board must have no line, so that there are at most two in a row.
struct Arrival<const W: usize> {
    /// Beside it, across the direction of the swap.
    near: [Bits<W>; 2],
    /// Beside those, if both have the colour.
    far: [Bits<W>; 2],
    /// Two in a row in the direction of the swap.
    ahead: Bits<W>,
}

impl<const W: usize> Arrival<W> {
    /// The swaps that complete a line.
    #[inline]
    fn lines(&self) -> Bits<W> {
        Bits(std::array::from_fn(|i| self.across(i) | self.ahead.0[i]))
    }

    /// The swaps that complete a line across the direction of the swap.
    #[inline]
    const fn across(&self, i: usize) -> u64 {
        self.near[0].0[i] & self.near[1].0[i] | self.far[0].0[i] | self.far[1].0[i]
    }

    /// The numbers of matched cells, as bits.
    #[inline]
    fn lengths(&self) -> Lengths<W> {
        let mut lengths = [Bits::EMPTY; 3];
        for i in 0..W {
            let five = self.far[0].0[i] & self.far[1].0[i];
            let long = self.near[0].0[i]
                & self.near[1].0[i]
                & (self.far[0].0[i] | self.far[1].0[i]);
            let (across, ahead) = (self.across(i), self.ahead.0[i]);
            let lines = across | ahead;
            let fours = long | across & ahead;
            lengths[0].0[i] = lines & !(long & !five);
            lengths[1].0[i] = lines & !fours | long & ahead;
            lengths[2].0[i] = fours;
        }
        lengths
    }
}

/// Bits 0, 1 and 2 of the number of cells that a swapped block matches: 0, or 3 to 7.
pub(crate) type Lengths<const W: usize> = [Bits<W>; 3];

/// The arrivals of all swaps, at their first cells. For the swaps to the east: of the second block at the
/// first cell, and of the first block at the second cell; then for the swaps to the south.
#[inline]
fn arrivals<const W: usize>(
    shape: &BitShape,
    planes: &[Bits<W>],
    filled: Bits<W>,
) -> [[Arrival<W>; 2]; 2] {
    let alike = Alike::new(shape, planes, filled);
    let (east, west) = (|board| shape.east(board), |board| shape.west(board));
    let (south, north) = (|board| shape.south(board), |board| shape.north(board));
    // Two cells of one colour beyond a cell, on each side.
    let pair_north = north(north(alike.south));
    let pair_south = south(alike.south);
    let pair_west = west(west(alike.east));
    let pair_east = east(alike.east);
    let to_east = [
        Arrival::new(
            [north(alike.south_east), east(alike.south_west)],
            [pair_north, pair_south],
            pair_west.and(west(alike.east_2)),
        ),
        Arrival::new(
            [east(north(alike.south_west)), alike.south_east],
            [east(pair_north), east(pair_south)],
            east(pair_east).and(alike.east_2),
        ),
    ];
    let to_south = [
        Arrival::new(
            [west(alike.south_east), east(alike.south_west)],
            [pair_west, pair_east],
            pair_north.and(north(alike.south_2)),
        ),
        Arrival::new(
            [alike.south_west, alike.south_east],
            [south(pair_west), south(pair_east)],
            south(pair_south).and(alike.south_2),
        ),
    ];
    [to_east, to_south]
}

impl<const W: usize> Arrival<W> {
    #[inline]
    fn new(near: [Bits<W>; 2], pairs: [Bits<W>; 2], ahead: Bits<W>) -> Self {
        let far = [near[0].and(pairs[0]), near[1].and(pairs[1])];
        Self { near, far, ahead }
    }
}

/// The legal swaps: the first cells of those to the east, and of those to the south. The board must have
/// no line.
#[inline]
pub(crate) fn legal<const W: usize>(
    shape: &BitShape,
    planes: &[Bits<W>],
    filled: Bits<W>,
    drag: Bits<W>,
) -> [Bits<W>; 2] {
    let [to_east, to_south] = arrivals(shape, planes, filled);
    let legal = |[first, second]: [Arrival<W>; 2], next: Bits<W>| {
        first.lines().or(second.lines()).and(drag.and(next))
    };
    [legal(to_east, shape.east(drag)), legal(to_south, shape.south(drag))]
}

/// The number of cells that each block of each swap matches, in the order of [`arrivals`].
#[inline]
pub(crate) fn lengths<const W: usize>(
    shape: &BitShape,
    planes: &[Bits<W>],
    filled: Bits<W>,
) -> [[Lengths<W>; 2]; 2] {
    arrivals(shape, planes, filled).map(|two| two.map(|arrival| arrival.lengths()))
}
