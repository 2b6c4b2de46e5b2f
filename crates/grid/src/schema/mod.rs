//! The kind and version of a JSON document, and what is wrong with one.

mod json_error;

use std::fmt;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize, Serializer};

pub use json_error::{in_plain_words, plain_words};

/// A kind of JSON document: its name and the versions that can be read. Documents are written in
/// the latest version and carry the key `"schema": "tilewright/NAME/VERSION"`.
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
/// // Levels of versions 1 and 2 can be read.
/// const LEVEL: Schema = Schema::since(1, "level", 2);
/// assert_eq!(LEVEL.to_string(), "tilewright/level/2");
///
/// let (level, version): (Level, u32) =
///     LEVEL.read(r#"{"schema": "tilewright/level/1", "rows": 9}"#)?;
/// assert_eq!((level.rows, version), (9, 1));
///
/// let error = LEVEL.version(r#"{"schema": "tilewright/fleet/2"}"#).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "found the schema \"tilewright/fleet/2\", expected \"tilewright/level/2\""
/// );
/// # Ok::<(), tilewright_grid::DocumentError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Schema {
    name: &'static str,
    oldest: u32,
    latest: u32,
}

impl Schema {
    /// Documents of a name, which can be read in the versions from `oldest` to `latest`.
    pub const fn since(oldest: u32, name: &'static str, latest: u32) -> Self {
        Self { name, oldest, latest }
    }

    /// The version of a document; the latest if it has no key `schema`.
    ///
    /// # Errors
    /// If the text is not JSON, or the schema has another name or an unknown version.
    pub fn version(self, text: &str) -> Result<u32, DocumentError> {
        #[derive(Deserialize)]
        struct Head {
            schema: Option<String>,
        }

        let head: Head = json(text)?;
        let Some(found) = head.schema else { return Ok(self.latest) };
        let mut versions = self.oldest..=self.latest;
        let version = versions.find(|version| self.of(*version) == found);
        version.ok_or_else(|| DocumentError::Schema { found, expected: self.to_string() })
    }

    /// Reads a document. Returns it with its version.
    ///
    /// # Errors
    /// As for [`version`](Self::version), and if a value is missing or of a wrong type.
    pub fn read<T: DeserializeOwned>(
        self,
        text: &str,
    ) -> Result<(T, u32), DocumentError> {
        let version = self.version(text)?;
        Ok((json(text)?, version))
    }

    fn of(self, version: u32) -> String {
        format!("tilewright/{}/{version}", self.name)
    }
}

/// The value of the key `schema` in new documents.
impl fmt::Display for Schema {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.of(self.latest))
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
        /// The latest schema of the expected kind.
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
