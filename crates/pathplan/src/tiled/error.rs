//! Errors of maps of the editor.

use super::{Proposal, Source};
use crate::MapError;
use crate::TileName;

/// Why a map of Tiled cannot be read or written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TiledError {
    /// The cells are neither squares, rhombi nor hexagons.
    #[error(
        "the map is {found}, expected an orthogonal, isometric, staggered or hexagonal map"
    )]
    Orientation {
        /// The orientation of the map.
        found: String,
    },
    /// The tile size is zero or too large.
    #[error("tiles have {width} × {height} pixels, expected 1 to 65536 each")]
    TileSize {
        /// The width of a tile in pixels.
        width: u32,
        /// The height of a tile in pixels.
        height: u32,
    },
    /// No source says what is walkable.
    #[error("nothing in the map says which cells are walkable\n{found}")]
    NoSource {
        /// The contents of the map, one line for each kind.
        found: String,
        /// Options to try, if any fit.
        proposal: Option<Box<Proposal>>,
    },
    /// The map has nothing of a source that the options name.
    #[error("the source `{source_name}` is missing: the map has {missing}\n{found}")]
    NoMatch {
        /// The source.
        source_name: Source,
        /// What the map lacks.
        missing: String,
        /// The contents of the map, one line for each kind.
        found: String,
    },
    /// The file format has no numbers left for the new layers.
    #[error(
        "paths cannot be added: the tile ids (gids), rows or columns of the map are too large"
    )]
    Full,
    /// The objects that block would take too long to compare with the cells.
    #[error("the map has too many objects that block, or they have too many corners")]
    Objects,
    /// A tile that the options name does not exist.
    #[error("there is no tile {tile}; the tilesets of the map: {found}")]
    NoTile {
        /// The tile.
        tile: TileName,
        /// The names of the tilesets.
        found: String,
    },
    /// A file that decides which cells are walkable was not read.
    #[error("{why}; this {what} decides which cells are walkable")]
    Unread {
        /// The kind of file.
        what: &'static str,
        /// The name of the file and why it was not read.
        why: String,
    },
    /// A property has a wrong value.
    #[error(
        "tile {id} of the tileset {tileset:?}: {name} is {found}, expected {expected}"
    )]
    Property {
        /// The name of the tileset.
        tileset: String,
        /// The id of the tile in its tileset.
        id: u32,
        /// The name of the property.
        name: String,
        /// The value.
        found: String,
        /// The expected values.
        expected: &'static str,
    },
    /// The map has too many kinds of cells for one tileset.
    #[error(
        "the map has {found} or more combinations of ground, cost and danger, expected at most {max}"
    )]
    Kinds {
        /// The number of kinds when counting stopped.
        found: usize,
        /// The largest number of kinds.
        max: usize,
    },
    /// The map has a wrong size or cost.
    #[error(transparent)]
    Map(#[from] MapError),
}
