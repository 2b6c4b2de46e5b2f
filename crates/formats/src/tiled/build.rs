//! Constructors of maps, tilesets, layers and objects.

use std::sync::Arc;

use tilewright_grid::{Grid, Size};

use super::gid::Gid;
use super::image::Image;
use super::layer::{Layer, LayerKind, ObjectLayer};
use super::map::{Map, MapTileset};
use super::object::{Object, Shape};
use super::tile_layer::TileLayer;
use super::tileset::Tileset;

/// The number of gids that are reserved for a tileset that could not be loaded: few have more
/// tiles, and 4,096 such tilesets fit into the 28 bits of a gid.
const UNKNOWN: u32 = 1 << 16;

impl Map {
    /// An orthogonal map of fixed size without layers. The width and height of a tile are in
    /// pixels.
    pub fn orthogonal(size: Size, tile_width: u32, tile_height: u32) -> Self {
        Self {
            rows: size.rows,
            columns: size.columns,
            tile_width,
            tile_height,
            next_layer_id: 1,
            next_object_id: 1,
            ..Self::default()
        }
    }

    /// Adds a tileset that has a file of its own. Returns the gid of its first tile. The file is
    /// not written: see [`Tileset::to_tsx`].
    pub fn add_tileset(&mut self, source: impl Into<String>, tileset: Tileset) -> u32 {
        let (first_gid, source) = (self.free_gid(), Some(source.into()));
        let tileset = Arc::new(tileset);
        self.tilesets.push(MapTileset {
            first_gid,
            source,
            tileset,
            ..MapTileset::default()
        });
        first_gid
    }

    /// The first gid above those of all tilesets and all tiles of layers, as a file may give too
    /// small a number of tiles for a tileset.
    fn free_gid(&self) -> u32 {
        // The number of tiles of a tileset that was not loaded is unknown.
        let count = |set: &MapTileset| match (set.tileset.end(), &set.source) {
            (0, Some(_)) => UNKNOWN,
            (count, _) => count.max(set.tileset.image_tiles()).max(1),
        };

        let after = |set: &MapTileset| set.first_gid.saturating_add(count(set));
        let sets = self.tilesets.iter().map(after).max().unwrap_or(1);

        let laid = self.all_layers().filter_map(|layer| match &layer.kind {
            LayerKind::Tiles(tiles) => tiles.cells().map(|(_, _, gid)| gid.id()).max(),
            LayerKind::Objects(layer) => {
                layer.objects.iter().filter_map(|object| Some(object.gid?.id())).max()
            }
            _ => None,
        });

        sets.max(laid.max().unwrap_or(0).saturating_add(1))
    }

    /// Adds a layer on top. The layer, and layers and objects in it, get new ids if they have none.
    pub fn add_layer(&mut self, mut layer: Layer) {
        self.number(&mut layer);
        self.layers.push(layer);
    }

    fn number(&mut self, layer: &mut Layer) {
        next(&mut layer.id, &mut self.next_layer_id);

        match &mut layer.kind {
            LayerKind::Group(layers) => {
                for layer in layers {
                    self.number(layer);
                }
            }
            LayerKind::Objects(layer) => {
                for object in &mut layer.objects {
                    next(&mut object.id, &mut self.next_object_id);
                }
            }
            LayerKind::Tiles(_) | LayerKind::Image(_) => {}
        }
    }
}

/// Sets an id that is 0 to the next one, and makes the next id greater than this one.
fn next(id: &mut u32, next: &mut u32) {
    if *id == 0 {
        *id = (*next).max(1);
    }
    *next = (*next).max(id.saturating_add(1));
}

impl Layer {
    fn holding(name: impl Into<String>, kind: LayerKind) -> Self {
        Self { name: name.into(), kind, ..Self::default() }
    }

    /// A tile layer.
    pub fn tiles(name: impl Into<String>, cells: Grid<Gid>) -> Self {
        Self::holding(name, LayerKind::Tiles(TileLayer::Finite(cells)))
    }

    /// An object layer.
    pub fn objects(name: impl Into<String>, objects: Vec<Object>) -> Self {
        let layer = ObjectLayer { objects, ..ObjectLayer::default() };
        Self::holding(name, LayerKind::Objects(layer))
    }
}

impl Object {
    /// An object of a shape at a position in pixels.
    pub fn new(shape: Shape, x: f64, y: f64) -> Self {
        Self { x, y, shape, ..Self::default() }
    }

    /// A rectangle with the position of its upper left corner and its size in pixels.
    pub fn rectangle(x: f64, y: f64, width: f64, height: f64) -> Self {
        let sides = (Some(width), Some(height));
        Self { width: sides.0, height: sides.1, ..Self::new(Shape::Rectangle, x, y) }
    }

    /// A point at a position in pixels.
    pub fn point(x: f64, y: f64) -> Self {
        Self::new(Shape::Point, x, y)
    }

    /// A line through positions of the map in pixels.
    pub fn polyline(places: &[(f64, f64)]) -> Self {
        let (x, y) = places.first().copied().unwrap_or_default();
        let points = places.iter().map(|place| (place.0 - x, place.1 - y)).collect();
        Self::new(Shape::Polyline(points), x, y)
    }

    /// Sets the name.
    #[must_use]
    pub fn named(self, name: impl Into<String>) -> Self {
        Self { name: Some(name.into()), ..self }
    }
}

impl Tileset {
    /// A tileset: its name, the width and height of a tile in pixels, the number of tiles, and the
    /// number of tiles in a row of its image. The image is set by [`Tileset::with_image`].
    pub fn new(
        name: impl Into<String>,
        tile_width: u32,
        tile_height: u32,
        tile_count: u32,
        columns: u32,
    ) -> Self {
        Self {
            version: Some("1.10".to_owned()),
            name: name.into(),
            tile_width,
            tile_height,
            tile_count,
            columns,
            ..Self::default()
        }
    }

    /// Sets the image.
    #[must_use]
    pub fn with_image(self, image: Image) -> Self {
        Self { image: Some(image), ..self }
    }
}
