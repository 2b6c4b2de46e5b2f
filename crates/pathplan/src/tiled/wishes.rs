//! What decides which cells are walkable.

use std::fmt;
use std::str::FromStr;

/// What decides which cells are walkable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rule {
    /// Properties of tiles.
    Properties,
    /// A layer of what blocks.
    Layer,
    /// Objects that block.
    Objects,
    /// Tiles that are named.
    Tiles,
    /// The collision figures of tiles.
    Shapes,
}

impl Rule {
    /// All of them.
    pub const ALL: [Self; 5] =
        [Self::Properties, Self::Layer, Self::Objects, Self::Tiles, Self::Shapes];

    /// Its word.
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

/// A tile: `14`, of the first tileset, or `TILESET:14`. Ids count from 0 in their tileset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TileName {
    /// The name of the tileset; none is the first one.
    pub tileset: Option<String>,
    /// The id in it.
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

/// What to go by where a map does not say it as the rules expect.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wishes {
    /// The rule; none for the first one that matches.
    pub rule: Option<Rule>,
    /// The name of the layer that blocks, or of the grid of LDtk; none is `collision`.
    pub layer: Option<String>,
    /// The walkable tiles; some ask for [`Rule::Tiles`].
    pub tiles: Vec<TileName>,
    /// Which level of a project of LDtk; none is its first.
    pub level: Option<String>,
}

impl Wishes {
    /// The rule that is asked for, by name or by what belongs to it.
    pub(crate) fn rule(&self) -> Option<Rule> {
        let tiles = (!self.tiles.is_empty()).then_some(Rule::Tiles);
        let layer = self.layer.is_some().then_some(Rule::Layer);
        self.rule.or(tiles).or(layer)
    }
}
