//! The built-in models.

use tilewright_match3::{Goal, Level, SkilledBot};

use super::Model;

/// Each was fitted by `tilewright match3 calibrate` to 1600 levels of 200 games each, those of other rules than
/// `classic` to 2000 of 400 or, for mixtures of goals, 2400 of 200: half of them composed, half random; the file states the size, colours,
/// rules, kinds, goals, bot and seed. `cargo xtask models` fits all of them again. A model of one goal stands
/// before one of several.
const MODELS: [&str; 42] = [
    include_str!("../../models/9x9-5-collect-30-article.json"),
    include_str!("../../models/9x9-5-collect-30-greedy.json"),
    include_str!("../../models/9x9-5-collect-60-article.json"),
    include_str!("../../models/9x9-5-collect-60-greedy.json"),
    include_str!("../../models/9x9-5-clear-specials-article.json"),
    include_str!("../../models/9x9-5-clear-specials-greedy.json"),
    include_str!("../../models/9x9-6-collect-30-article.json"),
    include_str!("../../models/9x9-6-collect-30-greedy.json"),
    include_str!("../../models/9x9-6-collect-60-article.json"),
    include_str!("../../models/9x9-6-collect-60-greedy.json"),
    include_str!("../../models/9x9-6-clear-specials-article.json"),
    include_str!("../../models/9x9-6-clear-specials-greedy.json"),
    include_str!("../../models/8x8-5-collect-30-article.json"),
    include_str!("../../models/8x8-5-collect-30-greedy.json"),
    include_str!("../../models/8x8-5-collect-60-article.json"),
    include_str!("../../models/8x8-5-collect-60-greedy.json"),
    include_str!("../../models/8x8-5-clear-specials-article.json"),
    include_str!("../../models/8x8-5-clear-specials-greedy.json"),
    include_str!("../../models/8x8-6-collect-30-article.json"),
    include_str!("../../models/8x8-6-collect-30-greedy.json"),
    include_str!("../../models/8x8-6-collect-60-article.json"),
    include_str!("../../models/8x8-6-collect-60-greedy.json"),
    include_str!("../../models/8x8-6-clear-specials-article.json"),
    include_str!("../../models/8x8-6-clear-specials-greedy.json"),
    include_str!("../../models/10x10-6-collect-30-article.json"),
    include_str!("../../models/10x10-6-collect-30-greedy.json"),
    include_str!("../../models/10x10-6-collect-60-article.json"),
    include_str!("../../models/10x10-6-collect-60-greedy.json"),
    include_str!("../../models/10x10-6-clear-specials-article.json"),
    include_str!("../../models/10x10-6-clear-specials-greedy.json"),
    include_str!("../../models/royal-9x9-5-collect-30-article.json"),
    include_str!("../../models/royal-9x9-5-mixed-article.json"),
    include_str!("../../models/royal-9x9-5-mixed-greedy.json"),
    include_str!("../../models/candy-9x9-5-collect-30-article.json"),
    include_str!("../../models/candy-9x9-5-mixed-article.json"),
    include_str!("../../models/candy-9x9-5-mixed-greedy.json"),
    include_str!("../../models/lab-9x9-5-collect-30-article.json"),
    include_str!("../../models/lab-9x9-5-mixed-article.json"),
    include_str!("../../models/lab-9x9-5-mixed-greedy.json"),
    include_str!("../../models/blast-9x9-5-collect-30-article.json"),
    include_str!("../../models/blast-9x9-5-mixed-article.json"),
    include_str!("../../models/blast-9x9-5-mixed-greedy.json"),
];

impl Model {
    /// All built-in models.
    ///
    /// # Panics
    /// Never: the tests read every model.
    pub fn ready() -> impl Iterator<Item = Self> {
        MODELS
            .iter()
            .map(|text| Self::from_json(text).expect("the tests read every model"))
    }

    /// The built-in model for levels of this size, number of colours, goal and bot, if there is one.
    pub fn for_level(level: &Level, goal: &Goal, bot: SkilledBot) -> Option<Self> {
        Self::ready().find(|model| model.bot() == bot && model.fits(level, goal).is_ok())
    }

    /// The nearest built-in model for a goal of one part: by the sort of the goal, then the bot, then the
    /// size, the colours and the count. Its predictions are wrong by a factor, but rank levels. For a
    /// goal of several parts that clears special cells, it is a model of clearing.
    pub fn nearest(level: &Level, goal: &Goal, bot: SkilledBot) -> Option<Self> {
        let classic = Self::ready().filter(|model| model.rules().is_none());
        classic.min_by_key(|model| {
            let is_clearing = clears(goal) != clears(model.goal());
            let is_other = model.bot() != bot;
            let area = level.size().area().abs_diff(model.size().area());
            let colors = level.colors().abs_diff(model.colors());
            let count = amount(goal).abs_diff(amount(model.goal()));
            (is_clearing, is_other, area, colors, count)
        })
    }
}

/// Whether a goal clears special cells.
fn clears(goal: &Goal) -> bool {
    match goal {
        Goal::Clear { .. } | Goal::CollectKind { .. } => true,
        Goal::All { all } => all.iter().any(clears),
        _ => false,
    }
}

/// The number of blocks to collect.
fn amount(goal: &Goal) -> u32 {
    match goal {
        Goal::Collect { collect, .. } => *collect,
        Goal::CollectColor { collect } => collect.count,
        Goal::All { all } => all.iter().map(amount).max().unwrap_or(0),
        _ => 0,
    }
}
