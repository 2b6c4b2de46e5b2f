//! The planners by their names.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tilewright_pathplan::Graph;
use tilewright_pathplan::evolved::Method;
use tilewright_pathplan::planners::{Astar, Bfs, Dijkstra, Jps, Planner};

use crate::{Refusal, Refuse as _};

/// A planner, exact or evolved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum PlannerName {
    /// Jump point search where the map and the steps allow it, else A*: the cheapest path.
    Fastest,
    /// A*: the cheapest path.
    Astar,
    /// Breadth-first search: the path of the fewest steps.
    Bfs,
    /// Dijkstra's algorithm: the cheapest path, without a heuristic.
    Dijkstra,
    /// Jump point search: the shortest path, on maps without costs.
    Jps,
    /// Evolved: the improved genetic algorithm of Li, Qian and Sun (2017).
    Improved,
    /// Evolved: the traditional genetic algorithm.
    Traditional,
    /// Evolved: mutation regrows the end of a path (Sun and Li, 2005).
    Regrow,
    /// Evolved: mutation by A* (Li et al., 2006).
    AstarMutation,
    /// Evolved: rates by the complexity of the map (Li, Qin and Wang, 2014).
    Complexity,
    /// Evolved: fitness is a weighted sum of length and danger (Liu and Feng, 2014).
    WeightedSum,
}

/// A planner that always finds the same path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ExactPlanner {
    /// A*.
    Astar,
    /// Breadth-first search, which ignores costs.
    Bfs,
    /// Dijkstra's algorithm.
    Dijkstra,
    /// Jump point search, for maps without costs.
    Jps,
}

/// The kind of a planner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PlannerKind {
    Fastest,
    Exact(ExactPlanner),
    Evolved(Method),
}

impl PlannerName {
    pub(super) const fn kind(self) -> PlannerKind {
        match self {
            Self::Fastest => PlannerKind::Fastest,
            Self::Astar => PlannerKind::Exact(ExactPlanner::Astar),
            Self::Bfs => PlannerKind::Exact(ExactPlanner::Bfs),
            Self::Dijkstra => PlannerKind::Exact(ExactPlanner::Dijkstra),
            Self::Jps => PlannerKind::Exact(ExactPlanner::Jps),
            Self::Improved => PlannerKind::Evolved(Method::Improved),
            Self::Traditional => PlannerKind::Evolved(Method::Traditional),
            Self::Regrow => PlannerKind::Evolved(Method::Regrow),
            Self::AstarMutation => PlannerKind::Evolved(Method::AstarMutation),
            Self::Complexity => PlannerKind::Evolved(Method::Complexity),
            Self::WeightedSum => PlannerKind::Evolved(Method::WeightedSum),
        }
    }

    /// The name in requests and answers.
    pub const fn name(self) -> &'static str {
        match self.kind() {
            PlannerKind::Fastest => "fastest",
            PlannerKind::Exact(planner) => planner.name(),
            PlannerKind::Evolved(method) => method.name(),
        }
    }

    /// Why a key of some planners has no effect on this one.
    pub(super) fn is_not(self, whose: &str) -> String {
        format!("it is for {whose}, and the planner is {}", self.name())
    }

    /// Whether it is A* where something other than the map asks for A*.
    pub(super) const fn is_astar(self) -> bool {
        matches!(self, Self::Fastest | Self::Astar)
    }

    /// The planner itself: which one is the fastest depends on whether jump point search suits.
    pub(super) const fn itself(self, suits_jps: bool) -> Self {
        match self {
            Self::Fastest if suits_jps => Self::Jps,
            Self::Fastest => Self::Astar,
            other => other,
        }
    }

    pub(super) const fn is_evolved(self) -> bool {
        matches!(self.kind(), PlannerKind::Evolved(_))
    }
}

impl ExactPlanner {
    /// The name in requests and answers.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Astar => "astar",
            Self::Bfs => "bfs",
            Self::Dijkstra => "dijkstra",
            Self::Jps => "jps",
        }
    }

    /// The planner on a graph.
    pub(super) fn on<'a>(
        self,
        graph: &'a Graph,
    ) -> Result<Box<dyn Planner + 'a>, Refusal> {
        Ok(match self {
            Self::Astar => Box::new(Astar::new(graph)),
            Self::Bfs => Box::new(Bfs::new(graph)),
            Self::Dijkstra => Box::new(Dijkstra::new(graph)),
            Self::Jps => {
                let jps = Jps::new(graph);
                Box::new(
                    jps.hint("use {planner=astar}, which allows any steps and costs")?,
                )
            }
        })
    }
}
