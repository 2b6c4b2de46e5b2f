//! What many games say about a player.

use std::collections::BTreeMap;

use serde::Serialize;
use tilewright_grid::{Estimate, Size};

use crate::Outcome;

/// What a batch of games says.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Statistics {
    /// How many games were played.
    pub games: u32,
    /// The mean score.
    pub average: f64,
    /// Its 95 % interval; one game says nothing of it.
    pub ci95: Option<[f64; 2]>,
    /// The score that half of the games do not exceed.
    pub median: u64,
    /// The highest score.
    pub max: u64,
    /// The scores that a twentieth, a quarter, half, three quarters and nineteen in twenty of
    /// the games do not exceed.
    pub quantiles: [u64; 5],
    /// The share of games whose largest tile is at least that, from the tile that every game
    /// reached to the largest of all.
    pub tiles: BTreeMap<u32, f64>,
    /// Their 95 % intervals.
    pub tiles_ci95: BTreeMap<u32, [f64; 2]>,
    /// The mean number of moves of a game.
    pub moves: f64,
}

/// The tiles whose shares are always told, where the board has room for them.
const TOLD: [u32; 3] = [2048, 4096, 8192];

impl Statistics {
    /// Of games on boards of that size; none of none.
    pub fn of(outcomes: &[Outcome], size: Size) -> Option<Self> {
        let games = outcomes.len() as u32;
        let mut scores: Vec<u64> = outcomes.iter().map(|outcome| outcome.score).collect();
        scores.sort_unstable();
        let max = *scores.last()?;
        let at = |share: f64| {
            let rank = (share * f64::from(games)).ceil().max(1.0) as usize;
            scores[rank - 1]
        };
        let average = Estimate::of_mean(scores.iter().map(|&score| score as f64));
        let least = outcomes.iter().map(|outcome| outcome.largest).min()?;
        let most = outcomes.iter().map(|outcome| outcome.largest).max()?;
        let between =
            (1..=30).map(|code| 1 << code).filter(|tile| (least..=most).contains(tile));
        let has_room = |tile: &u32| tile.ilog2() as usize <= size.area() + 1;
        let told: Vec<u32> = between.chain(TOLD.into_iter().filter(has_room)).collect();
        let share = |&tile: &u32| {
            let reached =
                outcomes.iter().filter(|outcome| outcome.largest >= tile).count();
            (tile, Estimate::of_share(reached as u64, u64::from(games)))
        };
        let shares: BTreeMap<u32, Estimate> = told.iter().map(share).collect();
        Some(Self {
            games,
            average: average.mean,
            ci95: (games > 1).then_some(average.ci95),
            median: at(0.5),
            max,
            quantiles: [0.05, 0.25, 0.5, 0.75, 0.95].map(at),
            tiles: shares.iter().map(|(&tile, share)| (tile, share.mean)).collect(),
            tiles_ci95: shares.iter().map(|(&tile, share)| (tile, share.ci95)).collect(),
            moves: outcomes.iter().map(|o| f64::from(o.moves)).sum::<f64>()
                / f64::from(games),
        })
    }
}
