//! Paths added to a map of the editor: a polyline for each, and a heat map of their load.

use tilewright_draw::{Picture, Point, Ramp, Shape};
use tilewright_formats::tiled::{
    Chunk, Extras, Gid, Image, Layer, LayerKind, Map as File, MapTileset, Object,
    Properties, TileLayer, Tileset,
};
use tilewright_grid::{Cell, Grid, Size};

use super::ReadOptions;
use super::TiledError;
use super::layers::{OURS, layers};
use super::properties::WallNames;
use super::tiles::Frame;
use super::write::Sheet;
use crate::picture::turns;

/// The number of colours of the heat map.
const HEAT_LEVELS: u32 = 12;
/// The side of a chunk of an infinite layer, as in the editor.
const CHUNK: u32 = 16;

/// A path to be added to a map.
#[derive(Clone, Debug)]
pub struct PathLine {
    /// The name of its object.
    pub name: String,
    /// The cells of the path.
    pub cells: Vec<Cell>,
    /// Further properties of its object.
    pub properties: Properties,
}

/// Adds a layer `heat` and a layer `paths` on top of a map, both of the class `tilewright`, and
/// removes those that were added before. The heat of a cell is the number of paths through it, in
/// 12 colours of a tileset of its own, which is returned.
///
/// ```
/// use tilewright_formats::tiled::Properties;
/// use tilewright_grid::Cell;
/// use tilewright_pathplan::Map;
/// use tilewright_pathplan::tiled::{PathLine, add_paths};
///
/// let map: Map = "....\n.##.\n".parse()?;
/// let (mut file, ground) = map.to_tiled("ground")?;
/// let cells = (0..4).map(|column| Cell::new(0, column)).collect();
/// let path = PathLine { name: "patrol".to_owned(), cells, properties: Properties::new() };
/// let heat = add_paths(&mut file, &[path])?;
/// assert!(file.to_tmx().contains("<object id=\"1\" name=\"patrol\" type=\"path\""));
/// // Beside the map belong NAME.tsx and NAME.png of both tilesets.
/// assert_eq!([ground.name, heat.name], ["ground", "tilewright-heat-16x16"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the orientation of the map is unknown, or the file format has no numbers left for new tiles.
pub fn add_paths(file: &mut File, paths: &[PathLine]) -> Result<Sheet, TiledError> {
    remove(file);
    let options = ReadOptions::default();
    let frame = Frame::of(file, &layers(file, &WallNames::of(&options), &[]))?;
    let sheet = heat_sheet(file, &frame);
    let first = first_gid(file, &sheet);
    if first.saturating_add(HEAT_LEVELS) >= 1 << 28 || frame.is_far() {
        return Err(TiledError::Full);
    }

    let heat = heat(paths, file, &frame, first);
    file.add_layer(Layer { class: OURS.to_owned(), opacity: 0.6, ..heat });
    let objects = paths.iter().map(|path| path.object(&frame)).collect();
    let paths = Layer::objects("paths", objects);
    file.add_layer(Layer { class: OURS.to_owned(), ..paths });

    Ok(sheet)
}

/// The layer of the load of every cell.
fn heat(paths: &[PathLine], file: &File, frame: &Frame, first: u32) -> Layer {
    let mut loads = Grid::filled(frame.size, 0_u32);
    for &cell in paths.iter().flat_map(|path| &path.cells) {
        loads[cell] += 1;
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

impl PathLine {
    /// The polyline through the centres of the cells.
    fn object(&self, frame: &Frame) -> Object {
        let turns = turns(&self.cells, frame.shape().stagger());
        let places: Vec<_> = turns.into_iter().map(|cell| frame.middle(cell)).collect();
        let object = Object::polyline(&places).named(self.name.clone());
        Object {
            properties: self.properties.clone(),
            kind: Some("path".to_owned()),
            ..object
        }
    }
}

/// Removes the layers that were added before, and frees their ids, so that adding the same paths
/// again gives the same bytes.
fn remove(file: &mut File) {
    let is_ours = |layer: &Layer| layer.class == OURS;
    let (ours, others) = std::mem::take(&mut file.layers).into_iter().partition(is_ours);
    file.layers = others;
    let above = |last: Option<u32>| last.unwrap_or(0).saturating_add(1);
    let layers = above(file.all_layers().map(|layer| layer.id).max());
    let objects = above(file.objects().map(|object| object.id).max());
    let ours: Vec<Layer> = ours;

    // Only ids above all others can be given again.
    let first = ours.iter().map(|layer| layer.id).filter(|&id| id >= layers).min();
    file.next_layer_id = first.unwrap_or(file.next_layer_id);
    let removed = ours.iter().flat_map(|layer| match &layer.kind {
        LayerKind::Objects(layer) => &layer.objects[..],
        _ => &[],
    });
    let first = removed.map(|object| object.id).filter(|&id| id >= objects).min();
    file.next_object_id = first.unwrap_or(file.next_object_id);
}

/// The non-empty chunks of an infinite layer.
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

/// The tileset of the heat map, with tiles of the same size and form as those of the map.
fn heat_sheet(file: &File, frame: &Frame) -> Sheet {
    let (width, height) = (file.tile_width, file.tile_height);
    let form = frame.form();
    let name = format!("tilewright-heat{form}-{width}x{height}");
    let image = Image::new(format!("{name}.png"), width * HEAT_LEVELS, height);
    let tileset =
        Tileset::new("tilewright heat", width, height, HEAT_LEVELS, HEAT_LEVELS);
    let (wide, high) = (f64::from(width), f64::from(height));
    let mut picture =
        Picture::new(wide * f64::from(HEAT_LEVELS), high, "colours of the heat map");
    picture.background = picture.background.with_alpha(0);

    let corners = frame.corners();
    for level in 0..HEAT_LEVELS {
        // The ends of the ramp, nearly black and nearly white, are left out.
        let color =
            Ramp::Magma.at(0.9 - 0.6 * f64::from(level) / f64::from(HEAT_LEVELS - 1));
        let left = f64::from(level) * wide;
        let points = corners.iter().map(|&[x, y]| Point::new(left + x, y));
        picture.push(Shape::Polygon {
            points: points.collect(),
            fill: Some(color),
            stroke: None,
        });
    }

    Sheet { name, tileset: tileset.with_image(image), picture }
}

/// The first gid of the tileset in a map. Adds the tileset unless the map has it.
fn first_gid(file: &mut File, sheet: &Sheet) -> u32 {
    let source = format!("{}.tsx", sheet.name);
    // An earlier one may have been in another folder.
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
