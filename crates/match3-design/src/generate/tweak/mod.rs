//! Tweaks: the fewest and smallest changes of cells that give a level another difficulty.

mod changes;
mod search;
mod tweaker;

use std::ops::ControlFlow;

use serde::Serialize;
use tilewright_grid::{Cell, Grid, Seed};
use tilewright_match3::{Level, Quota, SkilledBot, Statistics, Strategy, judge};

use crate::{Difficulty, Guide, RequestError, Symmetry};

/// The difference of the win rate that [`Shift::Easier`] and [`Shift::Harder`] ask for: twice
/// the tolerance, so that the level as it is meets neither.
const POINTS: f64 = 0.1;
/// The factor of the mean swaps that they ask for if the level has no move limit: three
/// tolerances.
const FACTOR: f64 = 1.1;

/// The difficulty that a tweak asks for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Shift {
    /// This difficulty.
    To(Difficulty),
    /// 10 percentage points more games won within the move limit of the level, at most 99 %, or from there
    /// none lost; without a move limit, 10 % fewer swaps.
    Easier,
    /// 10 percentage points fewer games won within the move limit of the level; without a move limit, 10 %
    /// more swaps.
    Harder,
}

impl Shift {
    /// The difficulty, if it does not depend on that of the level.
    const fn difficulty(self) -> Option<Difficulty> {
        match self {
            Self::To(difficulty) => Some(difficulty),
            Self::Easier | Self::Harder => None,
        }
    }
}

/// A request for changes of a level. [`TweakRequest::new`] has defaults for all fields but the level and
/// the difficulty.
///
/// ```
/// use std::ops::ControlFlow;
///
/// use tilewright_grid::Seed;
/// use tilewright_match3::Level;
/// use tilewright_match3_design::{Shift, TweakRequest, tweak};
///
/// let text = r#"{"layout": ["......", ".#..#.", "......", "..##..", "......", "......"],
///     "goal": {"collect": 12}, "moves": 12}"#;
/// let level: Level = text.parse()?;
/// let request = TweakRequest::new(level, Shift::Easier);
/// let guide = request.guide()?;
/// let tweaks = tweak(&request, &guide, Seed(1), |_| ControlFlow::Continue(()))?;
/// let first = &tweaks.answers[0];
/// assert!(first.is_found && first.changes.len() <= 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct TweakRequest {
    /// The level, with its goal.
    pub level: Level,
    /// The difficulty.
    pub shift: Shift,
    /// The cells that may change. Default: those with an ordinary cell, an obstacle, a blocker, a cover or a
    /// ground; holes, pieces, ingredients and blocks of a colour stay.
    pub free: Grid<bool>,
    /// The kinds that may be put into cells, besides ordinary cells, and how many cells of each the level may
    /// have. Default: those of the level, and these with one layer more or less, in any number; obstacles if
    /// it has none.
    pub kinds: Vec<Quota>,
    /// The symmetry that the tweaked levels have. Default: that of the level; none if all its cells are
    /// ordinary.
    pub symmetry: Symmetry,
    /// The bot that plays. Default: the [`judge`] of the goal.
    pub bot: SkilledBot,
    /// The number of tweaks. Default: 5.
    pub count: usize,
    /// The tolerance of the proofs, as in [`DifficultyRequest::precision`]. Default: 1.
    ///
    /// [`DifficultyRequest::precision`]: crate::DifficultyRequest::precision
    pub precision: f64,
}

impl TweakRequest {
    /// The request with the defaults of all other fields.
    pub fn new(level: Level, shift: Shift) -> Self {
        let free = changes::free(&level);
        let kinds = changes::kinds(&level, &free).into_iter().map(Quota::from).collect();
        let symmetry = Symmetry::of(&level);
        let bot = level.goal.as_ref().map_or_else(|| Strategy::Greedy.into(), judge);
        Self { level, shift, free, kinds, symmetry, bot, count: 5, precision: 1.0 }
    }

    /// The request for another bot.
    #[must_use]
    pub fn with_bot(self, bot: impl Into<SkilledBot>) -> Self {
        Self { bot: bot.into(), ..self }
    }

    /// The guide that is built in for such levels.
    ///
    /// # Errors
    /// When the level has no goal.
    pub fn guide(&self) -> Result<Guide, RequestError> {
        let goal = self.level.goal.as_ref().ok_or(RequestError::NoGoal)?;
        Ok(Guide::for_levels(&self.level, goal, self.bot))
    }

    /// The request with another number of tweaks.
    #[must_use]
    pub fn with_count(self, count: usize) -> Self {
        Self { count, ..self }
    }
}

/// A change of a cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CellChange {
    /// The cell.
    pub cell: Cell,
    /// The name of its kind before.
    pub from: String,
    /// The name of its kind after.
    pub to: String,
}

/// A tweaked level.
#[derive(Clone, Debug, PartialEq)]
pub struct Tweak {
    /// The level.
    pub level: Level,
    /// The changed cells in reading order.
    pub changes: Vec<CellChange>,
    /// The statistics of the games that verified the level.
    pub played: Statistics,
    /// Whether its games prove the difficulty.
    pub is_found: bool,
}

/// The result of a search for tweaks.
#[derive(Clone, Debug, PartialEq)]
pub struct Tweaks {
    /// The statistics of the games of the level itself.
    pub before: Statistics,
    /// The difficulty that was asked for; of a shift, the one that follows from the games of the level, and
    /// none if these were stopped.
    pub difficulty: Option<Difficulty>,
    /// Whether the level itself has the difficulty; then there are no tweaks.
    pub is_there: bool,
    /// The tweaks that were found, the best first: of fewer cells, then of smaller changes, then closer to
    /// the difficulty. If none was found, the closest level of the search.
    pub answers: Vec<Tweak>,
    /// The number of predictions.
    pub evaluations: u64,
    /// The number of games.
    pub games: u64,
}

/// Finds the fewest and smallest changes of cells that give a level another difficulty.
///
/// The guide, and a regression over all played levels that corrects it, predict the effect of each change of
/// one cell (of one group of cells if the level stays symmetric); sets of changes whose effects together
/// come close to the difficulty are played, those of few cells first. A tweak is found when fresh games
/// prove its difficulty as in [`generate_difficulty`](crate::generate_difficulty). Of two tweaks, the one of
/// fewer cells has at most half of them in common with the other.
///
/// `watch` is called with the number of tweaks so far after every played level, and with `None` within
/// games and predictions, from any thread; `Break` stops the search, which then returns the tweaks so far.
///
/// # Errors
/// When the level has no goal, no cell may change, or a kind cannot be placed.
pub fn tweak(
    request: &TweakRequest,
    guide: &Guide,
    seed: Seed,
    watch: impl Fn(Option<usize>) -> ControlFlow<()> + Sync,
) -> Result<Tweaks, RequestError> {
    let goal = request.level.goal.as_ref().ok_or(RequestError::NoGoal)?;
    search::search(request, goal, guide, seed, &watch)
}

/// The difficulty that a shift asks for, given the games of the level.
fn difficulty(shift: Shift, level: &Level, before: &Statistics) -> Difficulty {
    let (points, factor) = match shift {
        Shift::To(difficulty) => return difficulty,
        Shift::Easier => (POINTS, 1.0 / FACTOR),
        Shift::Harder => (-POINTS, FACTOR),
    };

    if let Some(moves) = level.moves {
        let rate = before.within(moves).win_rate.mean;
        let shifted = Difficulty::provable((rate + points).min(*Difficulty::RATES.end()));
        // Beyond the highest rate below it only a level that cannot be lost is easier.
        let rate = if points > 0.0 && rate >= shifted { 1.0 } else { shifted };
        return Difficulty::WinRate { rate, moves };
    }

    let swaps = before.mean_swaps().unwrap_or(f64::from(tilewright_match3::MAX_SWAPS));
    Difficulty::Swaps(swaps * factor)
}

/// Whether a level is as easy, or as hard, as games can prove, so that nothing lies beyond.
fn is_at_end(shift: Shift, level: &Level, before: &Statistics) -> bool {
    let rate = level.moves.map(|moves| before.within(moves).win_rate.mean);
    match shift {
        Shift::To(_) => false,
        Shift::Easier => rate.is_some_and(|rate| rate >= 1.0),
        Shift::Harder => rate.is_some_and(|rate| rate <= *Difficulty::RATES.start()),
    }
}
