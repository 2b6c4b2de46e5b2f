//! The JSON document. Fields that some version lacks are optional, so that the one that is missed
//! can be named.

use serde::Deserialize;

use super::Id;

#[derive(Deserialize)]
pub(super) struct Root {
    #[serde(rename = "jsonVersion")]
    pub(super) version: Option<String>,
    pub(super) levels: Option<Vec<RawLevel>>,
    #[serde(default)]
    pub(super) worlds: Vec<World>,
    #[serde(rename = "defs", default)]
    pub(super) definitions: Definitions,
    // The fields of a level, if the document is one.
    identifier: Option<String>,
    iid: Option<String>,
    uid: Option<i64>,
    #[serde(rename = "layerInstances")]
    layers: Option<Vec<RawLayer>>,
}

impl Root {
    /// The level, if the document is one.
    pub(super) fn into_level(self) -> Option<RawLevel> {
        let Self { identifier, iid, uid, layers, .. } = self;
        Some(RawLevel { identifier, iid, uid, layers: Some(layers?), file: None })
    }
}

#[derive(Deserialize)]
pub(super) struct World {
    pub(super) identifier: Option<String>,
    #[serde(default)]
    pub(super) levels: Vec<RawLevel>,
}

#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
pub(super) struct Definitions {
    #[serde(default)]
    pub(super) layers: Vec<Definition>,
    /// Whether the values of `intGridCsv` are one less than their numbers, and -1 is an empty cell.
    #[serde(skip)]
    pub(super) is_one_less: bool,
}

impl Definitions {
    /// Whether values of integer grids are declared, and none with its number.
    pub(super) fn are_unnumbered(&self) -> bool {
        let mut values = self.layers.iter().flat_map(|it| &it.int_grid_values).peekable();
        values.peek().is_some() && values.all(|value| value.value.is_none())
    }
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Definition {
    pub(super) uid: Option<i64>,
    pub(super) identifier: Option<String>,
    #[serde(default)]
    pub(super) int_grid_values: Vec<Value>,
    #[serde(default)]
    pub(super) parallax_factor_x: f64,
    #[serde(default)]
    pub(super) parallax_factor_y: f64,
}

/// A value of an integer grid; before version 0.8 its number is its place in the list.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub(super) struct Value {
    pub(super) value: Option<i64>,
    pub(super) identifier: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
pub(super) struct RawLevel {
    pub(super) identifier: Option<String>,
    iid: Option<String>,
    uid: Option<i64>,
    #[serde(rename = "layerInstances")]
    pub(super) layers: Option<Vec<RawLayer>>,
    #[serde(rename = "externalRelPath")]
    pub(super) file: Option<String>,
}

impl RawLevel {
    pub(super) fn id(&self) -> Option<Id> {
        self.iid.clone().map(Id::Iid).or(self.uid.map(Id::Uid))
    }

    /// Whether a layer has a value below 0, which only versions before the release of 0.8.0 write.
    pub(super) fn has_negative(&self) -> bool {
        let layers = self.layers.iter().flatten();
        let mut values = layers.flat_map(|layer| layer.int_grid_csv.iter().flatten());
        values.any(|&value| value < 0)
    }
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct RawLayer {
    #[serde(rename = "__identifier")]
    pub(super) identifier: Option<String>,
    #[serde(rename = "__type")]
    pub(super) kind: Option<String>,
    #[serde(rename = "__cWid")]
    pub(super) columns: Option<u32>,
    #[serde(rename = "__cHei")]
    pub(super) rows: Option<u32>,
    #[serde(rename = "__gridSize")]
    pub(super) side: Option<u32>,
    /// With the offset of the definition, since version 0.5.
    #[serde(rename = "__pxTotalOffsetX")]
    pub(super) total_x: Option<i64>,
    #[serde(rename = "__pxTotalOffsetY")]
    pub(super) total_y: Option<i64>,
    #[serde(rename = "pxOffsetX")]
    pub(super) own_x: Option<i64>,
    #[serde(rename = "pxOffsetY")]
    pub(super) own_y: Option<i64>,
    pub(super) layer_def_uid: Option<i64>,
    /// Since version 0.8.
    pub(super) int_grid_csv: Option<Vec<i64>>,
    /// Before.
    pub(super) int_grid: Option<Vec<CodedCell>>,
    #[serde(default)]
    pub(super) grid_tiles: Vec<Tile>,
    #[serde(default)]
    pub(super) auto_layer_tiles: Vec<Tile>,
    #[serde(default)]
    pub(super) entity_instances: Vec<RawEntity>,
}

/// A value of a cell before version 0.8, counted from 0; cells without one are not listed.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub(super) struct CodedCell {
    #[serde(rename = "coordId")]
    pub(super) index: i64,
    #[serde(rename = "v")]
    pub(super) value: i64,
}

/// A tile: its place in pixels, or before version 0.4 the index of its cell.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub(super) struct Tile {
    pub(super) px: Option<[i64; 2]>,
    #[serde(rename = "coordId")]
    pub(super) index: Option<i64>,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
pub(super) struct RawEntity {
    #[serde(rename = "__identifier")]
    pub(super) identifier: Option<String>,
    /// Since version 0.4.
    #[serde(rename = "__grid")]
    pub(super) grid: Option<[i64; 2]>,
    #[serde(rename = "__cx")]
    pub(super) column: Option<i64>,
    #[serde(rename = "__cy")]
    pub(super) row: Option<i64>,
    /// Since version 1.0.
    pub(super) iid: Option<String>,
    /// Of any form, so that no version is refused for the sake of its fields.
    #[serde(rename = "fieldInstances", default)]
    pub(super) fields: serde_json::Value,
}
