//! What can be wrong with a file of Tiled.

use std::fmt;
use std::io;
use std::path::PathBuf;

/// Why a file of Tiled cannot be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// Neither XML nor JSON.
    #[error("this is neither XML nor JSON: expected `<` or `{{` first")]
    Format,
    /// Bytes that are not UTF-8.
    #[error("the text is not UTF-8")]
    Encoding(#[source] std::str::Utf8Error),
    /// Malformed XML.
    #[error("line {line}: {source}")]
    Xml {
        /// The line, from 1.
        line: u32,
        /// What is wrong there.
        source: quick_xml::Error,
    },
    /// XML that ends too early, or goes on too long.
    #[error("line {line}: {what}")]
    Document {
        /// The line, from 1.
        line: u32,
        /// What is wrong there.
        what: &'static str,
    },
    /// A reference to a character that XML has not, or to an entity of the file's own.
    #[error("line {line}: `&{name};` is no character and no predefined entity")]
    Entity {
        /// The line, from 1.
        line: u32,
        /// What stands between `&` and `;`.
        name: String,
    },
    /// Malformed JSON.
    #[error("{0}")]
    Json(#[from] serde_json::Error),
    /// Another document than the one asked for.
    #[error("this is a {found:?}, expected a {expected:?}")]
    Root {
        /// The root element or the `type`.
        found: String,
        /// What was asked for.
        expected: &'static str,
    },
    /// Something that must be there is not.
    #[error("{place}: `{name}` is missing")]
    Missing {
        /// Where.
        place: Place,
        /// The attribute, element or member.
        name: String,
    },
    /// Something that there may be once is there twice.
    #[error("{place}: `{name}` is there twice")]
    Twice {
        /// Where.
        place: Place,
        /// The attribute or element.
        name: String,
    },
    /// A value of the wrong sort.
    #[error("{place}: `{name}` is {found:?}, expected {expected}")]
    Value {
        /// Where.
        place: Place,
        /// The attribute or member.
        name: String,
        /// What stood there, shortened.
        found: String,
        /// What may stand there.
        expected: &'static str,
    },
    /// Another number of cells than the width and height say.
    #[error("{place}: found {found} cells, expected {expected}")]
    Cells {
        /// Where.
        place: Place,
        /// The cells, or with base64 the bytes divided by four.
        found: usize,
        /// Width × height.
        expected: usize,
    },
    /// More cells than this crate reads.
    #[error("{place}: the layers have more than {} cells", super::MAX_CELLS)]
    TooManyCells {
        /// The layer or chunk that is too much.
        place: Place,
    },
    /// Layer data whose base64 is broken.
    #[error("{place}: the base64 is broken: {source}")]
    Base64 {
        /// Where.
        place: Place,
        /// What is wrong.
        source: base64::DecodeError,
    },
    /// Layer data that cannot be unpacked, or unpack to another length than expected.
    #[error("{place}: the {compression} data cannot be unpacked: {source}")]
    Unpack {
        /// Where.
        place: Place,
        /// The compression that the file names.
        compression: &'static str,
        /// What is wrong.
        source: io::Error,
    },
    /// Nesting that is too deep to be meant.
    #[error("{place}: nested more than {most} deep")]
    TooDeep {
        /// Where.
        place: Place,
        /// How deep it may be.
        most: usize,
    },
    /// More elements than this crate reads.
    #[error("line {line}: more than {} elements", super::MAX_ELEMENTS)]
    TooManyElements {
        /// The line, from 1.
        line: u32,
    },
    /// A file named by an address, or outside the folder of files.
    #[error(
        "{found:?} may not be read: expected a relative path inside the folder of files"
    )]
    Outside {
        /// The path as it is written.
        found: String,
    },
    /// A file that needs itself.
    #[error("{path:?} refers to itself")]
    Cycle {
        /// The file.
        path: PathBuf,
    },
    /// A tileset or template that the loader cannot bring.
    #[error("{path:?} cannot be loaded: {source}")]
    Load {
        /// The file.
        path: PathBuf,
        /// What the loader said.
        source: io::Error,
    },
    /// Something is wrong with a tileset or template that the file names.
    #[error("{path:?}: {source}")]
    In {
        /// The file.
        path: PathBuf,
        /// What is wrong in it.
        source: Box<Self>,
    },
}

impl Error {
    /// Whether a file that is named was not read at all.
    pub(crate) const fn is_absence(&self) -> bool {
        matches!(self, Self::Load { .. } | Self::Outside { .. })
    }

    /// The refusal of groups or values that nest too deep.
    pub(crate) const fn too_deep(place: Place) -> Self {
        Self::TooDeep { place, most: super::MAX_DEPTH }
    }
}

/// Where in a file something stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// In XML: an element and the line of its start, from 1.
    Element {
        /// The line, from 1.
        line: u32,
        /// The element's name.
        name: String,
    },
    /// In JSON: the path from the root, such as `layers[0].objects[3]`.
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
