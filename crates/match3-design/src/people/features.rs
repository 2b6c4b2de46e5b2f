//! What a model knows of a level.

use serde::{Deserialize, Serialize};
use tilewright_grid::det;
use tilewright_match3::{Contents, Level, Rules, Strategy};

use super::JudgeGames;
use super::judges::FEATURES;

/// What a model knows of a level: as a rule what judges played; the others are what it is measured against.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[doc(hidden)]
pub enum FeatureSet {
    /// The games of all judges.
    #[default]
    Played,
    /// What can be seen without playing: the size, the colours, the goal, the move limit and the cells.
    Static,
    /// The mean moves of the greedy bot, against the move limit.
    Line,
}

impl FeatureSet {
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
    pub(super) fn is_usual(&self) -> bool {
        *self == Self::Played
    }

    /// The number of features.
    pub(super) const fn count(self) -> usize {
        match self {
            Self::Played => FEATURES,
            Self::Static => 12,
            Self::Line => 1,
        }
    }

    /// The features of a level at a move limit.
    pub(super) fn of(self, level: &Level, judges: &JudgeGames, limit: u32) -> Vec<f64> {
        match self {
            Self::Played => judges.features(limit),
            Self::Static => still(level, limit),
            Self::Line => {
                let mean = judges.mean_moves(Strategy::Greedy);
                vec![det::ln(mean / f64::from(limit.max(1)))]
            }
        }
    }
}

/// The features of a level without games.
fn still(level: &Level, limit: u32) -> Vec<f64> {
    let cells = level.cells().values();
    let count = |is: &dyn Fn(Contents) -> bool| {
        cells.iter().filter(|cell| is(cell.contents())).count() as f64
    };
    let present = cells.iter().filter(|cell| cell.is_present()).count() as f64;
    let hits: f64 = cells.iter().map(|cell| f64::from(cell.hits())).sum();
    let share = |count: f64| count / present.max(1.0);
    let covers = cells.iter().filter(|cell| cell.cover().0 > 0).count() as f64;
    let grounds = cells.iter().filter(|cell| cell.ground().0 > 0).count() as f64;
    let (wanted, parts) = goal_of(level);
    let moves = f64::from(limit.max(1));
    vec![
        det::ln(moves),
        det::ln(wanted.max(1.0)),
        det::ln(wanted.max(1.0) / moves),
        parts,
        det::ln(present.max(1.0)),
        f64::from(level.colors()),
        share(count(&|it| matches!(it, Contents::Blocker))),
        share(count(&|it| matches!(it, Contents::Ingredient))),
        share(
            cells
                .iter()
                .filter(|cell| **cell == tilewright_match3::Kind::OBSTACLE)
                .count() as f64,
        ),
        share(hits),
        share(covers),
        share(grounds),
    ]
}

/// How much a goal asks for, as a game counts it, and of how many parts it is.
fn goal_of(level: &Level) -> (f64, f64) {
    let Some(goal) = &level.goal else { return (0.0, 0.0) };
    let rules = Rules::new(level, goal);
    let bot = tilewright_match3::SkilledBot::from(Strategy::Random);
    let seed = tilewright_grid::Seed(0);
    let traces = tilewright_match3::play_traced(&rules, &bot, 0, 0..1, seed, &());
    traces.first().map_or((0.0, 0.0), |trace| {
        (trace.left.first().map_or(0.0, |&left| left as f64), trace.parts.len() as f64)
    })
}
