//! A search for a path, timed and recorded.

use tilewright_grid::{Cell, Seed};
use tilewright_pathplan::evolved::Evolved;
use tilewright_pathplan::planners::{Astar, Bfs, Dijkstra, Jps, Planner};
use tilewright_pathplan::{Graph, Map, QueryError, Route};

use super::ends::{Query, named};
use super::{micros, read};
use crate::arguments::{self, Plan};
use crate::failure::{Failure, Hint};

/// What a search went through, for moving pictures.
#[derive(Default)]
pub(super) struct Record {
    pub(super) expanded: Vec<Cell>,
    pub(super) generations: Vec<Vec<Vec<Cell>>>,
}

/// What a search found.
pub(super) struct Found {
    pub(super) route: Option<Route>,
    pub(super) expansions: u64,
    /// In microseconds.
    pub(super) took: f64,
}

/// Plans as the arguments say.
pub(super) struct Search<'a> {
    pub(super) arguments: &'a Plan,
    pub(super) graph: &'a Graph,
    pub(super) map: &'a Map,
    pub(super) seed: Option<Seed>,
}

impl Search<'_> {
    /// Plans, and records if it is to.
    pub(super) fn run(
        &self,
        query: &Query,
        record: Option<&mut Record>,
    ) -> Result<Found, Failure> {
        let arguments::Planner::Evolved(method) = self.arguments.planner else {
            return self.exact(query, record);
        };
        let options =
            read::options(method, self.arguments.generations, &self.arguments.evolution);
        let seed = self.seed.unwrap_or(Seed(0));
        let evolved = Evolved::new(self.graph, self.map, options, seed);
        let mut evolved = evolved.hint("leave --connect 8 out")?;
        let mut found = None;
        let took = micros(&mut || {
            let route = evolved.plan(query.start, query.goal, &mut |_| {});
            found = Some(route.map(Option::<&_>::cloned));
        });
        if let Some(record) = record {
            let generations = &mut record.generations;
            let watched = evolved.evolve(query.start, query.goal, &mut |seen| {
                generations.push(seen.paths().collect());
            });
            self.named(watched.map(|_| ()))?;
        }
        let route = self.named(found.expect("a path was just planned"))?;
        Ok(Found { route, expansions: evolved.expansions(), took })
    }

    fn exact(
        &self,
        query: &Query,
        record: Option<&mut Record>,
    ) -> Result<Found, Failure> {
        let mut planner = self.planner()?;
        let mut found = None;
        let took = micros(&mut || {
            let route = planner.plan(query.start, query.goal, &mut |_| {});
            found = Some(route.map(Option::<&_>::cloned));
        });
        let expansions = planner.expansions();
        if let Some(record) = record {
            let expanded = &mut record.expanded;
            let watched =
                planner.plan(query.start, query.goal, &mut |cell| expanded.push(cell));
            self.named(watched.map(|_| ()))?;
        }
        let route = self.named(found.expect("a path was just planned"))?;
        Ok(Found { route, expansions, took })
    }

    fn planner(&self) -> Result<Box<dyn Planner + '_>, Failure> {
        let graph = self.graph;
        Ok(match self.arguments.planner {
            arguments::Planner::Bfs => Box::new(Bfs::new(graph)),
            arguments::Planner::Dijkstra => Box::new(Dijkstra::new(graph)),
            arguments::Planner::Jps => {
                let jps = Jps::new(graph);
                Box::new(
                    jps.hint("use --planner astar, which takes any steps and costs")?,
                )
            }
            _ => Box::new(Astar::new(graph)),
        })
    }

    /// An error with the name of the map.
    fn named<T>(&self, result: Result<T, QueryError>) -> Result<T, Failure> {
        named(result, &self.arguments.map)
    }
}
