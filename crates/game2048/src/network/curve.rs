//! How play got better while a network learned.

use serde::{Deserialize, Serialize};
use tilewright_grid::Estimate;

use super::Episode;

/// How many games a point of the curve tells of.
pub const GAMES_PER_POINT: u64 = 1000;

/// What the games of every thousand were like, the last ones under way included; where stage_2
/// boards are learned, those that came to one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LearningCurve {
    /// The thousands, in order.
    pub points: Vec<CurvePoint>,
}

/// What up to a thousand games were like.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CurvePoint {
    /// How many games.
    pub games: u64,
    /// The sum of their scores.
    pub score: u64,
    /// The moves that were learned from.
    pub moves: u64,
    /// How many ended with 2ᵏ as their largest tile, at place *k*.
    pub largest: [u64; 18],
}

impl LearningCurve {
    /// Adds the next game, if anything was learned from it.
    pub(super) fn push(&mut self, episode: Episode) {
        if episode.moves == 0 {
            return;
        }
        if self.points.last().is_none_or(|block| block.games == GAMES_PER_POINT) {
            self.points.push(CurvePoint::default());
        }
        let block = self.points.last_mut().expect("there is one");
        block.games += 1;
        block.score += episode.score;
        block.moves += episode.moves;
        block.largest[episode.largest.trailing_zeros().min(17) as usize] += 1;
    }

    /// All moves that were learned from.
    pub fn moves(&self) -> u64 {
        self.points.iter().map(|block| block.moves).sum()
    }
}

impl CurvePoint {
    /// The average score.
    pub fn average(&self) -> f64 {
        self.score as f64 / self.games.max(1) as f64
    }

    /// The share of games that reached that tile.
    pub fn share(&self, tile: u32) -> Estimate {
        let reached = self.largest[tile.trailing_zeros().min(17) as usize..].iter();
        Estimate::of_share(reached.sum(), self.games)
    }
}
