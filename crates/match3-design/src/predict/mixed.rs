//! Models of levels with different goals: their features are those of the board and of the goal.

use tilewright_grid::det;
use tilewright_match3::{ClearTarget, Goal, Kind, Level};

use super::Method;
use super::method::{inputs, output, target, width};
use super::shape::Shape;

/// The number of features of a goal.
const GOAL: usize = 5;

/// The features and the scale of a model: its method, for levels of one goal or of several.
///
/// For several goals, the features of the goal are added to those of the board, and with every method the
/// logarithm of the mean swaps is linear: a goal of twice as many blocks takes twice as many swaps on
/// easy and on hard boards.
#[derive(Clone, Copy, Debug)]
pub(super) struct Recipe {
    pub(super) method: Method,
    pub(super) is_mixed: bool,
}

impl Recipe {
    /// The features of a level.
    pub(super) fn inputs(self, shape: &Shape, level: &Level, goal: &Goal) -> Vec<f64> {
        let mut features = inputs(self.method, shape, level, goal);
        if self.is_mixed {
            features.extend(of_goal(level, goal));
        }
        features
    }

    /// The number of features.
    pub(super) const fn width(self) -> usize {
        width(self.method) + if self.is_mixed { GOAL } else { 0 }
    }

    /// The linear quantity, from mean swaps.
    pub(super) fn target(self, swaps: f64) -> f64 {
        target(self.scale(), swaps)
    }

    /// The mean swaps, from the linear quantity.
    pub(super) fn output(self, value: f64) -> f64 {
        output(self.scale(), value)
    }

    /// The method whose scale is used.
    const fn scale(self) -> Method {
        if self.is_mixed { Method::Field } else { self.method }
    }
}

/// The features of a goal: the logarithms of its blocks, points, hits to blockers and layers of overlays,
/// and the number of collected colours.
fn of_goal(level: &Level, goal: &Goal) -> [f64; GOAL] {
    let asked = GoalAmounts::of(goal);
    let kinds = level.cells().values();

    let hits = |is: fn(Kind) -> bool| {
        let hits = kinds.iter().filter(|kind| is(**kind)).map(|kind| kind.hits());
        hits.map(f64::from).sum::<f64>()
    };
    let blockers = if asked.blockers { hits(Kind::is_blocker) } else { 0.0 };
    let overlays = if asked.overlays { hits(Kind::is_overlay) } else { 0.0 };

    let log = |value: f64| det::ln(value + 1.0);
    [
        log(asked.blocks),
        log(asked.points / 10.0),
        log(blockers),
        log(overlays),
        asked.colors,
    ]
}

/// The amounts that a goal asks for.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct GoalAmounts {
    blocks: f64,
    colors: f64,
    points: f64,
    blockers: bool,
    overlays: bool,
}

impl GoalAmounts {
    pub(super) fn of(goal: &Goal) -> Self {
        let mut asked = Self::default();
        asked.add(goal);
        asked
    }

    fn add(&mut self, goal: &Goal) {
        match goal {
            Goal::Collect { collect, of_colors } => {
                self.blocks += f64::from(*collect) * f64::from(*of_colors);
                self.colors = self.colors.max(f64::from(*of_colors));
            }
            Goal::CollectColor { collect } => {
                self.blocks += f64::from(collect.count);
                self.colors = self.colors.max(1.0);
            }
            // Only rules other than `classic` have them, which no mixed model knows.
            Goal::CollectKind { .. } | Goal::Drop { .. } | Goal::Make { .. } => {}
            Goal::Clear { clear } => {
                self.blockers |= *clear != ClearTarget::Overlays;
                self.overlays |= *clear != ClearTarget::Blockers;
            }
            Goal::Score { score } => self.points = self.points.max(f64::from(*score)),
            Goal::All { all } => all.iter().for_each(|goal| self.add(goal)),
        }
    }

    /// Whether every sort of amount that it asks for is asked for by one of the others.
    pub(super) fn is_known_by(self, others: &[Goal]) -> bool {
        let others: Vec<Self> = others.iter().map(Self::of).collect();

        let sorts = |asked: &Self| {
            [asked.blocks > 0.0, asked.points > 0.0, asked.blockers, asked.overlays]
        };

        let has = |sort: usize| others.iter().any(|other| sorts(other)[sort]);
        (0..4).all(|sort| !sorts(&self)[sort] || has(sort))
    }
}
