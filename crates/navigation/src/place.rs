//! Cells on floors.

use tilewright_grid::Cell;

#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

/// A cell on one of the floors of a map. A cell alone lies on floor 0. Places sort floor by floor, each in reading order.
///
/// ```
/// use tilewright_grid::Cell;
/// use tilewright_navigation::Place;
///
/// assert_eq!(Place::from(Cell::new(3, 9)), Place::new(0, Cell::new(3, 9)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct Place {
    /// The floor, from 0.
    pub floor: u16,
    /// The cell on it.
    pub cell: Cell,
}

impl Place {
    /// A cell on a floor.
    pub const fn new(floor: u16, cell: Cell) -> Self {
        Self { floor, cell }
    }
}

impl From<Cell> for Place {
    fn from(cell: Cell) -> Self {
        Self { floor: 0, cell }
    }
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.cell)?;
        if self.floor > 0 { write!(f, " of floor {}", self.floor) } else { Ok(()) }
    }
}
