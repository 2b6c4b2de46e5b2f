//! The boards on which levels are searched: shapes of given levels, and parts that are drawn.

use std::sync::Arc;

use tilewright_grid::{Seed, checksum};
use tilewright_match3::{Level, Template};
use tilewright_match3_design::{
    DifficultyRequest, Examples, Guide, Parts, Symmetry, promising,
};

use super::difficulty::NAMED;
use super::given::is_unlike;
use super::refused;
use crate::{Event, Host, HostWatch, Refusal};

/// The most boards on which the level of a number is searched, one after the other: not every board can have every difficulty. A
/// search in vain takes a second or two. Chosen.
const BOARDS: usize = 4;
/// The boards that are drawn for the level of a number, if they have parts: the mean swaps on them differ by up to a factor of ten, those of
/// levels on one of them often by less than two. `cargo xtask bench drawn-requests` finds 40 of 40 requests; with the first boards, as they
/// come, it found 27 of 30, each of the others in vain for 20 s and more.
const DRAWN: usize = 24;

/// The boards with parts whose levels are sampled for a named difficulty: with one it is that of an easy or a hard board by chance. Chosen.
const SAMPLED: usize = 5;

/// The child of the seed from which shapes are drawn; see [`NAMED`]. The children behind it are those of later tries.
const SHAPE: u64 = NAMED + 2;
/// The children of the seed from which parts are drawn, and from which the games on drawn boards come.
const PARTS: u64 = SHAPE + DRAWN as u64;
const GAMES: u64 = PARTS + 1;

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
    /// The number of boards that may be drawn for a level.
    pub(super) fn count(&self) -> usize {
        match self.shapes() {
            _ if !self.parts.is_empty() => DRAWN,
            Some(examples) => examples.levels().len().min(BOARDS),
            None => 1,
        }
    }

    /// The request of a level on the board of a number and a try.
    ///
    /// # Errors
    /// When the board has no room for the parts.
    pub(super) fn request(
        &self,
        board: (u64, usize),
        request: &DifficultyRequest,
    ) -> Result<DifficultyRequest, Refusal> {
        let (template, symmetry) = self.board(board, &request.template)?;
        let (kinds, placements) = (&request.kinds, &request.placements);
        let placements = self.parts.placements_on(&template, kinds, placements);
        let request = request.clone().with_placements(placements);
        Ok(request.with_template(template).with_symmetry(symmetry))
    }

    /// The tries for the level of a number, in the order in which they are searched: those of the boards that promise most, if
    /// they have parts.
    ///
    /// # Errors
    /// When no board has room for the parts, or no level of any of them can be what is asked for.
    pub(super) fn order(
        &self,
        request: &DifficultyRequest,
        number: u64,
        (guide, host): (&Guide, &dyn Host),
    ) -> Result<Vec<usize>, Refusal> {
        if self.parts.is_empty() {
            return Ok((0..self.count()).collect());
        }
        // What must differ from others is not looked at yet.
        let request = DifficultyRequest { others: Vec::new(), ..request.clone() };
        let on = |at| self.request((number, at), &request);
        let requests: Vec<_> = (0..DRAWN).map(on).collect::<Result<_, _>>()?;

        let seed = self.seed.child(GAMES).child(number);
        host.tell(Event::Begun { doing: "drawing boards", steps: None });
        let order = promising(&requests, guide, seed, &HostWatch(host));
        host.tell(Event::Ended);
        let mut order = order.map_err(refused)?;
        order.truncate(BOARDS);
        Ok(order)
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

    /// Searches on one board after the other, in the order of these tries, until there is a level in the look of the given ones; else
    /// returns the first that was found, or the closest one. `found` is the level that a search has found, `off` says how far a search was
    /// from it.
    pub(super) fn search<T>(
        &self,
        (order, host): (&[usize], &dyn Host),
        mut search: impl FnMut(usize) -> Result<T, Refusal>,
        found: impl Fn(&T) -> Option<&Level>,
        off: impl Fn(&T) -> f64,
    ) -> Result<T, Refusal> {
        let (first, others) = order.split_first().expect("there is a board");
        let mut best = search(*first);
        for &at in others {
            let level = best.as_ref().ok().and_then(&found);
            let is_found = level.is_some();
            if level.is_some_and(|level| self.has_look(level)) || host.look().is_break() {
                break;
            }
            let made = search(at);
            let level = made.as_ref().ok().and_then(&found);
            let is_better = match level {
                Some(level) => !is_found || self.has_look(level),
                None => !is_found && is_closer(&made, &best, &off),
            };
            if is_better {
                best = made;
            }
        }
        best
    }

    /// The middle of what the first boards have of a number; none if it was stopped. Boards that have nothing are passed over.
    ///
    /// # Errors
    /// When none of them has it: the error of the first one.
    pub(super) fn middle(
        &self,
        of: impl Fn(usize) -> Result<Option<f64>, Refusal>,
    ) -> Result<Option<f64>, Refusal> {
        let count = if self.parts.is_empty() { 1 } else { SAMPLED };
        let (mut all, mut refusal) = (Vec::new(), None);
        for at in 0..count {
            match of(at) {
                Ok(Some(value)) => all.push(value),
                Ok(None) => return Ok(None),
                Err(error) => refusal = refusal.or(Some(error)),
            }
        }
        all.sort_by(f64::total_cmp);
        match (all.get(all.len() / 2), refusal) {
            (None, Some(refusal)) => Err(refusal),
            (middle, _) => Ok(middle.copied()),
        }
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

/// Whether what one search gave is closer than what another one did.
fn is_closer<T>(
    one: &Result<T, Refusal>,
    other: &Result<T, Refusal>,
    off: impl Fn(&T) -> f64,
) -> bool {
    let off = |made: &Result<T, Refusal>| made.as_ref().ok().map(&off);
    match (off(one), off(other)) {
        (Some(one), Some(other)) => one < other,
        (one, _) => one.is_some(),
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
