//! Which planner, and how it reads what its article leaves open.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A planner that evolves paths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Method {
    /// The article's: the best are straightened by a heuristic depth-first search.
    Improved,
    /// Mutants are grown afresh (its section 1.3).
    Traditional,
    /// Mutants keep their first part and grow the rest afresh (Sun and Li, 2005; its
    /// reference 7).
    Regrow,
    /// Mutants go by A* through a cell beside an old one (Li, Xie, Tong and Wang, 2006; its
    /// reference 8).
    AstarMutation,
    /// The traditional one with rates that follow how open the map is (Li, Qin and Wang, 2014;
    /// its reference 4). There the rates follow edges ÷ nodes², by a scale that was not
    /// published; here both are edges ÷ (2 × nodes), which is near 1 on open ground and 0.5 in
    /// a maze without loops.
    Complexity,
    /// The traditional one, but fitness is length and danger, added up by weights (Liu and
    /// Feng, 2014; its reference 6).
    WeightedSum,
}

impl Method {
    /// All of them, in the order of every report.
    pub const ALL: [Self; 6] = [
        Self::Improved,
        Self::Traditional,
        Self::Regrow,
        Self::AstarMutation,
        Self::Complexity,
        Self::WeightedSum,
    ];

    /// Its name on the command line and in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Improved => "improved",
            Self::Traditional => "traditional",
            Self::Regrow => "regrow",
            Self::AstarMutation => "astar-mutation",
            Self::Complexity => "complexity",
            Self::WeightedSum => "weighted-sum",
        }
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Method {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Self::ALL.into_iter().find(|method| method.name() == text).ok_or_else(|| {
            format!("expected one of {}", Self::ALL.map(Self::name).join(", "))
        })
    }
}

/// How near a neighbour is to an end of the path.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Nearest {
    /// As the crow flies.
    #[default]
    Euclidean,
    /// By steps over an empty map.
    Manhattan,
}

/// Which path of a run is its answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// The best of all generations.
    #[default]
    BestEver,
    /// The best of the last generation.
    LastPopulation,
}

/// When a mutant takes its parent's place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Replacement {
    /// Always.
    #[default]
    Always,
    /// When it is shorter.
    IfShorter,
}

/// How the planners that the article's is compared with make their paths.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Start {
    /// By a random depth-first search, which visits no cell twice.
    #[default]
    DepthFirst,
    /// By a random walk, whose loops stay.
    RandomWalk,
}

/// How a path is evolved.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Options {
    /// Which planner.
    pub method: Method,
    /// How often the first generation is followed by another.
    pub generations: u32,
    /// How near a neighbour is, for the article's mutation.
    pub nearest: Nearest,
    /// Which path is the answer; the planners of comparison give the best of the last
    /// generation whatever is said here.
    pub outcome: Outcome,
    /// When a mutant of the article's planner takes its parent's place.
    pub replacement: Replacement,
    /// How the planners of comparison make their paths.
    pub start: Start,
    /// What a cell counts in the fitness of the weighted sum.
    pub length_weight: f64,
    /// What a unit of danger counts there.
    pub danger_weight: f64,
}

impl Options {
    /// This planner, read as we read it by default, for 20 generations.
    pub const fn new(method: Method) -> Self {
        Self {
            method,
            generations: 20,
            nearest: Nearest::Euclidean,
            outcome: Outcome::BestEver,
            replacement: Replacement::Always,
            start: Start::DepthFirst,
            length_weight: 1.0,
            danger_weight: 1.0,
        }
    }

    /// The article's planner read literally: nearest by steps, the answer from the last
    /// generation, mutants always taken.
    pub const fn literal() -> Self {
        Self {
            nearest: Nearest::Manhattan,
            outcome: Outcome::LastPopulation,
            ..Self::new(Method::Improved)
        }
    }
}
