//! The answer of a task: its document, its text, its picture and its files.

use serde_with::skip_serializing_none;

use serde::Serialize;
use serde_json::{Map, Value};
use tilewright_draw::{Animation, Picture};
use tilewright_grid::{Schema, Watch};

use crate::{Entry, Hint, to_json};

/// How a task ended that could do its work. A task that could not gives a
/// [`Refusal`](crate::Refusal).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Verdict {
    /// Done.
    #[default]
    Done,
    /// Done, and the answer is no: no level was found, a check failed.
    No,
    /// Done except for inputs that were wrong; each was reported.
    Wrong,
    /// Stopped by the host; the answer is what was found until then.
    Stopped,
}

/// The answer of a task, in every form that a door may show: a JSON document, a text for people,
/// a picture, files.
pub trait Answer: Send + Sync {
    /// How the task ended.
    fn verdict(&self) -> Verdict {
        Verdict::Done
    }

    /// The progress of a task that was stopped, such as `250 of 1000 games were played`.
    fn reached(&self) -> Option<String> {
        None
    }

    /// The document as one line of JSON, with its head; `None` if the task reported the whole
    /// answer as items.
    ///
    /// # Errors
    /// If a number is not finite.
    fn json(&self, head: &Head) -> serde_json::Result<Option<Vec<u8>>> {
        let _ = head;
        Ok(None)
    }

    /// The answer as text for people; empty if the task reported the whole answer as items.
    fn text(&self, medium: Medium) -> String {
        let _ = medium;
        String::new()
    }

    /// The answer as a picture, if it has one; with the animation only if `is_moving`.
    ///
    /// # Errors
    /// If it cannot be drawn; [`DrawError::Cancelled`](tilewright_draw::DrawError::Cancelled) if the
    /// watch stops the drawing.
    fn drawing(
        &self,
        is_moving: bool,
        watch: &dyn Watch,
    ) -> anyhow::Result<Option<Drawing>> {
        let _ = (is_moving, watch);
        Ok(None)
    }

    /// The file of an [`Output`](crate::Output), in the format of that file extension,
    /// such as `json`; `None` if there is nothing to write.
    ///
    /// # Errors
    /// If the answer has no form in that format.
    fn file(
        &self,
        output: &str,
        ending: &str,
        head: &Head,
    ) -> anyhow::Result<Option<OutputFile>> {
        let _ = (output, ending, head);
        Ok(None)
    }
}

/// Where a text is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Medium {
    /// Whether it is a terminal, not a file or a pipe.
    pub is_terminal: bool,
    /// Whether it shows colours.
    pub color: bool,
}

/// A part of an answer that is reported as soon as it is ready, before the task ends.
pub trait Item {
    /// The item as one line of JSON, with its head; empty if it is part of the answer's document.
    ///
    /// # Errors
    /// If a number is not finite.
    fn json(&self, head: &Head) -> serde_json::Result<Vec<u8>>;

    /// The item as text for people.
    ///
    /// # Errors
    /// The message, and a hint if there is one, if the item was wrong.
    fn text(&self, medium: Medium) -> Result<String, (String, Option<Hint>)>;

    /// A line about the item for people, shown apart from its text: the text may be the content
    /// of a file.
    fn caption(&self) -> Option<&str> {
        None
    }
}

/// A picture and its animation.
#[derive(Clone, Debug)]
pub struct Drawing {
    /// The still picture.
    pub still: Picture,
    /// The animation, if there is one and it was asked for.
    pub animation: Option<Animation>,
}

/// The file of an output.
#[derive(Clone, Debug)]
pub struct OutputFile {
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// The files to which it refers, such as the tileset of a Tiled map: their names, relative to its
    /// folder, and their bytes.
    pub beside: Vec<(String, Vec<u8>)>,
}

impl<T: Into<Vec<u8>>> From<T> for OutputFile {
    fn from(bytes: T) -> Self {
        Self { bytes: bytes.into(), beside: Vec::new() }
    }
}

/// The metadata of every answer: the version of the program, the seed, and the request, so that
/// the answer can be computed again.
#[derive(Clone, Debug, Default)]
pub struct Head {
    /// The task, which knows the order of the keys.
    entry: Option<&'static Entry>,
    request: Map<String, Value>,
}

impl Head {
    /// The head of the answer of a task to a request, with its seed.
    pub fn new(entry: &'static Entry, request: Map<String, Value>) -> Self {
        let mut named = Map::from_iter([("task".to_owned(), entry.name.into())]);
        named.extend(request);
        Self { entry: Some(entry), request: named }
    }

    /// The head of a part of the answer: with another value of a key in the request.
    #[must_use]
    pub fn only(&self, key: &str, value: impl Into<Value>) -> Self {
        let mut head = self.clone();
        if head.request.insert(key.to_owned(), value.into()).is_none() {
            head.sort();
        }
        head
    }

    /// Sorts the keys into the order in which the request type declares them.
    fn sort(&mut self) {
        let Some(entry) = self.entry else { return };
        let mut keys = self.request.clone();
        keys.shift_remove("task");
        if let Some(Ok(keys)) = entry.read(keys).ok().map(|request| request.document()) {
            *self = Self::new(entry, keys);
        }
    }

    /// A document of schema `tilewright/NAME/2` as one line of JSON: the head, and the keys of the
    /// body, a struct or a map.
    ///
    /// # Errors
    /// If a number is not finite, or the body is not a struct or a map.
    pub fn line(
        &self,
        name: &'static str,
        body: &impl Serialize,
    ) -> serde_json::Result<Vec<u8>> {
        line(&AnswerDocument {
            schema: Schema::new(name, 2),
            version: VERSION,
            seed: self.request.get("seed"),
            body,
            request: &self.request,
        })
    }

    /// A document that has a schema of its own, such as a list of fleets, as one line of JSON with
    /// the version and the request added.
    ///
    /// # Errors
    /// As [`line`](Self::line).
    pub fn around(&self, document: &impl Serialize) -> serde_json::Result<Vec<u8>> {
        line(&DocumentEnvelope { document, version: VERSION, request: &self.request })
    }
}

/// The version of the program; all its crates have the same.
const VERSION: &str = env!("CARGO_PKG_VERSION");

#[skip_serializing_none]
#[derive(Serialize)]
struct AnswerDocument<'a, T> {
    schema: Schema,
    version: &'static str,
    seed: Option<&'a Value>,
    #[serde(flatten)]
    body: &'a T,
    request: &'a Map<String, Value>,
}

#[derive(Serialize)]
struct DocumentEnvelope<'a, T> {
    #[serde(flatten)]
    document: &'a T,
    version: &'static str,
    request: &'a Map<String, Value>,
}

/// A value as one line of JSON.
pub(crate) fn line(value: &impl Serialize) -> serde_json::Result<Vec<u8>> {
    let mut line = to_json(value)?;
    line.push(b'\n');
    Ok(line)
}

/// An object without the keys that have no value.
pub(crate) fn present(mut object: Value) -> Value {
    if let Some(keys) = object.as_object_mut() {
        keys.retain(|_, value| !value.is_null());
    }
    object
}

/// A number of things, such as `1 cell` or `3 cells`.
pub(crate) fn counted(count: u64, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}
