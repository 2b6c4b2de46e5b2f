//! Which swaps complete a line.

use serde::{Deserialize, Serialize};
use tilewright_grid::{Cell, Size};

use crate::bits::{BitShape, Board, both, either, without};

/// Two neighbouring cells whose blocks change places: the upper or left one, and the one
/// below or to its right.
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
    /// The swap of two cells of a board; none unless they are neighbours on it.
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

    /// Its two cells on a board of that size.
    pub fn cells(self, size: Size) -> [Cell; 2] {
        self.indices(size.columns as usize).map(|index| size.cell(index))
    }

    /// Its two cells by index in reading order.
    #[inline]
    pub(crate) const fn indices(self, columns: usize) -> [usize; 2] {
        let first = self.first as usize;
        [first, first + if self.is_down { columns } else { 1 }]
    }
}

/// Which neighbours hold the same colour: the next one to the east, the one after, the next
/// to the south, the one after, south-east and south-west.
struct Alike<const W: usize> {
    east: Board<W>,
    east_2: Board<W>,
    south: Board<W>,
    south_2: Board<W>,
    south_east: Board<W>,
    south_west: Board<W>,
}

impl<const W: usize> Alike<W> {
    #[inline]
    fn new(shape: &BitShape, planes: &[Board<W>], filled: &Board<W>) -> Self {
        Self {
            east: alike(planes, filled, |board| shape.east(board)),
            east_2: alike(planes, filled, |board| shape.east(&shape.east(board))),
            south: alike(planes, filled, |board| shape.south(board)),
            south_2: alike(planes, filled, |board| shape.south(&shape.south(board))),
            south_east: alike(planes, filled, |board| shape.south(&shape.east(board))),
            south_west: alike(planes, filled, |board| shape.south(&shape.west(board))),
        }
    }
}

/// The cells that hold a block of the same colour as the cell that far away.
#[inline]
fn alike<const W: usize>(
    planes: &[Board<W>],
    filled: &Board<W>,
    step: impl Fn(&Board<W>) -> Board<W>,
) -> Board<W> {
    let mut found = both(filled, &step(filled));
    for plane in planes {
        let other = step(plane);
        for i in 0..W {
            found[i] &= !(plane[i] ^ other[i]);
        }
    }
    found
}

/// The cells that lie in a line of three or more of one colour.
#[inline]
pub(crate) fn matched<const W: usize>(
    shape: &BitShape,
    planes: &[Board<W>],
    filled: &Board<W>,
) -> Board<W> {
    let east = alike(planes, filled, |board| shape.east(board));
    let south = alike(planes, filled, |board| shape.south(board));
    let east = both(&east, &shape.east(&east));
    let south = both(&south, &shape.south(&south));
    let (east_1, south_1) = (shape.west(&east), shape.north(&south));
    let (east_2, south_2) = (shape.west(&east_1), shape.north(&south_1));
    std::array::from_fn(|i| {
        east[i] | east_1[i] | east_2[i] | south[i] | south_1[i] | south_2[i]
    })
}

/// What a block that changes places meets where it arrives, at every first cell of a swap:
/// blocks of its own colour. No line may be complete already, so that there are at most two
/// in a row.
struct Arrival<const W: usize> {
    /// Next to it on either side, across the way that it came.
    near: [Board<W>; 2],
    /// Next to those, where they are alike as well.
    far: [Board<W>; 2],
    /// Two in a row ahead of it.
    ahead: Board<W>,
}

impl<const W: usize> Arrival<W> {
    /// Where it completes a line.
    #[inline]
    fn lines(&self) -> Board<W> {
        std::array::from_fn(|i| self.across(i) | self.ahead[i])
    }

    /// Where it completes a line across its way.
    #[inline]
    const fn across(&self, i: usize) -> u64 {
        self.near[0][i] & self.near[1][i] | self.far[0][i] | self.far[1][i]
    }

    /// How many cells it matches, as the bits of a number.
    #[inline]
    fn lengths(&self) -> Lengths<W> {
        let five = both(&self.far[0], &self.far[1]);
        let four = std::array::from_fn(|i| {
            self.near[0][i] & self.near[1][i] & (self.far[0][i] ^ self.far[1][i])
        });
        let long = either(&four, &five);
        let lines = self.lines();
        let fours = std::array::from_fn(|i| long[i] | self.across(i) & self.ahead[i]);
        let twos =
            std::array::from_fn(|i| lines[i] & !fours[i] | long[i] & self.ahead[i]);
        [without(&lines, &four), twos, fours]
    }
}

/// Bits 0, 1 and 2 of how many cells an arriving block matches: 0, or 3 to 7.
pub(crate) type Lengths<const W: usize> = [Board<W>; 3];

/// The arrivals of all swaps, at their first cells: of the swaps to the east the second block
/// in the first cell and the first in the second, then of the swaps to the south.
#[inline]
fn arrivals<const W: usize>(
    shape: &BitShape,
    planes: &[Board<W>],
    filled: &Board<W>,
) -> [[Arrival<W>; 2]; 2] {
    let alike = Alike::new(shape, planes, filled);
    let (east, west) = (|board: &_| shape.east(board), |board: &_| shape.west(board));
    let (south, north) = (|board: &_| shape.south(board), |board: &_| shape.north(board));
    // Two alike beyond a cell, to each side of it.
    let pair_north = north(&north(&alike.south));
    let pair_south = south(&alike.south);
    let pair_west = west(&west(&alike.east));
    let pair_east = east(&alike.east);
    let to_east = [
        Arrival::new(
            [north(&alike.south_east), east(&alike.south_west)],
            [&pair_north, &pair_south],
            both(&pair_west, &west(&alike.east_2)),
        ),
        Arrival::new(
            [east(&north(&alike.south_west)), alike.south_east],
            [&east(&pair_north), &east(&pair_south)],
            both(&east(&pair_east), &alike.east_2),
        ),
    ];
    let to_south = [
        Arrival::new(
            [west(&alike.south_east), east(&alike.south_west)],
            [&pair_west, &pair_east],
            both(&pair_north, &north(&alike.south_2)),
        ),
        Arrival::new(
            [alike.south_west, alike.south_east],
            [&south(&pair_west), &south(&pair_east)],
            both(&south(&pair_south), &alike.south_2),
        ),
    ];
    [to_east, to_south]
}

impl<const W: usize> Arrival<W> {
    #[inline]
    fn new(near: [Board<W>; 2], pairs: [&Board<W>; 2], ahead: Board<W>) -> Self {
        let far = [both(&near[0], pairs[0]), both(&near[1], pairs[1])];
        Self { near, far, ahead }
    }
}

/// The swaps that complete a line: the first cells of those to the east, and of those to the
/// south. No line may be complete already.
#[inline]
pub(crate) fn legal<const W: usize>(
    shape: &BitShape,
    planes: &[Board<W>],
    filled: &Board<W>,
    drag: &Board<W>,
) -> [Board<W>; 2] {
    let [to_east, to_south] = arrivals(shape, planes, filled);
    let legal = |[first, second]: [Arrival<W>; 2], next: Board<W>| {
        both(&either(&first.lines(), &second.lines()), &both(drag, &next))
    };
    [legal(to_east, shape.east(drag)), legal(to_south, shape.south(drag))]
}

/// How many cells each block of each swap matches: of the swaps to the east the block that
/// arrives in the first cell and the one in the second, then of those to the south.
#[inline]
pub(crate) fn lengths<const W: usize>(
    shape: &BitShape,
    planes: &[Board<W>],
    filled: &Board<W>,
) -> [[Lengths<W>; 2]; 2] {
    arrivals(shape, planes, filled).map(|two| two.map(|arrival| arrival.lengths()))
}
