//! The parts of a goal under any rules: how far the mean field gets with each.

use tilewright_grid::det;
use tilewright_match3::{ColorGoal, Goal, KindGoal, Level, Target};

use super::estimate::drop_swaps;
use super::field::Field;
use super::tap_part::TapPart;

/// The number of features of a part.
pub(super) const OWN: usize = 5;
/// The number of features of a part from the taps that aim at it.
pub(super) const WAITS: usize = 2;
/// About the share of a cleared cell that a bot that looks for one colour collects, times the
/// colours, as in the estimates. Slopes take up what it is wrong by.
const PREFERRED: f64 = 1.6;
/// The logarithm of the swaps beyond which a cell is taken as hardly ever cleared: 200. Beyond,
/// one such cell would outweigh all others in a feature.
const HARDLY: f64 = 5.3;

/// A sort of goals, which have slopes in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sort {
    /// Blocks of colours.
    Blocks,
    /// Blockers, covers and grounds.
    Kinds,
    /// Points.
    Score,
    /// Ingredients.
    Drop,
    /// Pieces made.
    Make,
}

impl Sort {
    /// The sort of a part of a goal, and the name of the kind or piece in it.
    pub(super) fn of(goal: &Goal) -> (Self, Option<String>) {
        match goal {
            Goal::Collect { .. } | Goal::CollectColor { .. } => (Self::Blocks, None),
            Goal::CollectKind { collect: KindGoal { kind, .. } } => {
                (Self::Kinds, Some(kind.clone()))
            }
            Goal::Clear { .. } | Goal::All { .. } => {
                (Self::Kinds, Some(goal.to_string()))
            }
            Goal::Score { .. } => (Self::Score, None),
            Goal::Drop { .. } => (Self::Drop, None),
            Goal::Make { make } => (Self::Make, Some(make.piece.clone())),
        }
    }
}

/// A part of a goal while the mean field advances.
pub(super) struct PartProgress<'a> {
    pub(super) goal: &'a Goal,
    level: &'a Level,
    sort: Sort,
    target: Target,
    /// The expected swaps until it is reached, and those until it is with probability ½.
    expected: f64,
    half: f64,
    /// The needed hits at first, and at the last sample.
    hits: Option<f64>,
    left: f64,
    /// The cells to clear for blocks or points, those cleared so far, and the swaps for that.
    needed: f64,
    cleared: f64,
    swaps: f64,
    /// The estimated swaps for ingredients.
    drop: Option<f64>,
    /// How far it is where groups are tapped.
    tap: Option<TapPart>,
}

impl<'a> PartProgress<'a> {
    pub(super) fn new(goal: &'a Goal, level: &'a Level) -> Self {
        Self {
            goal,
            level,
            sort: Sort::of(goal).0,
            target: Target::new(goal, level),
            expected: 0.0,
            half: 0.0,
            hits: None,
            left: 0.0,
            needed: needed(goal, level),
            cleared: 0.0,
            swaps: 0.0,
            drop: None,
            tap: TapPart::new(goal, level),
        }
    }

    /// Whether the mean field reaches it, nearly for sure.
    pub(super) fn is_over(&self, field: &Field<'_>) -> bool {
        if let Some(part) = &self.tap {
            return part.is_over();
        }
        match self.sort {
            Sort::Kinds => field.cleared(&self.target).0 > 0.99,
            _ => self.cleared >= self.needed,
        }
    }

    /// Sees a sample of the field.
    pub(super) fn look(&mut self, field: &Field<'_>) {
        if self.sort == Sort::Kinds {
            self.left = field.cleared(&self.target).1;
            self.hits.get_or_insert(self.left);
        }

        if let (Goal::Drop { drop }, None, None) = (self.goal, self.drop, &self.tap) {
            self.drop = Some(drop_swaps(*drop, self.level, field));
        }
    }

    /// Counts what the field does in a number of swaps.
    pub(super) fn pass(&mut self, field: &Field<'_>, swaps: f64) {
        if let (Some(part), Some(groups)) = (&mut self.tap, field.taps()) {
            part.pass(field, groups, swaps);
        } else if self.sort == Sort::Kinds {
            let (gone, _) = field.cleared(&self.target);
            self.expected += (1.0 - gone) * swaps;
            self.half += if gone < 0.5 { swaps } else { 0.0 };
        } else if self.cleared < self.needed {
            // A swap clears a line, and its cascades more: as in the estimates, where the figures
            // stand; slopes take up a common factor.
            let rate = 3.3 + 3.0 * field.lines;
            self.swaps += ((self.needed - self.cleared) / rate).min(swaps);
            self.cleared += rate * swaps;
        }
    }

    /// The logarithm of the swaps, roughly.
    pub(super) fn estimate(&self) -> f64 {
        if let Some(part) = &self.tap {
            return det::ln(part.taps.max(0.5));
        }
        let swaps = match (self.goal, self.sort) {
            (_, Sort::Kinds) => self.expected,
            (Goal::Drop { .. }, _) => self.drop.unwrap_or(0.0),
            // As `PIECE` in the estimates.
            (Goal::Make { make }, _) => 5.0 * f64::from(make.count),
            _ => self.swaps,
        };
        det::ln(swaps.max(0.5))
    }

    /// The logarithms of the swaps until the special cells of the part are cleared: the expected ones, and those until they are
    /// with probability ½.
    pub(super) fn waits(&self) -> [f64; WAITS] {
        [self.expected, self.half].map(|swaps| det::ln(swaps + 1.0).min(HARDLY))
    }

    /// The features: the logarithms of amounts and of estimated swaps.
    pub(super) fn features(&self) -> [f64; OWN] {
        let log = |amount: u32| det::ln(f64::from(amount.max(1)));

        let swaps = self.estimate();

        // All sorts have as many features, so that a model has its slopes at fixed places.
        match self.goal {
            Goal::Collect { collect, of_colors } => {
                [log(*collect), f64::from(*of_colors), swaps, 0.0, 0.0]
            }
            Goal::CollectColor { collect: ColorGoal { count, .. } } => {
                [log(*count), 1.0, swaps, 0.0, 0.0]
            }
            Goal::Score { score } => [log(*score), swaps, 0.0, 0.0, 0.0],
            Goal::Drop { drop } => [log(*drop), swaps, 0.0, 0.0, 0.0],
            Goal::Make { make } => {
                // How often pieces are made, only groups that are tapped say.
                let taps = if self.tap.is_some() { swaps } else { 0.0 };
                [log(make.count), taps, 0.0, 0.0, 0.0]
            }
            Goal::CollectKind { .. } | Goal::Clear { .. } | Goal::All { .. } => {
                let [expected, half] = self.waits();
                let [hits, left] =
                    [self.hits.unwrap_or(0.0), self.left].map(|hits| det::ln(hits + 1.0));
                [expected, half, hits, left, expected * expected]
            }
        }
    }
}

/// About the number of cells to clear for a goal of blocks or points.
fn needed(goal: &Goal, level: &Level) -> f64 {
    let blocks = |count: u32, of_colors: u32| {
        let one = f64::from(count) * f64::from(level.colors()) / PREFERRED;
        one * (1.0 + 0.2 * det::ln(f64::from(of_colors.max(1))))
    };
    match goal {
        Goal::Collect { collect, of_colors } => blocks(*collect, *of_colors),
        Goal::CollectColor { collect } => blocks(collect.count, 1),
        Goal::Score { score } => {
            // As in the estimates: points of pieces and later waves beside those of blocks.
            f64::from(*score) / f64::from(level.rules().points()[0].max(1)) / 1.3
        }
        _ => 0.0,
    }
}
