//! Files of the map editor Tiled: maps, tilesets and templates, as XML (TMX, TSX, TX) or JSON
//! (TMJ, TSJ, TJ).
//!
//! - A [`Map`] has [`Layer`]s and tilesets. A layer holds tiles ([`TileLayer`]), [`Object`]s, an
//!   image, or other layers.
//! - A cell of a tile layer holds a [`Gid`], a global tile id. [`Map::tile`] finds its
//!   [`Tileset`] and [`Tile`].
//! - Most elements have custom [`Properties`].
//!
//! Unknown attributes, elements and JSON keys are kept in [`Extras`] and written again. If a file
//! is converted between XML and JSON, they are stored as `tilewright-members` in XML and as
//! `tilewright-xml` in JSON. Comments are lost. Colours are kept as text (`#AARRGGBB`). Images
//! are referred to by their paths and never opened.
//!
//! A new map with a tileset of its own and a path, written and read again:
//!
//! ```
//! use std::{io, path::Path};
//! use tilewright_formats::tiled::{Gid, Image, Layer, Map, Object, Tileset};
//! use tilewright_grid::{Grid, Size};
//!
//! let size = Size::new(2, 3);
//! let mut map = Map::orthogonal(size, 16, 16);
//! let ground = Tileset::new("ground", 16, 16, 4, 2).with_image(Image::new("ground.png", 32, 32));
//! let first = map.add_tileset("ground.tsx", ground);
//! map.add_layer(Layer::tiles("ground", Grid::from_fn(size, |cell| Gid::new(first + cell.column))));
//! let mut path = Object::polyline(&[(8.0, 8.0), (40.0, 8.0), (40.0, 24.0)]).named("path");
//! path.properties.insert("steps", 3);
//! map.add_layer(Layer::objects("paths", vec![path]));
//!
//! // Both formats give the same map. The loader provides the tileset.
//! let tileset = map.tilesets[0].tileset.to_tsx();
//! let mut loader = |_: &Path| -> io::Result<Vec<u8>> { Ok(tileset.clone().into_bytes()) };
//! assert_eq!(Map::parse(map.to_tmx().as_bytes(), Path::new("town.tmx"), &mut loader)?, map);
//! assert_eq!(Map::parse(map.to_tmj().as_bytes(), Path::new("town.tmj"), &mut loader)?, map);
//! # Ok::<(), tilewright_formats::tiled::Error>(())
//! ```

mod build;
mod context;
mod element;
mod encoding;
mod enums;
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
mod project;
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
mod xml;

pub use context::UnreadFile;
pub use error::{Error, Place};
pub use extras::Extras;
pub use gid::{Flips, Gid};
pub use image::Image;
pub use layer::{ImageLayer, Layer, LayerKind, ObjectLayer};
pub use map::{Map, MapTileset, TileRef};
pub use object::{Base, Object, Shape, Text};

pub use enums::{Orientation, RenderOrder};
pub use project::Project;
pub use properties::{Properties, Property, Value};
pub use template::Template;
pub use tile_layer::{Chunk, TileLayer};
pub use tileset::{Frame, Tile, TileGrid, TileOffset, Tileset, Transformations};

/// The maximum number of cells of all layers of a map: 64 MB. A chunk of some bytes may claim
/// any number.
pub const MAX_CELLS: usize = 16_000_000;
/// The maximum nesting of groups, and of values of properties, which are read by recursion.
const MAX_DEPTH: usize = 24;
/// The maximum number of elements of an XML file.
const MAX_ELEMENTS: usize = 1_000_000;
