//! The layers of a map.

use super::extras::Extras;
use super::image::Image;
use super::object::Object;
use super::properties::Properties;
use super::record::record;
use super::tile_layer::TileLayer;

record! {
    /// A layer: tiles, objects, an image, or a group of layers.
    pub struct Layer {
        /// The id, unique in the map; 0 in files before Tiled 1.2.
        pub id: u32 = "id", Or(0);
        /// The name, which need not be unique.
        pub name: String = "name", Or(String::new());
        /// The custom class.
        pub class: String = "class", Or(String::new());
        /// The horizontal offset in cells; always 0 in current files.
        pub x: f64 = "x", Or(0.0);
        /// The vertical offset in cells; always 0 in current files.
        pub y: f64 = "y", Or(0.0);
        /// The opacity, from 0 (invisible) to 1.
        pub opacity: f64 = "opacity", Or(1.0);
        /// Whether the layer is shown.
        pub visible: bool = "visible", Or(true);
        /// Whether the layer is locked in the editor.
        pub locked: bool = "locked", Or(false);
        /// The tint colour, by which all colours are multiplied.
        pub tint: Option<String> = "tintcolor", Or(None);
        /// The blend mode; `None` for `normal`.
        pub mode: Option<String> = "mode", Or(None);
        /// The horizontal offset in pixels.
        pub offset_x: f64 = "offsetx", Or(0.0);
        /// The vertical offset in pixels.
        pub offset_y: f64 = "offsety", Or(0.0);
        /// The horizontal parallax factor.
        pub parallax_x: f64 = "parallaxx", Or(1.0);
        /// The vertical parallax factor.
        pub parallax_y: f64 = "parallaxy", Or(1.0);
    }
    and {
        /// Custom properties.
        pub properties: Properties,
        /// The contents.
        pub kind: LayerKind,
        /// Unknown parts of the file.
        pub extras: Extras,
    }
}

/// The contents of a layer.
#[derive(Clone, Debug, PartialEq)]
pub enum LayerKind {
    /// Tiles in cells.
    Tiles(TileLayer),
    /// Objects at any position.
    Objects(ObjectLayer),
    /// An image.
    Image(ImageLayer),
    /// Layers, from the lowest to the topmost.
    Group(Vec<Layer>),
}

impl Default for LayerKind {
    fn default() -> Self {
        Self::Group(Vec::new())
    }
}

record! {
    /// The contents of an object layer.
    pub struct ObjectLayer {
        /// The colour of the objects in the editor.
        pub color: Option<String> = "color", Or(None);
        /// The drawing order, `topdown` or `index`; `None` for `topdown`.
        pub draw_order: Option<String> = "draworder", Or(None);
    }
    and {
        /// The objects.
        pub objects: Vec<Object>,
    }
}

record! {
    /// The contents of an image layer.
    pub struct ImageLayer {
        /// Whether the image is repeated horizontally.
        pub repeat_x: bool = "repeatx", Or(false);
        /// Whether the image is repeated vertically.
        pub repeat_y: bool = "repeaty", Or(false);
    }
    and {
        /// The image.
        pub image: Option<Image>,
    }
}
