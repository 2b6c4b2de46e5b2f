//! Reading files in XML or JSON.

use std::io;
use std::path::Path;

use tilewright_grid::DocumentError;

use super::context::{Context, UnreadFile};
use super::element::Element;
use super::error::{Error, shortened};
use super::json::Json;
use super::map::Map;
use super::members::Members;
use super::template::Template;
use super::tileset::Tileset;
use super::xml;

/// A parsed file.
enum Document {
    Xml(Element),
    Json(Members),
}

impl Document {
    /// Parses XML or JSON; the first character decides which.
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
                let json: Json =
                    serde_json::from_str(text).map_err(DocumentError::from)?;
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
    /// Reads a TMX or TMJ file; the first character decides which format it is. The loader reads
    /// the tilesets and templates that the map refers to.
    ///
    /// `path` is the path of the map, relative to a folder. The loader is called once per file,
    /// with paths relative to the same folder: if the map `maps/town.tmx` refers to
    /// `../tiles/floor.tsx`, the loader is called with `tiles/floor.tsx`. Files outside the folder
    /// are not loaded.
    ///
    /// ```no_run
    /// use std::{fs, path::Path};
    /// use tilewright_formats::tiled::Map;
    ///
    /// let folder = Path::new("assets");
    /// let mut loader = |path: &Path| fs::read(folder.join(path));
    /// let bytes = fs::read(folder.join("maps/town.tmx"))?;
    /// let map = Map::parse(&bytes, Path::new("maps/town.tmx"), &mut loader)?;
    /// println!("{} layers", map.layers.len());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the map or a file that it refers to is invalid, too large, outside the folder, or
    /// cannot be loaded.
    pub fn parse(
        bytes: &[u8],
        path: &Path,
        loader: &mut impl FnMut(&Path) -> io::Result<Vec<u8>>,
    ) -> Result<Self, Error> {
        Self::read(bytes, &mut Context::new(path, loader))
    }

    /// Reads a map like [`Map::parse`], but continues if a file that it refers to cannot be loaded
    /// or is outside the folder: such a tileset has no tiles, and such a template no values.
    /// Returns the map and these files.
    ///
    /// # Errors
    /// If the map is invalid or too large, or a file that was loaded is invalid.
    pub fn parse_alone(
        bytes: &[u8],
        path: &Path,
        loader: &mut impl FnMut(&Path) -> io::Result<Vec<u8>>,
    ) -> Result<(Self, Vec<UnreadFile>), Error> {
        let mut context = Context::new(path, loader).forgiving();
        let map = Self::read(bytes, &mut context)?;
        Ok((map, context.into_unread()))
    }

    fn read(bytes: &[u8], context: &mut Context<'_>) -> Result<Self, Error> {
        let mut map = match Document::of(bytes, "map")? {
            Document::Xml(root) => Self::from_element(root, context)?,
            Document::Json(root) => Self::from_members(root, context)?,
        };
        map.normalize();
        Ok(map)
    }
}

impl Tileset {
    /// Reads a TSX or TSJ file. The loader reads the templates that it refers to, as for
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
    /// Reads a TX or TJ file. The loader reads the tileset that it refers to, as for
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
