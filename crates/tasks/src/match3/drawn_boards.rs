//! The boards on which levels are searched: shapes of given levels, and parts that are drawn.

use std::sync::Arc;

use tilewright_grid::{Seed, checksum};
use tilewright_match3::{Level, Template};
use tilewright_match3_design::{Examples, Parts, Symmetry};

use super::difficulty::NAMED;
use super::given::is_unlike;
use super::refused;
use crate::{Host, Refusal};

/// The most boards on which the level of a number is searched, one after the other: not every board can have every difficulty. A
/// search in vain takes a second or two. Chosen.
const BOARDS: usize = 4;

/// The child of the seed from which shapes are drawn; see [`NAMED`]. The children behind it are those of later tries.
const SHAPE: u64 = NAMED + 2;
/// The child of the seed from which parts are drawn.
const PARTS: u64 = SHAPE + BOARDS as u64;

/// How the boards of a request are drawn. Without given levels and parts there is one, the template.
pub(super) struct DrawnBoards {
    pub(super) examples: Option<Arc<Examples>>,
    /// Whether a template gives the board, or an open one is asked for.
    pub(super) is_fixed: bool,
    pub(super) parts: Parts,
    /// The symmetry that is asked for; else a shape has its own.
    pub(super) symmetry: Option<Symmetry>,
    pub(super) seed: Seed,
}

impl DrawnBoards {
    /// The number of boards on which a level may be searched.
    pub(super) fn count(&self) -> usize {
        match self.shapes() {
            _ if !self.parts.is_empty() => BOARDS,
            Some(examples) => examples.levels().len().min(BOARDS),
            None => 1,
        }
    }

    /// The levels whose shapes are taken.
    fn shapes(&self) -> Option<&Examples> {
        self.examples.as_deref().filter(|_| !self.is_fixed)
    }

    /// The board for a try of the level of a number, both counted from 0, and its symmetry: the shape of an example with the goal, the moves
    /// and the colours of a template, or the template itself, with parts.
    ///
    /// # Errors
    /// When the board has no room for the parts.
    pub(super) fn board(
        &self,
        (number, at): (u64, usize),
        template: &Template,
    ) -> Result<(Template, Symmetry), Refusal> {
        let (board, symmetry) = match self.shape((number, at)) {
            Some((shape, own)) => {
                (with_goal_of(shape, template), self.symmetry.unwrap_or(own))
            }
            None => (template.clone(), self.symmetry.unwrap_or_default()),
        };
        let mut rng = self.seed.child(PARTS).child(number).child(at as u64).rng();
        let board = self.parts.drawn(&board, symmetry, &mut rng).map_err(refused)?;
        Ok((board, symmetry))
    }

    /// The shape of an example with its own goal, moves, colours and symmetry, if shapes are taken.
    pub(super) fn shape(
        &self,
        (number, at): (u64, usize),
    ) -> Option<(Template, Symmetry)> {
        let examples = self.shapes()?;
        let mut rng = self.seed.child(SHAPE).child(number).rng();
        let mut order: Vec<usize> = (0..examples.levels().len()).collect();
        rng.shuffle(&mut order);
        let index = order[at % order.len()];
        Some((examples.shape(index), examples.symmetry(index)))
    }

    /// Searches on one board after the other until there is a level in the look of the given ones; else returns the first that was found, or
    /// what the first board gave. `found` is the level that a search has found.
    pub(super) fn search<T>(
        &self,
        host: &dyn Host,
        mut search: impl FnMut(usize) -> Result<T, Refusal>,
        found: impl Fn(&T) -> Option<&Level>,
    ) -> Result<T, Refusal> {
        let mut best = search(0);
        for at in 1..self.count() {
            let level = best.as_ref().ok().and_then(&found);
            let is_found = level.is_some();
            if level.is_some_and(|level| self.has_look(level)) || host.look().is_break() {
                break;
            }
            let made = search(at);
            let level = made.as_ref().ok().and_then(&found);
            if level.is_some_and(|level| !is_found || self.has_look(level)) {
                best = made;
            }
        }
        best
    }

    /// Whether a level is one to stop at: another shape may have one that keeps the look.
    fn has_look(&self, level: &Level) -> bool {
        let examples = self.shapes();
        examples.is_none_or(|examples| !is_unlike(level, &examples.likeness(level)))
    }

    /// The board on which a level was made, but that the cells of its parts are free.
    pub(super) fn board_of(&self, level: &Level, template: &Template) -> Template {
        if self.shapes().is_some() {
            return with_goal_of(Examples::shape_of(level), template);
        }
        let own = template.clone().with_parts(level.parts());
        own.expect("a level has the parts of its board")
    }

    /// A checksum of the places of parts that are painted; 0 of none.
    pub(super) fn inputs(&self) -> u64 {
        if self.parts.is_empty() {
            return 0;
        }
        checksum(format!("{:?}", self.parts).as_bytes())
    }
}

/// The seed of the searches on the boards of a try, counted from 0; the first is that of a request with one board.
pub(super) const fn tried(seed: Seed, at: usize) -> Seed {
    if at == 0 { seed } else { seed.child(SHAPE + at as u64) }
}

/// A board with the goal, the moves and the colours of another one.
fn with_goal_of(mut board: Template, template: &Template) -> Template {
    (board.goal, board.moves) = (template.goal.clone(), template.moves);
    board.colors = template.colors;
    board
}
