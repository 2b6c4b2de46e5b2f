//! Maps of the editor Tiled: which of their cells are walkable, and paths added to them.
//!
//! The format does not say which tiles are walkable. The first of these rules that applies to a map
//! decides, unless [`ReadOptions`] name one. Names are compared without case.
//!
//! 1. [`Rule::Properties`]: properties of tiles. `walkable`, `solid` and `collision` are booleans
//!    (or numbers, where 0 is false), `cost` is a number. In each cell the topmost tile with such
//!    a property decides. A cell without such a tile is free, unless any tile of the map has
//!    `walkable` set to true: then it is a wall. Tiles of the tilesets that the map does not use
//!    matter only if no other rule applies. Maps written by this crate also use `danger` (a
//!    number) and `ground` (`swamp`, `water`, `trees`).
//! 2. [`Rule::Layer`]: a layer with the name or class `collision`, visible or not. Every tile and
//!    every object in it blocks.
//! 3. [`Rule::Objects`]: objects of the class `wall` or `collision`, or with a tile of that
//!    class. An object blocks the cells whose centres it covers, its edges included.
//! 4. [`Rule::Tiles`]: in each cell the topmost visible tile, which is walkable if the options
//!    list it.
//! 5. [`Rule::Shapes`]: the collision shapes of tiles. Used only if the options name it.
//!
//! If no rule applies, [`TiledError::NoRule`] has a [`Proposal`]: options to try, and why.
//!
//! Objects with the name or class `start`, `goal` and `npc` become the [places](crate::Places) of
//! the map.
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
//! assert!(matches!(result, Err(TiledError::NoRule { .. })));
//! let options = ReadOptions { tiles: vec!["0".parse()?], ..ReadOptions::default() };
//! assert_eq!(read(&file, &[], &options)?.map.to_string(), "...\n.#.\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod error;
mod figure;
mod finding;
mod inventory;
mod layers;
mod mask;
mod options;
mod places;
mod properties;
mod propose;
mod read;
#[cfg(feature = "pictures")]
mod results;
mod tiles;
mod tops;
#[cfg(feature = "pictures")]
mod write;

pub use error::TiledError;
pub use finding::Finding;
pub use options::{ReadOptions, Rule, TileName};
pub use propose::Proposal;
pub use read::{Reading, read};
#[cfg(feature = "pictures")]
pub use results::{PathLine, add_paths};
#[cfg(feature = "pictures")]
pub use write::Sheet;
