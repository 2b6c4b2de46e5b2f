//! Models of levels that differ in their goals: what is known of a goal beside what is known of
//! its board, and what is fitted.

use tilewright_grid::det;

use super::Method;
use super::field::Shape;
use super::model::{inputs, output, target, width};
use crate::{Clearing, Goal, Kind, Level};

/// How many features a goal has.
const GOAL: usize = 5;

/// What a model is made of: a method, for levels of one goal or of several.
///
/// With several, the features of the goal are added to those of the board, and the logarithm of
/// the mean swaps is what is linear, whatever the method: a goal of twice as many blocks takes
/// twice as many swaps on easy and on hard boards.
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

    /// How many there are.
    pub(super) const fn width(self) -> usize {
        width(self.method) + if self.is_mixed { GOAL } else { 0 }
    }

    /// What is linear, of mean swaps.
    pub(super) fn target(self, swaps: f64) -> f64 {
        target(self.scale(), swaps)
    }

    /// The mean swaps of what is linear.
    pub(super) fn output(self, value: f64) -> f64 {
        output(self.scale(), value)
    }

    /// The method on whose scale the swaps are.
    const fn scale(self) -> Method {
        if self.is_mixed { Method::Field } else { self.method }
    }
}

/// What a goal asks of a level: the logarithms of blocks, points, hits to blockers and layers of
/// overlays, and how many colours are collected.
fn of_goal(level: &Level, goal: &Goal) -> [f64; GOAL] {
    let asked = Asked::of(goal);
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

/// What a goal asks for in all.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Asked {
    blocks: f64,
    colors: f64,
    points: f64,
    blockers: bool,
    overlays: bool,
}

impl Asked {
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
            Goal::Clear { clear } => {
                self.blockers |= *clear != Clearing::Overlays;
                self.overlays |= *clear != Clearing::Blockers;
            }
            Goal::Score { score } => self.points = self.points.max(f64::from(*score)),
            Goal::All { all } => all.iter().for_each(|goal| self.add(goal)),
        }
    }

    /// Whether it asks for nothing of a sort that none of the others asks for.
    pub(super) fn is_known_by(self, others: &[Goal]) -> bool {
        let others: Vec<Self> = others.iter().map(Self::of).collect();
        let sorts = |asked: &Self| {
            [asked.blocks > 0.0, asked.points > 0.0, asked.blockers, asked.overlays]
        };
        let has = |sort: usize| others.iter().any(|other| sorts(other)[sort]);
        (0..4).all(|sort| !sorts(&self)[sort] || has(sort))
    }
}
