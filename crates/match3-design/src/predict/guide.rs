//! Predictions for levels of any goal, size and bot.

use tilewright_grid::det;
use tilewright_match3::{Goal, Level, SkilledBot};

use super::estimate::estimates;
use super::features::{features, without_clearing};
use super::shape::Shape;
use super::{Method, Model};

/// The exponent of the power mean over the parts of a goal. A goal ends when its last part
/// ends, and two
/// parts of the same length take about 1/6 more swaps than one, since the standard deviation of
/// the
/// swaps is about 1/3 of their mean: 0.27 to 0.31 of it for `collect:30` on the open 9 × 9
/// board.
const POWER: f64 = 4.5;

/// The surrogate model of a search: predicts the mean swaps of levels of any goal, size and bot. It uses
/// the model that was fitted to such levels, if there is one, else the nearest model for each part of
/// the goal. Then its predictions may be wrong by a factor, which searches correct by games. Levels of
/// other rules than `classic`, to which no model was fitted, are estimated from the mean field of the
/// board and the lengths of the goals.
///
/// ```
/// use tilewright_match3::{Level, Strategy};
/// use tilewright_match3_design::Guide;
///
/// let goal = "collect:30".parse()?;
/// let open: Level = ["........."; 9].join("\n").parse()?;
/// let hard: Level = [".#..#..#."; 9].join("\n").parse()?;
/// let guide = Guide::for_levels(&open, &goal, Strategy::Article.into());
/// assert!(guide.is_exact() && guide.predict(&open) < guide.predict(&hard));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Guide {
    goal: Goal,
    shape: Shape,
    parts: Vec<GoalModel>,
    is_exact: bool,
    /// Whether the levels are of other rules than `classic`, and no model knows them.
    is_estimate: bool,
}

/// A part of a goal, with the model that predicts it.
#[derive(Clone, Debug)]
struct GoalModel {
    model: Model,
    goal: Goal,
    /// The logarithm of the ratio between the swaps of the part and of the model's goal.
    scale: f64,
}

impl Guide {
    /// The guide of a model, which should be fitted to such levels and this goal.
    pub fn of(model: Model, goal: &Goal) -> Self {
        let shape = Shape::new(model.size());
        let part = GoalModel { model, goal: goal.clone(), scale: 0.0 };
        let parts = vec![part];
        Self { goal: goal.clone(), shape, parts, is_exact: true, is_estimate: false }
    }

    /// The guide for levels of this size, number of colours, goal and bot: the built-in model for these,
    /// or the nearest built-in model for each part of the goal.
    pub fn for_levels(level: &Level, goal: &Goal, bot: SkilledBot) -> Self {
        if let Some(model) = Model::for_level(level, goal, bot) {
            return Self::of(model, goal);
        }

        if !level.is_classic() || !goal.is_classic() {
            let (goal, shape) = (goal.clone(), Shape::new(level.size()));
            return Self {
                goal,
                shape,
                parts: Vec::new(),
                is_exact: false,
                is_estimate: true,
            };
        }

        let parts = parts_of(goal).into_iter().filter_map(|goal| {
            let model = Model::nearest(level, &goal, bot)?;
            let scale = det::ln(length(&goal, level) / length(model.goal(), level));
            Some(GoalModel { model, goal, scale })
        });

        let (parts, shape) = (parts.collect(), Shape::new(level.size()));
        Self { goal: goal.clone(), shape, parts, is_exact: false, is_estimate: false }
    }

    /// Whether the guide has a model that was fitted to such levels and this goal.
    pub const fn is_exact(&self) -> bool {
        self.is_exact
    }

    /// The model that was fitted to such levels and this goal, if there is one.
    pub fn model(&self) -> Option<&Model> {
        self.parts.first().filter(|_| self.is_exact).map(|part| &part.model)
    }

    /// The predicted mean swaps of a level.
    pub fn predict(&self, level: &Level) -> f64 {
        det::exp(last(&self.parts(level)))
    }

    /// The logarithm of the predicted mean swaps of each part. The mean field of the level is computed once
    /// for all parts.
    pub(crate) fn parts(&self, level: &Level) -> Vec<f64> {
        if self.is_estimate {
            if level.size() != self.shape.size() {
                return estimates(&Shape::new(level.size()), level, &self.goal);
            }
            return estimates(&self.shape, level, &self.goal);
        }

        if let [part] = &self.parts[..]
            && let Some(logs) = part.model.logs(level, &part.goal)
        {
            return logs;
        }

        let is_field = |part: &GoalModel| part.model.method() == Method::Field;
        if level.size() != self.shape.size() || !self.parts.iter().all(is_field) {
            let guess = |part: &GoalModel| part.model.guess(level, &part.goal);
            return self.parts.iter().map(|part| part.log(guess(part))).collect();
        }

        // All models of this method have the same features, so that the field advances once for
        // all parts; only a goal without clearing has none of the features of clearing.
        let all = features(&self.shape, level, &self.goal);

        let each = |part: &GoalModel| {
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

impl GoalModel {
    /// The logarithm of the swaps of the part, from the prediction of its model.
    fn log(&self, guess: f64) -> f64 {
        self.scale + det::ln(guess.max(1e-3))
    }
}

/// The logarithm of the mean swaps until the last part ends, from those of each part.
pub(crate) fn last(parts: &[f64]) -> f64 {
    // The longest part is taken out of the powers, so that none overflows.
    let longest = parts.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let sum: f64 = parts.iter().map(|part| det::exp(POWER * (part - longest))).sum();
    longest + det::ln(sum) / POWER
}

/// The derivatives of [`last`] with respect to each part.
pub(crate) fn shares(parts: &[f64]) -> Vec<f64> {
    let whole = last(parts);
    parts.iter().map(|part| det::exp(POWER * (part - whole))).collect()
}

/// The parts of a goal: the blocks to collect, the special cells to clear, and the score.
fn parts_of(goal: &Goal) -> Vec<Goal> {
    let mut parts: Vec<Goal> = Vec::new();
    let mut leaves = vec![goal];
    let (mut collect, mut clear, mut score) = (None, None, None);

    // The last goal in a list is the first to be taken; the longer one of a sort stays.
    while let Some(goal) = leaves.pop() {
        match goal {
            Goal::All { all } => leaves.extend(all),
            Goal::Collect { .. } | Goal::CollectColor { .. } => {
                collect = harder(collect, goal);
            }
            Goal::Clear { clear: one } => clear = Some(one.and(clear)),
            Goal::Score { .. } => score = harder(score, goal),
            Goal::CollectKind { .. } | Goal::Drop { .. } | Goal::Make { .. } => {}
        }
    }

    parts.extend(collect.cloned());
    parts.extend(clear.map(|clear| Goal::Clear { clear }));
    parts.extend(score.cloned());
    if parts.is_empty() { vec![goal.clone()] } else { parts }
}

/// The longer one of two goals of a sort.
fn harder<'a>(one: Option<&'a Goal>, other: &'a Goal) -> Option<&'a Goal> {
    let amount = |goal: &Goal| match goal {
        Goal::Collect { collect, of_colors } => f64::from(*collect) * colors(*of_colors),
        Goal::CollectColor { collect } => f64::from(collect.count),
        Goal::Score { score } => f64::from(*score),
        _ => 0.0,
    };
    one.filter(|one| amount(one) > amount(other)).or(Some(other))
}

/// The relative length of a goal of one part: about its swaps on an open board, up to a factor
/// that all goals have in common.
fn length(goal: &Goal, level: &Level) -> f64 {
    match goal {
        Goal::Collect { collect, of_colors } => {
            f64::from(*collect) * colors(*of_colors) * f64::from(level.colors()) / 6.0
        }
        Goal::CollectColor { collect } => {
            f64::from(collect.count) * f64::from(level.colors()) / 6.0
        }

        // Relative to blocks: 3,000 points count as 1.5 times `collect:30`. On the open 9 × 9
        // board with 5 colours they take 1.35 times its swaps with `article`, 1.30 with
        // `greedy` (`tilewright match3 play --goal score:3000`).
        Goal::Score { score } => f64::from(*score) / 400.0 * f64::from(level.colors()),
        Goal::All { .. } => 30.0,
        // Of drop and make it is never asked: they are no goals of `classic`, whose models alone are scaled by lengths.
        Goal::Clear { .. }
        | Goal::CollectKind { .. }
        | Goal::Drop { .. }
        | Goal::Make { .. } => 1.0,
    }
}

/// The factor of the length of a goal with this number of colours: 1.14, 1.22 and 1.32 for 2, 3
/// and 5. On the open 9 × 9 board, `collect:30` of them takes 1.12, 1.18 and 1.27 times the
/// swaps of one colour with `article`, 1.20, 1.28 and 1.34 with `greedy` (`tilewright match3
/// play --goal collect:30:3`).
fn colors(count: u32) -> f64 {
    1.0 + 0.2 * det::ln(f64::from(count.max(1)))
}

/// The standard deviation of the logarithm of the swaps of a game: that of `collect:30` on the open 9 × 9 board is 0.27 to
/// 0.31 of their mean.
const SPREAD: f64 = 0.3;

/// About the share of games that end within a move limit, if their mean is `swaps`: as if the logarithm of the swaps of a game
/// were normally distributed.
///
/// ```
/// use tilewright_match3_design::win_rate;
///
/// assert!(win_rate(20.0, 30) > 0.9 && win_rate(20.0, 14) < 0.2);
/// ```
pub fn win_rate(swaps: f64, moves: u32) -> f64 {
    // The half makes whole numbers of a continuous length; the mean of logarithms lies below the logarithm of the mean.
    let middle = det::ln(swaps.max(1e-3)) - SPREAD * SPREAD / 2.0;
    let score = (det::ln(f64::from(moves) + 0.5) - middle) / SPREAD;
    // The logistic curve with this factor is within 0.01 of the normal distribution.
    1.0 / (1.0 + det::exp((-1.702 * score).clamp(-700.0, 700.0)))
}
