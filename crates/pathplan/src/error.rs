//! What can be wrong with a map, a query or what was asked of a planner.

use tilewright_grid::Cell;

/// Why something is no map. Lines and columns count from 1.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum MapError {
    /// No cell, or too many.
    #[error(
        "a map of {rows} × {columns} cells: expected 1 to {} cells",
        crate::MAX_CELLS
    )]
    Size {
        /// Its rows.
        rows: u32,
        /// Its columns.
        columns: u32,
    },
    /// A row of another length than the first.
    #[error("line {line}: expected {expected} cells, found {found}")]
    Width {
        /// The line.
        line: usize,
        /// The cells of the first row.
        expected: usize,
        /// The cells of this one.
        found: usize,
    },
    /// A character that is no cell.
    #[error("line {line}, column {column}: `{found}` is no cell")]
    Glyph {
        /// The line.
        line: usize,
        /// The column.
        column: usize,
        /// What stands there.
        found: char,
    },
    /// Another number of values than the map has cells.
    #[error("expected {expected} values, found {found}")]
    Values {
        /// The cells of the map.
        expected: usize,
        /// How many values there are.
        found: usize,
    },
    /// A cost that no step can have.
    #[error("a cost of {found}: expected {} to {}", crate::COSTS.start(), crate::COSTS.end())]
    Cost {
        /// The cost.
        found: f64,
    },
}

/// Why there is nothing to plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum QueryError {
    /// A start or a goal outside the map.
    #[error("the {place} {}, {} is off the map of {rows} × {columns} cells", cell.row, cell.column)]
    Outside {
        /// Which of the two.
        place: Place,
        /// Where it is.
        cell: Cell,
        /// The rows of the map.
        rows: u32,
        /// Its columns.
        columns: u32,
    },
    /// A start or a goal where nobody can be.
    #[error("the {place} {}, {} is in a wall", cell.row, cell.column)]
    Blocked {
        /// Which of the two.
        place: Place,
        /// Where it is.
        cell: Cell,
    },
    /// The watch stopped the search.
    #[error("cancelled")]
    Cancelled,
    /// A search over several objectives that would take too much memory.
    #[error(
        "more than {most} paths are as good as each other in some way: the front is too large"
    )]
    TooMany {
        /// How many it may remember.
        most: usize,
    },
}

/// One end of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Where it starts.
    Start,
    /// Where it ends.
    Goal,
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Start => "start",
            Self::Goal => "goal",
        })
    }
}
