//! Real files, and parsing without any.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tilewright_formats::tiled::{Error, Map, MapTileset, Tileset};
use tilewright_grid::Size;

/// The folder of real maps.
pub(crate) fn data() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/rs-tiled")
}

/// Brings real files.
pub(crate) fn disk(path: &Path) -> io::Result<Vec<u8>> {
    std::fs::read(data().join(path))
}

/// Brings nothing.
pub(crate) fn nothing(_: &Path) -> io::Result<Vec<u8>> {
    Err(io::Error::from(io::ErrorKind::NotFound))
}

/// Parses a map that needs no other file.
pub(crate) fn parse(text: &str) -> Result<Map, Error> {
    Map::parse(text.as_bytes(), Path::new("map"), &mut nothing)
}

/// A map that holds this tileset.
pub(crate) fn holding(tileset: Tileset) -> Map {
    let mut map = Map::orthogonal(Size::new(1, 1), 8, 8);
    let tileset = Arc::new(tileset);
    map.tilesets.push(MapTileset { first_gid: 1, tileset, ..MapTileset::default() });
    map
}
