//! The layers of a map.

use super::extras::Extras;
use super::image::Image;
use super::object::Object;
use super::properties::Properties;
use super::record::record;
use super::tile_layer::TileLayer;

record! {
    /// A layer: of tiles, of objects, with a picture, or a group of layers.
    pub struct Layer {
        /// The id, unique in the map; 0 in files before Tiled 1.2.
        pub id: u32 = "id", Or(0);
        /// The name; several layers may share one.
        pub name: String = "name", Or(String::new());
        /// The user's class.
        pub class: String = "class", Or(String::new());
        /// Columns from the left, always 0 in files of today.
        pub x: f64 = "x", Or(0.0);
        /// Rows from the top, always 0 in files of today.
        pub y: f64 = "y", Or(0.0);
        /// From 0, invisible, to 1.
        pub opacity: f64 = "opacity", Or(1.0);
        /// Whether the layer is shown.
        pub visible: bool = "visible", Or(true);
        /// Whether the editor refuses to change it.
        pub locked: bool = "locked", Or(false);
        /// The colour that all is multiplied by.
        pub tint: Option<String> = "tintcolor", Or(None);
        /// How colours mix with those below; `None` is the normal way.
        pub mode: Option<String> = "mode", Or(None);
        /// Pixels that all is drawn further right.
        pub offset_x: f64 = "offsetx", Or(0.0);
        /// Pixels that all is drawn further down.
        pub offset_y: f64 = "offsety", Or(0.0);
        /// How fast the layer moves sideways with the camera.
        pub parallax_x: f64 = "parallaxx", Or(1.0);
        /// How fast the layer moves up and down with the camera.
        pub parallax_y: f64 = "parallaxy", Or(1.0);
    }
    and {
        /// Custom properties.
        pub properties: Properties,
        /// What the layer holds.
        pub kind: LayerKind,
        /// What else the file says.
        pub extras: Extras,
    }
}

/// What a layer holds.
#[derive(Clone, Debug, PartialEq)]
pub enum LayerKind {
    /// Tiles, cell by cell.
    Tiles(TileLayer),
    /// Objects anywhere.
    Objects(ObjectLayer),
    /// A picture.
    Image(ImageLayer),
    /// Layers, the lowest first.
    Group(Vec<Layer>),
}

impl Default for LayerKind {
    fn default() -> Self {
        Self::Group(Vec::new())
    }
}

record! {
    /// What a layer of objects holds.
    pub struct ObjectLayer {
        /// The colour that the editor shows the objects in.
        pub color: Option<String> = "color", Or(None);
        /// `topdown` or `index`; `None` is `topdown`.
        pub draw_order: Option<String> = "draworder", Or(None);
    }
    and {
        /// The objects.
        pub objects: Vec<Object>,
    }
}

record! {
    /// What a layer with a picture holds.
    pub struct ImageLayer {
        /// Whether the picture is repeated sideways.
        pub repeat_x: bool = "repeatx", Or(false);
        /// Whether the picture is repeated up and down.
        pub repeat_y: bool = "repeaty", Or(false);
    }
    and {
        /// The picture.
        pub image: Option<Image>,
    }
}
