//! What is to be designed, and how.

use std::fmt;
use std::str::FromStr;

use tilewright_grid::Size;
use tilewright_match3::Kind;
use tilewright_match3_design::Guide;

/// How an agent paints; the three of PCGRL.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Representation {
    /// It paints a cell that is drawn at random for each step.
    #[default]
    Narrow,
    /// It moves over the level and paints the cell in which it is.
    Turtle,
    /// It paints any cell.
    Wide,
}

impl Representation {
    /// All of them, each with its name.
    pub const ALL: [(&'static str, Self); 3] =
        [("narrow", Self::Narrow), ("turtle", Self::Turtle), ("wide", Self::Wide)];
}

impl FromStr for Representation {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let named = Self::ALL.iter().find(|(name, _)| *name == text);
        named.map(|it| it.1).ok_or("expected narrow, turtle or wide")
    }
}

impl fmt::Display for Representation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = Self::ALL.iter().find(|it| it.1 == *self);
        f.write_str(named.map_or("", |it| it.0))
    }
}

/// The number that is wanted of a level.
#[derive(Clone, Debug)]
pub enum DesignMeasure {
    /// Its potential. Targets are drawn from 20 % to 80 % of that of the level without special cells.
    Potential,
    /// The number of swaps that a bot needs, by prediction. Targets are drawn from 1.1 to 2 times that of
    /// the level without special cells.
    Swaps(Guide),
}

/// What is to be designed.
#[derive(Clone, Debug)]
pub struct DesignRequest {
    /// How the agent paints.
    pub representation: Representation,
    /// The rows and columns of the levels.
    pub size: Size,
    /// The kinds that can be painted, of the rules `classic` and no holes: at least two, each once.
    pub kinds: Vec<Kind>,
    /// The number that is wanted.
    pub measure: DesignMeasure,
    /// The target, above 0; drawn for each episode if there is none.
    pub target: Option<f64>,
    /// The share of the target by which a level that reaches it may differ, from 0 to 1.
    pub tolerance: f64,
    /// The share of the cells that may be changed, from 0 to 1; one change is always possible.
    pub change_share: f64,
}

/// Why a request is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DesignError {
    /// Too few kinds, one that is given twice, or a hole.
    #[error("kinds: expected two or more different ones, and no hole")]
    Kinds,
    /// A number that is not in its range.
    #[error("{0}: expected {1}, found {2}")]
    Range(&'static str, &'static str, String),
    /// No level could be made whose number is not the target.
    #[error(
        "every random level reaches the target: widen the range of levels or narrow the tolerance"
    )]
    Reached,
    /// A level that cannot be made.
    #[error("{0}")]
    Level(String),
}
