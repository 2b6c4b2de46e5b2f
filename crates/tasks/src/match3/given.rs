//! Levels whose look generated levels take on.

use std::sync::Arc;

use tilewright_grid::{Seed, checksum};
use tilewright_match3::{Level, Template};
use tilewright_match3_design::{Examples, ExamplesError, Likeness, Style, Symmetry};

use anyhow::anyhow;

use super::difficulty::NAMED;
use super::levels::{levels_in, read_template, whole};
use crate::{Host, Input, Refusal, Refuse as _};

/// The child of the seed from which shapes are drawn; see [`NAMED`].
const SHAPE: u64 = NAMED + 2;

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

/// Examples, and how their shapes are drawn.
pub(super) struct Shapes<'a> {
    pub(super) examples: &'a Arc<Examples>,
    /// Whether a template gives the board.
    pub(super) is_fixed: bool,
    pub(super) seed: Seed,
}

impl Shapes<'_> {
    /// The board of the level of a number and its symmetry: those of an example, with the goal, the moves and the colours of a
    /// template; or the template itself.
    pub(super) fn shaped(
        &self,
        number: u64,
        template: &Template,
        symmetry: Option<Symmetry>,
    ) -> (Template, Symmetry) {
        if self.is_fixed {
            return (template.clone(), symmetry.unwrap_or_default());
        }
        let (mut board, own) = self.drawn(number);
        (board.goal, board.moves) = (template.goal.clone(), template.moves);
        board.colors = template.colors;
        (board, symmetry.unwrap_or(own))
    }

    /// The shape of a number, with its own goal, moves, colours and symmetry.
    pub(super) fn drawn(&self, number: u64) -> (Template, Symmetry) {
        let mut rng = self.seed.child(SHAPE).child(number).rng();
        let index = rng.index(self.examples.levels().len());
        (self.examples.shape(index), self.examples.symmetry(index))
    }
}

/// How like a level is to the levels of a style that has some.
pub(super) fn likeness(style: &Style, level: &Level) -> Option<Likeness> {
    match style {
        Style::Like(examples) => Some(examples.likeness(level)),
        Style::Composed | Style::Scattered => None,
    }
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
