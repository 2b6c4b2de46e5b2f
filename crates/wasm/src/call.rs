//! Calls and replies: a line of JSON, and bytes after it.

use anyhow::{Context as _, anyhow};
use serde_json::{Map, Value, json};
use tilewright_grid::Seed;
use tilewright_tasks::{Refusal, events};

/// A call of the page.
pub(crate) struct Call<'a> {
    members: Map<String, Value>,
    /// What follows the line.
    pub(crate) bytes: &'a [u8],
}

impl<'a> Call<'a> {
    pub(crate) fn read(message: &'a [u8]) -> Result<Self, Refusal> {
        let end = message.iter().position(|&byte| byte == b'\n');
        let (line, bytes) = message.split_at(end.unwrap_or(message.len()));
        let members =
            serde_json::from_slice(line).context("the call is not an object")?;
        Ok(Self { members, bytes: bytes.get(1..).unwrap_or_default() })
    }

    /// A text, if the call has it.
    pub(crate) fn find(&self, name: &str) -> Option<&str> {
        self.members.get(name)?.as_str()
    }

    /// A text that the call must have.
    pub(crate) fn text(&self, name: &str) -> Result<&str, Refusal> {
        self.find(name).ok_or_else(|| anyhow!("the call lacks `{name}`").into())
    }

    /// A member of any type.
    pub(crate) fn value(&self, name: &str) -> Option<&Value> {
        self.members.get(name)
    }

    /// An object, or the text of one: a page can write numbers of 64 bits only as text. Empty if
    /// the call lacks it.
    pub(crate) fn object(&self, name: &str) -> Result<Map<String, Value>, Refusal> {
        match self.members.get(name) {
            None | Some(Value::Null) => Ok(Map::new()),
            Some(Value::Object(object)) => Ok(object.clone()),
            Some(Value::String(text)) => Ok(serde_json::from_str(text)
                .with_context(|| format!("`{name}` is not a JSON object"))?),
            Some(_) => Err(anyhow!("`{name}` is not a JSON object").into()),
        }
    }

    /// The seed for a request that has none.
    pub(crate) fn seed(&self) -> Option<Seed> {
        self.members.get("seed")?.as_u64().map(Seed)
    }
}

/// What goes back to the page.
#[derive(Default)]
pub(crate) struct Reply {
    answer: Value,
    parts: Vec<Part>,
}

/// A part of an answer: a form of it, or a file.
struct Part {
    name: String,
    is_file: bool,
    bytes: Vec<u8>,
}

impl Reply {
    pub(crate) const fn new(answer: Value) -> Self {
        Self { answer, parts: Vec::new() }
    }

    /// A text as the answer.
    #[cfg(feature = "tasks")]
    pub(crate) fn text(text: impl Into<String>) -> Self {
        Self::new(Value::String(text.into()))
    }

    /// Adds a form of the answer.
    pub(crate) fn add(&mut self, name: &str, bytes: Vec<u8>) {
        self.parts.push(Part { name: name.to_owned(), is_file: false, bytes });
    }

    /// Adds a file.
    pub(crate) fn add_file(&mut self, name: String, bytes: Vec<u8>) {
        self.parts.push(Part { name, is_file: true, bytes });
    }

    /// The line and the bytes.
    pub(crate) fn into_bytes(self) -> Vec<u8> {
        let part = |part: &Part| {
            let mut document = json!({ "name": part.name, "size": part.bytes.len() });
            if part.is_file {
                document["file"] = true.into();
            }
            document
        };
        let parts: Vec<_> = self.parts.iter().map(part).collect();
        let mut bytes = line(&json!({ "answer": self.answer, "parts": parts }));
        self.parts.iter().for_each(|part| bytes.extend_from_slice(&part.bytes));
        bytes
    }
}

/// The reply to a call that was refused.
pub(crate) fn refused(refusal: &Refusal) -> Vec<u8> {
    line(&json!({ "refused": events::refused(refusal) }))
}

/// A document as one line.
pub(crate) fn line(document: &Value) -> Vec<u8> {
    let mut line = document.to_string().into_bytes();
    line.push(b'\n');
    line
}
