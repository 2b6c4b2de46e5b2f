//! The shortest loopless paths, one after the other.

use tilewright_grid::{Cell, Watch};

use super::{Direction, Field, Router, Routes, Wish};
use crate::planners::astar::{Guide, Search};
use crate::steps::WAYS;
use crate::{Graph, QueryError, Route};

/// The shortest paths that visit no cell twice, from the shortest on (Yen, 1971), each new one
/// sought only where its parent's own search left off (Lawler, 1972). The distances to the goal
/// guide every search. Of equal lengths the one that was found first comes first.
#[derive(Clone, Debug)]
pub struct Yen<'a> {
    graph: &'a Graph,
    search: Search<'a>,
    to_goal: Field,
    /// The nodes that the search may not step into are those of this stamp.
    banned: Vec<u32>,
    stamp: u32,
}

/// A path that may be the next one.
#[derive(Clone, Debug)]
struct Candidate {
    route: Route,
    /// Up to here it goes with its parent.
    parted: usize,
    /// The ways that it must not take there.
    taken: u8,
}

/// The distance to the goal as if nothing were banned, and what is.
struct Detoured<'a> {
    to_goal: &'a Field,
    banned: &'a [u32],
    stamp: u32,
    spur: usize,
    /// The ways that are closed from the spur.
    taken: u8,
}

impl Guide for Detoured<'_> {
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
        if self.banned[to] == self.stamp || self.to_goal.cost(to).is_infinite() {
            return f64::INFINITY;
        }
        graph.step_cost(way, to)
    }
}

impl<'a> Yen<'a> {
    /// For this graph.
    pub fn new(graph: &'a Graph) -> Self {
        Self {
            graph,
            search: Search::new(graph),
            to_goal: Field::new(graph),
            banned: vec![0; graph.node_count()],
            stamp: 0,
        }
    }

    /// The shortest path that goes with a parent up to the cell at `parted` and not by any of
    /// these ways from there.
    fn spur(
        &mut self,
        parent: &Route,
        parted: usize,
        taken: u8,
        goal: Cell,
        watch: &dyn Watch,
    ) -> Result<Option<Candidate>, QueryError> {
        let graph = self.graph;
        self.stamp = self.stamp.checked_add(1).unwrap_or_else(|| {
            self.banned.fill(0);
            1
        });
        for &cell in &parent.cells[..parted] {
            self.banned[graph.node(cell)] = self.stamp;
        }
        let start = parent.cells[parted];
        let guide = Detoured {
            to_goal: &self.to_goal,
            banned: &self.banned,
            stamp: self.stamp,
            spur: graph.node(start),
            taken,
        };
        let found = self.search.run(start, goal, &guide, &mut |_| {}, watch);
        let Some(rest) = found? else { return Ok(None) };
        let cells = parent.cells[..parted].iter().chain(&rest.cells);
        let nodes: Vec<u32> = cells.map(|&cell| graph.node(cell) as u32).collect();
        Ok(Some(Candidate { route: graph.route(&nodes), parted, taken }))
    }
}

/// The way of a step.
fn way(step: &[Cell]) -> u8 {
    let way = WAYS.iter().position(|way| {
        step[0].row.wrapping_add_signed(way.down) == step[1].row
            && step[0].column.wrapping_add_signed(way.right) == step[1].column
    });
    1 << way.expect("a path goes step by step")
}

impl Router for Yen<'_> {
    fn routes(&mut self, wish: &Wish, watch: &dyn Watch) -> Result<Routes, QueryError> {
        let graph = self.graph;
        let [from, to] = graph.ends(wish.start, wish.goal)?;
        self.to_goal.flood(graph, to, Direction::In, watch, |_, _| true)?;
        let mut routes = Routes::default();
        if self.to_goal.cost(from).is_infinite() {
            return Ok(routes);
        }
        let nowhere = Route { cells: vec![wish.start], length: 0.0 };
        let mut waiting: Vec<Candidate> =
            self.spur(&nowhere, 0, 0, wish.goal, watch)?.into_iter().collect();
        let mut bound = f64::INFINITY;
        while routes.routes.len() < wish.count as usize && !waiting.is_empty() {
            let Candidate { route, parted, mut taken } = waiting.remove(0);
            if routes.routes.is_empty() {
                bound = wish.detour.bound(route.length);
            }
            for at in parted..route.cells.len() - 1 {
                taken |= way(&route.cells[at..at + 2]);
                let found = self.spur(&route, at, taken, wish.goal, watch)?;
                let found = found.filter(|found| found.route.length <= bound);
                if let Some(found) = found {
                    let length = found.route.length;
                    let place =
                        waiting.partition_point(|other| other.route.length <= length);
                    waiting.insert(place, found);
                    // No more will be asked for.
                    waiting.truncate(wish.count as usize - routes.routes.len());
                }
                taken = 0;
            }
            routes.routes.push(route);
        }
        Ok(routes)
    }
}
