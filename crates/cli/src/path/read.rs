//! How the options of evolving planners are read.

use tilewright_pathplan::evolved::{
    Method, Nearest, Options, Outcome, Replacement, Start,
};

use crate::arguments::{self, Evolution};

/// The options of a planner.
pub(super) const fn options(
    method: Method,
    generations: u32,
    arguments: &Evolution,
) -> Options {
    Options {
        method,
        generations,
        nearest: match arguments.nearest {
            arguments::Nearest::Euclidean => Nearest::Euclidean,
            arguments::Nearest::Manhattan => Nearest::Manhattan,
        },
        outcome: match arguments.result {
            arguments::Outcome::BestEver => Outcome::BestEver,
            arguments::Outcome::LastPopulation => Outcome::LastPopulation,
        },
        replacement: match arguments.replace {
            arguments::Replace::Always => Replacement::Always,
            arguments::Replace::IfShorter => Replacement::IfShorter,
        },
        start: match arguments.start {
            arguments::Start::DepthFirst => Start::DepthFirst,
            arguments::Start::RandomWalk => Start::RandomWalk,
        },
        length_weight: arguments.length_share,
        danger_weight: arguments.danger_share,
    }
}
