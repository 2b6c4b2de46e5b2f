//! How evolving planners are read, as requests name it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tilewright_pathplan::evolved::{
    Method, Nearest, Options, Outcome, Replacement, Start,
};

use crate::Between;

const HEADING: &str = "What the articles leave open";

/// The weight of something in a sum.
pub(super) type Weight = Between<0, 1_000_000>;

/// How the evolving planners read what their articles leave open.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Evolution {
    /// How the mutation of improved tells which neighbour is nearest.
    #[schemars(
        with = "String",
        extend("x-value" = "HOW", "x-heading" = HEADING, "enum" = ["euclidean", "manhattan"])
    )]
    pub nearest: Nearest,
    /// Which path of improved is the answer.
    #[schemars(
        with = "String",
        extend(
            "x-value" = "WHICH", "x-heading" = HEADING, "enum" = ["best-ever", "last-population"]
        )
    )]
    pub result: Outcome,
    /// When a mutant of improved takes its parent's place.
    #[schemars(
        with = "String",
        extend("x-value" = "WHEN", "x-heading" = HEADING, "enum" = ["always", "if-shorter"])
    )]
    pub replace: Replacement,
    /// How the other planners make their first paths.
    #[schemars(
        with = "String",
        extend("x-value" = "HOW", "x-heading" = HEADING, "enum" = ["depth-first", "random-walk"])
    )]
    pub start: Start,
    /// What a unit of a path's cost counts for weighted-sum.
    #[schemars(extend("x-value" = "WEIGHT", "x-heading" = HEADING))]
    pub length_share: Weight,
    /// What a unit of danger counts for weighted-sum.
    #[schemars(extend("x-value" = "WEIGHT", "x-heading" = HEADING))]
    pub danger_share: Weight,
}

impl Default for Evolution {
    fn default() -> Self {
        Self {
            nearest: Nearest::Euclidean,
            result: Outcome::BestEver,
            replace: Replacement::Always,
            start: Start::DepthFirst,
            length_share: Weight::of(1.0),
            danger_share: Weight::of(1.0),
        }
    }
}

impl Evolution {
    /// The options of a planner.
    pub(super) const fn options(&self, method: Method, generations: u32) -> Options {
        Options {
            method,
            generations,
            nearest: self.nearest,
            outcome: self.result,
            replacement: self.replace,
            start: self.start,
            length_weight: self.length_share.get(),
            danger_weight: self.danger_share.get(),
        }
    }
}
