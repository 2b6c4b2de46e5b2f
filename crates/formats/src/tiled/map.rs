//! Maps, and the tiles of their gids.

use std::sync::Arc;

use tilewright_grid::Size;

use super::enums::{Orientation, RenderOrder};
use super::extras::Extras;
use super::gid::{Flips, Gid};
use super::layer::{Layer, LayerKind};
use super::object::Object;
use super::properties::Properties;
use super::record::record;
use super::tileset::{Tile, Tileset};

record! {
    /// A map: tilesets and layers.
    ///
    /// ```
    /// use tilewright_formats::tiled::{Gid, Layer, Map, Tileset};
    /// use tilewright_grid::{Grid, Size};
    ///
    /// let mut map = Map::orthogonal(Size::new(2, 2), 16, 16);
    /// let grass = map.add_tileset("grass.tsx", Tileset::new("grass", 16, 16, 4, 2));
    /// map.add_layer(Layer::tiles("ground", Grid::filled(map.size(), Gid::new(grass + 3))));
    /// let tile = map.tile(Gid::new(grass + 3)).expect("there is a tileset");
    /// assert_eq!((tile.tileset.name.as_str(), tile.id), ("grass", 3));
    /// assert!(map.to_tmx().contains("source=\"grass.tsx\""));
    /// ```
    pub struct Map {
        /// The version of the format.
        pub version: String = "version", Always("1.10".to_owned());
        /// The version of Tiled that wrote the file.
        pub tiled_version: Option<String> = "tiledversion", Or(None);
        /// The custom class.
        pub class: String = "class", Or(String::new());
        /// The shape and arrangement of the cells.
        pub orientation: Orientation = "orientation", Always(Orientation::Orthogonal);
        /// The order in which tiles are drawn.
        pub render_order: RenderOrder = "renderorder", Always(RenderOrder::RightDown);
        /// The compression level with which the editor writes layer data.
        pub compression_level: Option<i32> = "compressionlevel", Or(None);
        /// The number of columns.
        pub columns: u32 = "width", Required;
        /// The number of rows.
        pub rows: u32 = "height", Required;
        /// The width of a cell in pixels.
        pub tile_width: u32 = "tilewidth", Required;
        /// The height of a cell in pixels.
        pub tile_height: u32 = "tileheight", Required;
        /// Whether the map is infinite: its tile layers consist of chunks.
        pub infinite: bool = "infinite", Always(false);
        /// Hexagonal maps: the length of the sides along the stagger axis, in pixels.
        pub hex_side_length: Option<i32> = "hexsidelength", Or(None);
        /// Staggered and hexagonal maps: the axis along which cells are shifted.
        pub stagger_axis: Option<String> = "staggeraxis", Or(None);
        /// Staggered and hexagonal maps: whether `even` or `odd` rows or columns are shifted.
        pub stagger_index: Option<String> = "staggerindex", Or(None);
        /// Oblique maps: the shift to the right per row, in pixels.
        pub skew_x: Option<i32> = "skewx", Or(None);
        /// Oblique maps: the shift down per column, in pixels.
        pub skew_y: Option<i32> = "skewy", Or(None);
        /// The x coordinate of the parallax origin in pixels.
        pub parallax_origin_x: f64 = "parallaxoriginx", Or(0.0);
        /// The y coordinate of the parallax origin in pixels.
        pub parallax_origin_y: f64 = "parallaxoriginy", Or(0.0);
        /// The background colour.
        pub background: Option<String> = "backgroundcolor", Or(None);
        /// The id of the next new layer.
        pub next_layer_id: u32 = "nextlayerid", Always(0);
        /// The id of the next new object.
        pub next_object_id: u32 = "nextobjectid", Always(0);
    }
    and {
        /// Custom properties.
        pub properties: Properties,
        /// The tilesets, sorted by their first gids.
        pub tilesets: Vec<MapTileset>,
        /// The layers, from the lowest to the topmost.
        pub layers: Vec<Layer>,
        /// Unknown parts of the file.
        pub extras: Extras,
    }
}

/// A tileset of a map.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MapTileset {
    /// The gid of its first tile.
    pub first_gid: u32,
    /// The path of its file; `None` if it is embedded in the map.
    pub source: Option<String>,
    /// The tileset.
    pub tileset: Arc<Tileset>,
    /// Unknown parts of the reference to its file.
    pub extras: Extras,
}

/// The tile of a gid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TileRef<'a> {
    /// The tileset.
    pub tileset: &'a Tileset,
    /// The local id in the tileset.
    pub id: u32,
    /// How the tile is flipped.
    pub flips: Flips,
}

impl<'a> TileRef<'a> {
    /// The description of the tile in the tileset, if there is one.
    pub fn tile(&self) -> Option<&'a Tile> {
        self.tileset.tiles.get(&self.id)
    }

    /// The custom class of the tile; empty if there is none.
    pub fn kind(&self) -> &'a str {
        self.tile().map_or("", |tile| &tile.kind)
    }
}

impl Map {
    /// The number of rows and columns.
    pub const fn size(&self) -> Size {
        Size::new(self.rows, self.columns)
    }

    /// The tile of a gid, in the last tileset whose first gid is not greater. `None` for an empty
    /// cell and for gids below those of all tilesets. The number of tiles of the tileset is not
    /// checked, as old files do not give it.
    pub fn tile(&self, gid: Gid) -> Option<TileRef<'_>> {
        if gid.is_empty() {
            return None;
        }
        let after = self.tilesets.partition_point(|set| set.first_gid <= gid.id());
        let MapTileset { first_gid, tileset, .. } =
            self.tilesets.get(after.checked_sub(1)?)?;
        Some(TileRef { tileset, id: gid.id() - first_gid, flips: gid.flips() })
    }

    /// The tile that an object shows, its own or that of its template.
    pub fn object_tile<'a>(&'a self, object: &'a Object) -> Option<TileRef<'a>> {
        match object.gid {
            Some(gid) => self.tile(gid),
            None => object.base()?.tile(),
        }
    }

    /// All layers, including those in groups. A group comes before its layers.
    pub fn all_layers(&self) -> impl Iterator<Item = &Layer> {
        let mut waiting: Vec<&Layer> = self.layers.iter().rev().collect();
        std::iter::from_fn(move || {
            let layer = waiting.pop()?;
            if let LayerKind::Group(layers) = &layer.kind {
                waiting.extend(layers.iter().rev());
            }
            Some(layer)
        })
    }

    /// The first layer of the given name, including those in groups.
    pub fn layer(&self, name: &str) -> Option<&Layer> {
        self.all_layers().find(|layer| layer.name == name)
    }

    /// All objects of all layers.
    pub fn objects(&self) -> impl Iterator<Item = &Object> {
        self.all_layers().flat_map(|layer| match &layer.kind {
            LayerKind::Objects(layer) => layer.objects.as_slice(),
            _ => &[],
        })
    }

    /// Sorts the tilesets, and computes the next ids if the file does not give them.
    pub(crate) fn normalize(&mut self) {
        self.tilesets.sort_by_key(|set| set.first_gid);
        if self.next_layer_id == 0 {
            let last = self.all_layers().map(|layer| layer.id).max().unwrap_or(0);
            self.next_layer_id = last.saturating_add(1);
        }
        if self.next_object_id == 0 {
            let last = self.objects().map(|object| object.id).max().unwrap_or(0);
            self.next_object_id = last.saturating_add(1);
        }
    }
}
