//! The path of each query, on a graph or for agents.

use tilewright_pathplan::planners::Jps;
use tilewright_pathplan::{Endpoint, Graph, Map};

use super::super::agent::refused;
use super::super::danger::refuse_danger;
use super::super::{PlannerName, during, tell_times, timed};
use super::agents::AgentSearch;
use super::item::Path;
use super::request::{PlanRequest, Query};
use super::search::{PathSearch, Record, SearchResult};
use super::trace::trace;
use super::walk::Walk;
use crate::{Host, Input, Refusal};

/// What was planned.
#[derive(Default)]
pub(super) struct PlanResult {
    /// One for each query, as far as the host let them be planned.
    pub(super) paths: Vec<Path>,
    /// Of the first query that was searched.
    pub(super) record: Record,
    pub(super) is_stopped: bool,
}

/// The queries of a request.
#[derive(Clone, Copy)]
pub(super) struct EachQuery<'a> {
    pub(super) host: &'a dyn Host,
    pub(super) request: &'a PlanRequest,
    pub(super) file: &'a Input,
    /// With the danger of the request.
    pub(super) map: &'a Map,
    pub(super) queries: &'a [Query],
}

impl EachQuery<'_> {
    /// Plans by the planner of the request.
    pub(super) fn on_graph(self) -> Result<PlanResult, Refusal> {
        let Self { host, request, file, map, .. } = self;
        let lay_out = || timed(host, || self.graph());
        let (graph, prepared) = during(host, "laying out the map", lay_out);
        // Only A* knows when doors open.
        let suits_jps = request.door.is_empty() && Jps::suits(&graph);
        let planner = request.planner.itself(suits_jps);
        let search = PathSearch { host, request, file, graph: &graph, map };
        let mut walk = Walk::new(&search, request.detour);

        let refusal = |query: &Query| {
            let masked =
                || refuse_danger(map, &graph, Endpoint::Start, query.ends[0]).err();
            query.refusal().or_else(masked)
        };
        self.plan(planner, prepared, refusal, |query, record| {
            if !request.nearest {
                refuse_danger(map, &graph, Endpoint::Goal, query.ends[1])?;
            }
            walk.plan(query.ends, record)
        })
    }

    /// Plans for agents that other planners do not know.
    pub(super) fn for_agents(self) -> Result<PlanResult, Refusal> {
        let Self { host, request, file, map, .. } = self;
        let steps = request.allowed_steps();
        let lay_out =
            || timed(host, || request.agent.lay_out(map, steps, &request.danger));
        let (laid_out, prepared) = during(host, "laying out the map", lay_out);
        let laid_out = laid_out.map_err(|error| refused(error, file))?;
        let mut search = AgentSearch::new(host, request, file, laid_out)?;

        let planner = request.planner.itself(false);
        self.plan(planner, prepared, Query::refusal, |query, _| {
            search.check_goal(query.ends[1])?;
            search.plan(query.ends)
        })
    }

    /// Plans the path of each query that can begin.
    fn plan(
        self,
        planner: PlannerName,
        prepared: Option<f64>,
        refusal: impl Fn(&Query) -> Option<Refusal>,
        mut plan: impl FnMut(
            &Query,
            Option<&mut Record>,
        ) -> Result<Option<SearchResult>, Refusal>,
    ) -> Result<PlanResult, Refusal> {
        let Self { host, request, map, queries, .. } = self;
        let (mut result, mut first, mut took) = (PlanResult::default(), None, 0.0);
        for query in queries {
            if let Some(why) = refusal(query) {
                result.paths.push(Path::failed(request, planner, query, why)?);
                continue;
            }

            // Only the first path that is searched is animated.
            let is_animated = first.is_none() && host.draws_animation();
            let mut record = Record::default();
            let wanted = (is_animated || request.trace).then_some(&mut record);

            if let Some(found) = plan(query, wanted)? {
                let trace = (request.trace && request.detour.is_none())
                    .then(|| trace(&record, map.size()));
                took += found.took.unwrap_or(0.0);
                result.paths.push(Path::new(request, planner, query, found, trace));
            }

            first.get_or_insert(record);
            result.is_stopped = host.look().is_break();
            if result.is_stopped {
                break;
            }
        }

        tell_times(host, prepared, prepared.map(|_| took));
        Ok(PlanResult { record: first.unwrap_or_default(), ..result })
    }

    /// The graph to plan on. `weighted-sum` weighs danger by itself, so that none is masked.
    fn graph(self) -> Graph {
        let Self { request, map, .. } = self;
        let steps = request.allowed_steps();
        let weighs = request.planner == PlannerName::WeightedSum;
        if weighs && request.danger.danger_weight.is_none() {
            return Graph::new(map, steps);
        }
        request.danger.lay_out(map, steps)
    }
}
