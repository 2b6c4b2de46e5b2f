//! What is legal in a game of a level, and what happens next.
//!
//! Blocks fall along the fill paths of [`paths`]; [`game`] holds a game under way, and
//! [`deal`] how its board is dealt and shuffled. What a bot sees of its swaps is in [`sight`].

mod deal;
mod game;
mod paths;
mod refill;
mod sight;
mod swaps;
mod target;
#[cfg(test)]
mod tests;

pub use game::Game;
#[cfg(feature = "pictures")]
pub(crate) use game::Step;
pub(crate) use game::{Observer, Phase};
pub(crate) use paths::Paths;
pub use sight::Gain;
pub use swaps::Swap;
pub(crate) use target::Target;

use crate::bits::BitShape;
use crate::{Goal, Level};

/// The rules of the games of one level, laid out once for all of them.
#[derive(Clone, Debug)]
pub struct Rules {
    pub(crate) level: Level,
    pub(crate) shape: BitShape,
    pub(crate) paths: Paths,
    goal: Goal,
    pub(crate) target: Target,
    /// Whether each cell is a spawner.
    spawners: Vec<bool>,
    /// The hits or layers that each cell takes before it is ordinary.
    hits: Vec<u8>,
    /// How many bits tell the colours apart.
    planes: usize,
}

impl Rules {
    /// The rules of that level's games, played to that goal.
    pub fn new(level: &Level, goal: &Goal) -> Self {
        let spawners = level.spawner_cells().values().to_vec();
        let kinds = level.cells().values();
        Self {
            shape: BitShape::new(level.size()),
            paths: Paths::of(level),
            target: Target::new(goal, level.colors()),
            goal: goal.clone(),
            spawners,
            hits: kinds.iter().map(|kind| kind.hits()).collect(),
            planes: level.colors().next_power_of_two().trailing_zeros().max(1) as usize,
            level: level.clone(),
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
