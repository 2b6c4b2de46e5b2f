//! A query of one path, timed and recorded.

use serde::Serialize;
use tilewright_grid::{Cell, Seed};
use tilewright_pathplan::animation::Generation;
use tilewright_pathplan::evolved::{EvolveError, EvolvedPlanner, GenerationView, Method};
use tilewright_pathplan::planners::{Astar, Door, DoorAstar, Planner, fastest};
use tilewright_pathplan::{Graph, Map, Route};

use super::super::ends::unless_stopped;
use super::super::planner::PlannerKind;
use super::super::{during, timed};
use super::request::PlanRequest;
use crate::{Event, Hint, Host, HostWatch, Input, Refusal};

/// The course of a search, for its animation.
#[derive(Debug, Default)]
pub(super) struct Record {
    pub(super) expanded: Vec<Cell>,
    pub(super) generations: Vec<Generation>,
}

/// The result of a search.
#[derive(Debug, Default)]
pub(super) struct SearchResult {
    pub(super) route: Option<Route>,
    /// The cheapest path by the same steps, for planners that need not find it.
    pub(super) optimum: Option<Route>,
    /// The number of cells expanded or of paths evaluated, if the planner counts them.
    pub(super) expansions: Option<u64>,
    /// The number of generations after the first one.
    pub(super) generations: u64,
    /// The time in microseconds, if the host has a clock.
    pub(super) took: Option<f64>,
    /// When the walker is in each cell and leaves it, if there are doors.
    pub(super) schedule: Option<Schedule>,
    /// The cell that it leads to where the goal cannot be reached.
    pub(super) nearest: Option<Cell>,
    /// The cell that it begins in where the agent cannot stand at the start.
    pub(super) start: Option<Cell>,
}

/// When a walker is in each cell of a path, and when it leaves it, in ticks.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Schedule {
    pub(super) arrivals: Vec<f64>,
    pub(super) departures: Vec<f64>,
}

/// Plans a path as a request says.
pub(super) struct PathSearch<'a> {
    pub(super) host: &'a dyn Host,
    pub(super) request: &'a PlanRequest,
    pub(super) file: &'a Input,
    pub(super) graph: &'a Graph,
    pub(super) map: &'a Map,
}

impl<'a> PathSearch<'a> {
    /// Plans, and fills the record if there is one. An exact planner is made for the first path, and serves for all. None if the
    /// host stopped it before there was a result.
    pub(super) fn run(
        &self,
        exact: &mut Option<Box<dyn Planner + 'a>>,
        ends: [Cell; 2],
        record: Option<&mut Record>,
    ) -> Result<Option<SearchResult>, Refusal> {
        match self.request.planner.kind() {
            PlannerKind::Evolved(method) => self.evolved(method, ends, record),
            _ if !self.request.door.is_empty() => self.past_doors(ends, record),
            PlannerKind::Fastest => {
                let planner = exact.get_or_insert_with(|| fastest(self.graph));
                self.exact(&mut **planner, ends, record)
            }
            PlannerKind::Exact(planner) => {
                let planner = match exact {
                    Some(made) => made,
                    None => exact.insert(planner.on(self.graph)?),
                };
                self.exact(&mut **planner, ends, record)
            }
        }
    }

    /// Evolves to the end, or until the host stops it. None if it does before the first generation
    /// is complete.
    fn evolved(
        &self,
        method: Method,
        [start, goal]: [Cell; 2],
        mut record: Option<&mut Record>,
    ) -> Result<Option<SearchResult>, Refusal> {
        let (host, watch) = (self.host, &HostWatch(self.host));
        let generations = self.request.generations.get();
        let mut evolved = self.evolving(method)?;

        // The cheapest path, with which the evolved one is compared.
        let mut astar = Astar::new(self.graph);
        let optimum = astar.plan(start, goal, watch).map(Option::<&_>::cloned);
        let Some(optimum) = unless_stopped(optimum, self.file)? else { return Ok(None) };

        let steps = Some(u64::from(generations) + 1);
        host.tell(Event::Begun { doing: "evolving", steps });
        let mut number = 0;
        let (route, took) = timed(host, || {
            let see = &mut |seen: GenerationView<'_>| {
                number = seen.generation;
                if let Some(record) = &mut record {
                    record.generations.extend(Generation::of(&seen, generations));
                }

                let [best, median, worst] = seen.costs().unwrap_or(seen.fitness);
                let values = [("best", best), ("median", median), ("worst", worst)];
                host.tell(Event::Values { step: number, values: &values });
                host.tell(Event::Reached(number + 1));
                host.look()
            };

            let route = evolved.evolve(start, goal, see, watch);
            route.map(Option::<&_>::cloned)
        });

        host.tell(Event::Ended);
        let Some(route) = unless_stopped(route, self.file)? else { return Ok(None) };

        let expansions = Some(evolved.expansions());
        let found =
            SearchResult { route, optimum, expansions, took, ..Default::default() };
        Ok(Some(SearchResult { generations: number, ..found }))
    }

    fn evolving(&self, method: Method) -> Result<EvolvedPlanner<'_>, Refusal> {
        let PlanRequest { generations, evolution, seed, .. } = self.request;
        let options = evolution.options(method, generations.get());
        let seed = seed.unwrap_or(Seed(0));
        EvolvedPlanner::new(self.graph, self.map, options, seed).map_err(|error| {
            let hint = match error {
                EvolveError::Connectivity if self.map.shape().hexagons().is_none() => {
                    "leave out {connectivity=8}"
                }
                _ => "use {planner=astar}, which finds the cheapest path on maps of any size",
            };
            Refusal { error: error.into(), hint: Some(Hint::from(hint)), key: None }
        })
    }

    /// Plans for a walker who knows when doors open.
    fn past_doors(
        &self,
        ends: [Cell; 2],
        record: Option<&mut Record>,
    ) -> Result<Option<SearchResult>, Refusal> {
        let doors: Vec<Door> = self.request.door.iter().map(|door| door.0).collect();
        let mut planner = DoorAstar::new(self.graph, &doors);
        planner.set_departure(self.request.departure());
        let found = self.exact(&mut planner, ends, record)?;
        let [arrivals, departures] =
            [planner.arrivals(), planner.departures()].map(<[f64]>::to_vec);
        let schedule = Some(Schedule { arrivals, departures });
        Ok(found.map(|found| SearchResult { schedule, ..found }))
    }

    fn exact(
        &self,
        planner: &mut dyn Planner,
        [start, goal]: [Cell; 2],
        record: Option<&mut Record>,
    ) -> Result<Option<SearchResult>, Refusal> {
        let watch = &HostWatch(self.host);
        let (route, took) = during(self.host, "planning", || {
            timed(self.host, || {
                planner.plan(start, goal, watch).map(Option::<&_>::cloned)
            })
        });
        let Some(route) = unless_stopped(route, self.file)? else { return Ok(None) };

        let expansions = Some(planner.expansions());

        // Planned again to be observed, so that recording does not count in the time.
        if let Some(record) = record {
            let see = &mut |cell| record.expanded.push(cell);
            let seen = planner.plan_observed(start, goal, see, watch);
            unless_stopped(seen.map(drop), self.file)?;
        }

        Ok(Some(SearchResult { route, expansions, took, ..SearchResult::default() }))
    }
}
