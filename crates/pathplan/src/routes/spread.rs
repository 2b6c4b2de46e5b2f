//! Routes that keep apart, through the web of all that are short enough.

use tilewright_grid::{Cell, Watch};

use super::field::{Direction, Field};
use super::web::Web;
use super::{Router, Routes, Wish};
use crate::planners::{Astar, Jps, Planner, check};
use crate::{Graph, QueryError, Route};

/// What a cell costs for every route that goes through it already, in steps.
const PRICE: f64 = 0.5;

/// How many routes are tried for each that is wanted.
const TRIES: u64 = 3;

/// Routes that keep apart. Nothing in it is left to chance.
///
/// The exact distances from the start and to the goal tell which cells lie on routes that are
/// short enough. In the order of their distance from the start they form a web in which every
/// step goes on; the cheapest route through it, where a cell that others use costs more, comes out
/// of a single pass. That is the penalty method with the search replaced by the pass, and with the
/// bound on the length inside, so that no route has to be thrown away. What the order leaves
/// out are routes that come back towards the start.
#[derive(Clone, Debug)]
pub struct Spread<'a> {
    graph: &'a Graph,
    shortest: Shortest<'a>,
    /// How far the goal is from every node, and how far every node from the start.
    to_goal: Field,
    from_start: Field,
    web: Web,
}

/// Who finds the shortest path.
#[derive(Clone, Debug)]
enum Shortest<'a> {
    Jps(Box<Jps<'a>>),
    Astar(Box<Astar<'a>>),
}

impl<'a> Spread<'a> {
    /// For this graph.
    pub fn new(graph: &'a Graph) -> Self {
        let shortest = match Jps::new(graph) {
            Ok(jps) => Shortest::Jps(Box::new(jps)),
            Err(_) => Shortest::Astar(Box::new(Astar::new(graph))),
        };
        Self {
            graph,
            shortest,
            to_goal: Field::new(graph),
            from_start: Field::new(graph),
            web: Web::new(graph),
        }
    }
}

impl Shortest<'_> {
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

impl Router for Spread<'_> {
    fn routes(&mut self, wish: &Wish, watch: &dyn Watch) -> Result<Routes, QueryError> {
        let graph = self.graph;
        let [from, to] = graph.ends(wish.start, wish.goal)?;
        let mut routes = Routes::default();
        let Some(shortest) = self.shortest.plan(wish.start, wish.goal, watch)? else {
            return Ok(routes);
        };
        let bound = wish.detour.bound(shortest.length);
        self.to_goal.flood(graph, to, Direction::In, watch, |node, cost| {
            cost + graph.least_cost(wish.start, graph.cell(node)) <= bound
        })?;
        let to_goal = &self.to_goal;
        self.from_start.flood(graph, from, Direction::Out, watch, |node, cost| {
            cost + to_goal.cost(node) <= bound
        })?;
        let slack = bound - shortest.length;
        self.web.spin(graph, self.from_start.order(), to_goal, slack, watch)?;
        let nodes = shortest.cells.iter().map(|&cell| graph.node(cell) as u32);
        let mut route: Vec<u32> = nodes.collect();
        routes.add(graph.route(&route));
        self.web.charge(&route, PRICE);
        // A route that was found before is dearer the next time, until another is cheaper.
        for _ in 1..u64::from(wish.count) * TRIES {
            if routes.routes.len() == wish.count as usize {
                break;
            }
            check(watch)?;
            self.web.route(&mut route);
            self.web.charge(&route, PRICE);
            routes.add(graph.route(&route));
        }
        Ok(routes)
    }
}
