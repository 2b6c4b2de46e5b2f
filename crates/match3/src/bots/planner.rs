//! A bot that looks ahead by sampling.

use tilewright_grid::Rng;

use super::{Bot, Greedy};
use crate::{Game, Swap};

/// Tries out the most promising swaps in copies of the game whose refills are drawn anew,
/// goes on greedily for some swaps, and makes the one that on average left the least of the
/// goal. All swaps are tried with the same refills as far as their number agrees.
#[derive(Clone, Copy, Debug)]
pub struct Planner {
    /// How many swaps are tried out.
    pub width: u32,
    /// How many swaps ahead, the first one included.
    pub depth: u32,
    /// How many futures of each.
    pub samples: u32,
}

/// How much more a board without swaps leaves of the goal than it seems.
const DEAD: u64 = 1 << 32;

impl Default for Planner {
    fn default() -> Self {
        Self { width: 6, depth: 3, samples: 8 }
    }
}

impl Bot for Planner {
    fn choose<const W: usize>(&self, game: &Game<'_, W>, rng: &mut Rng) -> Swap {
        let mut swaps: Vec<_> = game.swaps().collect();
        // A shuffle before a stable sort draws among those alike.
        rng.shuffle(&mut swaps);
        swaps.sort_by_key(|&swap| {
            let gain = game.gain(swap);
            std::cmp::Reverse((gain.wanted + gain.hits, gain.matched))
        });
        swaps.truncate(self.width.max(1) as usize);
        let seed = tilewright_grid::Seed(rng.next_u64());
        let mut copy = game.imagine(seed.rng());
        let left = swaps.into_iter().map(|swap| {
            let futures = (0..self.samples.max(1)).map(|sample| {
                copy.imagine_from(game, seed.child(u64::from(sample)).rng());
                copy.try_out(swap);
                self.follow(&mut copy, rng)
            });
            (futures.sum::<u64>(), swap)
        });
        let best = left.min_by_key(|&(left, _)| left);
        best.expect("a bot is asked where there is a swap").1
    }
}

impl Planner {
    /// Goes on greedily; gives what is left of the goal, and less where it is reached sooner.
    fn follow<const W: usize>(&self, game: &mut Game<'_, W>, rng: &mut Rng) -> u64 {
        for ahead in 1..self.depth.max(1) {
            if game.is_won() {
                return u64::from(ahead);
            }
            // A board on which nothing can be done any more is the worst there is.
            if game.swap_count() == 0 {
                return (game.left() + DEAD) * u64::from(self.depth);
            }
            let swap = Greedy.choose(game, rng);
            game.try_out(swap);
        }
        (game.left() + 1) * u64::from(self.depth)
    }
}
