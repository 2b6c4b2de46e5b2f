//! The kind and version of a JSON document, and what is wrong with one.

mod json_error;

use std::fmt;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize, Serializer};

pub use json_error::{in_plain_words, plain_words};

/// A kind of JSON document: its name and version, which stand under the key `"schema"` as
/// `"tilewright/NAME/VERSION"`. Documents without the key are read too.
///
/// ```
/// use serde::{Deserialize, Serialize};
/// use tilewright_grid::Schema;
///
/// #[derive(Serialize, Deserialize)]
/// struct Level {
///     rows: u32,
/// }
///
/// const LEVEL: Schema = Schema::new("level", 2);
/// assert_eq!(LEVEL.to_string(), "tilewright/level/2");
///
/// let level: Level = LEVEL.read(r#"{"schema": "tilewright/level/2", "rows": 9}"#)?;
/// assert_eq!(level.rows, 9);
/// let text = serde_json::to_string(&LEVEL.document(level)).unwrap();
/// assert_eq!(text, r#"{"schema":"tilewright/level/2","rows":9}"#);
///
/// let error = LEVEL.check(r#"{"schema": "tilewright/fleet/2"}"#).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "found the schema \"tilewright/fleet/2\", expected \"tilewright/level/2\""
/// );
/// # Ok::<(), tilewright_grid::DocumentError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Schema {
    name: &'static str,
    version: u32,
}

impl Schema {
    /// Documents of a name in a version.
    pub const fn new(name: &'static str, version: u32) -> Self {
        Self { name, version }
    }

    /// Refuses a document of another kind or version.
    ///
    /// # Errors
    /// If the text is not JSON, or has another schema.
    pub fn check(self, text: &str) -> Result<(), DocumentError> {
        #[derive(Deserialize)]
        struct Head {
            schema: Option<String>,
        }

        let Head { schema } = json(text)?;
        match schema.filter(|found| *found != self.to_string()) {
            Some(found) => {
                Err(DocumentError::Schema { found, expected: self.to_string() })
            }
            None => Ok(()),
        }
    }

    /// The document with these contents, to be written: their keys follow the key `schema`.
    pub const fn document<T: Serialize>(self, contents: T) -> impl Serialize {
        Document { schema: self, contents }
    }

    /// Reads a document.
    ///
    /// # Errors
    /// As for [`check`](Self::check), and if a value is missing or of a wrong type.
    pub fn read<T: DeserializeOwned>(self, text: &str) -> Result<T, DocumentError> {
        self.check(text)?;
        json(text)
    }
}

/// A document to be written.
#[derive(Serialize)]
struct Document<T> {
    schema: Schema,
    #[serde(flatten)]
    contents: T,
}

/// The value of the key `schema`.
impl fmt::Display for Schema {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "tilewright/{}/{}", self.name, self.version)
    }
}

impl Serialize for Schema {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// An error in the text of a document.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DocumentError {
    /// The text is not JSON, or a value is missing or of a wrong type.
    #[error("line {line}, column {column}: {what}")]
    Json {
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
        /// What is wrong.
        what: String,
    },
    /// A document of another kind or version.
    #[error("found the schema {found:?}, expected {expected:?}")]
    Schema {
        /// The schema of the document.
        found: String,
        /// The schema of the expected kind.
        expected: String,
    },
}

/// Puts line and column, which serde writes at the end of its message, at its beginning.
impl From<serde_json::Error> for DocumentError {
    fn from(error: serde_json::Error) -> Self {
        let (line, column) = (error.line().max(1), error.column().max(1));
        Self::Json { line, column, what: in_plain_words(&error) }
    }
}

fn json<T: DeserializeOwned>(text: &str) -> Result<T, DocumentError> {
    Ok(serde_json::from_str(text)?)
}
