//! Statistics of many games.

use std::collections::BTreeMap;

use serde::Serialize;
use tilewright_grid::{Estimate, Size};
use tilewright_play::Summary;

use crate::Outcome;

/// The statistics of a batch of games.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Statistics {
    /// The number of games.
    pub games: u32,
    /// The scores.
    pub score: Summary,
    /// The numbers of moves.
    pub moves: Summary,
    /// For each tile the share of games that reached it: from the largest tile that all games
    /// reached to the largest tile of any game, and 2048, 4096 and 8192 if the board can hold them.
    pub tiles: BTreeMap<u32, Estimate>,
}

/// The tiles whose shares are always included, if the board can hold them.
const ALWAYS: [u32; 3] = [2048, 4096, 8192];

impl Statistics {
    /// The statistics of games on boards of that size; `None` if there are no games.
    pub fn of(outcomes: &[Outcome], size: Size) -> Option<Self> {
        let games = outcomes.len() as u32;
        let score = Summary::of(outcomes.iter().map(|outcome| outcome.score))?;
        let moves = Summary::of(outcomes.iter().map(|outcome| outcome.moves.into()))?;
        let min = outcomes.iter().map(|outcome| outcome.largest).min()?;
        let max = outcomes.iter().map(|outcome| outcome.largest).max()?;

        // Every tile between the smallest and the largest result, and some that are always of
        // interest.
        let between =
            (1..=30).map(|code| 1 << code).filter(|tile| (min..=max).contains(tile));
        let is_possible = |tile: &u32| tile.ilog2() as usize <= size.area() + 1;
        let tiles: Vec<u32> =
            between.chain(ALWAYS.into_iter().filter(is_possible)).collect();

        let share = |&tile: &u32| {
            let reached =
                outcomes.iter().filter(|outcome| outcome.largest >= tile).count();
            (tile, Estimate::of_share(reached as u64, u64::from(games)))
        };
        Some(Self { games, score, moves, tiles: tiles.iter().map(share).collect() })
    }
}
