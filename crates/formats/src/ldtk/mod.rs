//! Projects of the level editor LDtk: levels with their grids, tiles and entities.
//!
//! Projects are read, not written, of all versions from 0.1.6 to 1.5. A level may stand in a file
//! of its own ([`Content::File`]); it is read by [`Project::level_of`], because the names of its
//! values stand in the project.
//!
//! ```
//! use tilewright_formats::ldtk::{Content, Project};
//!
//! let text = br#"{"jsonVersion":"1.5.3","levels":[{"identifier":"Cave","layerInstances":[
//!     {"__identifier":"Ground","__type":"IntGrid","__cWid":3,"__cHei":1,"__gridSize":16,
//!      "intGridCsv":[0,1,0]}]}]}"#;
//! let project = Project::parse(text)?;
//! let Content::Layers(layers) = &project.levels[0].content else { panic!("it is no other file") };
//! assert_eq!(layers.grids[0].cells.values(), [0, 1, 0]);
//! # Ok::<(), tilewright_formats::ldtk::Error>(())
//! ```

mod error;
mod field;
mod layer;
mod raw;

pub use error::Error;
pub use field::{Field, FieldValue};
pub use layer::{Entity, Layer, LayerKind, Layers};

use tilewright_grid::DocumentError;

use raw::{Definitions, RawLevel, Root};

/// The version before whose release `intGridCsv` counted the values from 0, with -1 for an empty cell. The
/// release counts from 1, and names the numbers of the values.
const COUNTED_FROM_0: &str = "0.8.0";

/// A document of LDtk.
#[derive(Clone, Debug, PartialEq)]
pub enum Document {
    /// A project.
    Project(Project),
    /// A level that stands in a file of its own.
    Level(LevelFile),
}

/// A project.
#[derive(Clone, Debug, PartialEq)]
pub struct Project {
    /// The version of LDtk that wrote it, such as `1.5.3`; empty if the file does not name it.
    pub version: String,
    /// The levels of all worlds, in the order of the file.
    pub levels: Vec<Level>,
    definitions: Definitions,
}

/// A level.
#[derive(Clone, Debug, PartialEq)]
pub struct Level {
    /// The name.
    pub name: String,
    /// The name of its world, in projects with worlds.
    pub world: Option<String>,
    /// The number that identifies it in the project.
    id: Option<Id>,
    /// Its layers, or the file that has them.
    pub content: Content,
}

/// Where the layers of a level stand.
#[derive(Clone, Debug, PartialEq)]
pub enum Content {
    /// In the project.
    Layers(Layers),
    /// In a file of its own, named relative to the folder of the project.
    File(String),
}

/// A level that stands in a file of its own, without the names of its values.
#[derive(Clone, Debug, PartialEq)]
pub struct LevelFile(RawLevel);

/// What identifies a level, whatever its name: `iid` since version 1.0, `uid` before.
#[derive(Clone, Debug, PartialEq)]
enum Id {
    Iid(String),
    Uid(i64),
}

impl Document {
    /// Reads a project or a level.
    ///
    /// # Errors
    /// [`Error::Json`] if it is no JSON, [`Error::Foreign`] if it is neither a project nor a level,
    /// [`Error::Missing`] if it lacks a field, [`Error::Values`] and [`Error::Size`] if a layer has a
    /// wrong number of values.
    pub fn parse(bytes: &[u8]) -> Result<Self, Error> {
        let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        let root: Root = serde_json::from_slice(bytes).map_err(DocumentError::from)?;

        if root.levels.is_none() && root.worlds.is_empty() {
            let level = root.into_level().ok_or(Error::Foreign)?;
            return Ok(Self::Level(LevelFile(level)));
        }

        let mut definitions = root.definitions;
        let in_worlds = root.worlds.iter().flat_map(|world| &world.levels);

        // Whether values count from 1 or 0 must be known before any layer is read.
        let mut all = root.levels.iter().flatten().chain(in_worlds);

        let version = root.version.unwrap_or_default();
        let is_before_release = version == COUNTED_FROM_0 && definitions.are_unnumbered();
        definitions.is_one_less = is_before_release || all.any(RawLevel::has_negative);

        let mut levels = Vec::new();
        for level in root.levels.into_iter().flatten() {
            levels.push(Level::read(&level, None, &definitions)?);
        }
        for world in root.worlds {
            for level in world.levels {
                levels.push(Level::read(&level, world.identifier.clone(), &definitions)?);
            }
        }
        Ok(Self::Project(Project { version, levels, definitions }))
    }
}

impl Project {
    /// Reads a project.
    ///
    /// # Errors
    /// As [`Document::parse`], and [`Error::Level`] if it is a level.
    pub fn parse(bytes: &[u8]) -> Result<Self, Error> {
        match Document::parse(bytes)? {
            Document::Project(project) => Ok(project),
            Document::Level(level) => {
                Err(Error::Level { level: level.name().to_owned() })
            }
        }
    }

    /// The level of the project that a file has the layers of; none if it is another project's.
    pub fn find(&self, file: &LevelFile) -> Option<&Level> {
        let id = file.0.id();
        let has_id = |level: &&Level| id.is_some() && level.id == id;
        // Levels of other projects are often called the same: the name counts where nothing else is known.
        let is_called = |level: &&Level| {
            id.is_none() && level.id.is_none() && level.name == file.name()
        };
        let levels = || self.levels.iter();
        levels().find(has_id).or_else(|| levels().find(is_called))
    }

    /// A level from its file, with the names of its values.
    ///
    /// # Errors
    /// [`Error::Missing`], [`Error::Values`] or [`Error::Size`].
    pub fn level_of(&self, file: &LevelFile) -> Result<Level, Error> {
        let world = self.find(file).and_then(|level| level.world.clone());
        let is_one_less = self.definitions.is_one_less || file.0.has_negative();
        let definitions = Definitions { is_one_less, ..self.definitions.clone() };
        Level::read(&file.0, world, &definitions)
    }
}

impl LevelFile {
    /// The name of the level.
    pub fn name(&self) -> &str {
        self.0.identifier.as_deref().unwrap_or_default()
    }

    /// The level without names of its values, which stand in its project.
    ///
    /// # Errors
    /// [`Error::Missing`], [`Error::Values`] or [`Error::Size`].
    pub fn nameless(&self) -> Result<Level, Error> {
        let is_one_less = self.0.has_negative();
        let definitions = Definitions { is_one_less, ..Definitions::default() };
        Level::read(&self.0, None, &definitions)
    }
}

impl Level {
    fn read(
        raw: &RawLevel,
        world: Option<String>,
        definitions: &Definitions,
    ) -> Result<Self, Error> {
        let name = raw.identifier.clone();
        let name = name.ok_or_else(|| error::missing("identifier", "a level"))?;

        let content = match (&raw.layers, &raw.file) {
            (Some(layers), _) => {
                Content::Layers(Layers::read(layers, &name, definitions)?)
            }
            (_, Some(file)) => Content::File(file.clone()),
            _ => {
                return Err(error::missing(
                    "layerInstances",
                    &format!("the level {name:?}"),
                ));
            }
        };

        Ok(Self { name, world, id: raw.id(), content })
    }
}
