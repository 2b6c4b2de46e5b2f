//! What comes of a task.

use std::fmt;

use serde::Serialize;
use tilewright_draw::{Movie, Picture};

use crate::Hint;

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

    /// The document, one line of JSON; nothing where all of it was handed on as items.
    ///
    /// # Errors
    /// When a number in it is none.
    fn json(&self) -> serde_json::Result<Option<Vec<u8>>>;

    /// The answer for people to read, with colours where they are shown.
    fn text(&self, color: bool) -> String;

    /// The answer as a picture, where it has one.
    fn paper(&self) -> Option<Paper> {
        None
    }
}

/// A part of an answer that is handed on as it comes.
pub trait Item: fmt::Debug {
    /// Its line of JSON.
    ///
    /// # Errors
    /// When a number in it is none.
    fn json(&self) -> serde_json::Result<Vec<u8>>;

    /// It for people to read, with colours where they are shown; or what was wrong with it, and
    /// the cure.
    ///
    /// # Errors
    /// Where the item was wrong.
    fn text(&self, color: bool) -> Result<String, (String, Option<Hint>)>;
}

/// A picture, and how it moves.
#[derive(Clone, Debug)]
pub struct Paper {
    /// The picture that stands still.
    pub still: Picture,
    /// The one that moves, if there is such.
    pub movie: Option<Movie>,
}

/// What a door can make of an answer besides showing it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Output {
    /// A picture; the text says what is drawn, and in which formats.
    Picture(&'static str),
}

/// A line of JSON.
pub(crate) fn line(value: &impl Serialize) -> serde_json::Result<Vec<u8>> {
    let mut line = serde_json::to_vec(value)?;
    line.push(b'\n');
    Ok(line)
}
