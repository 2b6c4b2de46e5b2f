//! Why a project cannot be read.

use tilewright_grid::DocumentError;

/// Why a project or a level cannot be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The file is not JSON, or a field has a value of another type.
    #[error("this is no document of LDtk: {0}")]
    Json(#[from] DocumentError),
    /// The document is neither a project nor a level.
    #[error("this is no document of LDtk: it has neither `levels` nor `layerInstances`")]
    Foreign,
    /// A level where a project is expected.
    #[error("this is the level {level:?}, expected its project")]
    Level {
        /// The name of the level.
        level: String,
    },
    /// A field that is needed is missing.
    #[error("{place} has no field `{field}`")]
    Missing {
        /// The name of the field.
        field: &'static str,
        /// The level, layer or entity.
        place: String,
    },
    /// A layer whose number of values is not that of its size.
    #[error("{place} has {found} values, expected {rows} × {columns}")]
    Values {
        /// The layer and its level.
        place: String,
        /// The number of rows.
        rows: u32,
        /// The number of columns.
        columns: u32,
        /// The number of values.
        found: usize,
    },
    /// A layer whose number of cells is zero or too large.
    #[error("{place} has {rows} × {columns} cells, expected 1 to 16777216")]
    Size {
        /// The layer and its level.
        place: String,
        /// The number of rows.
        rows: u32,
        /// The number of columns.
        columns: u32,
    },
    /// A layer whose cells have no size.
    #[error(
        "{place}: `__gridSize` is 0, expected the side of a cell in pixels, 1 or more"
    )]
    Side {
        /// The layer and its level.
        place: String,
    },
    /// A cell that lies outside its layer.
    #[error("{place} has {rows} × {columns} cells, but a value for cell {index}")]
    Outside {
        /// The layer and its level.
        place: String,
        /// The number of rows.
        rows: u32,
        /// The number of columns.
        columns: u32,
        /// The index of the cell in reading order.
        index: i64,
    },
}

/// The error of a missing field.
pub(super) fn missing(field: &'static str, place: &str) -> Error {
    Error::Missing { field, place: place.to_owned() }
}
