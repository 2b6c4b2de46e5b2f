//! Bots. They see the board and the goal, but not the colours of future refills.

mod article;
mod greedy;
mod judge;
mod ladder;
mod planner;
mod random;
mod skilled;

pub use article::ArticleBot;
pub use greedy::GreedyBot;
pub use judge::{Comparison, comparisons, judge};
pub use ladder::Player;
pub use planner::Planner;
pub use random::RandomBot;
pub use skilled::{SkilledBot, Strategy, UnknownBot};

use tilewright_grid::Rng;

use crate::{Game, Move};

/// A bot that plays levels. Implement it for your own bot and play games with
/// [`play_bot`](crate::play_bot).
///
/// `W` is the number of 64-bit words of the bit boards; a bot needs nothing from it.
///
/// ```
/// use tilewright_grid::{Rng, Seed};
/// use tilewright_match3::{Bot, Game, Level, Rules, Statistics, Move, play_bot};
///
/// /// Makes the swap that matches the most blocks, the first one of several.
/// struct Longest;
///
/// impl Bot for Longest {
///     fn choose<const W: usize>(&self, game: &Game<'_, W>, _: &mut Rng) -> Move {
///         let matched = |swap: &Move| game.gain(*swap).matched;
///         let best = game.moves().max_by_key(|swap| (matched(swap), std::cmp::Reverse(*swap)));
///         best.expect("a bot is asked where there is a swap")
///     }
/// }
///
/// let level: Level = "......\n..1...\n......\n......\n".parse()?;
/// let rules = Rules::new(&level, &"collect:15".parse()?);
/// let games = play_bot(&rules, &Longest, 1000, 0..50, Seed(1), &())?;
/// assert!(Statistics::of(&games, 1000).mean_swaps() > Some(5.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Bot: Sync {
    /// Chooses one of [`Game::moves`]; the game has at least one. Draw random numbers from `rng`
    /// only, so that games can be repeated.
    fn choose<const W: usize>(&self, game: &Game<'_, W>, rng: &mut Rng) -> Move;

    /// The name in error messages. Default: the name of the type.
    fn name(&self) -> String {
        std::any::type_name::<Self>().to_owned()
    }
}

/// The swap of the highest value; ties are broken at random.
fn best<const W: usize, V: PartialOrd>(
    game: &Game<'_, W>,
    rng: &mut Rng,
    mut value_of: impl FnMut(Move) -> V,
) -> Option<(Move, V)> {
    let mut best: Option<(Move, V)> = None;
    let mut ties = 1;

    for swap in game.moves() {
        let value = value_of(swap);
        match &best {
            Some((_, most)) if value < *most => {}
            Some((_, most)) if value == *most => {
                ties += 1;
                if rng.below(ties) == 0 {
                    best = Some((swap, value));
                }
            }
            _ => {
                ties = 1;
                best = Some((swap, value));
            }
        }
    }
    best
}
