//! The four directions.

#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

/// A direction on a grid: north is towards row 0, east towards higher columns.
///
/// ```
/// use tilewright_grid::Heading;
///
/// assert_eq!(Heading::North.offset(), (-1, 0));
/// assert_eq!(Heading::East.offset(), (0, 1));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Heading {
    /// Towards row 0.
    North,
    /// Towards higher columns.
    East,
    /// Towards higher rows.
    South,
    /// Towards column 0.
    West,
}

impl Heading {
    /// All four directions, clockwise from north.
    pub const ALL: [Self; 4] = [Self::North, Self::East, Self::South, Self::West];

    /// What one step in this direction adds to (row, column).
    pub const fn offset(self) -> (i32, i32) {
        match self {
            Self::North => (-1, 0),
            Self::East => (0, 1),
            Self::South => (1, 0),
            Self::West => (0, -1),
        }
    }
}
