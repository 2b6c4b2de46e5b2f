//! Symmetries of boards.

use serde::{Deserialize, Serialize};
use tilewright_grid::{Cell, Size};

/// The symmetry of a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Symmetry {
    /// No symmetry.
    #[default]
    None,
    /// The left and right halves mirror each other.
    Horizontal,
    /// The upper and lower halves mirror each other.
    Vertical,
    /// Both mirror symmetries.
    Both,
    /// The board is the same after a rotation by 180°.
    Rotational,
}

impl Symmetry {
    /// The cells that must equal a cell: the cell itself first, each cell once.
    pub fn orbit(self, size: Size, cell: Cell) -> Vec<Cell> {
        let down = Cell::new(size.rows - 1 - cell.row, cell.column);
        let across = Cell::new(cell.row, size.columns - 1 - cell.column);
        let turned = Cell::new(down.row, across.column);

        let mut orbit = vec![cell];
        let others: &[Cell] = match self {
            Self::None => &[],
            Self::Horizontal => &[across],
            Self::Vertical => &[down],
            Self::Both => &[across, down, turned],
            Self::Rotational => &[turned],
        };

        // A cell on an axis is its own image.
        for &other in others {
            if !orbit.contains(&other) {
                orbit.push(other);
            }
        }
        orbit
    }
}
