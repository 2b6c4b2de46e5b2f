//! Players: what they see is the board and the goal, never what will come in.

mod greedy;
mod planner;
mod player;
mod random;
mod seed;

pub use greedy::Greedy;
pub use planner::Planner;
pub use player::{Player, Strategy, UnknownPlayer};
pub use random::Random;
pub use seed::SeedBot;

use tilewright_grid::Rng;

use crate::{Game, Swap};

/// A player. A bot of your own is played by [`play_bot`](crate::play_bot).
pub trait Bot: Sync {
    /// The swap that it makes in this game, which has at least one: one of [`Game::swaps`].
    fn choose<const W: usize>(&self, game: &Game<'_, W>, rng: &mut Rng) -> Swap;

    /// What an error calls it: the name of its type unless said otherwise.
    fn name(&self) -> String {
        std::any::type_name::<Self>().to_owned()
    }
}

/// One of the swaps that are worth most, each as likely.
fn best<const W: usize, V: PartialOrd>(
    game: &Game<'_, W>,
    rng: &mut Rng,
    mut worth: impl FnMut(Swap) -> V,
) -> Option<(Swap, V)> {
    let mut best: Option<(Swap, V)> = None;
    let mut ties = 1;
    for swap in game.swaps() {
        let value = worth(swap);
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
