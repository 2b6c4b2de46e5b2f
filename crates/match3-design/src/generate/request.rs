//! Requests for levels: of a potential, and of a difficulty.

use std::ops::{ControlFlow, RangeInclusive};

use tilewright_grid::{Seed, Size};
use tilewright_match3::{Goal, Kind, Level, Quota, SkilledBot, Template, judge};

use super::{
    Difficulty, GeneratedLevel, VerifiedLevel, bounds, generate, generate_difficulty,
};
use crate::error::PotentialBounds;
use crate::feasibility::Violation;
use crate::{Guide, Placement, RequestError, Space, Style, Symmetry};

/// The board of a request that names none.
const SIZE: Size = Size::new(9, 9);

/// A request for a level of a given potential. [`LevelRequest::new`] has defaults for all fields
/// but the potential; [`generate`] takes it with a callback, and [`generate_distinct`] makes
/// several different levels.
///
/// ```
/// use tilewright_grid::Seed;
/// use tilewright_match3::Kind;
/// use tilewright_match3_design::{LevelRequest, Symmetry};
///
/// let request = LevelRequest::new(600)
///     .with_kinds([Kind::OBSTACLE.into(), "blocked2:3-5".parse()?])
///     .with_symmetry(Symmetry::Horizontal);
/// let generated = request.generate(Seed(7))?;
/// assert!(generated.is_found && generated.potential == 600);
/// println!("{}", generated.level);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// [`generate_distinct`]: crate::generate_distinct
#[derive(Clone, Debug)]
pub struct LevelRequest {
    /// The board: its size, its fixed cells, and the rules that are written into the level.
    /// Default: an open board of 9 × 9.
    pub template: Template,
    /// The kinds that may be placed in free cells besides ordinary ones, with their counts.
    /// Default: obstacles, any number.
    pub kinds: Vec<Quota>,
    /// The symmetry of the board. Default: none.
    pub symmetry: Symmetry,
    /// How the special cells are spread; FI-2Pop, the algorithm of an article, always scatters them. Default:
    /// composed.
    pub style: Style,
    /// Where the special cells stand, and how. Default: anywhere.
    pub placements: Vec<Placement>,
    /// The potential.
    pub target: u32,
    /// The greatest allowed difference between the potential and the target. Default: 0.
    pub tolerance: u32,
    /// The search algorithm. Default: hill climbing.
    pub algorithm: Algorithm,
}

impl LevelRequest {
    /// A request for a level of this potential, with the defaults of all other fields.
    pub fn new(target: u32) -> Self {
        Self {
            template: open_board(None),
            kinds: vec![Kind::OBSTACLE.into()],
            symmetry: Symmetry::None,
            style: Style::Composed,
            placements: Vec::new(),
            target,
            tolerance: 0,
            algorithm: Algorithm::HillClimb,
        }
    }

    /// The request with another board.
    #[must_use]
    pub fn with_template(self, template: Template) -> Self {
        Self { template, ..self }
    }

    /// The request with other kinds.
    #[must_use]
    pub fn with_kinds(self, kinds: impl IntoIterator<Item = Quota>) -> Self {
        Self { kinds: kinds.into_iter().collect(), ..self }
    }

    /// The request with a symmetry.
    #[must_use]
    pub fn with_symmetry(self, symmetry: Symmetry) -> Self {
        Self { symmetry, ..self }
    }

    /// The request with another style.
    #[must_use]
    pub fn with_style(self, style: Style) -> Self {
        Self { style, ..self }
    }

    /// The request with other placements.
    #[must_use]
    pub fn with_placements(self, placements: Vec<Placement>) -> Self {
        Self { placements, ..self }
    }

    /// The request with another tolerance.
    #[must_use]
    pub fn with_tolerance(self, tolerance: u32) -> Self {
        Self { tolerance, ..self }
    }

    /// The request with another search algorithm.
    #[must_use]
    pub fn with_algorithm(self, algorithm: Algorithm) -> Self {
        Self { algorithm, ..self }
    }

    /// Generates a level; the same seed gives the same level.
    ///
    /// # Errors
    /// When the request contradicts itself or no level can fulfil it. A level that was not found
    /// is no error: see [`GeneratedLevel::is_found`].
    pub fn generate(&self, seed: Seed) -> Result<GeneratedLevel, RequestError> {
        generate(self, seed, |_| ControlFlow::Continue(()))
    }

    /// The potentials that fulfil the request.
    pub(super) const fn range(&self) -> RangeInclusive<u32> {
        let Self { target, tolerance, .. } = *self;
        target.saturating_sub(tolerance)..=target.saturating_add(tolerance)
    }

    /// The allowed levels, unless it is known that none of them fulfils the request.
    pub(super) fn space(
        &self,
        go_on: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Result<Space, RequestError> {
        let style = match self.algorithm {
            Algorithm::HillClimb => self.style.clone(),
            Algorithm::FeasibleInfeasible(_) => Style::Scattered,
        };
        let space = Space::new(&self.template, &self.kinds, self.symmetry)?;
        let space = space
            .with_style(style, go_on)
            .with_placements(&self.placements, &self.template)?;
        if !space.is_classic() {
            return Err(RequestError::NoPotential);
        }
        bounds::check(&space, &self.range())
            .map_err(|possible| self.impossible(possible))?;
        Ok(space)
    }

    pub(super) const fn impossible(&self, possible: PotentialBounds) -> RequestError {
        let Self { target, tolerance, .. } = *self;
        RequestError::Impossible { target, tolerance, possible }
    }
}

/// The algorithm that searches a level of a given potential.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Algorithm {
    /// Hill climbing on feasible levels: a random start whose density of special cells suits the
    /// target, repaired until it is feasible; then small changes that bring the potential no
    /// farther from the target. Restarts when no change helps any more.
    HillClimb,
    /// FI-2Pop, the evolution of a feasible and an infeasible population, with the settings of
    /// limbsoo's article *Genetic algorithms in Unity*: 20 individuals, an elite of 2 in each
    /// population, roulette selection, uniform crossover, mutation of each gene with probability
    /// 0.01, at most 500 generations.
    FeasibleInfeasible(Violation),
}

/// A request for a level of a given difficulty. [`DifficultyRequest::new`] has defaults for all
/// fields but the goal and the difficulty; [`generate_difficulty`] takes a model and a callback.
///
/// ```
/// use tilewright_grid::Seed;
/// use tilewright_match3_design::DifficultyRequest;
///
/// let request = DifficultyRequest::new("collect:30".parse()?, 24.0);
/// let verified = request.generate(Seed(7))?;
/// let swaps = verified.played.mean_swaps().ok_or("no game was finished")?;
/// assert!(verified.is_found && (swaps / 24.0 - 1.0).abs() < 0.03);
/// println!("{}", verified.level.to_json());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct DifficultyRequest {
    /// The board: its size, its fixed cells, its colours and the goal. Default: an open board
    /// of 9 × 9 with 5 colours.
    pub template: Template,
    /// The kinds that may be placed in free cells besides ordinary ones, with their counts.
    /// Default: obstacles, any number.
    pub kinds: Vec<Quota>,
    /// The symmetry of the board. Default: none.
    pub symmetry: Symmetry,
    /// How the special cells are spread. Default: composed.
    pub style: Style,
    /// Where the special cells stand, and how. Default: anywhere.
    pub placements: Vec<Placement>,
    /// The difficulty.
    pub difficulty: Difficulty,
    /// The bot for which the level has this difficulty. Default: the [`judge`] of the goal.
    pub bot: SkilledBot,
    /// Levels of the same size from which the level must differ. Default: none.
    pub others: Vec<Level>,
    /// How much the level differs at least from each of the others, by [`difference`](crate::difference):
    /// a share of their special cells. Default: 0, which is one cell.
    pub min_difference: f64,
    /// The tolerance of the proof, in units of half of the [`range`](Difficulty::range): the games
    /// must prove at a significance level of 1 % that the level is that close. Default: 1.
    pub precision: f64,
}

impl DifficultyRequest {
    /// A request for a level of this goal and difficulty, with the defaults of all other fields.
    /// A number as the difficulty is the mean of the swaps to the goal.
    pub fn new(goal: Goal, difficulty: impl Into<Difficulty>) -> Self {
        Self {
            bot: judge(&goal),
            template: open_board(Some(goal)),
            kinds: vec![Kind::OBSTACLE.into()],
            symmetry: Symmetry::None,
            style: Style::Composed,
            placements: Vec::new(),
            difficulty: difficulty.into(),
            others: Vec::new(),
            min_difference: 0.0,
            precision: 1.0,
        }
    }

    /// The request with another board; the goal stays if the template has none, and the bot stays.
    #[must_use]
    pub fn with_template(self, mut template: Template) -> Self {
        template.goal = template.goal.or(self.template.goal);
        Self { template, ..self }
    }

    /// The request with other kinds.
    #[must_use]
    pub fn with_kinds(self, kinds: impl IntoIterator<Item = Quota>) -> Self {
        Self { kinds: kinds.into_iter().collect(), ..self }
    }

    /// The request with a symmetry.
    #[must_use]
    pub fn with_symmetry(self, symmetry: Symmetry) -> Self {
        Self { symmetry, ..self }
    }

    /// The request with another style.
    #[must_use]
    pub fn with_style(self, style: Style) -> Self {
        Self { style, ..self }
    }

    /// The request with other placements.
    #[must_use]
    pub fn with_placements(self, placements: Vec<Placement>) -> Self {
        Self { placements, ..self }
    }

    /// The request for another bot.
    #[must_use]
    pub fn with_bot(self, bot: impl Into<SkilledBot>) -> Self {
        Self { bot: bot.into(), ..self }
    }

    /// Generates a level, guided by the model that [`Guide::for_levels`] has for it; the same
    /// seed gives the same level.
    ///
    /// # Errors
    /// When the request contradicts itself, none of its levels is feasible, or it has no goal. A
    /// level that was not found is no error: see [`VerifiedLevel::is_found`].
    pub fn generate(&self, seed: Seed) -> Result<VerifiedLevel, RequestError> {
        generate_difficulty(self, &self.guide()?, seed, |_| ControlFlow::Continue(()))
    }

    /// The allowed levels.
    pub(super) fn space(
        &self,
        go_on: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Result<Space, RequestError> {
        let space = Space::new(&self.template, &self.kinds, self.symmetry)?;
        space
            .with_style(self.style.clone(), go_on)
            .with_placements(&self.placements, &self.template)
    }

    /// The guide that is built in for the levels of the request.
    ///
    /// # Errors
    /// When the request has no goal.
    pub fn guide(&self) -> Result<Guide, RequestError> {
        let goal = self.template.goal.as_ref().ok_or(RequestError::NoGoal)?;
        Ok(Guide::for_levels(&self.template.opened(), goal, self.bot))
    }
}

pub(super) fn open_board(goal: Option<Goal>) -> Template {
    let mut board = Template::open(SIZE).expect("the size is one of a level");
    board.goal = goal;
    board
}
