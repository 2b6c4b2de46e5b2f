//! The rules of games: legal swaps, matches, cascades and refills.
//!
//! A [`Game`] is a [`Board`], which changes, under [`Rules`], which do not. [`classic`] plays the articles' game, [`general`]
//! under all other rules; [`deal`] deals and reshuffles; blocks fall along the fill paths of [`paths`]. [`sight`] has the information about swaps that bots use.

mod board;
mod boosters;
mod classic;
mod deal;
mod edit;
mod game;
mod general;
mod insight;
mod journal;
mod notes;
mod numbers;
mod observer;
mod paths;
mod refill;
mod saved;
mod sight;
mod swaps;
mod target;
#[cfg(test)]
mod tests;

pub use board::Board;
pub use boosters::{Booster, BoosterError};
pub use game::Game;
pub(crate) use general::Plan;
pub use general::Ways;
pub(crate) use insight::{SeenMove, UNIT};
pub(crate) use observer::Observer;
pub use paths::Paths;
pub use saved::BoardError;
pub(crate) use saved::SavedBoard;
pub use sight::Gain;
pub use swaps::Move;
pub(crate) use swaps::{Lengths, Way};
pub use target::{Part, Target};

use tilewright_grid::Cell;

use crate::bits::BitShape;
use crate::ruleset::Moves;
use crate::{Goal, Level};

/// The two simulators of games. Levels of the articles' game are played on bit boards alone, which is several times
/// as fast as what plays any rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Simulator {
    /// Of `classic`.
    Classic,
    /// Of any rules.
    General,
}

/// The rules of the games of one level and goal, computed once for all games.
///
/// ```
/// use tilewright_match3::{Level, Rules};
///
/// let level: Level = "....\n....\n....\n".parse()?;
/// let rules = Rules::new(&level, &"clear:blockers".parse()?);
/// assert!(rules.is_won_at_once(), "the level has no blockers");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Rules {
    pub(crate) level: Level,
    pub(crate) shape: BitShape,
    pub(crate) paths: Paths,
    goal: Goal,
    pub(crate) target: Target,
    /// The parts of the goal.
    pub(crate) parts: Vec<Part>,
    /// The ways of ingredients, if the goal wants some.
    ways: Option<Ways>,
    /// The rules of the level, resolved for the general simulator.
    plan: Plan,
    /// Who plays.
    pub(crate) simulator: Simulator,
    /// For each cell, whether it is a spawner.
    spawners: Vec<bool>,
    /// The hits or layers of each cell at the start.
    hits: Vec<u8>,
    /// The number of bits of a colour.
    planes: usize,
    /// Whether blocks of all colours are counted, not only those of the goal.
    counts_all: bool,
}

impl Rules {
    /// The rules of the games of a level that are played to a goal.
    pub fn new(level: &Level, goal: &Goal) -> Self {
        let spawners = level.spawner_cells().values().to_vec();
        let kinds = level.cells().values();
        let plan = Plan::new(level);
        let target = Target::new(goal, level);

        let is_classic = level.is_classic() && !target.needs_general();
        let simulator = if is_classic { Simulator::Classic } else { Simulator::General };
        Self {
            simulator,
            counts_all: false,
            parts: target.parts(simulator),
            plan,
            shape: BitShape::new(level.size()),
            paths: Paths::of(level),
            ways: (target.drop > 0).then(|| Ways::of(level)),
            target,
            goal: goal.clone(),
            spawners,
            hits: kinds.iter().map(|kind| kind.hits()).collect(),
            planes: level.colors().next_power_of_two().trailing_zeros().max(1) as usize,
            level: level.clone(),
        }
    }

    /// The number of 64-bit words of the bit boards, which have a bit for each cell.
    pub const fn words(&self) -> usize {
        self.shape.words
    }

    /// Whether a tap can be a move: the rules have pieces that a tap sets off.
    pub fn has_taps(&self) -> bool {
        if self.is_tapped() {
            return true;
        }
        self.level.rules().pieces.iter().any(|piece| piece.starts.tap)
    }

    /// Whether groups of blocks are tapped, and nothing is swapped.
    pub fn is_tapped(&self) -> bool {
        self.level.rules().moves != Moves::Swap
    }

    /// The move of two cells: a swap, or a tap if both are the same. Under `classic` a swap has no
    /// direction, and there are no taps.
    pub(crate) fn move_of(&self, [from, to]: [Cell; 2]) -> Option<Move> {
        let size = self.level.size();
        match self.simulator {
            Simulator::Classic => Move::between(size, from, to),
            Simulator::General => Move::from_to(size, from, to),
        }
    }

    /// Whether the goal is met on the board of the level.
    pub(crate) fn is_met_at_once(&self) -> bool {
        self.plan.is_met_at_once(&self.target)
    }

    /// The same rules for games whose goal may change: blocks of all colours are counted. Batches under `classic` count those
    /// of their goal alone, which is faster.
    pub(crate) fn with_all_counted(self) -> Self {
        Self { counts_all: true, ..self }
    }

    /// The same rules for games that are played as those of any rules, `classic` too.
    pub(crate) fn by_any_rules(self) -> Self {
        Self { simulator: Simulator::General, ..self }
    }

    /// The number of colours whose blocks are counted.
    const fn counted_colors(&self) -> usize {
        match self.simulator {
            Simulator::Classic if !self.counts_all => self.target.collect.len(),
            _ => self.plan.colors(),
        }
    }

    /// The level.
    pub const fn level(&self) -> &Level {
        &self.level
    }

    /// The goal.
    pub const fn goal(&self) -> &Goal {
        &self.goal
    }
}
