//! Tile map files as plain data: reads and writes the files of the map editor Tiled.
//!
//! A format knows grids and layers, and no game. Everything here is pure: bytes come in,
//! text goes out; where a map names other files, the caller's loader brings them. What a
//! file claims is checked before it is believed: sizes, depths and what compressed data
//! unpack to are bounded, so no file can eat the memory or overflow the stack.
//!
//! ```
//! use std::io;
//! use std::path::Path;
//!
//! use tilewright_formats::tiled::{Gid, Layer, LayerKind, Map, Object, Tileset};
//! use tilewright_grid::{Cell, Grid, Size};
//!
//! // A map of two by three cells with one external tileset, a heat layer and a route.
//! let size = Size::new(2, 3);
//! let mut map = Map::orthogonal(size, 16, 16);
//! let first = map.add_tileset("ground.tsx", Tileset::new("ground", 16, 16, 4, 2));
//! let heat = Grid::from_fn(size, |cell| Gid::new(first + cell.column));
//! map.add_layer(Layer::tiles("heat", heat));
//! let mut route = Object::polyline(&[(8.0, 8.0), (40.0, 8.0), (40.0, 24.0)]);
//! route.properties.insert("steps", 3);
//! map.add_layer(Layer::objects("routes", vec![route]));
//!
//! // Both written forms come back as the same map; the loader brings the tileset.
//! let tileset = map.tilesets[0].tileset.to_tsx();
//! let mut loader = |_: &Path| -> io::Result<Vec<u8>> { Ok(tileset.clone().into_bytes()) };
//! let again = Map::parse(map.to_tmx().as_bytes(), Path::new("town.tmx"), &mut loader)?;
//! assert_eq!(again, map);
//! assert_eq!(Map::parse(map.to_tmj().as_bytes(), Path::new("town.tmj"), &mut loader)?, map);
//!
//! let LayerKind::Tiles(tiles) = &again.layers[0].kind else { panic!("the first holds tiles") };
//! let tile = again.tile(tiles.get(1, 2)).expect("the cell is not empty");
//! assert_eq!((tile.tileset.name.as_str(), tile.id), ("ground", 2));
//! # Ok::<(), tilewright_formats::tiled::Error>(())
//! ```

pub mod ldtk;
pub mod movingai;
pub mod tiled;

/// The example of the package's first page.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct FirstPage;
