//! The weights of the handwritten evaluation functions.

use serde::{Deserialize, Serialize};
use tilewright_grid::{Schema, det};

use crate::WeightsError;

/// The schema of a weights document.
const SCHEMA: Schema = Schema::new("weights2048", 2);

/// The largest weight. With exponents of at most 10 no value of a board then exceeds 10³⁰, which a
/// 32-bit float holds.
const MAX: f64 = 1e12;

/// The largest exponent.
const MAX_EXPONENT: f64 = 10.0;

/// The weights of [`ClassicPlayer`](crate::ClassicPlayer). The default is that of the article.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClassicWeights {
    /// Factor of the sum of the squares of all tiles.
    pub big: f64,
    /// Bonus for each empty cell.
    pub empty: f64,
    /// Factor of the cube of the (negative) roughness.
    pub smooth: f64,
    /// Factor of the (negative) disorder.
    pub monotone: f64,
}

impl Default for ClassicWeights {
    fn default() -> Self {
        Self { big: 1.0, empty: 100_000.0, smooth: 1.0, monotone: 10_000.0 }
    }
}

/// The weights of [`Expectimax`](crate::Expectimax), applied to each row and column. The default
/// is that of Robert Xiao's player (nneonneo, *2048-ai*, 2014), which suits deep searches.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExpectimaxWeights {
    /// Constant for each line, so that a board without legal moves, whose value is 0, is worse than
    /// all others.
    pub alive: f64,
    /// Bonus for each empty cell.
    pub empty: f64,
    /// Bonus for each tile that can merge with a neighbour.
    pub join: f64,
    /// Penalty for disorder (lines that are not monotonic).
    pub disorder: f64,
    /// Exponent of the codes in the disorder.
    pub disorder_power: f64,
    /// Penalty for each tile, so that few large tiles are better than many small ones.
    pub tiles: f64,
    /// Exponent of the codes in the penalty for tiles.
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
    /// The largest search depth, in plies, at which [`ExpectimaxWeights::shallow`] plays better
    /// than the default. Mean scores of 1,000 games with the default and with these weights: 32,301
    /// and 45,265 at 2-ply, 68,610 and 87,336 at 3-ply (`cargo xtask bench 2048-tune`); at 4-ply,
    /// 200 games, 140,437 and 148,146, which may be chance. The adaptive search, 40 games, is
    /// weaker with them: 235,061 instead of 307,247.
    pub const SHALLOW_DEPTH: u32 = 3;

    /// The weights for shallow searches: the default, tuned at 3-ply (see `models/README.md`).
    pub fn shallow() -> Self {
        match Weights::from_json(SHALLOW) {
            Ok(Weights::Expectimax(weights)) => weights,
            other => unreachable!("a test reads them: {other:?}"),
        }
    }

    /// The built-in weights for a search depth in plies.
    pub fn for_depth(depth: u32) -> Self {
        if depth <= Self::SHALLOW_DEPTH { Self::shallow() } else { Self::default() }
    }
}

/// The weights of a player, as a document holds them.
///
/// ```
/// use tilewright_2048::{ClassicWeights, Weights};
///
/// let weights = Weights::Classic(ClassicWeights { empty: 2e5, ..ClassicWeights::default() });
/// assert_eq!(Weights::from_json(&weights.to_json())?, weights);
/// # Ok::<(), tilewright_2048::WeightsError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "player", content = "weights", rename_all = "lowercase")]
pub enum Weights {
    /// For the player classic.
    Classic(ClassicWeights),
    /// For the player expectimax.
    Expectimax(ExpectimaxWeights),
}

impl Weights {
    /// The document that [`Weights::from_json`] reads, for serde.
    pub fn document(self) -> impl Serialize {
        SCHEMA.document(self)
    }

    /// The document as one line of JSON.
    pub fn to_json(self) -> String {
        serde_json::to_string(&self.document()).expect("numbers and words are JSON")
            + "\n"
    }

    /// Reads what [`Weights::to_json`] wrote.
    ///
    /// # Errors
    /// If it is not such a document, a weight is not from 0 to 10¹², or an exponent is not from 0
    /// to 10.
    pub fn from_json(text: &str) -> Result<Self, WeightsError> {
        let weights: Self = SCHEMA.read(text)?;
        weights.check()?;
        Ok(weights)
    }

    fn check(&self) -> Result<(), WeightsError> {
        for (name, found) in self.named() {
            let max = if name.ends_with("power") { MAX_EXPONENT } else { MAX };
            if !(0.0..=max).contains(&found) {
                return Err(WeightsError::Range { name, found, max });
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

    /// All weights with their names.
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

    /// The largest factor by which each tuned weight may be multiplied or divided. The weight that
    /// only sets the scale of the others is not tuned. Exponents move less than factors: 1.5 times
    /// an exponent of 4 multiplies the term of a 2048, of code 11, by 11². Chosen wide enough: the
    /// weights of [`ExpectimaxWeights::shallow`] moved by 2.3 and 1.23 at most.
    pub(crate) const fn max_factors(&self) -> &'static [f64] {
        match self {
            Self::Classic(_) => &[16.0, 16.0, 16.0],
            Self::Expectimax(_) => &[8.0, 8.0, 8.0, 1.5, 8.0, 1.5],
        }
    }

    /// The weights multiplied by the exponentials of these numbers, one for each tuned weight.
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
