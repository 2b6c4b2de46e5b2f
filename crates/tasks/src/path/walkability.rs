//! The rules of walkable cells, as requests name them.

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};
use tilewright_pathplan::tiled::{ReadOptions, Rule, TileName};

use crate::Worded;

const HEADING: &str = "Which cells are walkable in a map of Tiled or LDtk";

/// The rules that decide which cells of a map of Tiled or LDtk are walkable.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[expect(clippy::struct_field_names, reason = "the fields are keys of the request")]
pub struct Walkability {
    /// Rule: properties (tiles with walkable, solid, collision or cost), layer (one called
    /// collision), objects (of the class wall or collision), tiles (see `walkable_tiles`) or shapes
    /// (the collision shapes of tiles); default: the first of properties, layer and objects that
    /// applies.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend(
        "x-value" = "RULE", "x-heading" = HEADING,
        "enum" = ["properties", "layer", "objects", "tiles", "shapes"]
    ))]
    pub walkability: Option<Worded<Rule>>,
    /// Names of the layers whose tiles and objects are walls, or of the integer grid of LDtk.
    #[serde(skip_serializing_if = "Vec::is_empty", deserialize_with = "one_or_several")]
    #[schemars(extend("x-value" = "NAME", "x-heading" = HEADING, "default" = []))]
    pub layer: Vec<String>,
    /// Walkable tiles: ids in the first tileset, or TILESET:ID; for LDtk, values of the integer grid
    /// layer.
    #[schemars(extend("x-value" = "ID,…", "x-list" = ",", "x-heading" = HEADING))]
    pub walkable_tiles: Vec<Worded<TileName>>,
    /// Name of the level in a project of LDtk; default: the first one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-value" = "NAME", "x-heading" = HEADING))]
    pub level: Option<String>,
    /// Folder of the project that the map belongs to. Tilesets and templates anywhere in it may
    /// be read, such as ../tiles/floor.tsx; default: only the folder of the map.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-value" = "DIR", "x-heading" = HEADING))]
    pub project: Option<String>,
}

/// A list, which may also be its only item.
fn one_or_several<'de, D, T>(deserializer: D) -> Result<Vec<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    #[derive(Deserialize)]
    #[serde(untagged, expecting = "expected a text or a list of texts")]
    enum Given<T> {
        One(T),
        Several(Vec<T>),
    }
    Ok(match Given::deserialize(deserializer)? {
        Given::One(one) => vec![one],
        Given::Several(several) => several,
    })
}

impl Walkability {
    /// The rules as options of reading a map.
    pub(super) fn options(&self) -> ReadOptions {
        ReadOptions {
            rule: self.walkability.map(|rule| rule.0),
            layers: self.layer.clone(),
            tiles: self.walkable_tiles.iter().map(|tile| tile.0.clone()).collect(),
            level: self.level.clone(),
        }
    }

    /// The rules of these options, in the same project.
    pub(super) fn proposing(&self, options: &ReadOptions) -> Self {
        let ReadOptions { rule, layers, tiles, level } = options.clone();
        Self {
            walkability: rule.map(Worded),
            layer: layers,
            walkable_tiles: tiles.into_iter().map(Worded).collect(),
            level,
            project: self.project.clone(),
        }
    }
}
