//! The four directions of a board.

use serde::{Deserialize, Serialize};

/// One of the four directions of a board.
///
/// ```
/// use tilewright_grid::Heading;
///
/// assert_eq!(Heading::North.opposite(), Heading::South);
/// assert_eq!(Heading::East.clockwise(), Heading::South);
/// ```
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "lowercase")]
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
    /// All four, clockwise from north.
    pub const ALL: [Self; 4] = [Self::North, Self::East, Self::South, Self::West];

    /// The change of (row, column) of one step.
    pub const fn offset(self) -> (i32, i32) {
        match self {
            Self::North => (-1, 0),
            Self::East => (0, 1),
            Self::South => (1, 0),
            Self::West => (0, -1),
        }
    }

    /// The direction of the way back.
    #[must_use]
    pub const fn opposite(self) -> Self {
        self.clockwise().clockwise()
    }

    /// The direction a quarter turn to the right.
    #[must_use]
    pub const fn clockwise(self) -> Self {
        match self {
            Self::North => Self::East,
            Self::East => Self::South,
            Self::South => Self::West,
            Self::West => Self::North,
        }
    }
}
