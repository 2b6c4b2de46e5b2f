//! Diverse routes, by dynamic programming on the DAG of all short enough routes.

use tilewright_grid::{Cell, Watch};

use super::dag::Dag;
use super::field::{Direction, Field};
use super::{RouteRequest, RouteSet, Router};
use crate::planners::{Astar, Jps, Planner, check};
use crate::{Graph, QueryError, Route};

/// The penalty on a cell for every route that passes through it, in steps. The dissimilarity of
/// eight routes (`cargo xtask bench routes`) on lak304d and Aftershock is 0.880 and 0.967; with 0.1
/// it is 0.864 and 0.953, with 0.25 0.882 and 0.964, with 1 0.866 and 0.968, with 4 0.858 and
/// 0.966.
const PENALTY: f64 = 0.5;

/// The number of tries for every requested route.
/// A repeated route only raises its penalties; three tries for each route leave room for some
/// repetitions and bound the work. On lak304d one try for each finds 7.68 routes of eight, two to
/// ten find 7.70; on Aftershock one finds as many as ten (`cargo xtask bench routes`).
const TRIES: u64 = 3;

/// Diverse routes: routes within the allowed cost that share few cells. Deterministic.
///
/// The exact distances from the start and to the goal give the cells of all routes that are cheap
/// enough. Ordered by their distance from the start these cells form a DAG, and the cheapest route
/// through it, where used cells cost more, comes from one dynamic-programming pass. This is the
/// penalty method with the pass in place of a search; the pass also keeps to the allowed cost, so
/// that no route is rejected. Routes that move back towards the start are not in the DAG.
#[derive(Clone, Debug)]
pub struct DiverseRoutes<'a> {
    graph: &'a Graph,
    shortest: ShortestPlanner<'a>,
    /// The distances to the goal and from the start.
    to_goal: Field,
    from_start: Field,
    dag: Dag,
}

/// The planner of the cheapest path.
#[derive(Clone, Debug)]
enum ShortestPlanner<'a> {
    Jps(Box<Jps<'a>>),
    Astar(Box<Astar<'a>>),
}

impl<'a> DiverseRoutes<'a> {
    /// A router for this graph.
    pub fn new(graph: &'a Graph) -> Self {
        let shortest = match Jps::new(graph) {
            Ok(jps) => ShortestPlanner::Jps(Box::new(jps)),
            Err(_) => ShortestPlanner::Astar(Box::new(Astar::new(graph))),
        };
        Self {
            graph,
            shortest,
            to_goal: Field::new(graph),
            from_start: Field::new(graph),
            dag: Dag::new(graph),
        }
    }
}

impl ShortestPlanner<'_> {
    fn plan(
        &mut self,
        start: Cell,
        goal: Cell,
        watch: &dyn Watch,
    ) -> Result<Option<&Route>, QueryError> {
        match self {
            Self::Jps(jps) => jps.plan(start, goal, watch),
            Self::Astar(astar) => astar.plan(start, goal, watch),
        }
    }
}

impl Router for DiverseRoutes<'_> {
    fn routes(
        &mut self,
        request: &RouteRequest,
        watch: &dyn Watch,
    ) -> Result<RouteSet, QueryError> {
        let graph = self.graph;
        let [from, to] = graph.ends(request.start, request.goal)?;
        let mut routes = RouteSet::default();
        let Some(shortest) = self.shortest.plan(request.start, request.goal, watch)?
        else {
            return Ok(routes);
        };

        let bound = request.detour.bound(shortest.length);
        let first = graph.square(request.start);
        self.to_goal.flood(graph, to, Direction::In, watch, |node, cost| {
            cost + graph.lower_bound(first, graph.square_of(node)) <= bound
        })?;
        let to_goal = &self.to_goal;
        self.from_start.flood(graph, from, Direction::Out, watch, |node, cost| {
            cost + to_goal.cost(node) <= bound
        })?;
        let slack = bound - shortest.length;
        self.dag.build(graph, self.from_start.order(), to_goal, slack, watch)?;
        let nodes = shortest.cells.iter().map(|&cell| graph.node(cell) as u32);
        let mut route: Vec<u32> = nodes.collect();
        routes.add(graph.route(&route));
        self.dag.penalize(&route, PENALTY);
        // A repeated route is penalized again, until another one is cheaper.
        for _ in 1..u64::from(request.count) * TRIES {
            if routes.routes.len() == request.count as usize {
                break;
            }

            check(watch)?;
            self.dag.route(&mut route);
            self.dag.penalize(&route, PENALTY);
            routes.add(graph.route(&route));
        }

        Ok(routes)
    }
}
