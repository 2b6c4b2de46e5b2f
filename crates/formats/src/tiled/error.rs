//! Errors in files of Tiled.

use std::fmt;
use std::io;
use std::path::PathBuf;

use tilewright_grid::DocumentError;

/// Why a file of Tiled cannot be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The file is neither XML nor JSON.
    #[error("neither XML nor JSON: expected a file that begins with `<` or `{{`")]
    Format,
    /// The file is not UTF-8.
    #[error("not UTF-8: save the file with this encoding")]
    Encoding(#[source] std::str::Utf8Error),
    /// Malformed XML.
    #[error("line {line}: {source}")]
    Xml {
        /// The line, from 1.
        line: u32,
        /// What is wrong.
        source: quick_xml::Error,
    },
    /// An XML document that is incomplete, has text or elements after its end, or contains a
    /// character that XML does not allow.
    #[error("line {line}: {what}")]
    Document {
        /// The line, from 1.
        line: u32,
        /// What is wrong.
        what: &'static str,
    },
    /// A reference to a character that XML does not allow, or to an entity that the file defines.
    #[error(
        "line {line}: `&{name};` is neither a valid character nor a predefined entity"
    )]
    Entity {
        /// The line, from 1.
        line: u32,
        /// The text between `&` and `;`.
        name: String,
    },
    /// Malformed JSON.
    #[error(transparent)]
    Json(#[from] DocumentError),
    /// A document of another kind, such as a tileset instead of a map.
    #[error("found a {found:?} file, expected a {expected:?} file")]
    Root {
        /// The root element or the `type`.
        found: String,
        /// The expected root element or `type`.
        expected: &'static str,
    },
    /// A required attribute, element or key is missing.
    #[error("{place}: `{name}` is missing")]
    Missing {
        /// The element that lacks it.
        place: Place,
        /// The name of the attribute, element or key.
        name: String,
    },
    /// An attribute or element that may occur once occurs several times.
    #[error("{place}: `{name}` occurs twice")]
    Twice {
        /// The element that contains it.
        place: Place,
        /// The name of the attribute or element.
        name: String,
    },
    /// An invalid value.
    #[error("{place}: `{name}` is {found:?}, expected {expected}")]
    Value {
        /// The element that contains it.
        place: Place,
        /// The name of the attribute or key.
        name: String,
        /// The value, shortened.
        found: String,
        /// The valid values.
        expected: &'static str,
    },
    /// The number of cells is not width × height.
    #[error("{place}: found {found} cells, expected {expected}")]
    Cells {
        /// The layer or chunk.
        place: Place,
        /// The number of cells.
        found: usize,
        /// Width × height.
        expected: usize,
    },
    /// The map has too many cells.
    #[error("{place}: the layers have more than {} cells", super::MAX_CELLS)]
    TooManyCells {
        /// The layer or chunk that exceeds the limit.
        place: Place,
    },
    /// Invalid base64.
    #[error("{place}: the base64 data is invalid: {source}")]
    Base64 {
        /// The element that contains it.
        place: Place,
        /// What is wrong.
        source: base64::DecodeError,
    },
    /// Layer data that cannot be decompressed, or has a wrong length.
    #[error("{place}: the {compression} data cannot be decompressed: {source}")]
    Unpack {
        /// The element that contains it.
        place: Place,
        /// The compression.
        compression: &'static str,
        /// What is wrong.
        source: io::Error,
    },
    /// Groups or values are nested too deeply.
    #[error("{place}: nested more than {most} levels deep")]
    TooDeep {
        /// The element that exceeds the limit.
        place: Place,
        /// The limit.
        most: usize,
    },
    /// The file has too many elements.
    #[error("line {line}: more than {} elements", super::MAX_ELEMENTS)]
    TooManyElements {
        /// The line, from 1.
        line: u32,
    },
    /// A reference to a URL, an absolute path, or a file outside the folder.
    #[error(
        "{found:?} may not be read: expected a relative path inside the folder of files"
    )]
    Outside {
        /// The path in the file.
        found: String,
    },
    /// A file that refers to itself, directly or through others.
    #[error("{path:?} refers to itself")]
    Cycle {
        /// The file.
        path: PathBuf,
    },
    /// A tileset or template that cannot be loaded.
    #[error("{path:?} cannot be loaded: {source}")]
    Load {
        /// The file.
        path: PathBuf,
        /// The error of the loader.
        source: io::Error,
    },
    /// An error in a tileset or template.
    #[error("{path:?}: {source}")]
    In {
        /// The file.
        path: PathBuf,
        /// The error in it.
        source: Box<Self>,
    },
}

impl Error {
    /// Whether the error is that a file could not be loaded.
    pub(crate) const fn is_absence(&self) -> bool {
        matches!(self, Self::Load { .. } | Self::Outside { .. })
    }

    /// The error for groups or values that are nested too deeply.
    pub(crate) const fn too_deep(place: Place) -> Self {
        Self::TooDeep { place, most: super::MAX_DEPTH }
    }
}

/// A position in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// An element in XML.
    Element {
        /// The line in which the element begins, from 1.
        line: u32,
        /// The name of the element.
        name: String,
    },
    /// The path of an object in JSON, such as `layers[0].objects[3]`.
    Member(String),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Element { line, name } => write!(f, "line {line}, <{name}>"),
            Self::Member(path) if path.is_empty() => f.write_str("the document"),
            Self::Member(path) => f.write_str(path),
        }
    }
}

/// The start of a text that may be long.
pub(crate) fn shortened(text: &str) -> String {
    let mut short: String = text.chars().take(40).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}
