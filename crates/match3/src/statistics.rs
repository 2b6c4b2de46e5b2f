//! The statistics of a batch of games.

use serde::{Deserialize, Serialize};
use tilewright_grid::Estimate;
use tilewright_play::Summary;

use crate::Outcome;

/// The statistics of a batch of games. A game is finished if it reached the goal; `swaps` are those of
/// the finished games.
///
/// ```
/// use tilewright_grid::Seed;
/// use tilewright_match3::{Level, Rules, Statistics, Strategy, play};
///
/// let level: Level = ["......"; 6].join("\n").parse()?;
/// let rules = Rules::new(&level, &"collect:15".parse()?);
/// let games = play(&rules, &Strategy::Article.into(), 1000, 0..500, Seed(1), &());
/// let statistics = Statistics::of(&games, 1000);
/// let moves = statistics.moves_for(0.6).ok_or("no move limit is enough")?.moves;
/// assert!(statistics.within(moves).win_rate.mean >= 0.6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Statistics {
    /// The number of games.
    pub games: u32,
    /// The number of finished games.
    pub finished: u32,
    /// The number of games that ended on a board without swaps, in spite of reshuffles.
    pub stuck: u32,
    /// The number of games with a move whose cascades did not end, as [`Outcome::is_endless`] says.
    #[serde(default, skip_serializing_if = "is_none")]
    pub endless: u32,
    /// The number of games that a timer has ended.
    #[serde(default, skip_serializing_if = "is_none")]
    pub timed_out: u32,
    /// The swaps of the finished games; none without a finished game.
    pub swaps: Option<Summary>,
    /// The mean swaps of the best 5 % of the finished games, at least one game. Of the statistics of a
    /// bot's games, it predicted the completion rates of people best in Kristensen, Valdivia and Burelli, *Estimating
    /// Player Completion Rate in Mobile Puzzle Games Using Reinforcement Learning*, 2020.
    pub best_5_percent: Option<f64>,
    /// The share of all games that were finished within the limit.
    pub win_rate: Estimate,
    /// The move limit: that of the level, or the maximum number of swaps of a game.
    pub limit: u32,
    /// The reshuffles per game; none without a game.
    pub reshuffles: Option<Summary>,
    /// The cascades per game; none without a game.
    pub cascades: Option<Summary>,
    /// The scores; none without a game.
    pub score: Option<Summary>,
    /// The win rate at every move limit, from the swaps of the shortest finished game to those of the
    /// longest one.
    pub curve: Vec<Chance>,
}

/// The win rate at a move limit.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Chance {
    /// The move limit.
    pub moves: u32,
    /// The share of games that reach the goal within the limit.
    pub win_rate: Estimate,
}

impl Statistics {
    /// The statistics of games with this maximum number of swaps.
    pub fn of(outcomes: &[Outcome], limit: u32) -> Self {
        let won = outcomes.iter().filter(|outcome| outcome.is_won);
        let mut swaps: Vec<u32> = won.map(|outcome| outcome.swaps).collect();
        swaps.sort_unstable();

        let (games, finished) = (outcomes.len() as u32, swaps.len() as u32);
        let each = |value: fn(&Outcome) -> u64| Summary::of(outcomes.iter().map(value));

        Self {
            games,
            finished,
            stuck: outcomes
                .iter()
                .filter(|game| !game.is_won && game.swaps < limit)
                .filter(|game| !game.is_endless && !game.is_timed_out)
                .count() as u32,
            endless: outcomes.iter().filter(|game| game.is_endless).count() as u32,
            timed_out: outcomes.iter().filter(|game| game.is_timed_out).count() as u32,
            swaps: Summary::of(swaps.iter().map(|&swaps| u64::from(swaps))),
            best_5_percent: best_5_percent(&swaps),
            win_rate: Estimate::of_share(u64::from(finished), u64::from(games)),
            limit,
            reshuffles: each(|outcome| outcome.reshuffles.into()),
            cascades: each(|outcome| outcome.cascades.into()),
            score: each(|outcome| outcome.score),
            curve: curve(&swaps, games),
        }
    }

    /// The mean swaps of the finished games; none without one.
    pub fn mean_swaps(&self) -> Option<f64> {
        self.swaps.map(|swaps| swaps.mean)
    }

    /// The numbers of swaps of the finished games in ascending order, each with its number of games.
    pub fn lengths(&self) -> impl Iterator<Item = (u32, u32)> {
        let games = f64::from(self.games);
        let mut before = 0;
        self.curve.iter().map(move |chance| {
            let won = (chance.win_rate.mean * games).round() as u32;
            let here = won - before;
            before = won;
            (chance.moves, here)
        })
    }

    /// The win rate at a move limit, which may be lower than that of the batch.
    pub fn within(&self, moves: u32) -> Chance {
        let ends = self.curve.first().zip(self.curve.last());
        match ends {
            Some((first, last)) if moves >= first.moves => {
                let at = (moves.min(last.moves) - first.moves) as usize;
                Chance { moves, ..self.curve[at] }
            }
            _ => Chance { moves, win_rate: Estimate::of_share(0, u64::from(self.games)) },
        }
    }

    /// The lowest move limit with at least this win rate; none if the games of the batch do not reach
    /// it.
    pub fn moves_for(&self, win_rate: f64) -> Option<Chance> {
        self.curve.iter().copied().find(|chance| chance.win_rate.mean >= win_rate)
    }

    /// The move limit whose win rate is closest to this one; the lower one wins a tie.
    pub fn moves_closest_to(&self, win_rate: f64) -> Option<Chance> {
        let off = |chance: &Chance| (chance.win_rate.mean - win_rate).abs();
        self.curve.iter().copied().min_by(|a, b| off(a).total_cmp(&off(b)))
    }

    /// How far the 95 % interval of the mean swaps reaches on its longer side, as a share of the mean;
    /// infinite without finished games.
    pub fn uncertainty(&self) -> f64 {
        let swaps = self.swaps.and_then(|swaps| Some((swaps.mean, swaps.ci95?)));
        swaps.map_or(f64::INFINITY, |(mean, [low, high])| {
            (high - mean).max(mean - low) / mean
        })
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
const fn is_none(games: &u32) -> bool {
    *games == 0
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
        Chance { moves, win_rate: Estimate::of_share(won as u64, u64::from(games)) }
    };
    (first..=last).map(chance).collect()
}
