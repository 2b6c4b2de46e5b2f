//! The bot of the article.

use tilewright_grid::{Bits, Rng};

use super::{Bot, RandomBot};
use crate::bits::keep_greatest;
use crate::{Game, Move};

/// Makes the longest match of a colour that the goal still needs; ties are broken at random. If
/// no swap matches such a colour, makes a random swap. Where groups are tapped, taps the largest group of such a colour,
/// else the largest group. (The bot of limbsoo's article *Match-3
/// difficulty from swap matches*.)
#[derive(Clone, Copy, Debug, Default)]
pub struct ArticleBot;

impl Bot for ArticleBot {
    #[inline]
    fn choose<const W: usize>(&self, game: &Game<'_, W>, rng: &mut Rng) -> Move {
        if game.rules().is_tapped() {
            let tap = game.largest_group(rng);
            return tap.expect("a bot is asked where there is a move");
        }
        let [east, south] = *game.swap_sets();

        let [[east_1, east_2], [south_1, south_2]] = game.arrival_lengths();
        let arrivals = [east_1, east_2, south_1, south_2];
        let legal = [east, east, south, south];

        let mut sets = [Bits::EMPTY; 4];
        for (set, (legal, (lengths, wanted))) in
            sets.iter_mut().zip(legal.iter().zip(&arrivals))
        {
            *set = legal.and(*wanted).and(lengths[0].or(lengths[1]).or(lengths[2]));
        }

        keep_greatest(&mut sets, &arrivals.map(|(lengths, _)| lengths));
        let longest = [sets[0].or(sets[1]), sets[2].or(sets[3])];

        match Game::any_of(&longest, rng) {
            Some(swap) => swap,
            None => RandomBot.choose(game, rng),
        }
    }
}
