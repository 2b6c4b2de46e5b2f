//! What many games of a level say about it.

use serde::{Deserialize, Serialize};
use tilewright_grid::Estimate;
use tilewright_play::Summary;

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
    /// Their swaps; none without a finished game.
    pub swaps: Option<Summary>,
    /// The mean swaps of the best twentieth of the finished games, at least one: of what a
    /// bot's games tell, this was found to predict people best (Roohi et al., *Predicting game
    /// difficulty and engagement using AI players*, 2021).
    pub best_5_percent: Option<f64>,
    /// The share of all games that reached the goal within the limit.
    pub win_rate: Estimate,
    /// The limit: the moves of the level, or where games were given up.
    pub limit: u32,
    /// How often a game was shuffled; none without a game.
    pub reshuffles: Option<Summary>,
    /// How many cascades a game had; none without a game.
    pub cascades: Option<Summary>,
    /// How many points a game made; none without a game.
    pub score: Option<Summary>,
    /// The win rate at every move limit, from the first that was enough for a game to the
    /// first that was enough for all that finished.
    pub curve: Vec<Chance>,
}

/// The win rate at a move limit.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Chance {
    /// The limit.
    pub moves: u32,
    /// The share of games that reach the goal within it.
    pub win_rate: Estimate,
}

impl Statistics {
    /// Of games that were given up after so many swaps.
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
                .count() as u32,
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

    /// How many finished games took how many swaps, from the shortest on.
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

    /// The win rate within a move limit, which may be lower than that of the batch.
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

    /// The least move limit at which at least that share of all games is won; none if even
    /// the limit of the batch is too low.
    pub fn moves_for(&self, win_rate: f64) -> Option<Chance> {
        self.curve.iter().copied().find(|chance| chance.win_rate.mean >= win_rate)
    }

    /// The move limit whose win rate lies closest to that one, the lower of two.
    pub fn moves_closest_to(&self, win_rate: f64) -> Option<Chance> {
        let off = |chance: &Chance| (chance.win_rate.mean - win_rate).abs();
        self.curve.iter().copied().min_by(|a, b| off(a).total_cmp(&off(b)))
    }

    /// How wide the interval of the mean is to each side, as a share of the mean; infinite
    /// without finished games.
    pub fn uncertainty(&self) -> f64 {
        let swaps = self.swaps.and_then(|swaps| Some((swaps.mean, swaps.ci95?)));
        swaps.map_or(f64::INFINITY, |(mean, [low, high])| (high - low) / 2.0 / mean)
    }
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
