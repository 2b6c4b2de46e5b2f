//! Levels as maps of the editor Tiled.
//!
//! [`Template::to_map`] writes a map; [`Template::from_map`] reads one.
//!
//! What the tiles of the rules `classic` cannot show is written as rectangles of the object layer `cells`,
//! one for each cell, whose name is the token of the cell, such as `box2` or `r+ice1`. The properties
//! `rules`, `blocks`, `colors` and `cells` then hold the values of these keys of a document: a name, a
//! number, or JSON as text.

mod goal;
mod places;
mod under_rules;

use std::io;
use std::path::Path;

use tilewright_formats::tiled::{
    Error, Gid, Image, Layer, LayerKind, Map, Object, Tile, Tileset, Value,
};
use tilewright_grid::{Cell, Grid};

use crate::level::check_size;
use crate::{Kind, LevelError, MissedTarget, Spawners, Template};

/// The side of a tile in pixels.
pub const TILE: u32 = 32;
/// The names of the files that a map refers to: the tileset and its image.
pub const TILESET: [&str; 2] = ["tilewright-match3.tsx", "tilewright-match3.png"];
/// The name of the tile layer.
const LAYER: &str = "level";
/// The name of the object layer with a point in each listed spawner.
const SPAWNERS: &str = "spawners";
/// The class of the tile of a free cell.
const FREE: &str = "free";

/// The reason why a map cannot be read as a level.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MapError {
    /// A file that is not a map.
    #[error(transparent)]
    Map(#[from] Error),
    /// A map without a tile layer.
    #[error(
        "the map has no tile layer: expected one with the name level, whose tiles are the cells"
    )]
    NoLayer,
    /// A tile whose class is not a kind.
    #[error(
        "{cell}: the tile has the class {class:?}, expected a kind such as ordinary, obstacle, blocked1 or overlay1, or free"
    )]
    Class {
        /// The cell.
        cell: Cell,
        /// The class of the tile.
        class: String,
    },
    /// A property or an object with a wrong value.
    #[error("the property {name} is {found:?}, expected {expected}")]
    Property {
        /// The name of the property.
        name: &'static str,
        /// The value.
        found: String,
        /// The expected values.
        expected: &'static str,
    },
    /// An object that is on no cell of its own.
    #[error("layer {layer}, {object}: {why}")]
    Object {
        /// The name of the layer.
        layer: &'static str,
        /// The id and the name of the object.
        object: String,
        /// Why it is on no cell of its own.
        why: String,
    },
    /// A layer that is moved away from its cells.
    #[error("the layer {layer} is moved by {x}, {y} pixels, expected an offset of 0")]
    Offset {
        /// The name of the layer.
        layer: String,
        /// The offset to the right.
        x: f64,
        /// The offset down.
        y: f64,
    },
    /// A map whose level is not valid.
    #[error(transparent)]
    Level(#[from] LevelError),
}

/// The tileset of the maps of [`Template::to_map`]: one tile per kind, with the key of the kind as its
/// class, and one tile for free cells. Its image is [`crate::picture::palette`].
pub fn tileset() -> Tileset {
    let kinds = kinds();
    let count = kinds.len() as u32;
    let mut tileset = Tileset::new("tilewright match-3", TILE, TILE, count, count)
        .with_image(Image::new(TILESET[1], count * TILE, TILE));
    for (id, kind) in (0..).zip(kinds) {
        let kind = kind.map_or(FREE, Kind::key).to_owned();
        tileset.tiles.insert(id, Tile { kind, ..Tile::default() });
    }
    tileset
}

/// The kinds of the tiles: all kinds except holes, which are cells without a tile; then free.
pub(crate) fn kinds() -> Vec<Option<Kind>> {
    let kinds = Kind::ALL.into_iter().filter(|&kind| kind != Kind::HOLE);
    kinds.map(Some).chain([None]).collect()
}

impl Template {
    /// The map: a tile layer with the cells, an object layer with the listed spawners, and the colours,
    /// the goal and the move limit as properties. Rules other than `classic`, and what they need, are
    /// written as the [module](self) says.
    ///
    /// ```
    /// use std::{io, path::Path};
    ///
    /// use tilewright_match3::{Level, Template};
    ///
    /// let level: Level = "..#\n.1.\n...\n".parse()?;
    /// let tmx = Template::from(&level).to_map().to_tmx();
    /// let mut load = |_: &Path| Err(io::ErrorKind::NotFound.into());
    /// let again = Template::from_map(tmx.as_bytes(), Path::new("level.tmx"), &mut load)?;
    /// assert_eq!(again.to_level()?, level);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_map(&self) -> Map {
        let mut map = Map::orthogonal(self.size(), TILE, TILE);
        let first = map.add_tileset(TILESET[0], tileset());
        let kinds = kinds();

        let gid = |cell: Cell| {
            let shown = under_rules::shown(self, self.cells()[cell]);
            let id = kinds.iter().position(|kind| *kind == shown);
            id.map_or(Gid::new(0), |id| Gid::new(first + id as u32))
        };

        map.add_layer(Layer::tiles(LAYER, Grid::from_fn(self.size(), gid)));
        under_rules::write(self, &mut map);

        if let Some(goal) = &self.goal {
            map.properties.insert("goal", goal::write(goal));
        }

        if let Some(moves) = self.moves {
            map.properties.insert("moves", moves);
        }

        if let Some(missed) = &self.missed {
            map.properties.insert("found", false);
            map.properties.insert("wanted", missed.wanted.as_str());
            map.properties.insert("reached", missed.reached.as_str());
        }

        match &self.spawners {
            Spawners::TopRow => {}
            Spawners::Tops => map.properties.insert("spawners", "tops"),
            Spawners::Cells(cells) => {
                let middle = |index: u32| f64::from(index * TILE + TILE / 2);
                let point =
                    |cell: &Cell| Object::point(middle(cell.column), middle(cell.row));
                map.add_layer(Layer::objects(
                    SPAWNERS,
                    cells.iter().map(point).collect(),
                ));
            }
        }

        map
    }

    /// Reads a map; `load` reads the files that it refers to. The cells are the tiles of the layer
    /// `level`, or of the first tile layer. The class of a tile is its kind; a cell without a tile is a
    /// hole.
    ///
    /// # Errors
    /// When the file is not a map, the class of a tile is not a kind, or the level is not valid.
    pub fn from_map(
        bytes: &[u8],
        path: &Path,
        load: &mut impl FnMut(&Path) -> io::Result<Vec<u8>>,
    ) -> Result<Self, MapError> {
        // Maps of this crate can be read without their tileset.
        let mut load = |file: &Path| match load(file) {
            Err(error) if error.kind() == io::ErrorKind::NotFound && is_ours(file) => {
                Ok(tileset().to_tsx().into_bytes())
            }
            loaded => loaded,
        };

        let map = Map::parse(bytes, path, &mut load)?;
        if under_rules::is_needed(&map) {
            return under_rules::read(&map);
        }

        let mut template = Self::open(map.size())?;
        template.cells = cells(&map)?;
        template.colors = number(&map, "colors")?.unwrap_or(5);
        template.moves = number(&map, "moves")?;
        template.goal = goal::read(&map)?;
        template.missed = missed(&map);
        template.check()?;

        let spawners = spawners(&map)?;
        Ok(template.with_spawners(spawners)?)
    }
}

fn is_ours(file: &Path) -> bool {
    file.file_name().is_some_and(|name| name == TILESET[0])
}

/// The class of the tile of each cell; none where no tile is.
fn classes(map: &Map) -> Result<Grid<Option<&str>>, MapError> {
    let is_tiles = |layer: &&Layer| matches!(layer.kind, LayerKind::Tiles(_));
    let named = map.all_layers().find(|layer| is_tiles(layer) && layer.name == LAYER);
    let layer =
        named.or_else(|| map.all_layers().find(is_tiles)).ok_or(MapError::NoLayer)?;
    let LayerKind::Tiles(tiles) = &layer.kind else { return Err(MapError::NoLayer) };
    places::check_offset(layer)?;
    check_size(map.size())?;
    Ok(Grid::from_fn(map.size(), |cell| {
        let gid = tiles.get(cell.row.cast_signed(), cell.column.cast_signed());
        (!gid.is_empty()).then(|| map.tile(gid).map_or("", |tile| tile.kind()))
    }))
}

fn cells(map: &Map) -> Result<Grid<Option<Kind>>, MapError> {
    let classes = classes(map)?;
    let mut cells = Grid::filled(map.size(), Some(Kind::HOLE));
    for cell in map.size().cells() {
        let Some(class) = classes[cell] else { continue };
        cells[cell] = if class == FREE {
            None
        } else {
            let kind = class.parse().ok();
            Some(kind.ok_or_else(|| MapError::Class { cell, class: class.to_owned() })?)
        };
    }
    Ok(cells)
}

/// The note of a level that does not fulfil its request.
fn missed(map: &Map) -> Option<MissedTarget> {
    let words = |name: &str| {
        let value = map.properties.value(name).and_then(Value::as_str);
        value.unwrap_or_default().to_owned()
    };
    let is_missed = map.properties.value("found") == Some(&Value::Bool(false));
    is_missed.then(|| MissedTarget::new(words("wanted"), words("reached")))
}

fn number(map: &Map, name: &'static str) -> Result<Option<u32>, MapError> {
    let Some(value) = map.properties.value(name) else { return Ok(None) };
    match value {
        Value::Int(number) if u32::try_from(*number).is_ok() => Ok(Some(*number as u32)),
        other => {
            let found = format!("{other:?}");
            Err(MapError::Property { name, found, expected: "a whole number" })
        }
    }
}

fn spawners(map: &Map) -> Result<Spawners, MapError> {
    let is_objects = |layer: &Layer| matches!(layer.kind, LayerKind::Objects(_));
    if map.layer(SPAWNERS).is_some_and(is_objects) {
        let objects = places::objects(map, SPAWNERS)?;
        let mut cells: Vec<Cell> = objects.into_iter().map(|(cell, _)| cell).collect();
        cells.sort_unstable();
        return Ok(Spawners::Cells(cells));
    }

    match map.properties.value("spawners") {
        None => Ok(Spawners::TopRow),
        Some(value) if value.as_str() == Some("tops") => Ok(Spawners::Tops),
        Some(value) => {
            let found = format!("{value:?}");
            Err(MapError::Property { name: "spawners", found, expected: "tops" })
        }
    }
}
