//! Small maps of the editor, written and read.

#![allow(clippy::allow_attributes, dead_code, reason = "not every test uses everything")]

use std::io;
use std::path::Path;

use tilewright_formats::tiled as files;
use tilewright_pathplan::tiled::{ParsedMap, ReadOptions, TiledError, read};

pub(crate) fn nothing(_: &Path) -> io::Result<Vec<u8>> {
    Err(io::Error::from(io::ErrorKind::NotFound))
}

pub(crate) fn try_with(
    text: &str,
    options: &ReadOptions,
) -> Result<ParsedMap, TiledError> {
    let parsed =
        files::Map::parse_alone(text.as_bytes(), Path::new("map.tmx"), &mut nothing);
    let (file, unread) = parsed.expect("it is a map");
    read(&file, &unread, options)
}

pub(crate) fn with(text: &str) -> ParsedMap {
    try_with(text, &ReadOptions::default()).unwrap()
}

/// A map of such size with this inside; tiles are 10 pixels wide and high.
pub(crate) fn tmx(columns: u32, rows: u32, inside: &str) -> String {
    format!(
        "<map version=\"1.10\" orientation=\"orthogonal\" width=\"{columns}\" height=\"{rows}\" \
         tilewidth=\"10\" tileheight=\"10\" infinite=\"0\">{inside}</map>"
    )
}

/// A layer of these gids, and what else is said of it.
pub(crate) fn layer(words: &str, rows: &[&str]) -> String {
    let (height, width) = (rows.len(), rows[0].split(',').count());
    format!(
        "<layer {words} width=\"{width}\" height=\"{height}\"><data encoding=\"csv\">{}</data></layer>",
        rows.join(",")
    )
}

/// A tileset whose tile i has these properties, each `name type value`.
pub(crate) fn tileset(tiles: &[&str]) -> String {
    let tile = |(id, text): (usize, &&str)| {
        let property = |text: &str| {
            let [name, kind, value] = text.split(' ').collect::<Vec<_>>()[..] else {
                panic!("a property is name, type and value")
            };
            format!("<property name=\"{name}\" type=\"{kind}\" value=\"{value}\"/>")
        };
        let properties: String =
            text.split(';').filter(|text| !text.is_empty()).map(property).collect();
        format!("<tile id=\"{id}\"><properties>{properties}</properties></tile>")
    };
    let tiles: String = tiles.iter().enumerate().map(tile).collect();
    format!(
        "<tileset firstgid=\"1\" name=\"ground\" tilewidth=\"10\" tileheight=\"10\" tilecount=\"16\" columns=\"4\">{tiles}</tileset>"
    )
}

/// Whether two points are the same.
pub(crate) fn is_at(one: [f64; 2], other: [f64; 2]) -> bool {
    (one[0] - other[0]).abs() + (one[1] - other[1]).abs() < 1e-9
}
