//! Which of several boards promise a level of a difficulty.

use rayon::prelude::*;
use tilewright_grid::{Seed, Watch, moments};
use tilewright_match3::{Goal, MAX_SWAPS, Outcome, Rules, play};

use super::check_goal;
use super::evidence::{Evidence, aim};
use super::named::{densities, draw};
use crate::latch::Latch;
use crate::{Difficulty, DifficultyRequest, Guide, RequestError, Space};

/// How boards are looked at.
#[derive(Clone, Copy)]
struct Look {
    /// The random levels of each board, of all densities.
    levels: u32,
    /// The games of each.
    games: u32,
    /// The swaps after which a game ends, in those of the difficulty.
    most: f64,
}

/// At all boards, and at the best of them. 48 games of a board tell its swaps from those of others, which differ by up to a factor of ten,
/// but not that one game in a hundred takes a hundred times as long: 288 do. All together take 0.2 to 0.5 s (`cargo xtask bench
/// drawn-requests`).
const FIRST: Look = Look { levels: 3, games: 16, most: 4.0 };
const SECOND: Look = Look { levels: 6, games: 48, most: 20.0 };
/// How many are the best: a third of those that `match3/generate` draws.
const BEST: usize = 8;
/// The largest distance of a level that counts, as a difference of the logarithms of the swaps: of a factor of 20 or more it
/// does not matter how much more.
const FAR: f64 = 3.0;
/// How far a level is for the standard deviation of its swaps, as a share of their mean: the games that prove a mean grow with the
/// square. With a half, games whose deviation is twice their mean, which 30,000 hardly prove, weigh as much as a factor of e. Chosen.
const SPREAD: f64 = 0.5;

/// The numbers of these requests, which ask for the same difficulty on boards of their own, in the order of what they promise:
/// how close the difficulty of random levels is to it, and how alike their games. Of equal ones the first comes first. The result
/// depends on the seed, but not on the number of threads; if `watch` stops it, the order means nothing.
///
/// # Errors
/// When none of the requests can be fulfilled: the error of the first one.
pub fn promising(
    requests: &[DifficultyRequest],
    guide: &Guide,
    seed: Seed,
    watch: &dyn Watch,
) -> Result<Vec<usize>, RequestError> {
    let watch = &Latch::new(watch);
    let space = |request: &DifficultyRequest| request.sampled(watch);
    let spaces: Vec<_> = requests.par_iter().map(space).collect();
    let is_any = spaces.iter().any(Result::is_ok);
    if let (false, Some(Err(error))) = (is_any, spaces.first()) {
        return Err(error.clone());
    }

    let sorted = |mut order: Vec<usize>, look: Look, seed: Seed| {
        order.sort_unstable();
        let far = |&number: &usize| match &spaces[number] {
            Ok(sampled) => {
                let seed = seed.child(number as u64);
                requests[number].distance(sampled, guide, look, seed, watch)
            }
            Err(_) => f64::INFINITY,
        };
        let far: Vec<f64> = order.par_iter().map(far).collect();
        let mut pairs: Vec<(f64, usize)> = far.into_iter().zip(order).collect();
        pairs.sort_by(|one, other| one.0.total_cmp(&other.0));
        pairs.into_iter().map(|(_, number)| number).collect::<Vec<_>>()
    };
    let mut order = sorted((0..requests.len()).collect(), FIRST, seed.child(0));
    let rest = order.split_off(order.len().min(BEST));
    Ok([sorted(order, SECOND, seed.child(1)), rest].concat())
}

impl DifficultyRequest {
    /// The levels that are allowed, and the goal.
    fn sampled(&self, watch: &dyn Watch) -> Result<(Space, Goal), RequestError> {
        let space = self.space(&mut || watch.look())?;
        let goal = self.template.goal.clone().ok_or(RequestError::NoGoal)?;
        check_goal(&space, &goal)?;
        Ok((space, goal))
    }

    /// How far random levels of a space are from the difficulty: the root of the mean square of the differences of the logarithms of
    /// the swaps, and of their spread.
    fn distance(
        &self,
        (space, goal): &(Space, Goal),
        guide: &Guide,
        look: Look,
        seed: Seed,
        watch: &dyn Watch,
    ) -> f64 {
        let wanted = match self.difficulty {
            Difficulty::Swaps(swaps) => swaps,
            Difficulty::WinRate { moves, .. } => f64::from(moves),
        };
        let most = MAX_SWAPS.min((look.most * wanted) as u32 + 50);
        let (low, high) = densities(space);
        let width = (high - low) / f64::from(look.levels);

        let square = |number: u32| {
            let begin = low + f64::from(number) * width;
            let range = (begin, begin + width);
            let seed = seed.child(u64::from(number));
            let drawn = draw(space, goal, guide, range, seed, watch);
            let outcomes = drawn.map_or_else(Vec::new, |drawn| {
                let (rules, games) = (Rules::new(&drawn.level, goal), 0..look.games);
                play(&rules, &self.bot, most, games, drawn.seed, watch)
            });
            self.square(&outcomes).min(FAR * FAR)
        };
        let sum: f64 = (0..look.levels).map(square).sum();
        (sum / f64::from(look.levels)).sqrt()
    }

    /// The square of the distance of these games of a level; infinite if none is won.
    fn square(&self, outcomes: &[Outcome]) -> f64 {
        if !outcomes.iter().any(|outcome| outcome.is_won) {
            return f64::INFINITY;
        }
        let off = Evidence::of(outcomes, self.difficulty).swaps - aim(self.difficulty);
        let swaps = outcomes.iter().map(|outcome| f64::from(outcome.swaps));
        let (mean, deviation, _) = moments(swaps);
        let spread = match self.difficulty {
            Difficulty::Swaps(_) => SPREAD * deviation / mean.max(0.01),
            // The proof of a win rate takes no longer for it.
            Difficulty::WinRate { .. } => 0.0,
        };
        off * off + spread * spread
    }
}
