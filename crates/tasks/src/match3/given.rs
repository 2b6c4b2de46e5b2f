//! Levels whose look generated levels take on.

use std::sync::Arc;

use tilewright_grid::checksum;
use tilewright_match3::{Level, Template};
use tilewright_match3_design::{Examples, ExamplesError, Likeness, Style};

use anyhow::anyhow;

use super::levels::{levels_in, read_template, whole};
use crate::{Host, Input, Refusal, Refuse as _};

/// The examples of a request.
///
/// # Errors
/// When a level cannot be read, or they are no examples.
pub(super) fn examples(
    host: &dyn Host,
    inputs: &[Input],
) -> Result<Arc<Examples>, Refusal> {
    let mut levels: Vec<Level> = Vec::new();
    let mut names: Vec<String> = Vec::new();
    for input in inputs {
        let files = match input {
            Input::Name(name) => {
                levels_in(host, name)?.into_iter().map(Input::Name).collect()
            }
            Input::Document(_) => vec![input.clone()],
        };
        for file in files {
            let level = whole(&read_template(host, &file)?, &file)?;
            // The closest level of a search is none that anybody wanted.
            if level.missed.is_none() {
                levels.push(level);
                names.push(file.name().to_owned());
            }
        }
    }
    let examples = Examples::new(levels).map_err(|error| match error {
        ExamplesError::Rules(index) => {
            anyhow!("{} has other rules than {}", names[index], names[0])
        }
        error => error.into(),
    });
    Ok(Arc::new(examples.hint("name a folder of levels of one game by {like}")?))
}

/// Refuses examples of other rules than those of a board: their kinds mean other things.
pub(super) fn check_rules(examples: &Examples, board: &Template) -> Result<(), Refusal> {
    if examples.levels()[0].rules() == board.rules() {
        return Ok(());
    }
    Err(anyhow!("the board has other rules than the given levels"))
        .hint("name levels of the same rules by {like}")
}

/// How like a level is to the levels of a style that has some.
pub(super) fn likeness(style: &Style, level: &Level) -> Option<Likeness> {
    match style {
        Style::Like(examples) => Some(examples.likeness(level)),
        Style::Composed | Style::Scattered => None,
    }
}

/// Whether a search has given up the look of given levels: a level has no special cells, or knows less than half as many of their
/// patterns as they know of each other. Chosen.
pub(super) fn is_unlike(level: &Level, likeness: &Likeness) -> bool {
    let is_plain = !level.cells().values().iter().any(|kind| kind.is_special());
    is_plain || 2.0 * likeness.known < likeness.usual
}

/// A likeness at the end of what is said of a level.
pub(super) fn said(likeness: Option<&Likeness>) -> String {
    likeness.map_or_else(String::new, |likeness| format!("; {likeness}"))
}

/// A checksum of the levels of a style that has some; 0 of others.
pub(super) fn inputs(style: &Style) -> u64 {
    match style {
        Style::Like(examples) => checksum(format!("{:?}", examples.levels()).as_bytes()),
        Style::Composed | Style::Scattered => 0,
    }
}
