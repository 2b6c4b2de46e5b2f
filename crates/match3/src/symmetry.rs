//! Boards that look the same in a mirror or upside down.

use serde::{Deserialize, Serialize};
use tilewright_grid::{Cell, Size};

/// Which halves of a board must be alike.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Symmetry {
    /// None.
    #[default]
    None,
    /// Left and right.
    Horizontal,
    /// Top and bottom.
    Vertical,
    /// Left and right, top and bottom.
    Both,
    /// After half a turn.
    Rotational,
}

impl Symmetry {
    /// The cells that must hold what this one does, itself first, each once.
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
        for &other in others {
            if !orbit.contains(&other) {
                orbit.push(other);
            }
        }
        orbit
    }
}
