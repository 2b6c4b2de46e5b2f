//! A bot that samples the games that may follow each swap.

use tilewright_grid::Rng;

use super::{Bot, GreedyBot};
use crate::{Game, Move};

/// Monte Carlo planning: tries the most promising swaps in copies of the game with other random
/// refills, continues each copy greedily for some swaps, and makes the swap after which the
/// least of the goal is left on average. All candidates share the same random numbers for their
/// refills.
///
/// ```
/// use tilewright_grid::Seed;
/// use tilewright_match3::{Level, Planner, Rules, play_bot};
///
/// let level: Level = ".....\n.....\n.....\n.....\n.....\n".parse()?;
/// let rules = Rules::new(&level, &"collect:6".parse()?);
/// let planner = Planner { width: 4, depth: 2, samples: 4 };
/// let games = play_bot(&rules, &planner, 100, 0..4, Seed(1), &())?;
/// assert!(games.iter().all(|game| game.is_won));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Planner {
    /// The number of candidate swaps.
    pub width: u32,
    /// The number of swaps in each sample, including the candidate.
    pub depth: u32,
    /// The number of samples of each candidate.
    pub samples: u32,
}

/// The penalty of a board without swaps, in units of the goal: more than any goal that can be
/// reached needs.
const DEAD: u64 = 1 << 32;

impl Default for Planner {
    fn default() -> Self {
        Self { width: 6, depth: 3, samples: 8 }
    }
}

impl Planner {
    /// The same within a budget of moves that it plays in its samples: width × depth × samples, at least one. Samples are
    /// spared first, since the refills are the same for all candidates, then candidates, then the depth.
    ///
    /// ```
    /// use tilewright_match3::Planner;
    ///
    /// let planner = Planner::default().within(40);
    /// assert_eq!((planner.width, planner.depth, planner.samples), (6, 3, 2));
    /// ```
    #[must_use]
    pub fn within(self, nodes: u64) -> Self {
        let [width, depth] = [self.width, self.depth].map(|it| u64::from(it.max(1)));
        let fitting = |most: u32, moves: u64| {
            let fits = (nodes / moves).clamp(1, u64::from(most.max(1)));
            u32::try_from(fits).unwrap_or(most)
        };
        Self {
            samples: fitting(self.samples, width * depth),
            width: fitting(self.width, depth),
            depth: fitting(self.depth, 1),
        }
    }
}

impl Bot for Planner {
    fn choose<const W: usize>(&self, game: &Game<'_, W>, rng: &mut Rng) -> Move {
        let mut swaps: Vec<_> = game.moves().collect();
        // A shuffle before a stable sort breaks ties at random.
        rng.shuffle(&mut swaps);
        swaps.sort_by_cached_key(|&swap| std::cmp::Reverse(game.gain(swap).worth()));
        swaps.truncate(self.width.max(1) as usize);

        // All swaps are followed with the same random refills, so that they differ by what they
        // do and not by luck.
        let seed = tilewright_grid::Seed(rng.next_u64());

        let mut board = game.imagine(seed.rng());
        let left = swaps.into_iter().map(|swap| {
            let futures = (0..self.samples.max(1)).map(|sample| {
                board.imagine(game, seed.child(u64::from(sample)).rng());
                let mut copy = Game::new(game.rules(), &mut board);
                copy.play(swap);
                self.follow(&mut copy, rng)
            });
            (futures.sum::<u64>(), swap)
        });

        let best = left.min_by_key(|&(left, _)| left);
        best.expect("a bot is asked where there is a swap").1
    }
}

impl Planner {
    /// Plays greedily to the depth. Returns what is left of the goal; if the goal is reached, the
    /// number of swaps, which is less.
    fn follow<const W: usize>(&self, game: &mut Game<'_, W>, rng: &mut Rng) -> u64 {
        for ahead in 1..self.depth.max(1) {
            if game.is_won() {
                return u64::from(ahead);
            }
            // A board without swaps is the worst outcome.
            if game.move_count() == 0 {
                return (game.left() + DEAD) * u64::from(self.depth);
            }

            let swap = GreedyBot.choose(game, rng);
            game.play(swap);
        }
        (game.left() + 1) * u64::from(self.depth)
    }
}
