//! The random levels of a calibration.

use tilewright_grid::{Rng, Seed, det};
use tilewright_match3::{
    ColorGoal, Contents, Goal, Kind, KindCount, KindGoal, Level, PieceGoal, Quota,
    Template,
};

use super::compose::composed;
use super::kinds::usual_kinds;
use super::{Calibration, ModelError};
use crate::generate::{check_goal, feasible_start};
use crate::{Space, Symmetry};

/// The most goals of a level of a mixed calibration.
const MOST: u32 = 3;
/// The share of composed levels. The others are random, cell by cell, as the levels of searches are at first.
const COMPOSED: f64 = 0.5;

/// The random levels of a calibration, by their seeds.
pub(super) struct Draws<'a> {
    board: Template,
    quotas: Vec<Quota>,
    space: Space,
    goal: &'a Goal,
    is_mixed: bool,
}

impl<'a> Draws<'a> {
    /// # Errors
    /// When the rules refuse the colours, the goal or a kind, or the goal asks for more of something than the levels
    /// have.
    pub(super) fn new(wanted: &'a Calibration) -> Result<Self, ModelError> {
        let board = wanted.board()?;
        let Calibration { kinds, .. } = wanted;
        let kinds = if kinds.is_empty() { usual_kinds(&board) } else { kinds.clone() };
        let quotas: Vec<Quota> = kinds.into_iter().map(Quota::from).collect();

        let space = Space::new(&board, &quotas, Symmetry::None)?;
        if !wanted.is_mixed {
            check_goal(&space, &wanted.goal)?;
        }
        let (goal, is_mixed) = (&wanted.goal, wanted.is_mixed);
        Ok(Self { board, quotas, space, goal, is_mixed })
    }

    /// The kinds of special cells.
    pub(super) fn kinds(&self) -> &[Kind] {
        &self.space.choices()[1..]
    }

    /// A random level with its goal; half of them are composed.
    pub(super) fn level(&self, seed: Seed) -> Level {
        let mut rng = seed.child(0).rng();

        let density = 0.5 * rng.unit();
        let composed = rng
            .chance(COMPOSED)
            .then(|| composed(&self.board, &self.quotas, density, &mut rng));
        let mut level = composed.flatten().unwrap_or_else(|| {
            self.space.level(&feasible_start(&self.space, density, &mut rng))
        });
        level.goal = if self.is_mixed {
            mixture(parts(self.goal), &level, &mut seed.child(2).rng())
        } else {
            Some(self.goal.clone())
        };
        level
    }
}

/// The goals that a mixture is of.
pub(super) fn parts(goal: &Goal) -> &[Goal] {
    match goal {
        Goal::All { all } => all,
        one => std::slice::from_ref(one),
    }
}

/// One to three of some goals, of half to twice their amounts. A number of a kind is drawn from 1 to that
/// on the board; goals of kinds that the board has not are left out. None if no goal is left.
fn mixture(goals: &[Goal], level: &Level, rng: &mut Rng) -> Option<Goal> {
    let mut rest: Vec<&Goal> = goals.iter().filter(|goal| is_on(goal, level)).collect();
    let count = 1 + rng.below(MOST) as usize;
    let mut all = Vec::new();

    while all.len() < count && !rest.is_empty() {
        let goal = rest.swap_remove(rng.index(rest.len()));

        // From half to twice the amount, uniform in the logarithm, so that the middle stays
        // what was asked.
        let factor = det::exp(core::f64::consts::LN_2 * (2.0 * rng.unit() - 1.0));
        all.push(scaled(goal, level, factor, rng));
    }
    if all.len() > 1 { Some(Goal::All { all }) } else { all.pop() }
}

/// The number of cells of a board with a kind.
fn present(kind: &str, level: &Level) -> u32 {
    let named = |id: u8| {
        level
            .rules()
            .blocks()
            .get(usize::from(id))
            .is_some_and(|block| block.name == kind)
    };

    let has = |cell: &&Kind| {
        let is_within =
            matches!(cell.contents(), Contents::Blocker | Contents::Ingredient);
        is_within && named(cell.filling().1)
            || [cell.cover().0, cell.ground().0]
                .iter()
                .any(|id| id.checked_sub(1).is_some_and(named))
    };
    level.cells().values().iter().filter(has).count() as u32
}

/// The layers of a kind on a board.
fn layers(kind: &str, level: &Level) -> u32 {
    let blocks = level.rules().blocks();
    let Some(index) = blocks.iter().position(|block| block.name == kind) else {
        return 0;
    };
    level.cells().values().iter().map(|&cell| level.rules().layers_of(cell, index)).sum()
}

/// Whether a board has what a goal is about.
fn is_on(goal: &Goal, level: &Level) -> bool {
    let is_ingredient = |cell: &Kind| matches!(cell.contents(), Contents::Ingredient);
    match goal {
        Goal::CollectKind { collect } => present(&collect.kind, level) > 0,
        Goal::Drop { .. } => level.cells().values().iter().any(is_ingredient),
        _ => true,
    }
}

/// A goal of another amount. A number of a kind is drawn anew, since a multiple may be more than
/// the board has.
fn scaled(goal: &Goal, level: &Level, factor: f64, rng: &mut Rng) -> Goal {
    let times = |amount: u32| ((f64::from(amount) * factor).round() as u32).max(1);
    match goal {
        Goal::Collect { collect, of_colors } => {
            Goal::Collect { collect: times(*collect), of_colors: *of_colors }
        }
        Goal::CollectColor { collect: ColorGoal { color, count } } => {
            Goal::CollectColor {
                collect: ColorGoal { color: color.clone(), count: times(*count) },
            }
        }
        // The board has no more than that of the kind.
        Goal::CollectKind { collect: KindGoal { kind, count: KindCount::Number(_) } } => {
            let count = KindCount::Number(1 + rng.below(present(kind, level).max(1)));
            Goal::CollectKind { collect: KindGoal { kind: kind.clone(), count } }
        }
        Goal::CollectKind { collect: KindGoal { kind, count: KindCount::Layers(_) } } => {
            let count = KindCount::Layers(1 + rng.below(layers(kind, level).max(1)));
            Goal::CollectKind { collect: KindGoal { kind: kind.clone(), count } }
        }
        Goal::Make { make: PieceGoal { piece, count } } => {
            Goal::Make { make: PieceGoal { piece: piece.clone(), count: times(*count) } }
        }
        Goal::Score { score } => Goal::Score { score: times(*score) },
        Goal::Drop { drop } => {
            let is_ingredient =
                |cell: &&Kind| matches!(cell.contents(), Contents::Ingredient);
            let count = level.cells().values().iter().filter(is_ingredient).count();
            Goal::Drop { drop: times(*drop).min(count.max(1) as u32) }
        }
        Goal::CollectKind { .. } | Goal::Clear { .. } | Goal::All { .. } => goal.clone(),
    }
}
