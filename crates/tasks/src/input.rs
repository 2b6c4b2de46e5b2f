//! The inputs of tasks: opened by name through the host, or written in the request itself.

use std::fmt;
use std::io::{self, Read};

use anyhow::anyhow;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::Host;

/// The most bytes read from stdin, which may hold many items: 64 MiB.
pub const MAX_STDIN: u64 = 1 << 26;

/// The name of stdin.
pub(crate) const DASH: &str = "-";

/// The name of an input, or the document itself.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "expected a name or a document")]
pub enum Input {
    /// The name, as the host opens it.
    Name(String),
    /// The document itself.
    Document(Map<String, Value>),
}

impl Input {
    /// The name for error messages.
    pub(crate) fn name(&self) -> &str {
        match self {
            Self::Name(name) => name,
            Self::Document(_) => "the document in the request",
        }
    }

    /// The bytes of the input, at most `max`.
    pub(crate) fn bytes(&self, host: &dyn Host, max: u64) -> anyhow::Result<Vec<u8>> {
        match self {
            Self::Name(name) => bytes(host, name, max),
            Self::Document(document) => Ok(serde_json::to_vec(document)?),
        }
    }
}

impl fmt::Display for Input {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Whether the name of an input is the input itself, for doors that take it so: a file's name has no line breaks, and begins with no
/// bracket.
pub fn is_content(name: &str) -> bool {
    name.contains('\n') || name.trim_start().starts_with(['{', '['])
}

/// The bytes of an input, at most `max`, or [`MAX_STDIN`] from stdin.
pub(crate) fn bytes(host: &dyn Host, name: &str, max: u64) -> anyhow::Result<Vec<u8>> {
    let max = if name == DASH { max.max(MAX_STDIN) } else { max };
    limited(host.open(name)?, max)
}

/// Reads to the end, at most `max` bytes.
///
/// # Errors
/// If there are more bytes, or reading fails.
pub fn limited(from: impl Read, max: u64) -> anyhow::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    from.take(max.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > max {
        return Err(anyhow!("the input is larger than {max} bytes, the limit"));
    }
    Ok(bytes)
}

/// Reads to the end of a file whose first `start` bytes determine its largest size, by `max`.
pub(crate) fn limited_by_header<E>(
    mut from: impl Read,
    start: usize,
    max: impl FnOnce(&[u8]) -> Result<u64, E>,
) -> anyhow::Result<Vec<u8>>
where
    anyhow::Error: From<E>,
{
    let mut first = Vec::new();
    from.by_ref().take(start as u64).read_to_end(&mut first)?;
    let max = max(&first)?;
    limited(first.as_slice().chain(from), max)
}

/// The bytes of an input to which another one refers, for readers that expect an
/// [`io::Error`].
pub(crate) fn beside(host: &dyn Host, name: &str, max: u64) -> io::Result<Vec<u8>> {
    bytes(host, name, max).map_err(of_reading)
}

/// The bytes of an input inside a folder, to which another one refers, for readers that expect
/// an [`io::Error`].
pub(crate) fn within(
    host: &dyn Host,
    folder: &str,
    name: &str,
    max: u64,
) -> io::Result<Vec<u8>> {
    limited(host.open_within(folder, name)?, max).map_err(of_reading)
}

fn of_reading(error: anyhow::Error) -> io::Error {
    match error.downcast() {
        Ok(error) => error,
        Err(other) => io::Error::other(other),
    }
}

/// Converts bytes to text; `first` is the line number of their first line.
///
/// # Errors
/// If they are not UTF-8; the message names line, column and byte.
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

/// The line and the column of a byte offset, both from 1.
///
/// ```
/// assert_eq!(tilewright_tasks::place("one\ntwo", 5), (2, 2));
/// ```
pub fn place(text: &str, offset: usize) -> (usize, usize) {
    let before = &text[..text.floor_char_boundary(offset)];
    let begin = before.rfind('\n').map_or(0, |newline| newline + 1);
    (before.matches('\n').count() + 1, before[begin..].chars().count() + 1)
}
