//! Tilesets and their tiles.

use std::collections::BTreeMap;

use super::extras::Extras;
use super::image::Image;
use super::layer::Layer;
use super::properties::Properties;
use super::record::record;

record! {
    /// A tileset: tiles that are parts of one image, or have an image each.
    ///
    /// ```
    /// use std::{io, path::Path};
    /// use tilewright_formats::tiled::{Image, Tile, Tileset};
    ///
    /// let image = Image::new("ground.png", 32, 32);
    /// let mut ground = Tileset::new("ground", 16, 16, 4, 2).with_image(image);
    /// let mut water = Tile::default();
    /// water.properties.insert("walkable", false);
    /// ground.tiles.insert(3, water);
    ///
    /// let mut no_files = |_: &Path| Err(io::ErrorKind::NotFound.into());
    /// let file = ground.to_tsx();
    /// let read = Tileset::parse(file.as_bytes(), Path::new("ground.tsx"), &mut no_files)?;
    /// assert_eq!(read, ground);
    /// # Ok::<(), tilewright_formats::tiled::Error>(())
    /// ```
    pub struct Tileset {
        /// The version of the format.
        pub version: Option<String> = "version", Or(None);
        /// The version of Tiled that wrote the file.
        pub tiled_version: Option<String> = "tiledversion", Or(None);
        /// The name.
        pub name: String = "name", Always(String::new());
        /// The custom class.
        pub class: String = "class", Or(String::new());
        /// The width of a tile in pixels.
        pub tile_width: u32 = "tilewidth", Always(0);
        /// The height of a tile in pixels.
        pub tile_height: u32 = "tileheight", Always(0);
        /// The space between tiles in the image, in pixels.
        pub spacing: u32 = "spacing", Or(0);
        /// The margin around the tiles in the image, in pixels.
        pub margin: u32 = "margin", Or(0);
        /// The number of tiles; 0 in files before Tiled 0.13.
        pub tile_count: u32 = "tilecount", Always(0);
        /// The number of tiles in a row of the image; 0 if each tile has its own image.
        pub columns: u32 = "columns", Always(0);
        /// The background colour in the editor.
        pub background: Option<String> = "backgroundcolor", Or(None);
        /// The alignment of tile objects.
        pub object_alignment: Option<String> = "objectalignment", Or(None);
        /// Whether tiles are drawn in their own size or in that of the map: `tile` or `grid`.
        pub render_size: Option<String> = "tilerendersize", Or(None);
        /// How tiles are scaled to another size: `stretch` or `preserve-aspect-fit`.
        pub fill_mode: Option<String> = "fillmode", Or(None);
    }
    and {
        /// The offset at which tiles are drawn.
        pub offset: Option<TileOffset>,
        /// The grid of tile objects and collision shapes.
        pub grid: Option<TileGrid>,
        /// The transformations that the editor may apply to tiles.
        pub transformations: Option<Transformations>,
        /// Custom properties.
        pub properties: Properties,
        /// The image that contains the tiles.
        pub image: Option<Image>,
        /// The tiles that have more than an image, by their local ids.
        pub tiles: BTreeMap<u32, Tile>,
        /// Unknown parts of the file.
        pub extras: Extras,
    }
}

record! {
    /// The offset at which the tiles of a set are drawn.
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
    /// The transformations that the editor may apply to the tiles of a set.
    pub struct Transformations {
        /// Whether tiles may be flipped horizontally.
        pub horizontal: bool = "hflip", Always(false);
        /// Whether tiles may be flipped vertically.
        pub vertical: bool = "vflip", Always(false);
        /// Whether tiles may be rotated by multiples of 90°.
        pub rotate: bool = "rotate", Always(false);
        /// Whether tiles that are not transformed are preferred.
        pub prefer_untransformed: bool = "preferuntransformed", Always(false);
    }
    and {}
}

record! {
    /// A tile of a tileset: its class, properties, image, collision shapes and animation.
    pub struct Tile {
        /// The custom class, `type` in the files.
        pub kind: String = "type", Or(String::new());
        /// The relative probability with which the editor chooses the tile.
        pub probability: f64 = "probability", Or(1.0);
        /// The left edge of its rectangle in its own image.
        pub x: Option<i32> = "x", Or(None);
        /// The top edge of its rectangle in its own image.
        pub y: Option<i32> = "y", Or(None);
        /// The width of its rectangle in its own image.
        pub width: Option<u32> = "width", Or(None);
        /// The height of its rectangle in its own image.
        pub height: Option<u32> = "height", Or(None);
    }
    and {
        /// Custom properties.
        pub properties: Properties,
        /// The image of the tile, if it has its own.
        pub image: Option<Image>,
        /// The collision shapes: an object layer.
        pub collision: Option<Layer>,
        /// The frames of its animation.
        pub animation: Vec<Frame>,
        /// Unknown parts of the file.
        pub extras: Extras,
    }
}

record! {
    /// A frame of a tile's animation.
    pub struct Frame {
        /// The local id of the tile that is shown.
        pub tile: u32 = "tileid", Required;
        /// The duration in milliseconds.
        pub duration: u32 = "duration", Required;
    }
    and {
        /// Unknown parts of the file.
        pub extras: Extras,
    }
}

impl Tileset {
    /// The number of tiles that fit into the image; 0 if the size of the image is unknown.
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

    /// The highest local id plus one.
    pub(crate) fn end(&self) -> u32 {
        let last = self.tiles.last_key_value().map_or(0, |(id, _)| id.saturating_add(1));
        self.tile_count.max(last)
    }
}
