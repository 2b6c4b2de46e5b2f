//! The instances of a comparison.

use tilewright_grid::{Cell, Seed};

use crate::evolved::{EvolveError, EvolvedPlanner, Options};
use crate::planners::{Astar, Planner};
use crate::{Graph, Map, QueryError, Route};

/// A map with a start and a goal.
#[derive(Clone, Debug)]
pub struct Instance {
    /// The name in reports.
    pub name: String,
    /// The map.
    pub map: Map,
    /// The first cell of the path.
    pub start: Cell,
    /// The last cell of the path.
    pub goal: Cell,
}

/// Why planners cannot be compared on an instance.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CompareError {
    /// The start or the goal is outside the map or not walkable.
    #[error("{name}: {source}")]
    Query {
        /// The name of the instance.
        name: String,
        /// The reason.
        source: QueryError,
    },
    /// An evolved planner cannot plan it.
    #[error("{name}: {source}")]
    Evolve {
        /// The name of the instance.
        name: String,
        /// The reason.
        source: EvolveError,
    },
    /// No path leads to the goal.
    #[error("{name}: there is no path from the start to the goal")]
    NoPath {
        /// The name of the instance.
        name: String,
    },
}

impl Instance {
    /// The cost of the cheapest path.
    pub(super) fn optimum(&self, graph: &Graph) -> Result<f64, CompareError> {
        let name = || self.name.clone();
        let mut astar = Astar::new(graph);
        let found = astar.plan(self.start, self.goal, &());
        let found =
            found.map_err(|source| CompareError::Query { name: name(), source })?;
        let route: &Route = found.ok_or_else(|| CompareError::NoPath { name: name() })?;
        Ok(route.length)
    }

    /// An evolved planner for the instance.
    pub(super) fn evolved<'a>(
        &self,
        graph: &'a Graph,
        options: &Options,
    ) -> Result<EvolvedPlanner<'a>, CompareError> {
        let name = || self.name.clone();
        let evolved = EvolvedPlanner::new(graph, &self.map, *options, Seed(0));
        evolved.map_err(|source| CompareError::Evolve { name: name(), source })
    }
}
