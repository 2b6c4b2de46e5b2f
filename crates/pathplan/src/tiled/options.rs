//! The options of reading a map: which cells are walkable.

use std::fmt;
use std::str::FromStr;

/// A rule that decides which cells are walkable, as [the module](super) describes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rule {
    /// By properties of tiles.
    Properties,
    /// By a layer whose contents block.
    Layer,
    /// By objects that block.
    Objects,
    /// By a list of walkable tiles.
    Tiles,
    /// By the collision shapes of tiles.
    Shapes,
}

impl Rule {
    /// All rules.
    pub const ALL: [Self; 5] =
        [Self::Properties, Self::Layer, Self::Objects, Self::Tiles, Self::Shapes];

    /// The name on the command line and in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Properties => "properties",
            Self::Layer => "layer",
            Self::Objects => "objects",
            Self::Tiles => "tiles",
            Self::Shapes => "shapes",
        }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Rule {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Self::ALL.into_iter().find(|rule| rule.name() == text).ok_or_else(|| {
            let names = Self::ALL.map(Self::name);
            format!("expected one of {}", names.join(", "))
        })
    }
}

/// The name of a tile, with the text form `ID` or `TILESET:ID`. Ids count from 0.
///
/// ```
/// use tilewright_pathplan::tiled::TileName;
///
/// let tile: TileName = "town:14".parse()?;
/// assert_eq!((tile.tileset.as_deref(), tile.id), (Some("town"), 14));
/// # Ok::<(), &str>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TileName {
    /// The name of the tileset; none for the first one.
    pub tileset: Option<String>,
    /// The id of the tile in its tileset.
    pub id: u32,
}

impl FromStr for TileName {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (tileset, id) = match text.rsplit_once(':') {
            Some((tileset, id)) => (Some(tileset.trim().to_owned()), id),
            None => (None, text),
        };
        let id =
            id.trim().parse().map_err(|_| "expected ID or TILESET:ID, such as 14")?;
        Ok(Self { tileset, id })
    }
}

impl fmt::Display for TileName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(tileset) = &self.tileset {
            write!(f, "{tileset}:")?;
        }
        write!(f, "{}", self.id)
    }
}

/// Options of [`read`](super::read()) and of [`ldtk::read`](crate::ldtk::read). The default uses
/// the first rule that applies.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReadOptions {
    /// The rule; none for the first one that applies.
    pub rule: Option<Rule>,
    /// The names of the layers that block, or of the `IntGrid` layer of LDtk; empty for those that
    /// are called `collision`.
    pub layers: Vec<String>,
    /// The walkable tiles, or values of LDtk; if not empty, the default rule is [`Rule::Tiles`].
    pub tiles: Vec<TileName>,
    /// The level of a project of LDtk; none for the first one.
    pub level: Option<String>,
}

impl ReadOptions {
    /// The rule that the options name or imply.
    pub(crate) fn rule(&self) -> Option<Rule> {
        let tiles = (!self.tiles.is_empty()).then_some(Rule::Tiles);
        let layer = (!self.layers.is_empty()).then_some(Rule::Layer);
        self.rule.or(tiles).or(layer)
    }
}
