//! What planners are compared on.

use tilewright_grid::{Cell, Seed};

use crate::evolved::{EvolveError, Evolved, Options};
use crate::planners::{Astar, Planner};
use crate::{Graph, Map, QueryError, Route};

/// A map with the ends of a path on it.
#[derive(Clone, Debug)]
pub struct Course {
    /// Its name, for the table.
    pub name: String,
    /// The map.
    pub map: Map,
    /// Where the path starts.
    pub start: Cell,
    /// Where it ends.
    pub goal: Cell,
}

/// Why planners cannot be compared on a course.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CompareError {
    /// An end of the path is off the map or in a wall.
    #[error("{name}: {source}")]
    Query {
        /// The course.
        name: String,
        /// What is wrong.
        source: QueryError,
    },
    /// The planners cannot work on it.
    #[error("{name}: {source}")]
    Evolve {
        /// The course.
        name: String,
        /// Why not.
        source: EvolveError,
    },
    /// No way leads to the goal.
    #[error("{name}: no way leads from the start to the goal")]
    NoWay {
        /// The course.
        name: String,
    },
}

impl Course {
    /// The least cost of a path.
    pub(super) fn optimum(&self, graph: &Graph) -> Result<f64, CompareError> {
        let name = || self.name.clone();
        let mut astar = Astar::new(graph);
        let found = astar.plan(self.start, self.goal, &());
        let found =
            found.map_err(|source| CompareError::Query { name: name(), source })?;
        let route: &Route = found.ok_or_else(|| CompareError::NoWay { name: name() })?;
        Ok(route.length)
    }

    /// A planner for it that evolves.
    pub(super) fn evolved<'a>(
        &self,
        graph: &'a Graph,
        options: &Options,
    ) -> Result<Evolved<'a>, CompareError> {
        let name = || self.name.clone();
        let evolved = Evolved::new(graph, &self.map, *options, Seed(0));
        evolved.map_err(|source| CompareError::Evolve { name: name(), source })
    }
}
