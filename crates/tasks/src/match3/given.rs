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

/// Refuses examples of other rules than those of a board: their kinds mean other things.
pub(super) fn check_rules(examples: &Examples, board: &Template) -> Result<(), Refusal> {
    if examples.levels()[0].rules() == board.rules() {
        return Ok(());
    }
    Err(anyhow!("the board has other rules than the given levels"))
        .hint("name levels of the same rules by {like}")
}

/// The most shapes on which the level of a number is searched, one after the other: not every shape can have every difficulty. A
/// search in vain takes a second or two. Chosen.
const SHAPES: usize = 4;

/// Examples, and how their shapes are drawn.
pub(super) struct Shapes<'a> {
    pub(super) examples: &'a Arc<Examples>,
    /// Whether a template gives the board.
    pub(super) is_fixed: bool,
    pub(super) seed: Seed,
}

impl Shapes<'_> {
    /// The number of boards on which a level may be searched.
    pub(super) fn count(&self) -> usize {
        if self.is_fixed { 1 } else { self.examples.levels().len().min(SHAPES) }
    }

    /// A board for the level of a number, counted from 0, and its symmetry: those of an example, with the goal, the moves and the
    /// colours of a template; or the template itself.
    pub(super) fn shaped(
        &self,
        (number, at): (u64, usize),
        template: &Template,
        symmetry: Option<Symmetry>,
    ) -> (Template, Symmetry) {
        if self.is_fixed {
            return (template.clone(), symmetry.unwrap_or_default());
        }
        let (board, own) = self.drawn((number, at));
        (with_goal_of(board, template), symmetry.unwrap_or(own))
    }

    /// A shape for a number, counted from 0, with its own goal, moves, colours and symmetry.
    pub(super) fn drawn(&self, (number, at): (u64, usize)) -> (Template, Symmetry) {
        let mut rng = self.seed.child(SHAPE).child(number).rng();
        let mut order: Vec<usize> = (0..self.examples.levels().len()).collect();
        rng.shuffle(&mut order);
        let index = order[at];
        (self.examples.shape(index), self.examples.symmetry(index))
    }

    /// Whether a level is one to stop at: another shape may have one that keeps the look.
    pub(super) fn has_look(&self, level: &Level) -> bool {
        !is_unlike(level, &self.examples.likeness(level))
    }

    /// The board on which a level was made.
    pub(super) fn board_of(&self, level: &Level, template: &Template) -> Template {
        if self.is_fixed {
            template.clone()
        } else {
            with_goal_of(Examples::shape_of(level), template)
        }
    }
}

/// The seed of the searches on the boards of a try, counted from 0; the first is that of a request without shapes.
pub(super) const fn tried(seed: Seed, at: usize) -> Seed {
    if at == 0 { seed } else { seed.child(SHAPE + at as u64) }
}

/// A board with the goal, the moves and the colours of another one.
fn with_goal_of(mut board: Template, template: &Template) -> Template {
    (board.goal, board.moves) = (template.goal.clone(), template.moves);
    board.colors = template.colors;
    board
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
