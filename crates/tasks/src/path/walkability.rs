//! What decides which cells are walkable, as every request of this game names it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tilewright_pathplan::tiled::{Rule, TileName, Wishes};

use crate::Worded;

const HEADING: &str = "Which cells are walkable in a map of Tiled or LDtk";

/// What decides which cells are walkable, where the map is one of an editor.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[expect(clippy::struct_field_names, reason = "the fields are keys of the request")]
pub struct Walkability {
    /// What decides: properties (of tiles: walkable, solid, collision, cost), layer (called
    /// collision), objects (of the class wall or collision), tiles (`walkable_tiles`), or
    /// shapes (the collision figures of tiles). The first of the former three that is there
    /// unless told otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-value" = "RULE", "x-heading" = HEADING))]
    pub walkability: Option<Worded<Rule>>,
    /// The layer that blocks, or the grid of integers of LDtk.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-value" = "NAME", "x-heading" = HEADING))]
    pub layer: Option<String>,
    /// The walkable tiles: ids of the first tileset, or TILESET:ID; of LDtk values.
    #[schemars(extend("x-value" = "ID,…", "x-list" = ",", "x-heading" = HEADING))]
    pub walkable_tiles: Vec<Worded<TileName>>,
    /// Which level of a project of LDtk.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-value" = "NAME", "x-heading" = HEADING))]
    pub level: Option<String>,
    /// The folder of the project that the map belongs to: tilesets and templates anywhere in it
    /// may be read, such as ../tiles/floor.tsx. Without it only the map's own folder is read.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-value" = "DIR", "x-heading" = HEADING))]
    pub project: Option<String>,
}

impl Walkability {
    /// What the request says of it.
    pub(super) fn wishes(&self) -> Wishes {
        Wishes {
            rule: self.walkability.map(|rule| rule.0),
            layer: self.layer.clone(),
            tiles: self.walkable_tiles.iter().map(|tile| tile.0.clone()).collect(),
            level: self.level.clone(),
        }
    }

    /// The request that says what these wishes say, in the same project.
    pub(super) fn proposing(&self, wishes: &Wishes) -> Self {
        let Wishes { rule, layer, tiles, level } = wishes.clone();
        Self {
            walkability: rule.map(Worded),
            layer,
            walkable_tiles: tiles.into_iter().map(Worded).collect(),
            level,
            project: self.project.clone(),
        }
    }
}
