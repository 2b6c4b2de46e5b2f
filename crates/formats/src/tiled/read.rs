//! Which form a file has, and where reading starts.

use std::io;
use std::path::Path;

use super::context::{Context, Unread};
use super::element::Element;
use super::error::{Error, shortened};
use super::json::Json;
use super::map::Map;
use super::members::Members;
use super::template::Template;
use super::tileset::Tileset;
use super::xml;

/// A file, taken apart.
enum Document {
    Xml(Element),
    Json(Members),
}

impl Document {
    /// Reads XML or JSON, whichever it is by its first character.
    fn of(bytes: &[u8], expected: &'static str) -> Result<Self, Error> {
        let text = std::str::from_utf8(bytes).map_err(Error::Encoding)?;
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let wrong = |found: &str| Error::Root { found: shortened(found), expected };
        match text.trim_start().chars().next() {
            Some('<') => {
                let root = xml::parse(text)?;
                if root.name() != expected {
                    return Err(wrong(root.name()));
                }
                Ok(Self::Xml(root))
            }
            Some('{') => {
                let json: Json = serde_json::from_str(text)?;
                let mut root = Members::of(json, String::new())?;
                if let Some(found) =
                    root.get_text("type").filter(|found| *found != expected)
                {
                    return Err(wrong(found));
                }
                root.take_json("type");
                Ok(Self::Json(root))
            }
            _ => Err(Error::Format),
        }
    }
}

impl Map {
    /// Reads a TMX or TMJ file, and through `loader` the tilesets and templates that it
    /// names. Which form a file has is seen from its first character.
    ///
    /// `path` is where the map stands in the folder of files; the loader gets paths from
    /// there, `.` and `..` worked out. A map that stands in `maps/town.tmx` can so name
    /// `../tiles/floor.tsx`, which the loader is asked for as `tiles/floor.tsx`. Each file
    /// is asked for once.
    ///
    /// # Errors
    /// When the file or one that it names is no such file, contradicts itself, is too large
    /// or lies outside of the folder.
    pub fn parse(
        bytes: &[u8],
        path: &Path,
        loader: &mut impl FnMut(&Path) -> io::Result<Vec<u8>>,
    ) -> Result<Self, Error> {
        Self::read(bytes, &mut Context::new(path, loader))
    }

    /// The same, and the files that it names need not be there: a tileset that cannot be
    /// loaded, or lies outside of the folder, is one without tiles, and an instance of such a
    /// template says only what it says itself. Yields these files too.
    ///
    /// # Errors
    /// As for [`Map::parse`], but for files that are named and cannot be loaded or lie
    /// outside.
    pub fn parse_alone(
        bytes: &[u8],
        path: &Path,
        loader: &mut impl FnMut(&Path) -> io::Result<Vec<u8>>,
    ) -> Result<(Self, Vec<Unread>), Error> {
        let mut context = Context::new(path, loader).forgiving();
        let map = Self::read(bytes, &mut context)?;
        Ok((map, context.into_unread()))
    }

    fn read(bytes: &[u8], context: &mut Context<'_>) -> Result<Self, Error> {
        let mut map = match Document::of(bytes, "map")? {
            Document::Xml(root) => Self::from_element(root, context)?,
            Document::Json(root) => Self::from_members(root, context)?,
        };
        map.settle();
        Ok(map)
    }
}

impl Tileset {
    /// Reads a TSX or TSJ file, and through `loader` the templates that it names: see
    /// [`Map::parse`].
    ///
    /// # Errors
    /// As for [`Map::parse`].
    pub fn parse(
        bytes: &[u8],
        path: &Path,
        loader: &mut impl FnMut(&Path) -> io::Result<Vec<u8>>,
    ) -> Result<Self, Error> {
        Self::read(bytes, &mut Context::new(path, loader))
    }

    pub(crate) fn read(bytes: &[u8], context: &mut Context<'_>) -> Result<Self, Error> {
        match Document::of(bytes, "tileset")? {
            Document::Xml(root) => Self::from_element(root, context),
            Document::Json(root) => Self::from_members(root, context),
        }
    }
}

impl Template {
    /// Reads a TX or TJ file, and through `loader` the tileset that it names: see
    /// [`Map::parse`].
    ///
    /// # Errors
    /// As for [`Map::parse`].
    pub fn parse(
        bytes: &[u8],
        path: &Path,
        loader: &mut impl FnMut(&Path) -> io::Result<Vec<u8>>,
    ) -> Result<Self, Error> {
        Self::read(bytes, &mut Context::new(path, loader))
    }

    pub(crate) fn read(bytes: &[u8], context: &mut Context<'_>) -> Result<Self, Error> {
        match Document::of(bytes, "template")? {
            Document::Xml(root) => Self::from_element(root, context),
            Document::Json(root) => Self::from_members(root, context),
        }
    }
}
