//! Paths put into a map of the editor: a polyline each, and how many of them cross each cell.

use tilewright_draw::{Picture, Point, Ramp, Shape};
use tilewright_formats::tiled::{
    Chunk, Extras, Gid, Image, Layer, LayerKind, Map as File, MapTileset, Object,
    Properties, TileLayer, Tileset,
};
use tilewright_grid::{Cell, Grid, Size};

use super::TiledError;
use super::layers::{OURS, layers};
use super::tiles::Frame;
use super::write::Sheet;
use crate::picture::turns;

/// How many shades of heat there are.
pub const HEAT_LEVELS: u32 = 12;
/// The sides of the pieces of an infinite layer, as the editor has them.
const CHUNK: u32 = 16;

/// A path that is put into a map.
#[derive(Clone, Debug)]
pub struct Line {
    /// The name of its object.
    pub name: String,
    /// Its cells.
    pub cells: Vec<Cell>,
    /// What else its object says.
    pub properties: Properties,
}

/// Paths to be put into a map.
#[derive(Clone, Debug, Default)]
pub struct Results {
    /// The paths.
    pub lines: Vec<Line>,
}

impl Results {
    /// Puts a layer `heat` and a layer `paths` on top, in the place of those that stand there
    /// from before, both of the class `tilewright`. Heat is how many of the paths cross a cell,
    /// in [`HEAT_LEVELS`] shades of a tileset of its own, which is yielded.
    ///
    /// # Errors
    /// When the map's cells are no squares: see [`read`](super::read).
    pub fn put(&self, file: &mut File) -> Result<Sheet, TiledError> {
        remove(file);
        let frame = Frame::of(file, &layers(file, ""))?;
        let sheet = heat_sheet(file, frame.is_isometric);
        let first = first_gid(file, &sheet);
        if first.saturating_add(HEAT_LEVELS) >= 1 << 28 || frame.is_far() {
            return Err(TiledError::Room);
        }
        let heat = self.heat(file, &frame, first);
        file.add_layer(Layer { class: OURS.to_owned(), opacity: 0.6, ..heat });
        let objects = self.lines.iter().map(|line| line.object(&frame)).collect();
        let paths = Layer::objects("paths", objects);
        file.add_layer(Layer { class: OURS.to_owned(), ..paths });
        Ok(sheet)
    }

    fn heat(&self, file: &File, frame: &Frame, first: u32) -> Layer {
        let mut loads = Grid::filled(frame.size, 0_u32);
        for line in &self.lines {
            for &cell in &line.cells {
                loads[cell] += 1;
            }
        }
        let most = loads.values().iter().copied().max().unwrap_or(0).max(1);
        let shade = |load: u32| {
            (u64::from(load) * u64::from(HEAT_LEVELS)).div_ceil(u64::from(most)) as u32
        };
        let gids = loads.map(|&load| match load {
            0 => Gid::EMPTY,
            load => Gid::new(first + shade(load) - 1),
        });
        let mut layer = if file.infinite {
            let kind = LayerKind::Tiles(chunks(&gids, frame.origin));
            Layer { name: "heat".to_owned(), kind, ..Layer::default() }
        } else {
            Layer::tiles("heat", gids)
        };
        layer.properties.insert("most", most);
        layer
    }
}

impl Line {
    /// The line through the middles of the cells, corner by corner.
    fn object(&self, frame: &Frame) -> Object {
        let turns = turns(&self.cells);
        let places: Vec<_> = turns.into_iter().map(|cell| frame.middle(cell)).collect();
        let object = Object::polyline(&places).named(self.name.clone());
        Object {
            properties: self.properties.clone(),
            kind: Some("path".to_owned()),
            ..object
        }
    }
}

/// Takes away what was put in before, and gives its ids again, so that the same results are the
/// same bytes.
fn remove(file: &mut File) {
    let is_ours = |layer: &Layer| layer.class == OURS;
    let (ours, others) = std::mem::take(&mut file.layers).into_iter().partition(is_ours);
    file.layers = others;
    let above = |last: Option<u32>| last.unwrap_or(0).saturating_add(1);
    let layers = above(file.all_layers().map(|layer| layer.id).max());
    let objects = above(file.objects().map(|object| object.id).max());
    let ours: Vec<Layer> = ours;
    let first = ours.iter().map(|layer| layer.id).filter(|&id| id >= layers).min();
    file.next_layer_id = first.unwrap_or(file.next_layer_id);
    let removed = ours.iter().flat_map(|layer| match &layer.kind {
        LayerKind::Objects(layer) => &layer.objects[..],
        _ => &[],
    });
    let first = removed.map(|object| object.id).filter(|&id| id >= objects).min();
    file.next_object_id = first.unwrap_or(file.next_object_id);
}

/// The pieces of an infinite layer that hold something.
fn chunks(gids: &Grid<Gid>, (top, left): (i64, i64)) -> TileLayer {
    let side = i64::from(CHUNK);
    let Size { rows, columns } = gids.size();
    let starts = |first: i64, count: u32| {
        let last = first + i64::from(count) - 1;
        (first.div_euclid(side)..=last.div_euclid(side)).map(move |index| index * side)
    };
    let mut found = Vec::new();
    for row in starts(top, rows) {
        for column in starts(left, columns) {
            let cells = Grid::from_fn(Size::new(CHUNK, CHUNK), |cell| {
                let row = u32::try_from(row - top + i64::from(cell.row));
                let column = u32::try_from(column - left + i64::from(cell.column));
                let cell = row.ok().zip(column.ok());
                let gid = cell.and_then(|(row, column)| gids.get(Cell::new(row, column)));
                gid.copied().unwrap_or(Gid::EMPTY)
            });
            if cells.values().iter().any(|gid| !gid.is_empty()) {
                let (row, column) = (row as i32, column as i32);
                found.push(Chunk { row, column, cells, extras: Extras::default() });
            }
        }
    }
    TileLayer::Infinite { size: gids.size(), chunks: found }
}

/// The tiles of heat, for cells as those of the map.
fn heat_sheet(file: &File, is_isometric: bool) -> Sheet {
    let (width, height) = (file.tile_width, file.tile_height);
    let form = if is_isometric { "-isometric" } else { "" };
    let name = format!("tilewright-heat{form}-{width}x{height}");
    let image = Image::new(format!("{name}.png"), width * HEAT_LEVELS, height);
    let tileset =
        Tileset::new("tilewright heat", width, height, HEAT_LEVELS, HEAT_LEVELS);
    let (wide, high) = (f64::from(width), f64::from(height));
    let mut picture = Picture::new(wide * f64::from(HEAT_LEVELS), high, "shades of heat");
    picture.background = picture.background.with_alpha(0);
    for level in 0..HEAT_LEVELS {
        let color =
            Ramp::Magma.at(0.9 - 0.6 * f64::from(level) / f64::from(HEAT_LEVELS - 1));
        let x = f64::from(level) * wide;
        let points = if is_isometric {
            [(0.5, 0.0), (1.0, 0.5), (0.5, 1.0), (0.0, 0.5)]
        } else {
            [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)]
        };
        let points =
            points.map(|(across, down)| Point::new(x + across * wide, down * high));
        picture.push(Shape::Polygon {
            points: points.into(),
            fill: Some(color),
            stroke: None,
        });
    }
    Sheet { name, tileset: tileset.with_image(image), picture }
}

/// The first gid of a sheet in a map, to which it is added unless it is there already.
fn first_gid(file: &mut File, sheet: &Sheet) -> u32 {
    let source = format!("{}.tsx", sheet.name);
    // One from before may have been named from another folder.
    let is_ours = |set: &&mut MapTileset| {
        let name = set.source.as_deref().and_then(|path| path.rsplit('/').next());
        name == Some(&source)
    };
    match file.tilesets.iter_mut().find(is_ours) {
        Some(known) => {
            known.source = Some(source);
            known.first_gid
        }
        None => file.add_tileset(source, sheet.tileset.clone()),
    }
}
