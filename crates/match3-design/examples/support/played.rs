//! Games of a level, for the examples that measure.

use tilewright_grid::Seed;
use tilewright_match3::{Goal, Level, MAX_SWAPS, Rules, SkilledBot, Statistics, play};

/// The statistics of a number of games of a level.
pub(crate) fn statistics(
    level: &Level,
    goal: &Goal,
    bot: SkilledBot,
    games: u32,
) -> Statistics {
    let outcomes =
        play(&Rules::new(level, goal), &bot, MAX_SWAPS, 0..games, Seed(99), &());
    Statistics::of(&outcomes, MAX_SWAPS)
}
