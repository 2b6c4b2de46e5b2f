//! What many games say about a player.

use std::collections::BTreeMap;

use serde::Serialize;
use tilewright_grid::{Estimate, Size};
use tilewright_play::Summary;

use crate::Outcome;

/// What a batch of games says.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Statistics {
    /// How many games were played.
    pub games: u32,
    /// Their scores.
    pub score: Summary,
    /// Their moves.
    pub moves: Summary,
    /// The share of games whose largest tile is at least that, from the tile that every game
    /// reached to the largest of all.
    pub tiles: BTreeMap<u32, Estimate>,
}

/// The tiles whose shares are always told, where the board has room for them.
const TOLD: [u32; 3] = [2048, 4096, 8192];

impl Statistics {
    /// Of games on boards of that size; none of none.
    pub fn of(outcomes: &[Outcome], size: Size) -> Option<Self> {
        let games = outcomes.len() as u32;
        let score = Summary::of(outcomes.iter().map(|outcome| outcome.score))?;
        let moves = Summary::of(outcomes.iter().map(|outcome| outcome.moves.into()))?;
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
        Some(Self { games, score, moves, tiles: told.iter().map(share).collect() })
    }
}
