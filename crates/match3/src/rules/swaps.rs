//! Legal swaps.

use serde::{Deserialize, Serialize};
use tilewright_grid::{Bits, Cell, Size};

use crate::bits::BitShape;

/// A move: a swap of the contents of two neighbouring cells, or a tap on a cell.
///
/// Under `classic` there are swaps only, from the upper or left cell.
///
/// ```
/// use tilewright_grid::{Cell, Size};
/// use tilewright_match3::Move;
///
/// let size = Size::new(9, 9);
/// let swap = Move::between(size, Cell::new(2, 4), Cell::new(2, 3)).unwrap();
/// assert_eq!(swap.cells(size), [Cell::new(2, 3), Cell::new(2, 4)]);
/// let tap = Move::from_to(size, Cell::new(2, 4), Cell::new(2, 4)).unwrap();
/// assert!(tap.is_tap());
/// ```
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct Move {
    pub(crate) first: u16,
    pub(crate) way: Way,
}

/// Where a move goes from its cell.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub(crate) enum Way {
    /// To the cell on its right.
    Right,
    /// To the cell below.
    Down,
    /// Nowhere: a tap.
    Tap,
    /// To the cell on its left.
    Left,
    /// To the cell above.
    Up,
}

impl Move {
    /// The swap of two cells of a board, from the upper or left one, in whichever order they are given;
    /// none if they are not neighbours on it.
    pub fn between(size: Size, one: Cell, two: Cell) -> Option<Self> {
        Self::from_to(size, one.min(two), one.max(two)).filter(|made| !made.is_tap())
    }

    /// The swap from a cell to a neighbour, or the tap if both are the same; none if they are not
    /// neighbours on the board.
    pub fn from_to(size: Size, from: Cell, to: Cell) -> Option<Self> {
        if !size.contains(from) || !size.contains(to) {
            return None;
        }

        let rows = i64::from(to.row) - i64::from(from.row);
        let columns = i64::from(to.column) - i64::from(from.column);

        let way = match (rows, columns) {
            (0, 1) => Way::Right,
            (1, 0) => Way::Down,
            (0, 0) => Way::Tap,
            (0, -1) => Way::Left,
            (-1, 0) => Way::Up,
            _ => return None,
        };
        Some(Self { first: size.index(from) as u16, way })
    }

    /// Whether it is a tap.
    pub const fn is_tap(self) -> bool {
        matches!(self.way, Way::Tap)
    }

    /// The two cells, on a board of this size; of a tap twice the same.
    pub fn cells(self, size: Size) -> [Cell; 2] {
        self.indices(size.columns as usize).map(|index| size.cell(index))
    }

    /// The two cells by index in reading order.
    #[inline]
    pub(crate) const fn indices(self, columns: usize) -> [usize; 2] {
        let first = self.first as usize;
        let other = match self.way {
            Way::Right => first + 1,
            Way::Down => first + columns,
            Way::Tap => first,
            Way::Left => first.wrapping_sub(1),
            Way::Up => first.wrapping_sub(columns),
        };
        [first, other]
    }

    /// The move of a bot with the same effect but for pairs: a swap from the upper or left cell.
    pub(crate) const fn forward(self, columns: usize) -> Self {
        let [_, other] = self.indices(columns);
        match self.way {
            Way::Left => Self { first: other as u16, way: Way::Right },
            Way::Up => Self { first: other as u16, way: Way::Down },
            _ => self,
        }
    }
}

/// The cells with the same colour as a neighbour: the first and the second cell to the east, the first and
/// the second to the south, the one to the south-east and to the south-west.
pub(super) struct EqualNeighbors<const W: usize> {
    east: Bits<W>,
    east_2: Bits<W>,
    south: Bits<W>,
    south_2: Bits<W>,
    south_east: Bits<W>,
    south_west: Bits<W>,
}

impl<const W: usize> EqualNeighbors<W> {
    pub(super) fn new(shape: &BitShape, planes: &[Bits<W>], filled: Bits<W>) -> Self {
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

/// The cells with the same colour as the next one to the east, and to the south.
#[inline]
pub(crate) fn alike_next<const W: usize>(
    shape: &BitShape,
    planes: &[Bits<W>],
    filled: Bits<W>,
) -> [Bits<W>; 2] {
    [
        alike(planes, filled, |board| shape.east(board)),
        alike(planes, filled, |board| shape.south(board)),
    ]
}

/// The cells in a line of three or more blocks of one colour.
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
#[derive(Clone, Copy, Debug)]
pub(super) struct Arrival<const W: usize> {
    /// Beside it, across the direction of the swap.
    pub(super) near: [Bits<W>; 2],
    /// Beside those, if both have the colour.
    pub(super) far: [Bits<W>; 2],
    /// Two in a row in the direction of the swap.
    pub(super) ahead: Bits<W>,
}

impl<const W: usize> Arrival<W> {
    /// Of swaps that match nothing.
    pub(super) const EMPTY: Self =
        Self { near: [Bits::EMPTY; 2], far: [Bits::EMPTY; 2], ahead: Bits::EMPTY };

    /// The swaps that complete a line.
    #[inline]
    pub(super) fn lines(&self) -> Bits<W> {
        Bits(std::array::from_fn(|i| self.across(i) | self.ahead.0[i]))
    }

    /// The swaps that complete a line across the direction of the swap.
    #[inline]
    pub(super) const fn across(&self, i: usize) -> u64 {
        self.near[0].0[i] & self.near[1].0[i] | self.far[0].0[i] | self.far[1].0[i]
    }

    /// The numbers of matched cells, as bits.
    #[inline]
    pub(super) fn lengths(&self) -> Lengths<W> {
        let mut lengths = [Bits::EMPTY; 3];

        // A number is 0 or from 3 to 7: three across, or four or five with those beyond; three
        // ahead; both together count the arriving cell once.
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

/// See [`arrivals`].
pub(super) type Arrivals<const W: usize> = [[Arrival<W>; 2]; 2];

/// The arrivals of all swaps, at their first cells. For the swaps to the east: of the second block at the
/// first cell, and of the first block at the second cell; then for the swaps to the south.
pub(super) fn arrivals<const W: usize>(
    shape: &BitShape,
    alike: &EqualNeighbors<W>,
) -> Arrivals<W> {
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
    lines(shape, &arrivals(shape, &EqualNeighbors::new(shape, planes, filled)), drag)
}

/// The swaps that complete lines, as [`legal`] gives them.
#[inline]
pub(super) fn lines<const W: usize>(
    shape: &BitShape,
    [to_east, to_south]: &Arrivals<W>,
    drag: Bits<W>,
) -> [Bits<W>; 2] {
    let legal = |[first, second]: &[Arrival<W>; 2], next: Bits<W>| {
        first.lines().or(second.lines()).and(drag.and(next))
    };
    [legal(to_east, shape.east(drag)), legal(to_south, shape.south(drag))]
}

/// The number of cells that each block of each swap matches, in the order of [`arrivals`].
pub(crate) fn lengths<const W: usize>(
    shape: &BitShape,
    planes: &[Bits<W>],
    filled: Bits<W>,
) -> [[Lengths<W>; 2]; 2] {
    arrivals(shape, &EqualNeighbors::new(shape, planes, filled))
        .map(|two| two.map(|arrival| arrival.lengths()))
}

/// The swaps to the east and to the south, at their first cells, that complete a square. The board must
/// have no square.
pub(super) fn squares<const W: usize>(
    shape: &BitShape,
    alike: &EqualNeighbors<W>,
) -> [Bits<W>; 2] {
    let (east, west) = (|board| shape.east(board), |board| shape.west(board));
    let (south, north) = (|board| shape.south(board), |board| shape.north(board));

    // The first block at the second cell, in a square above or below; then the second at the first.

    let beyond = alike.east_2;
    let before = west(alike.east_2);
    let across = [
        beyond.and(east(north(alike.south_west))).and(east(north(alike.east))),
        beyond.and(alike.south_east).and(east(south(alike.east))),
        before.and(north(alike.south_east)).and(west(north(alike.east))),
        before.and(east(alike.south_west)).and(west(south(alike.east))),
    ];

    let beyond = alike.south_2;
    let before = north(alike.south_2);
    let down = [
        beyond.and(alike.south_west).and(south(west(alike.south))),
        beyond.and(alike.south_east).and(south(east(alike.south))),
        before.and(west(alike.south_east)).and(north(west(alike.south))),
        before.and(east(alike.south_west)).and(north(east(alike.south))),
    ];

    [across, down].map(|squares| squares.into_iter().fold(Bits::EMPTY, Bits::or))
}
