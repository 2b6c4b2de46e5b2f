//! Difficulties by name: easy, normal and hard, as win rates or among the levels that a request allows.

use std::str::FromStr;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use tilewright_grid::{Seed, Watch, det};
use tilewright_match3::{Goal, Level, MAX_SWAPS, Rules, play, unreachable};

use super::check_goal;
use super::climb::random_genes;
use crate::latch::Latch;
use crate::{DifficultyRequest, Guide, RequestError, Space};

/// A difficulty by name: with a move limit a win rate, else a quantile of the mean swaps of random
/// levels of a request.
///
/// | name | win rate | tries until it is won | quantile |
/// |---|---|---|---|
/// | easy | 90 % | 1.1 | 15 % |
/// | normal | 60 % | 1.7 | 50 % |
/// | hard | 30 % | 3.3 | 85 % |
///
/// The win rates are ours, chosen by the tries that a player needs on average: hardly ever a second
/// one, about two, three to four. Studios do not publish theirs; what one published data set says of
/// people is in the book.
///
/// ```
/// use tilewright_match3_design::NamedDifficulty;
///
/// let name: NamedDifficulty = "hard".parse()?;
/// assert_eq!((name, name.quantile()), (NamedDifficulty::Hard, 0.85));
/// assert_eq!(name.win_rate(), 0.3);
/// # Ok::<(), tilewright_match3_design::UnknownDifficulty>(())
/// ```
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "lowercase")]
pub enum NamedDifficulty {
    /// 90 % of the games are won; or the 15 % quantile.
    Easy,
    /// 60 % of the games are won; or the median.
    Normal,
    /// 30 % of the games are won; or the 85 % quantile.
    Hard,
}

tilewright_grid::names! {
    /// All names, from easy to hard.
    NamedDifficulty, key:
    Easy = "easy",
    Normal = "normal",
    Hard = "hard",
}

impl NamedDifficulty {
    /// The share of games that are won within the move limit, if there is one.
    pub const fn win_rate(self) -> f64 {
        match self {
            Self::Easy => 0.9,
            Self::Normal => 0.6,
            Self::Hard => 0.3,
        }
    }

    /// The quantile of the mean swaps of random levels, between 0 and 1.
    pub const fn quantile(self) -> f64 {
        match self {
            Self::Easy => 0.15,
            Self::Normal => 0.5,
            Self::Hard => 0.85,
        }
    }
}

/// A word that names no difficulty.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown difficulty `{0}`: expected easy, normal or hard")]
pub struct UnknownDifficulty(pub String);

impl FromStr for NamedDifficulty {
    type Err = UnknownDifficulty;

    fn from_str(word: &str) -> Result<Self, UnknownDifficulty> {
        Self::named(word).ok_or_else(|| UnknownDifficulty(word.to_owned()))
    }
}

/// The number of levels whose quantiles are taken: a quantile of them is that of all levels
/// within seven percentage points (two standard errors, √(¼ ÷ 200) each).
const LEVELS: usize = 200;
/// The most random levels that are drawn for them: if four of five are unplayable, fewer have
/// to do.
const DRAWS: u64 = 5 * LEVELS as u64;
/// The highest density of special cells of random levels, as in calibrations.
const DENSITY: f64 = 0.5;
/// The levels around a quantile that are played if no model predicts their swaps well, and the games
/// of each: each mean is known within 4 %, a standard deviation of a third by the root of 64.
const PLAYED: (usize, u32) = (8, 64);

/// A random level with its predicted swaps.
pub(super) struct RandomLevel {
    pub(super) level: Level,
    predicted: f64,
    /// The seed of its games.
    pub(super) seed: Seed,
}

impl DifficultyRequest {
    /// The mean swaps for which a name stands among the levels of this request, rounded to
    /// tenths; none if `watch` stops it. The difficulty of the request itself does not matter.
    ///
    /// They are a quantile of the swaps that the guide predicts for 200 random feasible levels
    /// of the request. If the guide's model was made for other levels or another bot, or the rules are not
    /// `classic`, its predictions only rank the levels, and the swaps are the geometric mean of those
    /// played on the 8 levels around the quantile. The result depends on the seed, but not on the number of
    /// threads.
    ///
    /// ```
    /// use tilewright_grid::Seed;
    /// use tilewright_match3_design::{DifficultyRequest, NamedDifficulty};
    ///
    /// let request = DifficultyRequest::new("collect:30".parse()?, 0.0);
    /// let guide = request.guide()?;
    /// let swaps = |name| request.swaps_of(name, &guide, Seed(1), &());
    /// let (easy, hard) = (swaps(NamedDifficulty::Easy)?, swaps(NamedDifficulty::Hard)?);
    /// assert!(easy < hard);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the request contradicts itself, has no goal, or none of the random levels can be
    /// played to the goal.
    pub fn swaps_of(
        &self,
        name: NamedDifficulty,
        guide: &Guide,
        seed: Seed,
        watch: &dyn Watch,
    ) -> Result<Option<f64>, RequestError> {
        let swaps = self.quantiles([name.quantile()], guide, seed, watch)?;
        Ok(swaps.map(|[swaps]| (10.0 * swaps).round().max(10.0) / 10.0))
    }

    /// The 5 % and 95 % quantiles of the mean swaps of the levels of this request, found as
    /// [`swaps_of`](Self::swaps_of) finds them and rounded outwards to whole numbers; none if
    /// `watch` stops it.
    ///
    /// # Errors
    /// As `swaps_of`.
    pub fn usual_swaps(
        &self,
        guide: &Guide,
        seed: Seed,
        watch: &dyn Watch,
    ) -> Result<Option<[f64; 2]>, RequestError> {
        let ends = self.quantiles([0.05, 0.95], guide, seed, watch)?;
        Ok(ends.map(|[low, high]| {
            let low = low.floor().max(1.0);
            [low, high.ceil().max(low + 1.0)]
        }))
    }

    /// Quantiles of the mean swaps of random levels of this request; none if `watch` stops it.
    fn quantiles<const N: usize>(
        &self,
        shares: [f64; N],
        guide: &Guide,
        seed: Seed,
        watch: &dyn Watch,
    ) -> Result<Option<[f64; N]>, RequestError> {
        let space = self.space(&mut || watch.look())?;
        let goal = self.template.goal.as_ref().ok_or(RequestError::NoGoal)?;
        check_goal(&space, goal)?;

        let watch = &Latch::new(watch);
        let mut samples = samples(&space, goal, guide, seed, watch);
        if watch.look().is_break() {
            return Ok(None);
        }

        if samples.is_empty() {
            let (drawn, goal) = (DRAWS, goal.clone());
            let has_placements = !self.placements.is_empty();
            return Err(RequestError::Unplayable { drawn, has_placements, goal });
        }
        samples.sort_by(|a, b| a.predicted.total_cmp(&b.predicted));

        // Of another bot the predictions only rank the levels, and the games give the swaps. So they do under other rules
        // than `classic`, where models can be wrong by half and more on levels at the edge of those that they were made for.
        let model = guide.model().filter(|_| space.is_classic());
        let is_exact = model.is_some_and(|model| model.bot() == self.bot);

        let swaps = shares.map(|share| {
            let rank = (share * (samples.len() - 1) as f64).round() as usize;
            if is_exact {
                return samples[rank].predicted;
            }

            let first = rank.saturating_sub(PLAYED.0 / 2);
            let last = samples.len().min(first + PLAYED.0);
            self.played(goal, &samples[first..last], watch)
        });

        Ok(watch.look().is_continue().then_some(swaps))
    }

    /// The geometric mean of the mean swaps of these levels. An unfinished game counts as
    /// [`MAX_SWAPS`].
    fn played(&self, goal: &Goal, samples: &[RandomLevel], watch: &dyn Watch) -> f64 {
        let logarithm = |sample: &RandomLevel| {
            let (rules, games) = (Rules::new(&sample.level, goal), 0..PLAYED.1);
            let outcomes = play(&rules, &self.bot, MAX_SWAPS, games, sample.seed, watch);
            let swaps: f64 =
                outcomes.iter().map(|outcome| f64::from(outcome.swaps)).sum();
            det::ln((swaps / outcomes.len().max(1) as f64).max(0.1))
        };
        let sum: f64 = samples.iter().map(logarithm).sum();
        det::exp(sum / samples.len() as f64)
    }
}

/// Random feasible levels of the space whose goal can be reached but is not reached at the start;
/// level *i* comes from `seed.child(i)`.
fn samples(
    space: &Space,
    goal: &Goal,
    guide: &Guide,
    seed: Seed,
    watch: &dyn Watch,
) -> Vec<RandomLevel> {
    let range = densities(space);
    let draw = |index: u64| draw(space, goal, guide, range, seed.child(index), watch);

    let mut samples: Vec<RandomLevel> = Vec::new();
    for first in (0..DRAWS).step_by(LEVELS) {
        let drawn = (first..first + LEVELS as u64).into_par_iter().map(draw);
        samples.extend(drawn.collect::<Vec<_>>().into_iter().flatten());
        if samples.len() >= LEVELS || watch.look().is_break() {
            break;
        }
    }

    samples.truncate(LEVELS);
    samples
}

/// The lowest and the highest density of special cells that the quotas allow.
pub(super) fn densities(space: &Space) -> (f64, f64) {
    let free: usize = (0..space.genes()).map(|gene| space.orbit(gene).len()).sum();

    let share = |count: u64| count as f64 / free.max(1) as f64;
    let special = &space.quotas()[1..];
    let low = share(special.iter().map(|quota| u64::from(quota.min)).sum());
    let high = share(special.iter().map(|quota| u64::from(quota.max)).sum());

    (low.min(DENSITY), high.min(DENSITY))
}

/// A random feasible level of a density in a range whose goal can be reached but is not reached at the start; none if the level that
/// was drawn is not one.
pub(super) fn draw(
    space: &Space,
    goal: &Goal,
    guide: &Guide,
    (low, high): (f64, f64),
    seed: Seed,
    watch: &dyn Watch,
) -> Option<RandomLevel> {
    if watch.look().is_break() {
        return None;
    }

    let mut rng = seed.child(0).rng();
    let density = low + (high - low) * rng.unit();
    let level = space.level(&random_genes(space, density, &mut rng, watch)?);

    // A level that is won at once, or never, has no mean of swaps.
    let rules = Rules::new(&level, goal);
    if rules.is_won_at_once() || unreachable(&rules).is_some() {
        return None;
    }

    let predicted = guide.predict(&level);
    Some(RandomLevel { level, predicted, seed: seed.child(1) })
}
