//! The rules of walkable cells, as requests name them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
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
    /// Name of the layer whose tiles and objects block, or of the integer grid of LDtk.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-value" = "NAME", "x-heading" = HEADING))]
    pub layer: Option<String>,
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

impl Walkability {
    /// The rules as options of reading a map.
    pub(super) fn options(&self) -> ReadOptions {
        ReadOptions {
            rule: self.walkability.map(|rule| rule.0),
            layer: self.layer.clone(),
            tiles: self.walkable_tiles.iter().map(|tile| tile.0.clone()).collect(),
            level: self.level.clone(),
        }
    }

    /// The rules of these options, in the same project.
    pub(super) fn proposing(&self, options: &ReadOptions) -> Self {
        let ReadOptions { rule, layer, tiles, level } = options.clone();
        Self {
            walkability: rule.map(Worded),
            layer,
            walkable_tiles: tiles.into_iter().map(Worded).collect(),
            level,
            project: self.project.clone(),
        }
    }
}
