//! A map, and which tile a gid means in it.

use std::sync::Arc;

use tilewright_grid::Size;

use super::extras::Extras;
use super::gid::{Flips, Gid};
use super::layer::{Layer, LayerKind};
use super::object::Object;
use super::properties::{Properties, Value};
use super::record::record;
use super::tileset::{Tile, Tileset};
use super::words::{Orientation, RenderOrder};

record! {
    /// A map: its tilesets and layers.
    pub struct Map {
        /// The version of the format.
        pub version: String = "version", Always("1.10".to_owned());
        /// The version of Tiled that wrote the file.
        pub tiled_version: Option<String> = "tiledversion", Or(None);
        /// The user's class.
        pub class: String = "class", Or(String::new());
        /// How the cells lie.
        pub orientation: Orientation = "orientation", Always(Orientation::Orthogonal);
        /// The order in which tiles are drawn.
        pub render_order: RenderOrder = "renderorder", Always(RenderOrder::RightDown);
        /// How hard the editor packs the data of layers.
        pub compression_level: Option<i32> = "compressionlevel", Or(None);
        /// How many columns of cells there are.
        pub columns: u32 = "width", Required;
        /// How many rows of cells there are.
        pub rows: u32 = "height", Required;
        /// The width of a cell in pixels.
        pub tile_width: u32 = "tilewidth", Required;
        /// The height of a cell in pixels.
        pub tile_height: u32 = "tileheight", Required;
        /// Whether the layers come in chunks, anywhere.
        pub infinite: bool = "infinite", Always(false);
        /// Of hexagons: the length of the sides that lie along the axis, in pixels.
        pub hex_side_length: Option<i32> = "hexsidelength", Or(None);
        /// Of staggered and hexagonal maps: the axis along which cells are shifted.
        pub stagger_axis: Option<String> = "staggeraxis", Or(None);
        /// Of staggered and hexagonal maps: which are shifted, `even` or `odd`.
        pub stagger_index: Option<String> = "staggerindex", Or(None);
        /// Of oblique maps: pixels to the right for each row.
        pub skew_x: Option<i32> = "skewx", Or(None);
        /// Of oblique maps: pixels down for each column.
        pub skew_y: Option<i32> = "skewy", Or(None);
        /// Where layers with parallax stand still, in pixels from the left.
        pub parallax_origin_x: f64 = "parallaxoriginx", Or(0.0);
        /// Where layers with parallax stand still, in pixels from the top.
        pub parallax_origin_y: f64 = "parallaxoriginy", Or(0.0);
        /// The colour behind all.
        pub background: Option<String> = "backgroundcolor", Or(None);
        /// The id of the next layer that is made.
        pub next_layer_id: u32 = "nextlayerid", Always(0);
        /// The id of the next object that is made.
        pub next_object_id: u32 = "nextobjectid", Always(0);
    }
    and {
        /// Custom properties.
        pub properties: Properties,
        /// The tilesets, by ascending first gid.
        pub tilesets: Vec<MapTileset>,
        /// The layers, the lowest first.
        pub layers: Vec<Layer>,
        /// What else the file says.
        pub extras: Extras,
    }
}

/// A tileset in a map.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MapTileset {
    /// The gid of its tile 0.
    pub first_gid: u32,
    /// The path of its own file; `None` when it stands in the map.
    pub source: Option<String>,
    /// The tileset, loaded if it has a file.
    pub tileset: Arc<Tileset>,
    /// What else the reference to a file says.
    pub extras: Extras,
}

/// The tile that a gid means.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TileRef<'a> {
    /// The tileset.
    pub tileset: &'a Tileset,
    /// The local id in the tileset.
    pub id: u32,
    /// How it is turned.
    pub flips: Flips,
}

impl<'a> TileRef<'a> {
    /// What the tileset says about the tile, if anything.
    pub fn tile(&self) -> Option<&'a Tile> {
        self.tileset.tiles.get(&self.id)
    }

    /// The user's class of the tile; empty when there is none.
    pub fn kind(&self) -> &'a str {
        self.tile().map_or("", |tile| &tile.kind)
    }

    /// A custom property of the tile.
    pub fn property(&self, name: &str) -> Option<&'a Value> {
        self.tile()?.properties.value(name)
    }
}

impl Map {
    /// The rows and columns.
    pub const fn size(&self) -> Size {
        Size::new(self.rows, self.columns)
    }

    /// The tile that a gid means: one of the last tileset whose first gid is not above it.
    /// `None` for the empty cell and for gids below all tilesets. Whether the tileset has
    /// so many tiles is not asked, as old files do not say.
    pub fn tile(&self, gid: Gid) -> Option<TileRef<'_>> {
        if gid.is_empty() {
            return None;
        }
        let after = self.tilesets.partition_point(|set| set.first_gid <= gid.id());
        let MapTileset { first_gid, tileset, .. } =
            self.tilesets.get(after.checked_sub(1)?)?;
        Some(TileRef { tileset, id: gid.id() - first_gid, flips: gid.flips() })
    }

    /// The tile that an object shows, itself or by its template.
    pub fn object_tile<'a>(&'a self, object: &'a Object) -> Option<TileRef<'a>> {
        match object.gid {
            Some(gid) => self.tile(gid),
            None => object.base()?.tile(),
        }
    }

    /// All layers, each group before the layers in it.
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

    /// The first layer of that name, in groups too.
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

    /// Puts the tilesets in order and, where a file does not say them, finds the next ids.
    pub(crate) fn settle(&mut self) {
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
