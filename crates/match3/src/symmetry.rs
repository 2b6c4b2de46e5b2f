//! Boards that look the same in a mirror or upside down.

use serde::Deserialize;
use tilewright_grid::{Cell, Size};

/// Which cells of a board must hold the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Symmetry {
    /// None need to.
    #[default]
    None,
    /// The left half mirrors the right.
    Horizontal,
    /// The upper half mirrors the lower.
    Vertical,
    /// Both at once.
    Both,
    /// The board stays the same after half a turn.
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
