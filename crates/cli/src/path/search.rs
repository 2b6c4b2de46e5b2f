//! A search for a path, timed and recorded.

use tilewright_grid::{Cell, Seed};
use tilewright_pathplan::evolved::{EvolveError, Evolved, Method};
use tilewright_pathplan::film::Generation;
use tilewright_pathplan::planners::{Astar, Bfs, Dijkstra, Jps, Planner};
use tilewright_pathplan::{Graph, Map, QueryError, Route};

use super::ends::{Query, named};
use super::{micros, read};
use crate::arguments::{self, Plan};
use crate::context::Context;
use crate::failure::{Failure, Hint};
use crate::progress::Progress;

/// What a search went through, for moving pictures.
#[derive(Default)]
pub(super) struct Record {
    pub(super) expanded: Vec<Cell>,
    pub(super) generations: Vec<Generation>,
}

/// What a search found.
pub(super) struct Found {
    pub(super) route: Option<Route>,
    /// The cheapest path by the same steps, where the planner does not promise it.
    pub(super) optimum: Option<Route>,
    pub(super) expansions: u64,
    /// How many generations followed the first.
    pub(super) generations: u64,
    /// In microseconds.
    pub(super) took: f64,
}

/// Plans as the arguments say.
pub(super) struct Search<'a> {
    pub(super) arguments: &'a Plan,
    pub(super) graph: &'a Graph,
    pub(super) map: &'a Map,
    pub(super) seed: Option<Seed>,
    pub(super) context: &'a Context,
}

impl Search<'_> {
    /// Plans, and records if it is to.
    pub(super) fn run(
        &self,
        query: &Query,
        record: Option<&mut Record>,
    ) -> Result<Found, Failure> {
        match self.arguments.planner {
            arguments::Planner::Evolved(method) => self.evolved(method, query, record),
            _ => Progress::during(self.context, "planning", || self.exact(query, record)),
        }
    }

    /// Evolves to the end, or until Ctrl-C.
    fn evolved(
        &self,
        method: Method,
        query: &Query,
        mut record: Option<&mut Record>,
    ) -> Result<Found, Failure> {
        let generations = self.arguments.generations;
        let mut evolved = self.evolving(method)?;
        let optimum = self.optimum(query)?;
        let steps = u64::from(generations) + 1;
        let progress = Progress::of(self.context, "evolving", steps);
        let (mut found, mut number) = (None, 0);
        let took = micros(&mut || {
            let route = evolved.evolve(query.start, query.goal, &mut |seen| {
                number = seen.generation;
                if let Some(record) = &mut record {
                    record.generations.extend(Generation::of(&seen, generations));
                }
                progress.at(number + 1)
            });
            found = Some(route.map(Option::<&_>::cloned));
        });
        let route = self.named(found.expect("a path was just planned"))?;
        let expansions = evolved.expansions();
        Ok(Found { route, optimum, expansions, generations: number, took })
    }

    fn evolving(&self, method: Method) -> Result<Evolved<'_>, Failure> {
        let Plan { generations, evolution, .. } = self.arguments;
        let options = read::options(method, *generations, evolution);
        let seed = self.seed.unwrap_or(Seed(0));
        Evolved::new(self.graph, self.map, options, seed).map_err(|error| {
            let hint = match error {
                EvolveError::Connectivity => "leave --connect 8 out",
                _ => "--planner astar finds the shortest path on maps of any size",
            };
            Failure::Error { error: error.into(), hint: Some(hint.to_owned()) }
        })
    }

    /// The cheapest path by the same steps.
    fn optimum(&self, query: &Query) -> Result<Option<Route>, Failure> {
        let mut astar = Astar::new(self.graph);
        let found = astar.plan(query.start, query.goal, &());
        self.named(found.map(Option::<&_>::cloned))
    }

    fn exact(
        &self,
        query: &Query,
        record: Option<&mut Record>,
    ) -> Result<Found, Failure> {
        let mut planner = self.planner()?;
        let mut found = None;
        let took = micros(&mut || {
            let route = planner.plan(query.start, query.goal, &());
            found = Some(route.map(Option::<&_>::cloned));
        });
        let expansions = planner.expansions();
        if let Some(record) = record {
            let expanded = &mut record.expanded;
            let see = &mut |cell| expanded.push(cell);
            let seen = planner.plan_seeing(query.start, query.goal, see, &());
            self.named(seen.map(|_| ()))?;
        }
        let route = self.named(found.expect("a path was just planned"))?;
        Ok(Found { route, optimum: None, expansions, generations: 0, took })
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
