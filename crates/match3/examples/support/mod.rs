//! Random levels and goals for the examples that measure.

use tilewright_grid::Rng;
use tilewright_grid::Seed;
use tilewright_match3::{
    Feasibility, Goal, Level, MAX_SWAPS, Rules, SkilledBot, Space, Statistics, play,
    unreachable,
};

/// Goals of several parts.
pub(crate) const MIXED_GOALS: [&[&str]; 9] = [
    &["collect:16", "clear:overlays"],
    &["collect:20", "clear:overlays"],
    &["collect:15", "clear:blockers"],
    &["collect:30", "clear:blockers"],
    &["collect:25", "clear:specials"],
    &["collect:10:2", "clear:overlays"],
    &["score:2000", "clear:blockers"],
    &["collect:12", "score:1500"],
    &["collect:20", "score:1800", "clear:overlays"],
];
/// Sets of kinds.
pub(crate) const KINDS: [&str; 4] = [
    "obstacle",
    "obstacle,blocked1,overlay2",
    "blocked2,overlay2",
    "obstacle,blocked1,blocked2,blocked3,blocked4,overlay1,overlay2,overlay3,overlay4",
];

/// A goal of several parts and kinds that suit it.
pub(crate) fn mixed(
    rng: &mut Rng,
) -> Result<(Goal, &'static str), Box<dyn std::error::Error>> {
    let kinds = KINDS[1 + rng.index(KINDS.len() - 1)];
    let words = MIXED_GOALS[rng.index(MIXED_GOALS.len())];
    let all = words.iter().map(|word| word.parse()).collect::<Result<_, _>>()?;
    Ok((Goal::All { all }, kinds))
}

/// A random feasible level of a space whose goal may be reached.
pub(crate) fn level(space: &Space, goal: &Goal, rng: &mut Rng) -> Level {
    loop {
        let density = 0.05 + 0.25 * rng.unit();
        let gene = |rng: &mut Rng| {
            if rng.chance(density) {
                1 + rng.index(space.choices().len() - 1) as u8
            } else {
                0
            }
        };
        let genes: Vec<u8> = (0..space.genes()).map(|_| gene(rng)).collect();
        let level = space.level(&genes);
        let is_reachable = unreachable(&Rules::new(&level, goal)).is_none();
        if Feasibility::of(&level).is_feasible() && is_reachable {
            return level;
        }
    }
}

/// The statistics of a number of games of a level.
pub(crate) fn statistics(
    level: &Level,
    goal: &Goal,
    bot: SkilledBot,
    games: u32,
) -> Statistics {
    let outcomes = play(&Rules::new(level, goal), &bot, MAX_SWAPS, 0..games, Seed(99));
    Statistics::of(&outcomes, MAX_SWAPS)
}
