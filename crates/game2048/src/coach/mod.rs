//! What a coach says of a game: the values of all moves, what each made move lost, and why.

mod line;
#[cfg(feature = "pictures")]
pub mod picture;
mod reasons;
mod record;
mod review;
mod rollouts;

use serde::Serialize;
use tilewright_grid::Heading;

use crate::players::first_best;
pub use line::{Line, Step};
pub use reasons::{Reason, reasons};
pub use record::{MAX_POSITIONS, Position, Record, RecordError};
pub use review::{Grade, Review};
pub use rollouts::{RolloutResult, Rollouts};

/// How good a move was, by the share of the expected final score that it lost.
///
/// Losses below 1 % have one name, since losses that 1,000 games show are wrong by 0.8 % on average (`cargo xtask bench 2048-coach`). The share is that of
/// the whole score, not of the points to come: otherwise every last move of a lost game would be a blunder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Quality {
    /// Lost nothing: no other move has a higher value, or games showed no loss.
    Best,
    /// Lost less than 1 %.
    Good,
    /// Lost 1 % or more.
    Inaccuracy,
    /// Lost 2.5 % or more.
    Mistake,
    /// Lost 5 % or more.
    Blunder,
}

impl Quality {
    /// The quality of a move that lost this share of the expected final score.
    fn of(share: f64) -> Self {
        match share {
            share if share >= 0.05 => Self::Blunder,
            share if share >= 0.025 => Self::Mistake,
            share if share >= 0.01 => Self::Inaccuracy,
            share if share > 0.0 => Self::Good,
            _ => Self::Best,
        }
    }
}

tilewright_grid::names! {
    /// All qualities, the best first.
    Quality, key:
    Best = "best",
    Good = "good",
    Inaccuracy = "inaccuracy",
    Mistake = "mistake",
    Blunder = "blunder",
}

/// Two moves whose values differ by less are as good as each other: points are whole numbers, and mostly multiples of four.
pub const EQUAL: f64 = 0.5;

/// A position by the values that a player gives its moves.
///
/// ```
/// use tilewright_2048::{Assessment, Position, Quality};
/// use tilewright_grid::Heading;
///
/// let board = "2 2 4 0\n0 0 0 0\n0 0 0 0\n0 0 0 0".parse()?;
/// let position = Position { board, score: 0, made: Some(Heading::South) };
/// // Points to come after up, right, down and left; up is not legal.
/// let values = [None, Some(980.0), Some(900.0), Some(1000.0)];
/// let found = Assessment::new(&position, values, true);
/// assert_eq!(found.best, Some(Heading::West));
/// assert_eq!((found.loss, found.share), (Some(100.0), Some(0.1)));
/// assert_eq!(found.quality, Some(Quality::Blunder));
/// # Ok::<(), tilewright_2048::BoardError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Assessment {
    /// The values of the moves up, right, down and left; `None` for illegal moves.
    pub values: [Option<f64>; 4],
    /// The move with the highest value, the first of several; `None` if no move has a value.
    pub best: Option<Heading>,
    /// The move that was made.
    pub made: Option<Heading>,
    /// The expected final score, the score and the value of the best move, or the score where no move is legal; `None` if the
    /// values are no points, or no legal move has one.
    pub expected: Option<f64>,
    /// The games that were played on after the best move and the one it is compared with, if there are any.
    pub played: Option<RolloutResult>,
    /// What the made move lost: by the games that were played on, or else how much lower its value is than the highest. `None` if no
    /// move was made or it has no value.
    pub loss: Option<f64>,
    /// The loss as a share of the final score that it is taken from, [`basis`](Self::basis); `None` too if the values are no points.
    pub share: Option<f64>,
    /// How good the made move was, if the share is known.
    pub quality: Option<Quality>,
}

impl Assessment {
    /// Assesses a position by the values of its moves. `are_points` says whether they are points to come.
    pub fn new(position: &Position, values: [Option<f64>; 4], are_points: bool) -> Self {
        let best = first_best(values).map(|(best, _)| best);
        let mut found = Self {
            values,
            best,
            made: position.made,
            expected: None,
            played: None,
            loss: None,
            share: None,
            quality: None,
        };
        let to_come =
            found.value().or_else(|| (!position.board.has_move()).then_some(0.0));
        found.expected =
            to_come.filter(|_| are_points).map(|to_come| position.score as f64 + to_come);
        found.judge();
        found
    }

    /// The same with the loss that games show, which were played on after the best move and the one it is compared with: 0 if they
    /// made no more points after the best one.
    #[must_use]
    pub fn played_on(mut self, played: RolloutResult) -> Self {
        self.played = Some(played);
        self.judge();
        self
    }

    /// The share of the expected final score that the made move lost by the values alone.
    pub(super) fn searched_share(&self) -> Option<f64> {
        Some(share(self.behind_by_values(self.made?)?, self.expected?))
    }

    /// The final score that the loss is taken from: the score and the points of the games that were played on after the best move, or else
    /// the expected final score. `None` as that is.
    pub fn basis(&self) -> Option<f64> {
        let by_games = |played: &RolloutResult| {
            Some(self.expected? - self.value()? + played.points.mean)
        };
        self.played.as_ref().map_or(self.expected, by_games)
    }

    /// Finds the loss, its share and its quality.
    fn judge(&mut self) {
        self.loss = self.made.and_then(|made| self.behind(made));
        self.share = self.loss.zip(self.basis()).map(|(loss, basis)| share(loss, basis));
        self.quality = self.share.map(Quality::of);
    }

    /// Whether the best move is better than the other by 1 % of the expected final score or more. Such a loss is worth games that are
    /// played on: values are wrong by several percent there, since training has seldom seen what follows a bad move.
    pub fn is_doubtful(&self) -> bool {
        let pair = self.gap().zip(self.basis());
        pair.is_some_and(|(gap, basis)| share(gap, basis) >= 0.01)
    }

    /// The value of the best move.
    pub fn value(&self) -> Option<f64> {
        self.best.and_then(|best| self.values[best as usize])
    }

    /// The move to compare the best one with: the made one if it is another, else the one with the next highest value; `None` if
    /// only one move is legal.
    pub fn other(&self) -> Option<Heading> {
        let made = self.made.filter(|&made| Some(made) != self.best);
        made.or_else(|| {
            let mut others = self.values;
            others[self.best? as usize] = None;
            Some(first_best(others)?.0)
        })
    }

    /// How far [`other`](Self::other) is behind the best move, as [`behind`](Self::behind) says.
    pub fn gap(&self) -> Option<f64> {
        self.behind(self.other()?)
    }

    /// How far a move is behind the best one: by the games that were played on after it, or else by its value. `None` if it has no value.
    pub fn behind(&self, heading: Heading) -> Option<f64> {
        let by_values = self.behind_by_values(heading)?;
        let played = self.played.filter(|_| self.other() == Some(heading));
        Some(played.map_or(by_values, |played| played.loss.mean.max(0.0)))
    }

    /// How much lower the value of a move is than the highest.
    fn behind_by_values(&self, heading: Heading) -> Option<f64> {
        Some(self.value()? - self.values[heading as usize]?)
    }
}

/// The share of a final score that a loss is, at most 1.
fn share(loss: f64, score: f64) -> f64 {
    (loss / score.max(1.0)).min(1.0)
}
