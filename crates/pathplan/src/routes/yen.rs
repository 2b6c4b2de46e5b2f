//! Yen's algorithm for the k shortest loopless paths.

use tilewright_grid::{Cell, Watch};

use super::{Direction, Field, RouteRequest, RouteSet, Router};
use crate::planners::astar::{Guide, Search};
use crate::steps::WAYS;
use crate::{Graph, QueryError, Route};

/// The k shortest loopless paths (Yen, 1971), with Lawler's modification (1972), which avoids
/// duplicates. The exact distance to the goal is the heuristic of every search. Of paths of equal
/// length the one that was found first comes first.
#[derive(Clone, Debug)]
pub struct Yen<'a> {
    graph: &'a Graph,
    search: Search<'a>,
    to_goal: Field,
    /// The nodes with the current stamp are forbidden.
    forbidden: Vec<u32>,
    stamp: u32,
}

/// A candidate for the next path.
#[derive(Clone, Debug)]
struct Candidate {
    route: Route,
    /// The index of the spur cell, up to which it equals its parent.
    spur: usize,
    /// The directions that are forbidden at the spur cell.
    taken: u8,
}

/// The distance to the goal on the whole graph as the heuristic, and the forbidden steps.
struct SpurGuide<'a> {
    to_goal: &'a Field,
    forbidden: &'a [u32],
    stamp: u32,
    spur: usize,
    /// The directions that are forbidden at the spur node.
    taken: u8,
}

impl Guide for SpurGuide<'_> {
    #[inline]
    fn estimate(&self, node: usize, _: Cell) -> f64 {
        self.to_goal.cost(node)
    }

    #[inline]
    fn ways(&self, graph: &Graph, from: usize) -> u8 {
        let taken = if from == self.spur { self.taken } else { 0 };
        graph.ways[from] & !taken
    }

    #[inline]
    fn step_cost(&self, graph: &Graph, way: usize, to: usize) -> f64 {
        if self.forbidden[to] == self.stamp || self.to_goal.cost(to).is_infinite() {
            return f64::INFINITY;
        }
        graph.step_cost(way, to)
    }
}

impl<'a> Yen<'a> {
    /// A router for this graph.
    pub fn new(graph: &'a Graph) -> Self {
        Self {
            graph,
            search: Search::new(graph),
            to_goal: Field::new(graph),
            forbidden: vec![0; graph.node_count()],
            stamp: 0,
        }
    }

    /// The shortest path that equals its parent up to the cell at `spur`, and leaves that cell in
    /// none of the forbidden directions.
    fn spur(
        &mut self,
        parent: &Route,
        spur: usize,
        taken: u8,
        goal: Cell,
        watch: &dyn Watch,
    ) -> Result<Option<Candidate>, QueryError> {
        let graph = self.graph;
        // Cells of the common part are forbidden by a stamp, so that nothing has to be cleared
        // between searches.
        self.stamp = self.stamp.checked_add(1).unwrap_or_else(|| {
            self.forbidden.fill(0);
            1
        });
        for &cell in &parent.cells[..spur] {
            self.forbidden[graph.node(cell)] = self.stamp;
        }

        let start = parent.cells[spur];
        let guide = SpurGuide {
            to_goal: &self.to_goal,
            forbidden: &self.forbidden,
            stamp: self.stamp,
            spur: graph.node(start),
            taken,
        };

        let found = self.search.run(start, goal, &guide, &mut |_| {}, watch);
        let Some(rest) = found? else { return Ok(None) };

        let cells = parent.cells[..spur].iter().chain(&rest.cells);
        let nodes: Vec<u32> = cells.map(|&cell| graph.node(cell) as u32).collect();
        Ok(Some(Candidate { route: graph.route(&nodes), spur, taken }))
    }
}

/// The direction of a step, as a bit.
fn way(graph: &Graph, step: &[Cell]) -> u8 {
    let [from, to] = [step[0], step[1]].map(|cell| graph.square(cell));
    let way = WAYS.iter().position(|way| {
        from.row.wrapping_add_signed(way.down) == to.row
            && from.column.wrapping_add_signed(way.right) == to.column
    });
    1 << way.expect("a path goes step by step")
}

impl Router for Yen<'_> {
    fn routes(
        &mut self,
        request: &RouteRequest,
        watch: &dyn Watch,
    ) -> Result<RouteSet, QueryError> {
        let graph = self.graph;
        let [from, to] = graph.ends(request.start, request.goal)?;
        self.to_goal.flood(graph, to, Direction::In, watch, |_, _| true)?;
        let mut routes = RouteSet::default();
        if self.to_goal.cost(from).is_infinite() {
            return Ok(routes);
        }

        let nowhere = Route { cells: vec![request.start], length: 0.0 };
        let mut waiting: Vec<Candidate> =
            self.spur(&nowhere, 0, 0, request.goal, watch)?.into_iter().collect();
        let mut bound = f64::INFINITY;
        while routes.routes.len() < request.count as usize && !waiting.is_empty() {
            let Candidate { route, spur, mut taken } = waiting.remove(0);
            if routes.routes.is_empty() {
                bound = request.detour.bound(route.length);
            }

            for at in spur..route.cells.len() - 1 {
                taken |= way(graph, &route.cells[at..at + 2]);
                let found = self.spur(&route, at, taken, request.goal, watch)?;
                let found = found.filter(|found| found.route.length <= bound);

                if let Some(found) = found {
                    let length = found.route.length;
                    let place =
                        waiting.partition_point(|other| other.route.length <= length);
                    waiting.insert(place, found);
                    // No more candidates can be used.
                    waiting.truncate(request.count as usize - routes.routes.len());
                }

                taken = 0;
            }

            routes.routes.push(route);
        }

        Ok(routes)
    }
}
