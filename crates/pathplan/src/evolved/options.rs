//! The algorithms and their variants.

use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A genetic algorithm that evolves paths. References are those of Li, Qian and Sun (2017).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Method {
    /// The improved algorithm of the article: mutation replaces the best paths by heuristic
    /// depth-first searches through one of their cells.
    Improved,
    /// The traditional algorithm (section 1.3): mutation replaces a path by a random new one.
    Traditional,
    /// Mutation keeps the first part of a path and replaces the rest by a random new one (Sun and
    /// Li, 2005; reference 7).
    Regrow,
    /// Mutation replaces a path by two A* paths that meet in a neighbour of one of its cells (Li,
    /// Xie, Tong and Wang, 2006; reference 8).
    AstarMutation,
    /// The traditional algorithm with crossover and mutation rates that depend on the complexity of
    /// the map (Li, Qin and Wang, 2014; reference 4). There the rates depend on edges ÷ nodes², by
    /// an unpublished scale; here both are edges ÷ (2 × nodes), which is near 1 on open ground and
    /// 0.5 in a maze without loops.
    Complexity,
    /// The traditional algorithm, whose fitness is the weighted sum of length and danger (Liu and
    /// Feng, 2014; reference 6).
    WeightedSum,
}

tilewright_grid::names! {
    /// All algorithms, in the order of reports.
    Method, name:
    Improved = "improved",
    Traditional = "traditional",
    Regrow = "regrow",
    AstarMutation = "astar-mutation",
    Complexity = "complexity",
    WeightedSum = "weighted-sum",
}

impl FromStr for Method {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Self::named(text).ok_or_else(|| {
            format!("expected one of {}", Self::ALL.map(Self::name).join(", "))
        })
    }
}

/// The distance by which the mutation of [`Method::Improved`] chooses the nearest neighbour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Distance {
    /// The straight-line distance.
    #[default]
    Euclidean,
    /// The number of steps on an empty map.
    Manhattan,
}

/// The generation from which [`Method::Improved`] takes its result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ResultSource {
    /// The best path of all generations.
    #[default]
    BestEver,
    /// The best path of the last generation.
    FinalPopulation,
}

/// When a mutant of [`Method::Improved`] replaces its parent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Replacement {
    /// Always.
    #[default]
    Always,
    /// When it is shorter, or cheaper on a map with costs.
    IfShorter,
}

/// How the algorithms other than [`Method::Improved`] make random paths.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Initialization {
    /// By a random depth-first search, which visits no cell twice.
    #[default]
    DepthFirst,
    /// By a random walk, whose loops stay.
    RandomWalk,
}

/// The options of [`EvolvedPlanner`](super::EvolvedPlanner).
///
/// ```
/// use tilewright_pathplan::evolved::{Method, Options};
///
/// let options = Options { generations: 50, ..Options::new(Method::Regrow) };
/// assert_eq!(options.method.to_string(), "regrow");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Options {
    /// The algorithm.
    pub method: Method,
    /// The number of generations after the first one, which is random.
    pub generations: u32,
    /// The distance in the mutation of [`Method::Improved`].
    pub distance: Distance,
    /// The generation from which [`Method::Improved`] takes its result; the other algorithms
    /// always take it from the last one.
    pub result: ResultSource,
    /// When a mutant of [`Method::Improved`] replaces its parent.
    pub replacement: Replacement,
    /// How the algorithms other than [`Method::Improved`] make random paths.
    pub initialization: Initialization,
    /// The weight of a path's cost in the fitness of [`Method::WeightedSum`].
    pub fitness_length_weight: f64,
    /// The weight of a path's danger in the fitness of [`Method::WeightedSum`].
    pub fitness_danger_weight: f64,
}

impl Options {
    /// The default variant of an algorithm, for 20 generations.
    pub const fn new(method: Method) -> Self {
        Self {
            method,
            generations: 20,
            distance: Distance::Euclidean,
            result: ResultSource::BestEver,
            replacement: Replacement::Always,
            initialization: Initialization::DepthFirst,
            fitness_length_weight: 1.0,
            fitness_danger_weight: 1.0,
        }
    }
}
