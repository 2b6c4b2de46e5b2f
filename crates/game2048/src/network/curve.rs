//! Learning curves.

use serde::{Deserialize, Serialize};
use tilewright_grid::Estimate;

use super::Episode;

/// The number of games of each point of a learning curve.
pub const GAMES_PER_POINT: u64 = 1000;

/// The strength of play by the number of training games. In stage 2 only games that reached it count.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LearningCurve {
    /// One point for each thousand games; the last may have fewer.
    pub points: Vec<CurvePoint>,
}

/// The statistics of up to a thousand games.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CurvePoint {
    /// The number of games.
    pub games: u64,
    /// The sum of their scores.
    pub score: u64,
    /// The number of moves that were learned from.
    pub moves: u64,
    /// At index *k* the number of games whose largest tile was 2ᵏ.
    pub largest: [u64; 18],
}

impl LearningCurve {
    /// Adds a game, if anything was learned from it.
    pub(super) fn push(&mut self, episode: Episode) {
        if episode.moves == 0 {
            return;
        }
        if self.points.last().is_none_or(|point| point.games == GAMES_PER_POINT) {
            self.points.push(CurvePoint::default());
        }
        let point = self.points.last_mut().expect("a point was just added");
        point.games += 1;
        point.score += episode.score;
        point.moves += episode.moves;
        point.largest[episode.largest.trailing_zeros().min(17) as usize] += 1;
    }

    /// The number of all moves that were learned from.
    pub fn moves(&self) -> u64 {
        self.points.iter().map(|point| point.moves).sum()
    }
}

impl CurvePoint {
    /// The mean score.
    pub fn mean_score(&self) -> f64 {
        self.score as f64 / self.games.max(1) as f64
    }

    /// The share of games that reached a tile.
    pub fn share(&self, tile: u32) -> Estimate {
        let reached = self.largest[tile.trailing_zeros().min(17) as usize..].iter();
        Estimate::of_share(reached.sum(), self.games)
    }
}
