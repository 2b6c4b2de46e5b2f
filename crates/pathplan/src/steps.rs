//! The steps that are allowed from a cell.

use std::str::FromStr;

#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};
use tilewright_grid::{Cell, Stagger};

/// The number of neighbours of a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub enum Connectivity {
    /// The four orthogonal neighbours.
    #[cfg_attr(feature = "serde", serde(rename = "4"))]
    Four,
    /// The four orthogonal and the four diagonal neighbours.
    #[default]
    #[cfg_attr(feature = "serde", serde(rename = "8"))]
    Eight,
}

/// When a diagonal step may pass blocked cells. Each diagonal step passes two cells that are
/// neighbours of both its ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Corners {
    /// Only when both cells are free: the rule of the MovingAI benchmarks.
    #[default]
    Never,
    /// When at least one of the two is free.
    One,
    /// Always, even between two blocked cells.
    Always,
}

/// The steps that are allowed on a map. A straight step has length 1, a diagonal one √2. On a hexagonal map there are six, each of
/// length 1, whatever is said here.
///
/// ```
/// use tilewright_pathplan::{Connectivity, Corners, Steps};
///
/// let steps = Steps { corners: Corners::One, ..Steps::EIGHT };
/// assert_eq!(steps.connectivity, Connectivity::Eight);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct Steps {
    /// The number of neighbours.
    pub connectivity: Connectivity,
    /// When diagonal steps may pass blocked cells.
    pub corners: Corners,
}

impl Steps {
    /// Steps to the four orthogonal neighbours.
    pub const FOUR: Self =
        Self { connectivity: Connectivity::Four, corners: Corners::Never };
    /// Steps to all eight neighbours, where diagonal steps never pass a blocked cell.
    pub const EIGHT: Self =
        Self { connectivity: Connectivity::Eight, corners: Corners::Never };
}

tilewright_grid::names! {
    /// Both, the fewer first.
    Connectivity, name: Four = "4", Eight = "8",
}

impl FromStr for Connectivity {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::named(text).ok_or("expected 4 or 8")
    }
}

/// One of the eight directions of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Way {
    /// Rows down: -1, 0 or 1.
    pub down: i32,
    /// Columns to the right: -1, 0 or 1.
    pub right: i32,
}

/// North, east, south, west; then north-east, south-east, south-west, north-west.
pub const WAYS: [Way; 8] = [
    Way { down: -1, right: 0 },
    Way { down: 0, right: 1 },
    Way { down: 1, right: 0 },
    Way { down: 0, right: -1 },
    Way { down: -1, right: 1 },
    Way { down: 1, right: 1 },
    Way { down: 1, right: -1 },
    Way { down: -1, right: -1 },
];

/// The directions from a cell of a hexagonal map to the six cells beside it, as bits in the order of [`WAYS`]: the four straight ones,
/// and two of the others.
pub const fn hex_ways(stagger: Stagger, cell: Cell) -> u8 {
    let others = match (stagger.is_of_rows(), stagger.is_shifted(cell)) {
        (true, true) => [4, 5],
        (true, false) => [6, 7],
        (false, true) => [5, 6],
        (false, false) => [4, 7],
    };
    0b1111 | 1 << others[0] | 1 << others[1]
}

/// The directions of a set, in ascending order.
pub(crate) fn each_way(mut ways: u8) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let way = ways.trailing_zeros() as usize;
        ways &= ways.wrapping_sub(1);
        (way < WAYS.len()).then_some(way)
    })
}

/// The opposite direction.
pub const fn back(way: usize) -> usize {
    (way & 4) | ((way + 2) & 3)
}
