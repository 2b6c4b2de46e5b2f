//! Paths of agents of several cells, or that swim or fly, by navigation maps.

use tilewright_grid::Cell;
use tilewright_navigation::{NavigationError, Query, Route, Scratch};
use tilewright_pathplan as pathplan;

use super::super::agent::{AgentMap, refused};
use super::super::{during, timed};
use super::request::PlanRequest;
use super::search::{Schedule, SearchResult};
use crate::{Host, Input, Refusal};

/// Plans paths for one kind of agent.
pub(super) struct AgentSearch<'a> {
    host: &'a dyn Host,
    request: &'a PlanRequest,
    file: &'a Input,
    map: AgentMap,
    scratch: Scratch,
}

impl<'a> AgentSearch<'a> {
    /// On this map, with the doors of the request.
    pub(super) fn new(
        host: &'a dyn Host,
        request: &'a PlanRequest,
        file: &'a Input,
        mut map: AgentMap,
    ) -> Result<Self, Refusal> {
        // Of several doors in one cell the first counts, as for the other planners.
        for door in request.door.iter().rev() {
            let placed = map.navigation.set_door(0, door.0);
            placed.map_err(|error| refused(error, file))?;
        }
        Ok(Self { host, request, file, map, scratch: Scratch::default() })
    }

    /// Refuses a goal where the agent cannot stand, unless the nearest cell will do.
    pub(super) fn check_goal(&self, goal: Cell) -> Result<(), Refusal> {
        if self.request.nearest {
            return Ok(());
        }
        let hint = "move the goal, or plan to the nearest cell by {nearest}";
        self.map.check_goal(goal, &self.request.agent, self.file, hint)
    }

    /// The path of the next agent. None if the host stopped it.
    pub(super) fn plan(
        &mut self,
        [start, goal]: [Cell; 2],
    ) -> Result<Option<SearchResult>, Refusal> {
        let begins = self.map.start(start, &self.request.agent, self.file)?;
        let mut query = Query::new(begins, goal)
            .agent(self.map.agent)
            .departure(self.request.departure());
        if self.request.nearest {
            query = query.or_nearest();
        }

        let Self { host, map, scratch, .. } = self;
        let host = *host;
        let (found, took) =
            during(host, "planning", || timed(host, || map.route(&query, host, scratch)));
        let found = found.map_err(|error: NavigationError| refused(error, self.file))?;
        let std::ops::ControlFlow::Continue(found) = found else { return Ok(None) };

        let expansions = Some(self.scratch.expansions());
        let start = (begins != start).then_some(begins);
        let result = SearchResult { expansions, took, start, ..SearchResult::default() };
        let Some((route, is_goal)) = found else { return Ok(Some(result)) };
        Ok(Some(of_route(route, is_goal, result)))
    }
}

/// A route as a result.
fn of_route(route: Route, is_goal: bool, result: SearchResult) -> SearchResult {
    let cells: Vec<Cell> = route.places.iter().map(|place| place.cell).collect();
    let nearest = cells.last().copied().filter(|_| !is_goal);
    // With doors the cost is a time, and contains the waiting.
    let waited =
        route.departures.iter().zip(&route.arrivals).map(|(left, came)| left - came);
    let length = route.cost - waited.sum::<f64>();
    let Route { arrivals, departures, .. } = route;
    let schedule = (!arrivals.is_empty()).then_some(Schedule { arrivals, departures });
    let route = Some(pathplan::Route { cells, length });
    SearchResult { route, schedule, nearest, ..result }
}
