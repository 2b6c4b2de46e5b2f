//! The options of reading a map: which cells are walkable.

use std::collections::BTreeMap;
use std::str::FromStr;

use tilewright_formats::tiled::Properties;

use crate::TileName;

/// A source that says which cells are walkable, as [the module](super) describes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Source {
    /// Properties and classes of tiles.
    Properties,
    /// A list of walkable tiles.
    Tiles,
    /// Layers whose contents are walls.
    Layer,
    /// Objects with solid tiles.
    TileObjects,
    /// Other objects that are walls.
    Objects,
    /// The collision shapes of tiles.
    Shapes,
}

tilewright_grid::names! {
    /// All sources, in the order in which they are reported.
    Source, name:
    Properties = "properties",
    Tiles = "tiles",
    Layer = "layer",
    TileObjects = "tile-objects",
    Objects = "objects",
    Shapes = "shapes",
}

impl FromStr for Source {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Self::named(text).ok_or_else(|| {
            let names = Self::ALL.map(Self::name);
            format!("expected one of {}", names.join(", "))
        })
    }
}

/// Options of [`read`](super::read()) and of [`ldtk::read`](crate::ldtk::read). The default uses all
/// sources that the map has.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ReadOptions {
    /// The sources that may decide; empty for all that the map has.
    pub sources: Vec<Source>,
    /// The names or classes of the layers that block, or the name of the `IntGrid` layer of LDtk;
    /// empty for the usual ones.
    pub layers: Vec<String>,
    /// Names of properties that are true for walls, besides the known ones.
    pub solid: Vec<String>,
    /// The walkable tiles, or values of LDtk; if not empty, they stand in the place of
    /// [`Source::Properties`] and [`Source::Shapes`].
    pub tiles: Vec<TileName>,
    /// The level of a project of LDtk; none for the first one.
    pub level: Option<String>,
    /// The properties that the classes of a project of Tiled give to their members.
    pub classes: BTreeMap<String, Properties>,
}
