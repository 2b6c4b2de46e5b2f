//! The models that come with the program.

use super::{Model, Source};
use crate::{Goal, Level, Player};

/// Each was made by `tilewright match3 calibrate` from 200 games of each of 1200 levels, with the
/// size, colours, goal, bot and seed that it states: `cargo xtask models` makes them all anew.
const MODELS: [&str; 30] = [
    include_str!("../../models/9x9-5-collect-30-seed.json"),
    include_str!("../../models/9x9-5-collect-30-greedy.json"),
    include_str!("../../models/9x9-5-collect-60-seed.json"),
    include_str!("../../models/9x9-5-collect-60-greedy.json"),
    include_str!("../../models/9x9-5-clear-specials-seed.json"),
    include_str!("../../models/9x9-5-clear-specials-greedy.json"),
    include_str!("../../models/9x9-6-collect-30-seed.json"),
    include_str!("../../models/9x9-6-collect-30-greedy.json"),
    include_str!("../../models/9x9-6-collect-60-seed.json"),
    include_str!("../../models/9x9-6-collect-60-greedy.json"),
    include_str!("../../models/9x9-6-clear-specials-seed.json"),
    include_str!("../../models/9x9-6-clear-specials-greedy.json"),
    include_str!("../../models/8x8-5-collect-30-seed.json"),
    include_str!("../../models/8x8-5-collect-30-greedy.json"),
    include_str!("../../models/8x8-5-collect-60-seed.json"),
    include_str!("../../models/8x8-5-collect-60-greedy.json"),
    include_str!("../../models/8x8-5-clear-specials-seed.json"),
    include_str!("../../models/8x8-5-clear-specials-greedy.json"),
    include_str!("../../models/8x8-6-collect-30-seed.json"),
    include_str!("../../models/8x8-6-collect-30-greedy.json"),
    include_str!("../../models/8x8-6-collect-60-seed.json"),
    include_str!("../../models/8x8-6-collect-60-greedy.json"),
    include_str!("../../models/8x8-6-clear-specials-seed.json"),
    include_str!("../../models/8x8-6-clear-specials-greedy.json"),
    include_str!("../../models/10x10-6-collect-30-seed.json"),
    include_str!("../../models/10x10-6-collect-30-greedy.json"),
    include_str!("../../models/10x10-6-collect-60-seed.json"),
    include_str!("../../models/10x10-6-collect-60-greedy.json"),
    include_str!("../../models/10x10-6-clear-specials-seed.json"),
    include_str!("../../models/10x10-6-clear-specials-greedy.json"),
];

impl Model {
    /// All models that come with the program.
    ///
    /// # Panics
    /// Never: that each can be read is tested.
    pub fn ready() -> impl Iterator<Item = Self> {
        MODELS
            .iter()
            .map(|text| Self::from_json(text).expect("the tests read every model"))
    }

    /// The model that comes with the program for just such levels.
    pub fn for_level(level: &Level, goal: &Goal, player: Player) -> Option<Self> {
        Self::ready().find(|model| {
            model.source() == Source::Bot(player) && model.fits(level, goal).is_ok()
        })
    }

    /// The model that comes closest to such levels, for a goal of one part: the same sort of
    /// goal before the same bot, that before the size, the colours and the count. What it
    /// predicts is off by a factor, but tells harder levels from easier ones. For a mixed goal
    /// that clears anything, it is a model that clears.
    pub fn nearest(level: &Level, goal: &Goal, player: Player) -> Option<Self> {
        Self::ready().min_by_key(|model| {
            let is_clearing = clears(goal) != clears(model.goal());
            let is_other = model.source() != Source::Bot(player);
            let area = level.size().area().abs_diff(model.size().area());
            let colors = level.colors().abs_diff(model.colors());
            let count = amount(goal).abs_diff(amount(model.goal()));
            (is_clearing, is_other, area, colors, count)
        })
    }
}

/// Whether a goal wants specials gone.
fn clears(goal: &Goal) -> bool {
    match goal {
        Goal::Clear { .. } => true,
        Goal::All { all } => all.iter().any(clears),
        Goal::Collect { .. } | Goal::Score { .. } => false,
    }
}

/// How much is to be collected.
fn amount(goal: &Goal) -> u32 {
    match goal {
        Goal::Collect { collect, .. } => *collect,
        Goal::All { all } => all.iter().map(amount).max().unwrap_or(0),
        Goal::Clear { .. } | Goal::Score { .. } => 0,
    }
}
