//! Maps of the editor Tiled: which of their cells are walkable, and paths added to them.
//!
//! The format does not say which tiles are walkable, so several sources do, together. Names are
//! compared without case.
//!
//! 1. [`Source::Properties`]: in each cell the topmost tile that says something decides, so that a
//!    `walkable` bridge over `solid` water is walkable. `walkable` and `passable` are false for
//!    walls; `solid`, `collision`, `collides` and `ge_collide` are true for walls, as are those that
//!    [`ReadOptions::solid`] names, a class of walls (see 2), and such properties within properties
//!    that are classes. `cost` is a number. A cell without such a tile is free; if tiles are marked
//!    as walkable and none as a wall, it is a wall. Maps written by this crate also use `danger` (a
//!    number) and `ground` (`swamp`, `water`, `trees`).
//! 2. [`Source::Layer`]: a layer or group with a name or class of walls: `collision`, `collide`,
//!    `collider`, `solid`, `wall`, or one of these with an `s`; or with a property as in 1. Every
//!    tile and every object in it blocks, whether it is visible or not.
//! 3. [`Source::TileObjects`]: objects with a tile that 1 calls a wall, or with a name or class of
//!    walls; also those of templates.
//! 4. [`Source::Objects`]: other objects with such a name, class or property. An object blocks the
//!    cells whose centres it covers, its edges included.
//! 5. [`Source::Shapes`]: the collision shapes of tiles, flipped and stretched as the tiles are. They
//!    block the cells whose centres they cover.
//!
//! Tiles in hidden layers do not count for 1 and 5, unless 2 names the layer. Sources 2 to 5 only
//! add walls. [`ReadOptions::sources`] names those that may decide. With
//! [`Source::Tiles`] the topmost visible tile of each cell must be one that the options list, which
//! stands in the place of 1 and 5. A [`ParsedMap`] lists what each source found, and warns of what
//! could be a wall and is not used.
//!
//! If there is no source, [`TiledError::NoSource`] has a [`Proposal`]: options to try, and why.
//!
//! Objects with the name or class `start`, `goal` and `npc` become the [places](crate::Places) of
//! the map. Objects of the class `link` become its [links](crate::MapLink): their property `to` refers to the object where
//! the link ends, `cost` is what it costs (1 without), `one_way` is true where nobody comes back, and `mask` says who may
//! use it (all without).
//!
//! ```
//! use std::path::Path;
//!
//! use tilewright_formats::tiled::Map as File;
//! use tilewright_pathplan::tiled::{ReadOptions, TiledError, read};
//!
//! let tmx = r#"<map orientation="orthogonal" width="3" height="2" tilewidth="16" tileheight="16">
//!  <tileset firstgid="1" name="t" tilewidth="16" tileheight="16" tilecount="4" columns="2"/>
//!  <layer id="1" name="Ground" width="3" height="2"><data encoding="csv">1,1,1,1,4,1</data></layer>
//! </map>"#;
//! let mut no_files = |_: &Path| Err(std::io::ErrorKind::NotFound.into());
//! let file = File::parse(tmx.as_bytes(), Path::new("cave.tmx"), &mut no_files)?;
//!
//! // Nothing in the file says what is walkable, so the options must.
//! let result = read(&file, &[], &ReadOptions::default());
//! assert!(matches!(result, Err(TiledError::NoSource { .. })));
//! let options = ReadOptions { tiles: vec!["0".parse()?], ..ReadOptions::default() };
//! assert_eq!(read(&file, &[], &options)?.map.to_string(), "...\n.#.\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod base;
mod error;
mod figure;
mod finding;
mod hexagons;
mod inventory;
mod layers;
mod links;
mod mask;
mod options;
mod places;
mod properties;
mod propose;
mod read;
#[cfg(feature = "pictures")]
mod results;
mod shifts;
mod stand;
mod tiles;
mod tops;
mod unused;
mod walls;
mod words;
#[cfg(feature = "pictures")]
mod write;

pub use error::TiledError;
pub use finding::Finding;
pub use options::{ReadOptions, Source};
pub use propose::Proposal;
pub use read::{ParsedMap, read};
#[cfg(feature = "pictures")]
pub use results::{PathLine, add_paths};
#[cfg(feature = "pictures")]
pub use write::Sheet;
