//! What is expected of levels of any goal, size and bot before games are played.

use tilewright_grid::det;

use super::features::{features, without_clearing};
use super::field::Shape;
use super::{Method, Model};
use crate::{Goal, Level, Player};

/// The exponent of the mean of the parts of a mixed goal. A goal of two parts ends when its
/// last part does, and two parts as long as each other take a sixth more swaps than either:
/// swaps spread by about a third of their mean.
const POWER: f64 = 4.5;

/// Expects swaps of levels before a game is played: by the model for just such levels, or by
/// the nearest model for each part of the goal.
///
/// What it expects may be off by a factor; searches correct it by the games that they play.
#[derive(Clone, Debug)]
pub struct Guide {
    goal: Goal,
    shape: Shape,
    parts: Vec<Part>,
    is_exact: bool,
}

/// A part of a goal, with a model that tells harder levels from easier ones.
#[derive(Clone, Debug)]
struct Part {
    model: Model,
    goal: Goal,
    /// The logarithm of how many times as long the part takes as the model's goal.
    scale: f64,
}

impl Guide {
    /// The guide of a model, which should be for such levels and that goal.
    pub fn of(model: Model, goal: &Goal) -> Self {
        let shape = Shape::new(model.size());
        let part = Part { model, goal: goal.clone(), scale: 0.0 };
        Self { goal: goal.clone(), shape, parts: vec![part], is_exact: true }
    }

    /// The guide for levels of that size, number of colours and goal: the model that comes
    /// with the program for just these, else the nearest ones for each part of the goal.
    pub fn for_levels(level: &Level, goal: &Goal, player: Player) -> Self {
        if let Some(model) = Model::for_level(level, goal, player) {
            return Self::of(model, goal);
        }
        let parts = parts_of(goal).into_iter().filter_map(|goal| {
            let model = Model::nearest(level, &goal, player)?;
            let scale = det::ln(length(&goal, level) / length(model.goal(), level));
            Some(Part { model, goal, scale })
        });
        let (parts, shape) = (parts.collect(), Shape::new(level.size()));
        Self { goal: goal.clone(), shape, parts, is_exact: false }
    }

    /// Whether one model was made for just such levels and that goal.
    pub const fn is_exact(&self) -> bool {
        self.is_exact
    }

    /// The model that was made for just such levels and that goal.
    pub fn model(&self) -> Option<&Model> {
        self.parts.first().filter(|_| self.is_exact).map(|part| &part.model)
    }

    /// The mean swaps that are expected of a level.
    pub fn predict(&self, level: &Level) -> f64 {
        det::exp(last(&self.parts(level)))
    }

    /// The logarithm of the mean swaps that are expected of each part. The mean field of a
    /// level is followed once for all parts.
    pub(crate) fn parts(&self, level: &Level) -> Vec<f64> {
        let is_field = |part: &Part| part.model.method() == Method::Field;
        if level.size() != self.shape.size() || !self.parts.iter().all(is_field) {
            let guess = |part: &Part| part.model.guess(level, &part.goal);
            return self.parts.iter().map(|part| part.log(guess(part))).collect();
        }
        let all = features(&self.shape, level, &self.goal);
        let each = |part: &Part| {
            let features =
                if matches!(part.goal, Goal::Collect { .. } | Goal::Score { .. }) {
                    without_clearing(all.clone())
                } else {
                    all.clone()
                };
            part.log(part.model.at(&features))
        };
        self.parts.iter().map(each).collect()
    }
}

impl Part {
    /// The logarithm of the swaps, of what its model guesses.
    fn log(&self, guess: f64) -> f64 {
        self.scale + det::ln(guess.max(1e-3))
    }
}

/// The logarithm of the mean swaps until the last part ends, of those of each.
pub(crate) fn last(parts: &[f64]) -> f64 {
    let longest = parts.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let sum: f64 = parts.iter().map(|part| det::exp(POWER * (part - longest))).sum();
    longest + det::ln(sum) / POWER
}

/// How much the whole depends on each part: the derivatives of [`last`].
pub(crate) fn shares(parts: &[f64]) -> Vec<f64> {
    let whole = last(parts);
    parts.iter().map(|part| det::exp(POWER * (part - whole))).collect()
}

/// The parts that a model can be nearest to: what is collected, what is cleared, the score.
fn parts_of(goal: &Goal) -> Vec<Goal> {
    let mut parts: Vec<Goal> = Vec::new();
    let mut leaves = vec![goal];
    let (mut collect, mut clear, mut score) = (None, None, None);
    while let Some(goal) = leaves.pop() {
        match goal {
            Goal::All { all } => leaves.extend(all),
            Goal::Collect { .. } => collect = harder(collect, goal),
            Goal::Clear { clear: one } => clear = Some(one.and(clear)),
            Goal::Score { .. } => score = harder(score, goal),
        }
    }
    parts.extend(collect.cloned());
    parts.extend(clear.map(|clear| Goal::Clear { clear }));
    parts.extend(score.cloned());
    if parts.is_empty() { vec![goal.clone()] } else { parts }
}

/// The one of two goals of a sort that takes longer.
fn harder<'a>(one: Option<&'a Goal>, other: &'a Goal) -> Option<&'a Goal> {
    let amount = |goal: &Goal| match *goal {
        Goal::Collect { collect, of_colors } => f64::from(collect) * colors(of_colors),
        Goal::Score { score } => f64::from(score),
        Goal::Clear { .. } | Goal::All { .. } => 0.0,
    };
    one.filter(|one| amount(one) > amount(other)).or(Some(other))
}

/// How long a goal of one part takes, in any unit: about as many swaps on an open board.
fn length(goal: &Goal, level: &Level) -> f64 {
    match *goal {
        Goal::Collect { collect, of_colors } => {
            f64::from(collect) * colors(of_colors) * f64::from(level.colors()) / 6.0
        }
        // A swap and its cascades make some eighty points with five colours.
        Goal::Score { score } => f64::from(score) / 400.0 * f64::from(level.colors()),
        Goal::Clear { .. } => 1.0,
        Goal::All { .. } => 30.0,
    }
}

/// How much longer so many colours take to collect than one.
fn colors(count: u32) -> f64 {
    1.0 + 0.2 * det::ln(f64::from(count.max(1)))
}
