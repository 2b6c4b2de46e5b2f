//! The variants of the evolved planners, as requests name them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smart_default::SmartDefault;
use tilewright_pathplan::evolved::{
    Distance, Initialization, Method, Options, Replacement, ResultSource,
};

use super::{PlannerName, no_effect};
use crate::{BoundedNumber, Refusal};

const HEADING: &str = "Variants of the evolved planners";

/// A weight in a sum.
pub(super) type Weight = BoundedNumber<0, 1_000_000>;

/// The variants of the evolved planners, where their articles allow several readings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, SmartDefault)]
#[serde(default)]
pub struct Evolution {
    /// Distance by which the mutation of `improved` chooses the nearest neighbour.
    #[schemars(
        with = "String",
        extend(
            "x-value" = "DISTANCE", "x-heading" = HEADING,
            "enum" = ["euclidean", "manhattan"]
        )
    )]
    #[default(Distance::Euclidean)]
    pub distance: Distance,
    /// Source of the result of `improved`: the best path of all generations, or of the last one.
    #[schemars(
        with = "String",
        extend(
            "x-value" = "FROM", "x-heading" = HEADING,
            "enum" = ["best-ever", "final-population"]
        )
    )]
    #[default(ResultSource::BestEver)]
    pub result: ResultSource,
    /// When a mutant of `improved` replaces its parent.
    #[schemars(
        with = "String",
        extend("x-value" = "WHEN", "x-heading" = HEADING, "enum" = ["always", "if-shorter"])
    )]
    #[default(Replacement::Always)]
    pub replace: Replacement,
    /// How the planners other than `improved` make random paths: by depth-first search, or by a
    /// random walk, which may contain loops.
    #[schemars(
        with = "String",
        extend(
            "x-value" = "HOW", "x-heading" = HEADING,
            "enum" = ["depth-first", "random-walk"]
        )
    )]
    #[default(Initialization::DepthFirst)]
    pub initialization: Initialization,
    /// Weight of a path's cost in the fitness of `weighted-sum`.
    #[schemars(extend(
        "x-value" = "WEIGHT", "x-heading" = HEADING
    ))]
    #[default(Weight::of(1.0))]
    pub fitness_length_weight: Weight,
    /// Weight of a path's danger in the fitness of `weighted-sum`.
    #[schemars(extend(
        "x-value" = "WEIGHT", "x-heading" = HEADING
    ))]
    #[default(Weight::of(1.0))]
    pub fitness_danger_weight: Weight,
}

impl Evolution {
    /// Refuses variants of other planners than this one.
    pub(super) fn check(&self, planner: PlannerName) -> Result<(), Refusal> {
        let usual = Self::default();
        let is_improved = planner == PlannerName::Improved;
        let (improved, others) =
            ("the planner improved", "evolved planners but improved");
        let weighted = "the planner weighted-sum";
        let is_weighted = planner == PlannerName::WeightedSum;

        let [length, danger] = [
            self.fitness_length_weight != usual.fitness_length_weight,
            self.fitness_danger_weight != usual.fitness_danger_weight,
        ];
        let variants = [
            ("distance", self.distance != usual.distance, is_improved, improved),
            ("result", self.result != usual.result, is_improved, improved),
            ("replace", self.replace != usual.replace, is_improved, improved),
            (
                "initialization",
                self.initialization != usual.initialization,
                planner.is_evolved() && !is_improved,
                others,
            ),
            ("fitness_length_weight", length, is_weighted, weighted),
            ("fitness_danger_weight", danger, is_weighted, weighted),
        ];

        let idle = variants.into_iter().find(|&(_, is_given, has, _)| is_given && !has);
        let Some((key, _, _, whose)) = idle else { return Ok(()) };

        Err(no_effect(key, &planner.is_not(whose)))
    }

    /// The options of an evolved planner.
    pub(super) const fn options(&self, method: Method, generations: u32) -> Options {
        Options {
            method,
            generations,
            distance: self.distance,
            result: self.result,
            replacement: self.replace,
            initialization: self.initialization,
            fitness_length_weight: self.fitness_length_weight.get(),
            fitness_danger_weight: self.fitness_danger_weight.get(),
        }
    }
}
