//! What comes of a task.

use std::fmt;

use serde::Serialize;
use serde_json::{Map, Value};
use tilewright_draw::{Animation, Picture};
use tilewright_grid::{Schema, Watch};

use crate::{Hint, find};

/// How a task ended that did its work.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Verdict {
    /// Done.
    #[default]
    Done,
    /// Done, and the answer is no.
    No,
    /// Done but for items that were wrong; each said so.
    Wrong,
    /// Stopped; what there was is kept.
    Stopped,
}

/// What comes of a task: a document, a text for people, pictures.
pub trait Answer {
    /// How the task ended.
    fn verdict(&self) -> Verdict {
        Verdict::Done
    }

    /// How far it came, such as `250 of 1000 games were played`, where it was stopped.
    fn reached(&self) -> Option<String> {
        None
    }

    /// The document, one line of JSON, with its head; nothing where all of it was handed on as
    /// items.
    ///
    /// # Errors
    /// When a number in it is none.
    fn json(&self, head: &Head) -> serde_json::Result<Option<Vec<u8>>> {
        let _ = head;
        Ok(None)
    }

    /// The answer for people to read; nothing where all of it was handed on as items.
    fn text(&self, medium: Medium) -> String {
        let _ = medium;
        String::new()
    }

    /// The answer as a picture, where it has one; the one that moves only where it is asked for.
    ///
    /// # Errors
    /// When it cannot be drawn, and [`DrawError::Cancelled`](tilewright_draw::DrawError::Cancelled)
    /// when the watch stops the drawing.
    fn paper(&self, is_moving: bool, watch: &dyn Watch) -> anyhow::Result<Option<Paper>> {
        let _ = (is_moving, watch);
        Ok(None)
    }

    /// The file that belongs to that [`Output`](crate::Output), in the form whose names end so,
    /// such as `json`; none where there is nothing to write.
    ///
    /// # Errors
    /// When it cannot be written.
    fn file(
        &self,
        output: &str,
        ending: &str,
        head: &Head,
    ) -> anyhow::Result<Option<Vec<u8>>> {
        let _ = (output, ending, head);
        Ok(None)
    }

    /// The files that the file of that output names, with their names: they belong beside it.
    ///
    /// # Errors
    /// When they cannot be drawn.
    fn beside(&self, output: &str) -> anyhow::Result<Vec<(String, Vec<u8>)>> {
        let _ = output;
        Ok(Vec::new())
    }
}

/// One of several kinds of answers.
impl<T: Answer + ?Sized> Answer for Box<T> {
    fn verdict(&self) -> Verdict {
        (**self).verdict()
    }

    fn reached(&self) -> Option<String> {
        (**self).reached()
    }

    fn json(&self, head: &Head) -> serde_json::Result<Option<Vec<u8>>> {
        (**self).json(head)
    }

    fn text(&self, medium: Medium) -> String {
        (**self).text(medium)
    }

    fn paper(&self, is_moving: bool, watch: &dyn Watch) -> anyhow::Result<Option<Paper>> {
        (**self).paper(is_moving, watch)
    }

    fn file(
        &self,
        output: &str,
        ending: &str,
        head: &Head,
    ) -> anyhow::Result<Option<Vec<u8>>> {
        (**self).file(output, ending, head)
    }

    fn beside(&self, output: &str) -> anyhow::Result<Vec<(String, Vec<u8>)>> {
        (**self).beside(output)
    }
}

/// Where a text is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Medium {
    /// Whether it is a terminal, and not a file or another program.
    pub is_terminal: bool,
    /// Whether colours are shown.
    pub color: bool,
}

/// A part of an answer that is handed on as it comes.
pub trait Item: fmt::Debug {
    /// Its line of JSON, with its head; empty where it stands in the document of the answer.
    ///
    /// # Errors
    /// When a number in it is none.
    fn json(&self, head: &Head) -> serde_json::Result<Vec<u8>>;

    /// It for people to read; or what was wrong with it, and a hint.
    ///
    /// # Errors
    /// Where the item was wrong.
    fn text(&self, medium: Medium) -> Result<String, (String, Option<Hint>)>;

    /// What is said of it to people beside the text, which may be a file in the making.
    fn caption(&self) -> Option<&str> {
        None
    }
}

/// A picture, and how it moves.
#[derive(Clone, Debug)]
pub struct Paper {
    /// The picture that stands still.
    pub still: Picture,
    /// The one that moves, if there is such.
    pub animation: Option<Animation>,
}

/// What every answer says besides its contents: the version of the program, the seed, and the
/// request that it answers, which can be run again.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Head {
    request: Map<String, Value>,
}

impl Head {
    /// Of a task and its request.
    pub(crate) fn new(task: &str, request: Map<String, Value>) -> Self {
        let mut named = Map::from_iter([("task".to_owned(), task.into())]);
        named.extend(request);
        Self { request: named }
    }

    /// The head of a part of the answer: the request with another value of that key.
    #[must_use]
    pub fn only(&self, key: &str, value: impl Into<Value>) -> Self {
        let mut head = self.clone();
        if head.request.insert(key.to_owned(), value.into()).is_none() {
            head.sort();
        }
        head
    }

    /// Puts the keys in the order of the request's declaration.
    fn sort(&mut self) {
        let mut keys = self.request.clone();
        let Some(Value::String(task)) = keys.shift_remove("task") else { return };
        let request = find(&task).and_then(|entry| entry.read(keys));
        if let Some(Ok(keys)) = request.ok().map(|request| request.document()) {
            *self = Self::new(&task, keys);
        }
    }

    /// A document of that name, `tilewright/NAME/2`, as one line of JSON: the head, and the keys
    /// of the body, which is a struct or a map.
    ///
    /// # Errors
    /// When a number in it is none, or the body no struct or map.
    pub fn line(
        &self,
        name: &'static str,
        body: &impl Serialize,
    ) -> serde_json::Result<Vec<u8>> {
        line(&Answered {
            schema: Schema::since(2, name, 2),
            version: VERSION,
            seed: self.request.get("seed"),
            body,
            request: &self.request,
        })
    }

    /// A document that says itself what it is, such as a file of fleets, as one line of JSON.
    ///
    /// # Errors
    /// As [`line`](Self::line).
    pub fn around(&self, document: &impl Serialize) -> serde_json::Result<Vec<u8>> {
        line(&Around { document, version: VERSION, request: &self.request })
    }
}

/// The version of the program, which is that of all its crates.
const VERSION: &str = env!("CARGO_PKG_VERSION");

#[derive(Serialize)]
struct Answered<'a, T> {
    schema: Schema,
    version: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<&'a Value>,
    #[serde(flatten)]
    body: &'a T,
    request: &'a Map<String, Value>,
}

#[derive(Serialize)]
struct Around<'a, T> {
    #[serde(flatten)]
    document: &'a T,
    version: &'static str,
    request: &'a Map<String, Value>,
}

/// A line of JSON.
pub(crate) fn line(value: &impl Serialize) -> serde_json::Result<Vec<u8>> {
    let mut line = serde_json::to_vec(value)?;
    line.push(b'\n');
    Ok(line)
}
