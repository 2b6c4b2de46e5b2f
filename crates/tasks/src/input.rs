//! What tasks read: by name from the host, or inline from the request.

use std::fmt;
use std::io::{self, Read};

use anyhow::anyhow;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::Host;

/// The most that is read of what is piped in, in bytes: it may hold many items.
pub const MOST_STDIN: u64 = 1 << 26;

/// What is piped in is called so.
pub(crate) const DASH: &str = "-";

/// The name of an input, or the document itself.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "expected a name or a document")]
pub enum Input {
    /// By its name.
    Name(String),
    /// The document.
    Document(Map<String, Value>),
}

impl Input {
    /// What errors call it.
    pub(crate) fn name(&self) -> &str {
        match self {
            Self::Name(name) => name,
            Self::Document(_) => "the document in the request",
        }
    }

    /// Its bytes, no more than so many.
    pub(crate) fn bytes(&self, host: &dyn Host, most: u64) -> anyhow::Result<Vec<u8>> {
        match self {
            Self::Name(name) => bytes(host, name, most),
            Self::Document(document) => Ok(serde_json::to_vec(document)?),
        }
    }
}

impl fmt::Display for Input {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The bytes of an input, no more than so many; what is piped in may be longer than others.
pub(crate) fn bytes(host: &dyn Host, name: &str, most: u64) -> anyhow::Result<Vec<u8>> {
    let most = if name == DASH { most.max(MOST_STDIN) } else { most };
    limited(host.open(name)?, most)
}

/// All that can be read, but no more than so many bytes.
///
/// # Errors
/// Where there is more, or reading fails.
pub fn limited(from: impl Read, most: u64) -> anyhow::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    from.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        return Err(anyhow!("this is larger than {most} bytes, the most that is read"));
    }
    Ok(bytes)
}

/// All that can be read, where its first so many bytes say how much there may be at most.
pub(crate) fn announced<E>(
    mut from: impl Read,
    start: usize,
    most: impl FnOnce(&[u8]) -> Result<u64, E>,
) -> anyhow::Result<Vec<u8>>
where
    anyhow::Error: From<E>,
{
    let mut first = Vec::new();
    from.by_ref().take(start as u64).read_to_end(&mut first)?;
    let most = most(&first)?;
    limited(first.as_slice().chain(from), most)
}

/// The bytes of an input that another one names, for readers that expect an [`io::Error`].
pub(crate) fn beside(host: &dyn Host, name: &str, most: u64) -> io::Result<Vec<u8>> {
    bytes(host, name, most).map_err(of_reading)
}

/// The bytes of an input in a folder that another one names, for readers that expect an
/// [`io::Error`].
pub(crate) fn within(
    host: &dyn Host,
    folder: &str,
    name: &str,
    most: u64,
) -> io::Result<Vec<u8>> {
    limited(host.open_within(folder, name)?, most).map_err(of_reading)
}

fn of_reading(error: anyhow::Error) -> io::Error {
    match error.downcast() {
        Ok(error) => error,
        Err(other) => io::Error::other(other),
    }
}

/// Bytes as text; `first` is the number of their first line.
///
/// # Errors
/// Where they are not UTF-8; the line, the column and the byte are named.
pub fn text(bytes: Vec<u8>, first: usize) -> anyhow::Result<String> {
    String::from_utf8(bytes).map_err(|error| {
        let (valid, rest) = error.as_bytes().split_at(error.utf8_error().valid_up_to());
        let before = String::from_utf8_lossy(valid);
        let (line, column) = place(&before, before.len());
        let line = first + line - 1;
        anyhow!(
            "line {line}, column {column}: found the byte {:#04x}, expected UTF-8 text",
            rest[0]
        )
    })
}

/// The line and the column of an offset, both from 1.
pub fn place(text: &str, offset: usize) -> (usize, usize) {
    let before = &text[..text.floor_char_boundary(offset)];
    let begin = before.rfind('\n').map_or(0, |newline| newline + 1);
    (before.matches('\n').count() + 1, before[begin..].chars().count() + 1)
}
