//! Why a map of an editor cannot be planned on.

use super::{Proposal, Rule, TileName};
use crate::MapError;

/// Why a map of an editor cannot be planned on.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TiledError {
    /// Its cells have other neighbours than squares.
    #[error("the map is {found}, expected an orthogonal or isometric one")]
    Orientation {
        /// How its cells lie.
        found: String,
    },
    /// Its cells have no size, or too large a one.
    #[error("a tile is {width} × {height} pixels, expected 1 to 65536")]
    TileSize {
        /// In pixels.
        width: u32,
        /// In pixels.
        height: u32,
    },
    /// Nothing says what is walkable.
    #[error("nothing says which cells are walkable\n{found}")]
    NoRule {
        /// What the map has, a line each.
        found: String,
        /// What could be tried, if anything.
        proposal: Option<Box<Proposal>>,
    },
    /// The rule that was asked for finds nothing.
    #[error("{rule}: the map has {missing}\n{found}")]
    NoMatch {
        /// The rule.
        rule: Rule,
        /// What it lacks.
        missing: String,
        /// What the map has, a line each.
        found: String,
    },
    /// No gids, rows or columns left for results.
    #[error(
        "the gids of the map's tilesets, or its rows and columns, are too high for more"
    )]
    Room,
    /// Figures that would take too long to lay over the cells.
    #[error("the objects that block are too many, too large and have too many corners")]
    Figures,
    /// A tile that is asked for and is in no tileset.
    #[error("the tile {tile}: the map's tilesets are {found}")]
    NoTile {
        /// The tile.
        tile: TileName,
        /// The names of the tilesets.
        found: String,
    },
    /// A file decides that was not read.
    #[error("{why}, and this {what} decides which cells are walkable")]
    Unread {
        /// What it is.
        what: &'static str,
        /// Which it is, and why it was not read.
        why: String,
    },
    /// A property of another sort than it should be.
    #[error("tile {id} of {tileset:?}: {name} is {found}, expected {expected}")]
    Property {
        /// The tileset's name.
        tileset: String,
        /// The tile's id in it.
        id: u32,
        /// The property.
        name: String,
        /// What it says.
        found: String,
        /// What it should.
        expected: &'static str,
    },
    /// A project of LDtk without such a level or grid.
    #[error("there is no {what} {name:?}\n{found}")]
    NoSuch {
        /// What was looked for.
        what: &'static str,
        /// Its name.
        name: String,
        /// What there is.
        found: String,
    },
    /// A project of LDtk without any grid of integers.
    #[error("the level {level:?} has no IntGrid layer")]
    NoGrid {
        /// Its name.
        level: String,
    },
    /// Too many kinds of cells for one tileset.
    #[error(
        "the map has {found} kinds of cells by ground, cost and danger, expected at most {most}"
    )]
    Kinds {
        /// How many.
        found: usize,
        /// How many there may be.
        most: usize,
    },
    /// The map that it says is none.
    #[error(transparent)]
    Map(#[from] MapError),
}
