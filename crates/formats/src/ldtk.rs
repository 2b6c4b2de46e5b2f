//! Projects of the level editor LDtk: levels with their integer grids and entities.
//!
//! Projects are read, not written. Only documented fields of the JSON format (version 1.5) are
//! used; all others are ignored.
//!
//! ```
//! use tilewright_formats::ldtk::Project;
//!
//! let text = br#"{"jsonVersion":"1.5.3","levels":[{"identifier":"Cave","layerInstances":[
//!     {"__identifier":"Ground","__type":"IntGrid","__cWid":3,"__cHei":1,"__gridSize":16,
//!      "intGridCsv":[0,1,0]}]}]}"#;
//! let project = Project::parse(text)?;
//! let level = &project.levels[0];
//! assert_eq!(level.grid(None).expect("it has one").cells.values(), [0, 1, 0]);
//! # Ok::<(), tilewright_formats::ldtk::Error>(())
//! ```

use serde::Deserialize;
use tilewright_grid::{Cell, DocumentError, Grid, Size};

/// Why a project cannot be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The file is not JSON, or not an LDtk project or level.
    #[error(transparent)]
    Json(#[from] DocumentError),
    /// A level that is stored in a file of its own.
    #[error("the level {level:?} is stored in the file {file:?}: read that file instead")]
    External {
        /// The name of the level.
        level: String,
        /// The file of the level.
        file: String,
    },
    /// A grid whose number of values is not that of its size.
    #[error("the layer {layer:?} has {found} values, expected {rows} × {columns}")]
    Grid {
        /// The name of the layer.
        layer: String,
        /// The number of rows.
        rows: u32,
        /// The number of columns.
        columns: u32,
        /// The number of values.
        found: usize,
    },
}

/// A project.
#[derive(Clone, Debug, PartialEq)]
pub struct Project {
    /// The levels of all worlds, in the order of the file.
    pub levels: Vec<Level>,
}

/// A level: its integer grids and its entities.
#[derive(Clone, Debug, PartialEq)]
pub struct Level {
    /// The name, which is unique in the project.
    pub name: String,
    /// The integer grids, from the topmost to the lowest layer.
    pub grids: Vec<IntGrid>,
    /// The entities of all layers.
    pub entities: Vec<Entity>,
}

/// A layer with an integer in each cell; 0 is an empty cell.
#[derive(Clone, Debug, PartialEq)]
pub struct IntGrid {
    /// The name of the layer.
    pub name: String,
    /// The side of a cell in pixels.
    pub cell: u32,
    /// The integers.
    pub cells: Grid<i64>,
    /// The names of values that have one in the project.
    pub names: Vec<(i64, String)>,
}

/// An entity of a level.
#[derive(Clone, Debug, PartialEq)]
pub struct Entity {
    /// The name of its kind, such as `Player`.
    pub name: String,
    /// The cell of the layer that contains it; `None` outside the layer.
    pub cell: Option<Cell>,
    /// The side of a cell of its layer in pixels, which may differ from that of a grid.
    pub side: u32,
}

impl Project {
    /// Reads a project, or a level that is stored in a file of its own.
    ///
    /// # Errors
    /// [`Error::Json`] if it is no such document, [`Error::Grid`] if a grid has a wrong number of
    /// values, [`Error::External`] if a level of the project is stored in another file.
    pub fn parse(bytes: &[u8]) -> Result<Self, Error> {
        let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        let root: raw::Root =
            serde_json::from_slice(bytes).map_err(DocumentError::from)?;
        let (levels, defs) = match root {
            raw::Root::Level(level) => (vec![level], raw::Definitions::default()),
            raw::Root::Project { levels, worlds, defs } => {
                let others = worlds.into_iter().flat_map(|world| world.levels);
                (levels.into_iter().chain(others).collect(), defs)
            }
        };
        let read = |level| Level::read(level, &defs);
        Ok(Self { levels: levels.into_iter().map(read).collect::<Result<_, _>>()? })
    }

    /// The level of a name; the first one if no name is given.
    pub fn level(&self, name: Option<&str>) -> Option<&Level> {
        let is_named = |level: &&Level| name.is_none_or(|name| level.name == name);
        self.levels.iter().find(is_named)
    }
}

impl Level {
    /// The grid of a name; the topmost one if no name is given.
    pub fn grid(&self, name: Option<&str>) -> Option<&IntGrid> {
        let is_named = |grid: &&IntGrid| name.is_none_or(|name| grid.name == name);
        self.grids.iter().find(is_named)
    }

    fn read(level: raw::Level, defs: &raw::Definitions) -> Result<Self, Error> {
        let Some(layers) = level.layer_instances else {
            let file = level.external_rel_path.unwrap_or_default();
            return Err(Error::External { level: level.identifier, file });
        };
        let mut read =
            Self { name: level.identifier, grids: Vec::new(), entities: Vec::new() };
        for layer in layers {
            if layer.kind == "IntGrid" {
                read.grids.push(IntGrid::read(&layer, defs)?);
            }
            let size = Size::new(layer.rows, layer.columns);
            let of_layer = layer.grid_size;
            let place = |entity: raw::Entity| {
                let [column, row] = entity.grid.map(u32::try_from);
                let cell = row.ok().zip(column.ok());
                let cell = cell.map(|(row, column)| Cell::new(row, column));
                let cell = cell.filter(|&cell| size.contains(cell));
                Entity { name: entity.identifier, cell, side: of_layer }
            };
            read.entities.extend(layer.entity_instances.into_iter().map(place));
        }
        Ok(read)
    }
}

impl IntGrid {
    fn read(layer: &raw::Layer, defs: &raw::Definitions) -> Result<Self, Error> {
        let (rows, columns) = (layer.rows, layer.columns);
        let found = layer.int_grid_csv.len();
        if u64::from(rows) * u64::from(columns) != found as u64 {
            let layer = layer.identifier.clone();
            return Err(Error::Grid { layer, rows, columns, found });
        }
        let cells = layer.int_grid_csv.clone();
        let definition = defs.layers.iter().find(|other| {
            other.identifier == layer.identifier && !other.int_grid_values.is_empty()
        });
        let values = definition.map_or(&[][..], |found| &found.int_grid_values);
        let with_name =
            |value: &raw::Value| Some((value.value, value.identifier.clone()?));
        Ok(Self {
            name: layer.identifier.clone(),
            cell: layer.grid_size,
            cells: Grid::from_values(Size::new(rows, columns), cells)
                .expect("their number was checked"),
            names: values.iter().filter_map(with_name).collect(),
        })
    }
}

/// The JSON document.
mod raw {
    use super::Deserialize;

    #[derive(Deserialize)]
    #[serde(untagged, expecting = "not an LDtk project or level")]
    pub(super) enum Root {
        Project {
            levels: Vec<Level>,
            #[serde(default)]
            worlds: Vec<World>,
            #[serde(default)]
            defs: Definitions,
        },
        Level(Level),
    }

    #[derive(Deserialize)]
    pub(super) struct World {
        #[serde(default)]
        pub(super) levels: Vec<Level>,
    }

    #[derive(Default, Deserialize)]
    pub(super) struct Definitions {
        #[serde(default)]
        pub(super) layers: Vec<Definition>,
    }

    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    pub(super) struct Definition {
        pub(super) identifier: String,
        #[serde(default)]
        pub(super) int_grid_values: Vec<Value>,
    }

    #[derive(Deserialize)]
    pub(super) struct Value {
        pub(super) value: i64,
        #[serde(default)]
        pub(super) identifier: Option<String>,
    }

    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    pub(super) struct Level {
        pub(super) identifier: String,
        pub(super) layer_instances: Option<Vec<Layer>>,
        #[serde(default)]
        pub(super) external_rel_path: Option<String>,
    }

    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    pub(super) struct Layer {
        #[serde(rename = "__identifier")]
        pub(super) identifier: String,
        #[serde(rename = "__type")]
        pub(super) kind: String,
        #[serde(rename = "__cWid")]
        pub(super) columns: u32,
        #[serde(rename = "__cHei")]
        pub(super) rows: u32,
        #[serde(rename = "__gridSize")]
        pub(super) grid_size: u32,
        #[serde(default)]
        pub(super) int_grid_csv: Vec<i64>,
        #[serde(default)]
        pub(super) entity_instances: Vec<Entity>,
    }

    #[derive(Deserialize)]
    pub(super) struct Entity {
        #[serde(rename = "__identifier")]
        pub(super) identifier: String,
        #[serde(rename = "__grid")]
        pub(super) grid: [i64; 2],
    }
}
