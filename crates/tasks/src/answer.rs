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

    /// How far it came, such as `250 of 1000 games were played`, where it was stopped.
    fn reached(&self) -> Option<String> {
        None
    }

    /// The document, one line of JSON; nothing where all of it was handed on as items.
    ///
    /// # Errors
    /// When a number in it is none.
    fn json(&self) -> serde_json::Result<Option<Vec<u8>>> {
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
    /// When it cannot be drawn.
    fn paper(&self, is_moving: bool) -> anyhow::Result<Option<Paper>> {
        let _ = is_moving;
        Ok(None)
    }

    /// The file that belongs to that [`Output`](crate::Output), in the form whose names end so,
    /// such as `json`; none where there is nothing to write.
    ///
    /// # Errors
    /// When it cannot be written.
    fn file(&self, output: &str, ending: &str) -> anyhow::Result<Option<Vec<u8>>> {
        let _ = (output, ending);
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

    fn json(&self) -> serde_json::Result<Option<Vec<u8>>> {
        (**self).json()
    }

    fn text(&self, medium: Medium) -> String {
        (**self).text(medium)
    }

    fn paper(&self, is_moving: bool) -> anyhow::Result<Option<Paper>> {
        (**self).paper(is_moving)
    }

    fn file(&self, output: &str, ending: &str) -> anyhow::Result<Option<Vec<u8>>> {
        (**self).file(output, ending)
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
    /// Its line of JSON; empty where it stands in the document of the answer.
    ///
    /// # Errors
    /// When a number in it is none.
    fn json(&self) -> serde_json::Result<Vec<u8>>;

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
    pub movie: Option<Movie>,
}

/// A line of JSON.
pub(crate) fn line(value: &impl Serialize) -> serde_json::Result<Vec<u8>> {
    let mut line = serde_json::to_vec(value)?;
    line.push(b'\n');
    Ok(line)
}
