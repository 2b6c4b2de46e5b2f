//! The move limit with which a level cannot be lost.

use tilewright_grid::{Seed, Watch};
use tilewright_match3::{Outcome, Rules, SkilledBot, play};

use crate::Difficulty;

/// How often the limit is raised. A batch is longer than all before it with a probability of about one
/// by their number, so that a level needs more rounds in one of a million cases.
const ROUNDS: u64 = 12;

/// A move limit with which none of [`GAMES_WITHOUT_LOSS`](Difficulty::GAMES_WITHOUT_LOSS) fresh games
/// is lost, no less than `limit`: the longest game of a batch is the limit that the next batch tries.
/// None if a game does not reach the goal within `max_swaps`, or `watch` stops the games.
///
/// ```
/// use tilewright_grid::Seed;
/// use tilewright_match3::{Level, MAX_SWAPS, Rules, Strategy, play};
/// use tilewright_match3_design::limit_without_loss;
///
/// let level: Level = ["......"; 6].join("\n").parse()?;
/// let rules = Rules::new(&level, &"collect:6".parse()?);
/// let bot = Strategy::Article.into();
/// let limit = limit_without_loss(&rules, &bot, (1, MAX_SWAPS), Seed(1), &()).ok_or("none")?;
/// let lost = play(&rules, &bot, MAX_SWAPS, 0..3000, Seed(2), &()).iter().filter(|game| game.swaps > limit).count();
/// assert!(lost <= 3, "{lost} of 3000 games take more than {limit} swaps");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn limit_without_loss(
    rules: &Rules,
    bot: &SkilledBot,
    (mut limit, max_swaps): (u32, u32),
    seed: Seed,
    watch: &dyn Watch,
) -> Option<u32> {
    for round in 0..ROUNDS {
        let games = 0..Difficulty::GAMES_WITHOUT_LOSS;
        let outcomes =
            play(rules, bot, max_swaps, games.clone(), seed.child(round), watch);
        let is_won = |outcome: &Outcome| outcome.is_won;
        if outcomes.len() < games.len() || !outcomes.iter().all(is_won) {
            return None;
        }

        let longest = outcomes.iter().map(|outcome| outcome.swaps).max().unwrap_or(0);
        if longest <= limit {
            return Some(limit);
        }
        limit = longest;
    }
    None
}
