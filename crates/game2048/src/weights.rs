//! How much each term of a written evaluation counts.

use serde::{Deserialize, Serialize};
use tilewright_grid::{Schema, det};

use crate::WeightsError;

/// What the document of weights is called.
const SCHEMA: Schema = Schema::since(1, "weights2048", 2);

/// The largest weight.
const MOST: f64 = 1e12;

/// The largest exponent.
const MAX_EXPONENT: f64 = 10.0;

/// The weights of [`Classic`](crate::Classic). The default ones are the article's.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClassicWeights {
    /// For the sum of the squares of the tiles.
    pub big: f64,
    /// For each empty cell.
    pub empty: f64,
    /// For the third power of the (negative) roughness.
    pub smooth: f64,
    /// For the (negative) disorder.
    pub monotone: f64,
}

impl Default for ClassicWeights {
    fn default() -> Self {
        Self { big: 1.0, empty: 100_000.0, smooth: 1.0, monotone: 10_000.0 }
    }
}

/// The weights of [`Expectimax`](crate::Expectimax), for each line of four cells. The default
/// ones are those that Robert Xiao published with his player (nneonneo, *2048-ai*, 2014), and
/// serve deep searches.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExpectimaxWeights {
    /// What a line is worth before anything else, so that a position without moves, which is
    /// worth 0, is worse than any other.
    pub alive: f64,
    /// For each empty cell.
    pub empty: f64,
    /// For each tile that can be joined with a neighbour.
    pub join: f64,
    /// What disorder costs.
    pub disorder: f64,
    /// The power of the codes by which disorder is measured.
    pub disorder_power: f64,
    /// What tiles cost, so that few large ones are better than many.
    pub tiles: f64,
    /// The power of the codes by which that is measured.
    pub tiles_power: f64,
}

impl Default for ExpectimaxWeights {
    fn default() -> Self {
        Self {
            alive: 200_000.0,
            empty: 270.0,
            join: 700.0,
            disorder: 47.0,
            disorder_power: 4.0,
            tiles: 11.0,
            tiles_power: 3.5,
        }
    }
}

/// The document of [`ExpectimaxWeights::shallow`].
const SHALLOW: &str = include_str!("../models/shallow.json");

impl ExpectimaxWeights {
    /// The most own moves that a search looks ahead for which [`ExpectimaxWeights::shallow`]
    /// were seen to be better than the default ones.
    pub const SHALLOW_DEPTH: u32 = 3;

    /// The weights of searches that see few moves: the default ones tuned three moves deep (see
    /// `models/README.md`).
    pub fn shallow() -> Self {
        match Weights::from_json(SHALLOW) {
            Ok(Weights::Expectimax(weights)) => weights,
            other => unreachable!("a test reads them: {other:?}"),
        }
    }

    /// The usual weights of searches so many own moves deep.
    pub fn usual(depth: u32) -> Self {
        if depth <= Self::SHALLOW_DEPTH { Self::shallow() } else { Self::default() }
    }
}

/// The weights of one of the players that have some.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "player", content = "weights", rename_all = "lowercase")]
pub enum Weights {
    /// Of the article's player.
    Classic(ClassicWeights),
    /// Of the search by tables.
    Expectimax(ExpectimaxWeights),
}

/// The document.
#[derive(Serialize)]
struct Document {
    schema: Schema,
    #[serde(flatten)]
    weights: Weights,
}

impl Weights {
    /// The document that [`Weights::from_json`] reads.
    pub fn document(self) -> impl Serialize {
        Document { schema: SCHEMA, weights: self }
    }

    /// The document as one line of JSON.
    pub fn to_json(self) -> String {
        serde_json::to_string(&self.document()).expect("numbers and words are JSON")
            + "\n"
    }

    /// Reads what [`Weights::to_json`] wrote.
    ///
    /// # Errors
    /// When it is no such document, or a weight is no number from 0 to 10¹², an exponent none
    /// from 0 to 10.
    pub fn from_json(text: &str) -> Result<Self, WeightsError> {
        let (weights, _): (Self, u32) = SCHEMA.read(text)?;
        weights.check()?;
        Ok(weights)
    }

    fn check(&self) -> Result<(), WeightsError> {
        for (name, found) in self.named() {
            let most = if name.ends_with("power") { MAX_EXPONENT } else { MOST };
            if !(0.0..=most).contains(&found) {
                return Err(WeightsError::Range { name, found, most });
            }
        }
        Ok(())
    }

    /// The name of the player.
    pub const fn player(&self) -> &'static str {
        match self {
            Self::Classic(_) => "classic",
            Self::Expectimax(_) => "expectimax",
        }
    }

    /// All weights by their names.
    pub fn named(&self) -> Vec<(&'static str, f64)> {
        match *self {
            Self::Classic(ClassicWeights { big, empty, smooth, monotone }) => vec![
                ("big", big),
                ("empty", empty),
                ("smooth", smooth),
                ("monotone", monotone),
            ],
            Self::Expectimax(it) => vec![
                ("alive", it.alive),
                ("empty", it.empty),
                ("join", it.join),
                ("disorder", it.disorder),
                ("disorder_power", it.disorder_power),
                ("tiles", it.tiles),
                ("tiles_power", it.tiles_power),
            ],
        }
    }

    /// How far each weight that is tuned may be multiplied or divided; one that only sets the
    /// scale of the others is not tuned.
    pub(crate) const fn reaches(&self) -> &'static [f64] {
        match self {
            Self::Classic(_) => &[16.0, 16.0, 16.0],
            Self::Expectimax(_) => &[8.0, 8.0, 8.0, 1.5, 8.0, 1.5],
        }
    }

    /// The weights multiplied by the exponentials of these numbers, one for each that is tuned.
    pub(crate) fn scaled(&self, logarithms: &[f64]) -> Self {
        let scale = |index: usize, weight: f64| weight * det::exp(logarithms[index]);
        match *self {
            Self::Classic(it) => Self::Classic(ClassicWeights {
                big: it.big,
                empty: scale(0, it.empty),
                smooth: scale(1, it.smooth),
                monotone: scale(2, it.monotone),
            }),
            Self::Expectimax(it) => Self::Expectimax(ExpectimaxWeights {
                alive: it.alive,
                empty: scale(0, it.empty),
                join: scale(1, it.join),
                disorder: scale(2, it.disorder),
                disorder_power: scale(3, it.disorder_power),
                tiles: scale(4, it.tiles),
                tiles_power: scale(5, it.tiles_power),
            }),
        }
    }
}
