//! A whole game in a few numbers.

use std::fmt;

use serde::Serialize;
use tilewright_grid::Estimate;

use super::{Assessment, EQUAL, Quality, Record};

/// A grade for a game, from the mean share of the expected final score that a move lost by its values. The bounds lie between the players of this
/// crate, assessed by the built-in network with 10,000 positions a move; for other values they mean little.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub enum Grade {
    /// Less than 0.03 %: the built-in network that searches three plies loses 0.014 %.
    A,
    /// Less than 0.2 %: the same network with one ply loses 0.07 %.
    B,
    /// Less than 1.1 %: the player classic and expectimax with two plies lose 0.8 to 0.9 %.
    C,
    /// Less than 1.6 %: the player greedy and expectimax with one ply lose 1.4 %.
    D,
    /// Less than 2.1 %.
    E,
    /// 2.1 % or more: random moves lose 2.3 %.
    F,
}

impl Grade {
    /// The grade of a mean share.
    fn of(share: f64) -> Self {
        match share {
            share if share < 0.0003 => Self::A,
            share if share < 0.002 => Self::B,
            share if share < 0.011 => Self::C,
            share if share < 0.016 => Self::D,
            share if share < 0.021 => Self::E,
            _ => Self::F,
        }
    }
}

impl fmt::Display for Grade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

/// What the assessments of a game come to.
///
/// There is no sum of the losses: each is wrong by some tenths of a percent of the score or more, and thousands of such errors would add up
/// to more than the score itself.
#[derive(Clone, Debug, PartialEq)]
pub struct Review {
    /// The moves that have a value.
    pub moves: u64,
    /// The moves of each quality, in the order of [`Quality::ALL`]; all 0 if the values are no points.
    pub qualities: [u64; 5],
    /// The mean share of the expected final score that a move lost by the values alone: of all moves, those too that games were played on after. Of few moves the
    /// interval, and with it the grade, says little.
    pub share: Option<Estimate>,
    /// The grade for this share.
    pub grade: Option<Grade>,
}

impl Review {
    /// Sums up the assessments of the moves of a game.
    pub fn new(assessments: &[Assessment]) -> Self {
        let moves = assessments.iter().filter(|it| it.loss.is_some()).count() as u64;
        let shares = assessments.iter().filter_map(Assessment::searched_share);
        let is_some = shares.clone().next().is_some();
        let share = is_some.then(|| Estimate::of_mean(shares).not_negative());
        let qualities = Quality::ALL.map(|quality| {
            let is_one = |it: &&Assessment| it.quality == Some(quality);
            assessments.iter().filter(is_one).count() as u64
        });
        Self { moves, qualities, share, grade: share.map(|share| Grade::of(share.mean)) }
    }

    /// The numbers of the positions whose moves lost half a point or more, the largest loss first; of equal losses the first move.
    pub fn worst(assessments: &[Assessment]) -> Vec<usize> {
        let loss = |at: usize| assessments[at].loss.unwrap_or(0.0);
        let mut worst: Vec<usize> =
            (0..assessments.len()).filter(|&at| loss(at) >= EQUAL).collect();
        worst.sort_by(|&a, &b| loss(b).total_cmp(&loss(a)));
        worst
    }
}

impl Record {
    /// Whether each position follows from the one before.
    pub const fn is_whole(&self) -> bool {
        self.gaps.is_empty()
    }

    /// How many of the positions have a move that was made.
    pub fn moves(&self) -> usize {
        self.positions.iter().filter(|position| position.made.is_some()).count()
    }
}
