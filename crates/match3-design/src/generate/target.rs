//! The difficulty that a request asks for, and how closely it is met.

use std::ops::RangeInclusive;

use tilewright_match3::Statistics;

/// The tolerance of the mean swaps, as a share of them; and that of the win rate.
const TOLERANCE: (f64, f64) = (0.03, 0.05);

/// The difficulty of a level.
///
/// ```
/// use tilewright_match3_design::Difficulty;
///
/// let rate = |rate| Difficulty::WinRate { rate, moves: 25 };
/// let close = |[low, high]: [f64; 2], from: f64, to: f64| (low - from).abs() + (high - to).abs() < 1e-9;
/// assert!(close(rate(0.6).range(), 0.55, 0.65));
/// // Near the ends, where a point more or less is much, it is met more closely.
/// assert!(close(rate(0.98).range(), 0.97, 0.99));
/// // A level of this difficulty cannot be lost: 3,000 games prove at least 99.9 %.
/// assert!(rate(1.0).is_without_loss() && close(rate(1.0).range(), 0.999, 1.0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Difficulty {
    /// The mean number of swaps to the goal.
    Swaps(f64),
    /// The share of games that reach the goal within a move limit.
    WinRate {
        /// The share of games: one of [`RATES`](Difficulty::RATES), or 1 for a level that cannot be lost.
        rate: f64,
        /// The move limit.
        moves: u32,
    },
}

impl Difficulty {
    /// The win rates that games can prove, besides 1. Beyond, the number of games that a proof needs
    /// grows with the inverse of the distance from the end: 99.9 % within half of its losses takes
    /// more than 20,000 games even of a level that has it exactly.
    pub const RATES: RangeInclusive<f64> = 0.01..=0.99;

    /// The number of fresh games that a level must win, all of them, to have a win rate of 1. They
    /// prove a win rate of at least 99.9 % with 95 % confidence.
    pub const GAMES_WITHOUT_LOSS: u32 = 3000;

    /// The nearest win rate that games can prove: one of [`RATES`](Self::RATES), or 1.
    pub const fn provable(rate: f64) -> f64 {
        let (low, high) = (*Self::RATES.start(), *Self::RATES.end());
        if rate >= f64::midpoint(high, 1.0) { 1.0 } else { rate.clamp(low, high) }
    }

    /// How far the games of a level are from it, in units of half of the [`range`](Self::range); infinite if a mean of swaps is asked for and
    /// no game was finished.
    pub fn off(self, played: &Statistics) -> f64 {
        let [low, high] = self.range();
        let value = match self {
            Self::Swaps(_) => played.mean_swaps().unwrap_or(f64::INFINITY),
            Self::WinRate { moves, .. } => played.within(moves).win_rate.mean,
        };
        (value - f64::midpoint(low, high)).abs() / ((high - low) / 2.0)
    }

    /// Whether no game may be lost: a win rate of 1.
    pub const fn is_without_loss(self) -> bool {
        matches!(self, Self::WinRate { rate, .. } if rate >= 1.0)
    }

    /// The range of values that count as this difficulty: 3 % of the swaps to each side; 5
    /// percentage points of the win rate, near 0 and 1 half of the distance to there. For a win
    /// rate of 1, what its games prove.
    pub const fn range(self) -> [f64; 2] {
        match self {
            Self::Swaps(swaps) => {
                [swaps * (1.0 - TOLERANCE.0), swaps * (1.0 + TOLERANCE.0)]
            }
            Self::WinRate { .. } if self.is_without_loss() => [0.999, 1.0],
            Self::WinRate { rate, .. } => {
                let tolerance = rate_tolerance(rate);
                [rate - tolerance, rate + tolerance]
            }
        }
    }
}

/// The tolerance of the mean swaps, as a share of them.
pub(super) const SWAPS_TOLERANCE: f64 = TOLERANCE.0;

/// The tolerance of a win rate. With 5 percentage points everywhere, a level that loses one game in
/// twenty would be one that loses one in a hundred.
pub(super) const fn rate_tolerance(rate: f64) -> f64 {
    TOLERANCE.1.min(rate.min(1.0 - rate) / 2.0)
}

/// The mean number of swaps.
impl From<f64> for Difficulty {
    fn from(swaps: f64) -> Self {
        Self::Swaps(swaps)
    }
}
