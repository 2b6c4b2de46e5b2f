//! What many games of a level say about it.

use serde::{Deserialize, Serialize};
use tilewright_grid::{Estimate, moments};

use crate::Outcome;

/// What a batch of games says. Swaps are those of the finished games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Statistics {
    /// How many games were played.
    pub games: u32,
    /// How many of them reached the goal.
    pub finished: u32,
    /// How many came to a board on which no shuffle brought a swap.
    pub stuck: u32,
    /// The mean of their swaps; none without a finished game.
    pub mean_swaps: Option<f64>,
    /// Their standard deviation, with n − 1.
    pub sd_swaps: Option<f64>,
    /// The 95 % interval of the mean; none of fewer than two finished games.
    pub ci95: Option<[f64; 2]>,
    /// In order of the share; none without a finished game.
    pub quantiles: Option<Quantiles>,
    /// The mean swaps of the best twentieth of the finished games, at least one: of what a
    /// bot's games tell, this was found to predict people best (Roohi et al., *Predicting game
    /// difficulty and engagement using AI players*, 2021).
    pub best_5_percent: Option<f64>,
    /// The share of all games that reached the goal within the limit.
    pub win_rate: f64,
    /// Its 95 % interval.
    pub win_rate_ci95: [f64; 2],
    /// The limit: the moves of the level, or where games were given up.
    pub limit: u32,
    /// How often a game was shuffled.
    pub reshuffles: Estimate,
    /// How many cascades a game had.
    pub cascades: Estimate,
    /// How many points a game made.
    pub score: Estimate,
    /// The win rate at every move limit, from the first that was enough for a game to the
    /// first that was enough for all that finished.
    pub curve: Vec<Chance>,
}

/// The swaps within which a share of the finished games ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Quantiles {
    /// The shortest game.
    pub min: u32,
    /// A twentieth.
    pub p5: u32,
    /// A quarter.
    pub p25: u32,
    /// Half.
    pub p50: u32,
    /// Three quarters.
    pub p75: u32,
    /// Nineteen in twenty.
    pub p95: u32,
    /// The longest game.
    pub max: u32,
    /// The 95 % interval of the median.
    pub p50_ci95: [u32; 2],
}

/// The win rate at a move limit.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Chance {
    /// The limit.
    pub moves: u32,
    /// The share of games that reach the goal within it.
    pub win_rate: f64,
    /// Its 95 % interval.
    pub ci95: [f64; 2],
}

impl Statistics {
    /// Of games that were given up after so many swaps.
    pub fn of(outcomes: &[Outcome], limit: u32) -> Self {
        let won = outcomes.iter().filter(|outcome| outcome.is_won);
        let mut swaps: Vec<u32> = won.map(|outcome| outcome.swaps).collect();
        swaps.sort_unstable();
        let (games, finished) = (outcomes.len() as u32, swaps.len() as u32);
        let numbers = swaps.iter().map(|&swaps| f64::from(swaps));
        let mean = (finished > 0).then(|| Estimate::of_mean(numbers.clone()));
        let wins = Estimate::of_share(u64::from(finished), u64::from(games));
        let each =
            |value: fn(&Outcome) -> f64| Estimate::of_mean(outcomes.iter().map(value));
        Self {
            games,
            finished,
            stuck: outcomes
                .iter()
                .filter(|game| !game.is_won && game.swaps < limit)
                .count() as u32,
            mean_swaps: mean.map(|mean| mean.mean),
            sd_swaps: mean.map(|_| moments(numbers).1),
            ci95: mean.filter(|_| finished > 1).map(|mean| mean.ci95),
            quantiles: Quantiles::of(&swaps),
            best_5_percent: best_5_percent(&swaps),
            win_rate: wins.mean,
            win_rate_ci95: wins.ci95,
            limit,
            reshuffles: each(|outcome| f64::from(outcome.reshuffles)),
            cascades: each(|outcome| f64::from(outcome.cascades)),
            score: each(|outcome| outcome.score as f64),
            curve: curve(&swaps, games),
        }
    }

    /// How many finished games took how many swaps, from the shortest on.
    pub fn lengths(&self) -> impl Iterator<Item = (u32, u32)> {
        let games = f64::from(self.games);
        let mut before = 0;
        self.curve.iter().map(move |chance| {
            let won = (chance.win_rate * games).round() as u32;
            let here = won - before;
            before = won;
            (chance.moves, here)
        })
    }

    /// The win rate within a move limit, which may be lower than that of the batch.
    pub fn within(&self, moves: u32) -> Chance {
        let ends = self.curve.first().zip(self.curve.last());
        match ends {
            Some((first, last)) if moves >= first.moves => {
                let at = (moves.min(last.moves) - first.moves) as usize;
                Chance { moves, ..self.curve[at] }
            }
            _ => {
                let none = Estimate::of_share(0, u64::from(self.games));
                Chance { moves, win_rate: none.mean, ci95: none.ci95 }
            }
        }
    }

    /// The least move limit at which at least that share of all games is won; none if even
    /// the limit of the batch is too low.
    pub fn moves_for(&self, win_rate: f64) -> Option<Chance> {
        self.curve.iter().copied().find(|chance| chance.win_rate >= win_rate)
    }

    /// The move limit whose win rate lies closest to that one, the lower of two.
    pub fn moves_closest_to(&self, win_rate: f64) -> Option<Chance> {
        let off = |chance: &Chance| (chance.win_rate - win_rate).abs();
        self.curve.iter().copied().min_by(|a, b| off(a).total_cmp(&off(b)))
    }

    /// How wide the interval of the mean is to each side, as a share of the mean; infinite
    /// without finished games.
    pub fn uncertainty(&self) -> f64 {
        match (self.mean_swaps, self.ci95) {
            (Some(mean), Some([low, high])) if self.finished > 1 => {
                (high - low) / 2.0 / mean
            }
            _ => f64::INFINITY,
        }
    }
}

impl Quantiles {
    fn of(swaps: &[u32]) -> Option<Self> {
        let (&min, &max) = (swaps.first()?, swaps.last()?);
        // The least value that at least that share does not exceed.
        let at = |share: f64| swaps[nearest(share * swaps.len() as f64, swaps.len())];
        let count = swaps.len() as f64;
        let half = 1.96 * count.sqrt() / 2.0;
        let near = |rank: f64| swaps[nearest(rank, swaps.len())];
        let p50_ci95 = [near(count / 2.0 - half), near(count / 2.0 + half + 1.0)];
        let [p5, p25, p50, p75, p95] = [0.05, 0.25, 0.5, 0.75, 0.95].map(at);
        Some(Self { min, p5, p25, p50, p75, p95, max, p50_ci95 })
    }
}

/// The index of a rank from 1, which is rounded up.
fn nearest(rank: f64, length: usize) -> usize {
    (rank.ceil().max(1.0) as usize).min(length) - 1
}

fn best_5_percent(swaps: &[u32]) -> Option<f64> {
    let best = &swaps[..swaps.len().div_ceil(20)];
    let sum: f64 = best.iter().map(|&swaps| f64::from(swaps)).sum();
    (!best.is_empty()).then(|| sum / best.len() as f64)
}

fn curve(swaps: &[u32], games: u32) -> Vec<Chance> {
    let (Some(&first), Some(&last)) = (swaps.first(), swaps.last()) else {
        return Vec::new();
    };
    let chance = |moves| {
        let won = swaps.partition_point(|&swaps| swaps <= moves);
        let share = Estimate::of_share(won as u64, u64::from(games));
        Chance { moves, win_rate: share.mean, ci95: share.ci95 }
    };
    (first..=last).map(chance).collect()
}
