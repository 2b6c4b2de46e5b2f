//! Levels as maps of the editor Tiled, and back.

use std::io;
use std::path::Path;

use tilewright_formats::tiled::{
    Error, Gid, Image, Layer, LayerKind, Map, Object, Tile, Tileset, Value,
};
use tilewright_grid::{Cell, Grid, Size};

use crate::level::check_size;
use crate::{Goal, Kind, Level, LevelError, Missed, Spawners, Template};

/// The side of a tile in pixels.
pub const TILE: u32 = 32;
/// The files that a map names: its tileset and that one's picture.
pub const TILESET: [&str; 2] = ["tilewright-match3.tsx", "tilewright-match3.png"];
/// The layer of the cells.
const LAYER: &str = "level";
/// The layer of points in the spawners, where they are not the cells of the top row.
const SPAWNERS: &str = "spawners";
/// The class of the tile of a free cell.
const FREE: &str = "free";

/// Why a map is no level.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MapError {
    /// It is no map.
    #[error(transparent)]
    Map(#[from] Error),
    /// No tile layer.
    #[error(
        "there is no tile layer: the cells of a level are the tiles of one, called level"
    )]
    NoLayer,
    /// A tile that stands for no kind.
    #[error("row {}, column {}: a tile of the class {class:?}, expected that of a kind such as ordinary, obstacle, blocked1 or overlay1, or free", cell.row, cell.column)]
    Class {
        /// Where.
        cell: Cell,
        /// The tile's class.
        class: String,
    },
    /// A property of another sort than it should be.
    #[error("the property {name} is {found:?}, expected {expected}")]
    Property {
        /// Its name.
        name: &'static str,
        /// What it says.
        found: String,
        /// What it should.
        expected: &'static str,
    },
    /// The level that it says is none.
    #[error(transparent)]
    Level(#[from] LevelError),
}

/// The tileset of the maps that [`Template::to_map`] gives: a tile a kind, whose class is the
/// kind's key, and one for free cells. Its picture is [`crate::picture::palette`].
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

/// What the tiles stand for: every kind but holes, which are empty cells, then free.
pub(crate) fn kinds() -> Vec<Option<Kind>> {
    let kinds = Kind::ALL.into_iter().filter(|&kind| kind != Kind::Hole);
    kinds.map(Some).chain([None]).collect()
}

impl Template {
    /// The map: a tile layer with the cells, an object layer with the spawners where they are
    /// not the cells of the top row, and the colours, the goal and the moves as properties.
    pub fn to_map(&self) -> Map {
        let mut map = Map::orthogonal(self.size(), TILE, TILE);
        let first = map.add_tileset(TILESET[0], tileset());
        let kinds = kinds();
        let gid = |cell: Cell| {
            let id = kinds.iter().position(|kind| *kind == self.cells()[cell]);
            id.map_or(Gid::new(0), |id| Gid::new(first + id as u32))
        };
        map.add_layer(Layer::tiles(LAYER, Grid::from_fn(self.size(), gid)));
        map.properties.insert("colors", self.colors);
        if let Some(goal) = &self.goal {
            map.properties.insert("goal", words(goal).join(" "));
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

    /// Reads a map; `load` brings the files that it names. The cells are the tiles of the
    /// layer `level`, or else of the first tile layer: an empty cell is a hole, and the class
    /// of a tile says which kind it stands for.
    ///
    /// # Errors
    /// When it is no map, a tile stands for no kind, or the level is none.
    pub fn from_map(
        bytes: &[u8],
        path: &Path,
        load: &mut impl FnMut(&Path) -> io::Result<Vec<u8>>,
    ) -> Result<Self, MapError> {
        // The tileset of our own maps need not lie beside them.
        let mut load = |file: &Path| match load(file) {
            Err(error) if error.kind() == io::ErrorKind::NotFound && is_ours(file) => {
                Ok(tileset().to_tsx().into_bytes())
            }
            loaded => loaded,
        };
        let map = Map::parse(bytes, path, &mut load)?;
        let mut template = Self::open(map.size())?;
        template.cells = cells(&map)?;
        template.colors = number(&map, "colors")?.unwrap_or(5);
        template.moves = number(&map, "moves")?;
        template.goal = goal(&map)?;
        template.missed = missed(&map);
        template.check()?;
        let spawners = spawners(&map, template.size())?;
        Ok(template.with_spawners(spawners)?)
    }
}

impl Level {
    /// The map of the level, as [`Template::to_map`] gives it.
    pub fn to_map(&self) -> Map {
        Template::from(self).to_map()
    }
}

fn is_ours(file: &Path) -> bool {
    file.file_name().is_some_and(|name| name == TILESET[0])
}

fn cells(map: &Map) -> Result<Grid<Option<Kind>>, MapError> {
    let is_tiles = |layer: &&Layer| matches!(layer.kind, LayerKind::Tiles(_));
    let named = map.all_layers().find(|layer| is_tiles(layer) && layer.name == LAYER);
    let layer =
        named.or_else(|| map.all_layers().find(is_tiles)).ok_or(MapError::NoLayer)?;
    let LayerKind::Tiles(tiles) = &layer.kind else { return Err(MapError::NoLayer) };
    check_size(map.size())?;
    let mut cells = Grid::filled(map.size(), Some(Kind::Hole));
    for cell in map.size().cells() {
        let gid = tiles.get(cell.row.cast_signed(), cell.column.cast_signed());
        if gid.is_empty() {
            continue;
        }
        let class = map.tile(gid).map_or("", |tile| tile.kind());
        cells[cell] = if class == FREE {
            None
        } else {
            let kind = class.parse().ok();
            Some(kind.ok_or_else(|| MapError::Class { cell, class: class.to_owned() })?)
        };
    }
    Ok(cells)
}

/// Why the level is not the one that was wanted.
fn missed(map: &Map) -> Option<Missed> {
    let words = |name: &str| {
        let value = map.properties.value(name).and_then(Value::as_str);
        value.unwrap_or_default().to_owned()
    };
    let is_missed = map.properties.value("found") == Some(&Value::Bool(false));
    is_missed.then(|| Missed::new(words("wanted"), words("reached")))
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

/// The goal as words, several after each other.
fn goal(map: &Map) -> Result<Option<Goal>, MapError> {
    let Some(value) = map.properties.value("goal") else { return Ok(None) };
    let refused = || MapError::Property {
        name: "goal",
        found: value.as_str().map_or_else(|| format!("{value:?}"), str::to_owned),
        expected: "words such as collect:30",
    };
    let words = value.as_str().ok_or_else(refused)?.split_whitespace();
    let goals = words.map(|word| word.parse::<Goal>().map_err(|_| refused()));
    let mut goals = goals.collect::<Result<Vec<_>, _>>()?;
    Ok(match goals.len() {
        0 => None,
        1 => goals.pop(),
        _ => Some(Goal::All { all: goals }),
    })
}

fn words(goal: &Goal) -> Vec<String> {
    match goal {
        Goal::All { all } => all.iter().flat_map(words).collect(),
        goal => vec![goal.to_string()],
    }
}

fn spawners(map: &Map, size: Size) -> Result<Spawners, MapError> {
    if let Some(LayerKind::Objects(layer)) = map.layer(SPAWNERS).map(|layer| &layer.kind)
    {
        let index =
            |place: f64, side: u32| (place / f64::from(side)).floor().max(0.0) as u32;
        let cell = |object: &Object| {
            Cell::new(index(object.y, map.tile_height), index(object.x, map.tile_width))
        };
        let mut cells: Vec<Cell> = layer.objects.iter().map(cell).collect();
        cells.sort_unstable();
        cells.dedup();
        return match cells.iter().find(|&&cell| !size.contains(cell)) {
            Some(&cell) => Err(LevelError::Spawner(cell).into()),
            None => Ok(Spawners::Cells(cells)),
        };
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
