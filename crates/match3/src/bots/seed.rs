//! The bot of the article.

use tilewright_grid::Rng;

use super::{Bot, Random};
use crate::bits::{either, keep_greatest};
use crate::{Game, Swap};

/// Makes the longest match of a colour that the goal still wants, each of several as likely;
/// without one, any swap. (The bot of limbsoo's article *Match-3 difficulty from swap matches*.)
#[derive(Clone, Copy, Debug, Default)]
pub struct SeedBot;

impl Bot for SeedBot {
    #[inline]
    fn choose<const W: usize>(&self, game: &Game<'_, W>, rng: &mut Rng) -> Swap {
        let [east, south] = *game.swap_sets();
        let [[east_1, east_2], [south_1, south_2]] = game.arrival_lengths();
        let arrivals = [east_1, east_2, south_1, south_2];
        let legal = [east, east, south, south];
        let mut sets = [[0; W]; 4];
        for (set, (legal, (lengths, wanted))) in
            sets.iter_mut().zip(legal.iter().zip(&arrivals))
        {
            *set = std::array::from_fn(|i| {
                legal[i] & wanted[i] & (lengths[0][i] | lengths[1][i] | lengths[2][i])
            });
        }
        keep_greatest(&mut sets, &arrivals.map(|(lengths, _)| lengths));
        let longest = [either(&sets[0], &sets[1]), either(&sets[2], &sets[3])];
        match Game::any_of(&longest, rng) {
            Some(swap) => swap,
            None => Random.choose(game, rng),
        }
    }
}
