//! Errors of levels of LDtk.

use std::io;

use tilewright_formats::ldtk;

use crate::MapError;

/// Why a level of LDtk cannot be read as a map.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LdtkError {
    /// The project has no level of that name, or several.
    #[error("there {} level {name:?}; the project has: {found}", if *is_several { "is more than one" } else { "is no" })]
    Level {
        /// The name that was asked for.
        name: String,
        /// Whether several levels have it.
        is_several: bool,
        /// The names of all levels.
        found: String,
    },
    /// The project has no levels.
    #[error("the project has no levels")]
    Empty,
    /// The level has no layer of that name.
    #[error("the level {level:?} has no layer {name:?}; it has: {found}")]
    Layer {
        /// The level.
        level: String,
        /// The name that was asked for.
        name: String,
        /// The layers that it has.
        found: String,
    },
    /// The level has no layer that can say which cells are walkable.
    #[error("the level {level:?} has no `IntGrid` layer; it has: {found}")]
    NoGrid {
        /// The level.
        level: String,
        /// The layers that it has.
        found: String,
    },
    /// The file of a level cannot be read.
    #[error("the level {level:?} stands in the file {file:?}, which was not read{}", Cause(why.as_ref()))]
    File {
        /// The level.
        level: String,
        /// The file, relative to the folder of the project.
        file: String,
        /// Why it was not read, if that was tried.
        why: Option<io::Error>,
    },
    /// The document is wrong.
    #[error(transparent)]
    Document(#[from] ldtk::Error),
    /// The map has a wrong size.
    #[error(transparent)]
    Map(#[from] MapError),
}

/// The reason after a colon, if there is one.
struct Cause<'a>(Option<&'a io::Error>);

impl std::fmt::Display for Cause<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.map_or(Ok(()), |why| write!(f, ": {why}"))
    }
}
