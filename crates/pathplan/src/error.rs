//! Errors of maps and of queries.

use tilewright_grid::Cell;

/// Why a map cannot be made or read. Lines and columns of files count from 1, as in editors.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum MapError {
    /// The map has no cells, or more than [`MAX_CELLS`](crate::MAX_CELLS).
    #[error(
        "the map has {rows} × {columns} cells, expected 1 to {} cells in all",
        crate::MAX_CELLS
    )]
    Size {
        /// The number of rows.
        rows: u32,
        /// The number of columns.
        columns: u32,
    },
    /// A row is longer or shorter than the first one.
    #[error("line {line} has {found} cells, expected {expected} as in line 1")]
    Width {
        /// The line, from 1.
        line: usize,
        /// The number of cells in the first row.
        expected: usize,
        /// The number of cells in this row.
        found: usize,
    },
    /// A row of a matrix is longer or shorter than the first one.
    #[error("line {line} has {found} numbers, expected {expected} as in line {first}")]
    Row {
        /// The line, from 1.
        line: usize,
        /// The number of values in the first row.
        expected: usize,
        /// The number of values in this row.
        found: usize,
        /// The line of the first row.
        first: usize,
    },
    /// A staggered map that is too large when it is turned.
    #[error(
        "a staggered map of {rows} × {columns} cells is too large or too long: turned by 45° it has more than 16777216 cells"
    )]
    Diamonds {
        /// The number of rows.
        rows: u32,
        /// The number of columns.
        columns: u32,
    },
    /// A value of a matrix is not a whole number.
    #[error("line {line}: found `{found}`, expected a whole number")]
    Number {
        /// The line, from 1.
        line: usize,
        /// The value.
        found: String,
    },
    /// A list that is no list of rows.
    #[error("line {line}: expected a list of rows, such as [[0, 1], [1, 0]], {found}")]
    List {
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        found: &'static str,
    },
    /// A tile of a tileset where numbers have none.
    #[error("there is no tile {tile}: a matrix of numbers has no tilesets")]
    NoTileset {
        /// The tile that the options name.
        tile: String,
    },
    /// A character stands for no kind of cell.
    #[error("line {line}, column {column}: unknown character `{found}`")]
    Glyph {
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
        /// The character.
        found: char,
    },
    /// The number of costs or dangers is not the number of cells.
    #[error("found {found} values, expected {expected}: one for each cell")]
    Values {
        /// The number of cells.
        expected: usize,
        /// The number of values.
        found: usize,
    },
    /// A cost is outside [`COSTS`](crate::COSTS).
    #[error(
        "a cell costs {found}, expected a cost from {} to {}",
        crate::COSTS.start(),
        crate::COSTS.end()
    )]
    Cost {
        /// The cost.
        found: f64,
    },
}

/// Why a query has no answer. That no path exists is not an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum QueryError {
    /// The start or the goal lies outside the map.
    #[error(
        "the {endpoint} {}, {} is outside the map of {rows} × {columns} cells",
        cell.row,
        cell.column
    )]
    Outside {
        /// The start or the goal.
        endpoint: Endpoint,
        /// Its cell.
        cell: Cell,
        /// The number of rows of the map.
        rows: u32,
        /// The number of columns of the map.
        columns: u32,
    },
    /// The start or the goal is not walkable.
    #[error("the {endpoint} {}, {} is in a wall", cell.row, cell.column)]
    Blocked {
        /// The start or the goal.
        endpoint: Endpoint,
        /// Its cell.
        cell: Cell,
    },
    /// The watch stopped the search.
    #[error("cancelled")]
    Cancelled,
    /// A Pareto front is so large that the search would need too much memory.
    #[error("the Pareto front is too large: the search needs more than {max} labels")]
    TooMany {
        /// The number of labels that a search may keep.
        max: usize,
    },
}

/// One end of a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Endpoint {
    /// The first cell of the path.
    Start,
    /// The last cell of the path.
    Goal,
}

impl std::fmt::Display for Endpoint {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Start => "start",
            Self::Goal => "goal",
        })
    }
}
