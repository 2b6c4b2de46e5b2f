//! The methods of prediction: their features, and the scale on which they are linear.

use serde::{Deserialize, Serialize};
use tilewright_grid::det;
use tilewright_match3::{Goal, Kind, Level};

use super::features::{self, features};
use super::shape::Shape;
use crate::Analysis;

/// The features of a model. Each model is a ridge regression.
///
/// `article`: the mean swaps are linear in the lost potential of each kind, as in limbsoo's article
/// *Match-3 difficulty from swap matches*. `roots`: they are linear in the square roots of the lost
/// potential of each kind, since the first special cells of a kind matter most, and in the share of
/// special cells. `field`: their logarithm is linear in features of a mean field of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Method {
    /// The lost potential of each kind; the method of the article.
    Article,
    /// The square roots of these; for few levels.
    Roots,
    /// A mean field of the board after some swaps; the most precise.
    Field,
}

impl Method {
    /// All methods, from few features to many.
    pub const ALL: [Self; 3] = [Self::Article, Self::Roots, Self::Field];

    /// The word in requests and documents.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Article => "article",
            Self::Roots => "roots",
            Self::Field => "field",
        }
    }
}

/// The number of features of a method.
pub(super) const fn width(method: Method) -> usize {
    match method {
        Method::Article => Kind::SPECIALS.len(),
        Method::Roots => Kind::SPECIALS.len() + 1,
        Method::Field => features::COUNT,
    }
}

/// The features of a level for a method.
pub(super) fn inputs(
    method: Method,
    shape: &Shape,
    level: &Level,
    goal: &Goal,
) -> Vec<f64> {
    match method {
        Method::Article => shares(level).to_vec(),
        Method::Roots => {
            let kinds = level.cells().values();
            let special = kinds.iter().filter(|kind| kind.is_special()).count() as f64;
            let density = special / kinds.len() as f64;
            shares(level).map(f64::sqrt).into_iter().chain([density]).collect()
        }
        Method::Field => features(shape, level, goal),
    }
}

/// The lost potential of each kind.
fn shares(level: &Level) -> [f64; 9] {
    let analysis = Analysis::of(level);
    Kind::SPECIALS.map(|kind| analysis.share(kind))
}

/// The linear quantity of a method, from mean swaps.
pub(super) fn target(method: Method, swaps: f64) -> f64 {
    match method {
        Method::Article | Method::Roots => swaps,
        Method::Field => det::ln(swaps.max(0.1)),
    }
}

/// The mean swaps from the linear quantity of a method: 0.1 to 1,000,000.
pub(super) fn output(method: Method, value: f64) -> f64 {
    match method {
        Method::Article | Method::Roots => value.clamp(0.1, 1e6),
        Method::Field => det::exp(value.clamp(-2.3, 13.8)),
    }
}
