//! Tilesets and their tiles.

use std::collections::BTreeMap;

use super::extras::Extras;
use super::image::Image;
use super::layer::Layer;
use super::properties::{Properties, Value};
use super::record::record;

record! {
    /// A set of tiles: cut from one picture, or with a picture each.
    pub struct Tileset {
        /// The version of the format.
        pub version: Option<String> = "version", Or(None);
        /// The version of Tiled that wrote the file.
        pub tiled_version: Option<String> = "tiledversion", Or(None);
        /// The name.
        pub name: String = "name", Always(String::new());
        /// The user's class.
        pub class: String = "class", Or(String::new());
        /// The width of a tile in pixels.
        pub tile_width: u32 = "tilewidth", Always(0);
        /// The height of a tile in pixels.
        pub tile_height: u32 = "tileheight", Always(0);
        /// The pixels between tiles in the picture.
        pub spacing: u32 = "spacing", Or(0);
        /// The pixels around the tiles in the picture.
        pub margin: u32 = "margin", Or(0);
        /// How many tiles there are; 0 in files before Tiled 0.13.
        pub tile_count: u32 = "tilecount", Always(0);
        /// How many tiles there are in a row of the picture; 0 for a picture each.
        pub columns: u32 = "columns", Always(0);
        /// The colour that the editor shows behind the tiles.
        pub background: Option<String> = "backgroundcolor", Or(None);
        /// Where the place of a tile object lies in the tile.
        pub object_alignment: Option<String> = "objectalignment", Or(None);
        /// Whether tiles are drawn in their own size or in the map's: `tile` or `grid`.
        pub render_size: Option<String> = "tilerendersize", Or(None);
        /// How tiles fill another size: `stretch` or `preserve-aspect-fit`.
        pub fill_mode: Option<String> = "fillmode", Or(None);
    }
    and {
        /// By how much tiles are drawn elsewhere.
        pub offset: Option<TileOffset>,
        /// The grid that the editor shows over tiles.
        pub grid: Option<TileGrid>,
        /// How the editor may turn tiles.
        pub transformations: Option<Transformations>,
        /// Custom properties.
        pub properties: Properties,
        /// The picture that the tiles are cut from.
        pub image: Option<Image>,
        /// The tiles that have something to say, by their local ids.
        pub tiles: BTreeMap<u32, Tile>,
        /// What else the file says.
        pub extras: Extras,
    }
}

record! {
    /// By how much the tiles of a set are drawn elsewhere.
    pub struct TileOffset {
        /// Pixels to the right.
        pub x: i32 = "x", Always(0);
        /// Pixels down.
        pub y: i32 = "y", Always(0);
    }
    and {}
}

record! {
    /// The grid that the editor shows over the tiles of a set.
    pub struct TileGrid {
        /// `orthogonal` or `isometric`.
        pub orientation: String = "orientation", Always("orthogonal".to_owned());
        /// The width of a cell.
        pub width: u32 = "width", Always(0);
        /// The height of a cell.
        pub height: u32 = "height", Always(0);
    }
    and {}
}

record! {
    /// How the editor may turn the tiles of a set.
    pub struct Transformations {
        /// Left to right.
        pub horizontal: bool = "hflip", Always(false);
        /// Top to bottom.
        pub vertical: bool = "vflip", Always(false);
        /// By quarters.
        pub rotate: bool = "rotate", Always(false);
        /// Tiles that are not turned come first.
        pub prefer_untransformed: bool = "preferuntransformed", Always(false);
    }
    and {}
}

record! {
    /// A tile that has something to say.
    pub struct Tile {
        /// The user's class, `type` in the files.
        pub kind: String = "type", Or(String::new());
        /// How often the editor takes it among its like.
        pub probability: f64 = "probability", Or(1.0);
        /// The left edge of its part of its own picture.
        pub x: Option<i32> = "x", Or(None);
        /// The top edge of its part of its own picture.
        pub y: Option<i32> = "y", Or(None);
        /// The width of its part of its own picture.
        pub width: Option<u32> = "width", Or(None);
        /// The height of its part of its own picture.
        pub height: Option<u32> = "height", Or(None);
    }
    and {
        /// Custom properties.
        pub properties: Properties,
        /// The tile's own picture.
        pub image: Option<Image>,
        /// Figures on the tile, such as those that bodies collide with: a layer of objects.
        pub collision: Option<Layer>,
        /// The tiles that it shows in turn.
        pub animation: Vec<Frame>,
        /// What else the file says.
        pub extras: Extras,
    }
}

record! {
    /// A step of a tile's animation.
    pub struct Frame {
        /// The local id of the tile that is shown.
        pub tile: u32 = "tileid", Required;
        /// For how many milliseconds.
        pub duration: u32 = "duration", Required;
    }
    and {
        /// What else the file says.
        pub extras: Extras,
    }
}

impl Tileset {
    /// The property of a tile; `None` too where the tile has nothing to say.
    pub fn tile_property(&self, id: u32, name: &str) -> Option<&Value> {
        self.tiles.get(&id)?.properties.value(name)
    }

    /// How many tiles its picture has room for, if it says how large that is.
    pub(crate) fn image_tiles(&self) -> u32 {
        let image = self.image.as_ref();
        let sides = image.and_then(|image| image.width.zip(image.height));
        let Some((width, height)) = sides else { return 0 };
        let fit = |room: u32, side: u32| {
            let room = room.saturating_sub(self.margin).saturating_add(self.spacing);
            room.checked_div(side.saturating_add(self.spacing)).unwrap_or(0)
        };
        fit(width, self.tile_width).saturating_mul(fit(height, self.tile_height))
    }

    /// One more than the highest local id that there is.
    pub(crate) fn end(&self) -> u32 {
        let last = self.tiles.last_key_value().map_or(0, |(id, _)| id.saturating_add(1));
        self.tile_count.max(last)
    }
}
