//! The files of the map editor Tiled, as one model: TMX, TSX and TX (XML), TMJ, TSJ and TJ
//! (JSON).
//!
//! What this module does not know it keeps: unknown attributes, elements and members stand
//! in [`Extras`] and are written again. Those of one form travel through the other in a
//! wrapping of their own (`tilewright-members` in XML, `tilewright-xml` in JSON). Comments
//! are not kept, and colours stay the text that they are (`#AARRGGBB`).
//!
//! Pictures are named, never opened.

mod build;
mod context;
mod data;
mod element;
mod error;
mod extras;
mod gid;
mod image;
mod json;
mod layer;
mod map;
mod members;
mod object;
mod path;
mod properties;
mod read;
mod rebase;
mod record;
mod scalar;
mod template;
mod tile_layer;
mod tileset;
mod tmj;
mod tmx;
mod words;
mod xml;

pub use context::Unread;
pub use element::{Element, Node};
pub use error::{Error, Place};
pub use extras::Extras;
pub use gid::{Flips, Gid};
pub use image::Image;
pub use layer::{ImageLayer, Layer, LayerKind, ObjectLayer};
pub use map::{Map, MapTileset, TileRef};
pub use object::{Base, Object, Shape, Text};
pub use path::resolve;
pub use properties::{Properties, Property, Value};
pub use template::Template;
pub use tile_layer::{Chunk, TileLayer};
pub use tileset::{Frame, Tile, TileGrid, TileOffset, Tileset, Transformations};
pub use words::{Orientation, RenderOrder};

/// The most cells that the layers of a map may have together.
pub const MAX_CELLS: usize = 16_000_000;
/// How deep groups may nest in groups, and likewise values in values of properties.
pub const MAX_DEPTH: usize = 24;
/// The most elements of an XML file.
pub const MAX_ELEMENTS: usize = 1_000_000;
