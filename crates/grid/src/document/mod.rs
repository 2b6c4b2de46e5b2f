//! What a JSON document says it is, and where one cannot be read.

mod plain;

use std::fmt;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize, Serializer};

pub use plain::in_plain_words;

/// A kind of JSON document: its name, and the versions that are read. The latest is written, as
/// `"schema": "tilewright/NAME/VERSION"`.
///
/// ```
/// use tilewright_grid::Schema;
///
/// const LEVEL: Schema = Schema::since(1, "level", 2);
/// assert_eq!(LEVEL.to_string(), "tilewright/level/2");
/// assert_eq!(LEVEL.version(r#"{"schema": "tilewright/level/1"}"#)?, 1);
/// assert_eq!(LEVEL.version("{}")?, 2);
/// let error = LEVEL.version("{\n  \"schema\": \"tilewright/fleet/2\"}").unwrap_err();
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
    /// Documents of that name in the versions from the oldest to the latest.
    pub const fn since(oldest: u32, name: &'static str, latest: u32) -> Self {
        Self { name, oldest, latest }
    }

    /// The version of a document; the latest where it does not say what it is.
    ///
    /// # Errors
    /// When the text is not JSON, or a document of another kind or of a version that is not read.
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

    /// Reads a document, and says its version.
    ///
    /// # Errors
    /// As [`version`](Self::version), or when the document lacks something.
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

/// What documents that are written say they are.
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

/// Why a text is not the document that was expected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DocumentError {
    /// Not JSON, or it lacks something.
    #[error("line {line}, column {column}: {what}")]
    Json {
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
        /// What is wrong there.
        what: String,
    },
    /// A document of another kind or version.
    #[error("found the schema {found:?}, expected {expected:?}")]
    Schema {
        /// What it says it is.
        found: String,
        /// What was expected.
        expected: String,
    },
}

/// Puts the place, which the reader of JSON says at the end, in front.
impl From<serde_json::Error> for DocumentError {
    fn from(error: serde_json::Error) -> Self {
        let (line, column) = (error.line(), error.column());
        Self::Json { line, column, what: in_plain_words(&error) }
    }
}

fn json<T: DeserializeOwned>(text: &str) -> Result<T, DocumentError> {
    Ok(serde_json::from_str(text)?)
}
