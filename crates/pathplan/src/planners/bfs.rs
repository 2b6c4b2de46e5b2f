//! Breadth-first search.

use std::ops::Range;

use tilewright_grid::{Cell, Watch};

use super::{Planner, check};
use crate::steps::{WAYS, back};
use crate::{Graph, QueryError, Route, Steps};

/// The mark of a wall, which no search reaches.
const WALL: u32 = u32::MAX;

/// After how many cells the watch is looked at: some 0.3 ms.
const SOME: usize = 1 << 15;

/// Breadth-first search (Moore, 1959): the fewest steps, whatever they cost. With steps to
/// four neighbours of equal cost that is the shortest path.
#[derive(Clone, Debug)]
pub struct Bfs<'a> {
    graph: &'a Graph,
    /// The level of each node in the last search that reached it. Levels count on from search
    /// to search, so that nothing has to be wiped in between.
    levels: Vec<u32>,
    /// The level of the start of this search.
    first: u32,
    /// The highest level that any search gave.
    last: u32,
    queue: Vec<u32>,
    route: Route,
    expansions: u64,
}

impl<'a> Bfs<'a> {
    /// For this graph.
    pub fn new(graph: &'a Graph) -> Self {
        let nodes = graph.node_count();
        let mark = |node| if graph.ground(node).is_blocked() { WALL } else { 0 };
        Self {
            graph,
            levels: (0..nodes).map(mark).collect(),
            first: 0,
            last: 0,
            // One place more: a neighbour is written there before it is known to be new.
            queue: vec![0; nodes + 1],
            route: Route::default(),
            expansions: 0,
        }
    }

    /// How many steps lead to every cell from this one, in reading order; none where no way
    /// leads.
    ///
    /// # Errors
    /// When the start is off the map or in a wall, and [`QueryError::Cancelled`] when the watch
    /// stops it.
    pub fn distances(
        &mut self,
        start: Cell,
        watch: &dyn Watch,
    ) -> Result<Vec<Option<u32>>, QueryError> {
        let [from, _] = self.graph.ends(start, start)?;
        self.search(from, None, watch)?;
        let steps = |cell| self.steps_to(self.graph.node(cell));
        Ok(self.graph.size().cells().map(steps).collect())
    }

    /// How many steps lead to a node, as far as the last search went.
    fn steps_to(&self, node: usize) -> Option<u32> {
        let level = self.levels[node];
        (level >= self.first && level != WALL).then(|| level - self.first)
    }

    /// Goes outwards until the goal is met, level by level.
    fn search(
        &mut self,
        from: usize,
        to: Option<usize>,
        watch: &dyn Watch,
    ) -> Result<bool, QueryError> {
        let nodes = self.queue.len() as u32;
        if self.last >= WALL - nodes - 1 {
            let wipe = |level: &mut u32| {
                if *level != WALL {
                    *level = 0;
                }
            };
            self.levels.iter_mut().for_each(wipe);
            self.last = 0;
        }
        self.first = self.last + 1;
        let is_square = self.graph.is_even && self.graph.steps() == Steps::FOUR;
        self.levels[from] = self.first;
        self.queue[0] = from as u32;
        let (mut head, mut tail, mut seen) = (0, 1, 0);
        self.last = self.first;
        let is_met = |levels: &[u32], first| to.is_some_and(|to| levels[to] >= first);
        while head < tail && !is_met(&self.levels, self.first) {
            if head - seen > SOME {
                seen = head;
                check(watch)?;
            }
            self.last += 1;
            let level = head..tail;
            head = tail;
            tail = if is_square { self.expand_square(level) } else { self.expand(level) };
        }
        self.expansions = head as u64;
        Ok(is_met(&self.levels, self.first))
    }

    /// Puts the new neighbours of a level at the end of the queue, and gives that end.
    ///
    /// Where every step can be taken back, a neighbour that is no wall can be stepped to.
    /// Nothing here branches on what is found, which the processor could only guess.
    fn expand_square(&mut self, level: Range<usize>) -> usize {
        let (stride, first, last) = (self.graph.stride, self.first, self.last);
        let mut tail = level.end;
        for at in level {
            let node = self.queue[at] as usize;
            for next in [node - stride, node + 1, node + stride, node - 1] {
                let known = self.levels[next];
                let is_new = known < first;
                self.queue[tail] = next as u32;
                self.levels[next] = if is_new { last } else { known };
                tail += usize::from(is_new);
            }
        }
        tail
    }

    /// The same for any steps.
    fn expand(&mut self, level: Range<usize>) -> usize {
        let mut tail = level.end;
        for at in level {
            let node = self.queue[at] as usize;
            let mut ways = self.graph.ways[node];
            while ways != 0 {
                let next = self.graph.neighbor(node, ways.trailing_zeros() as usize);
                ways &= ways - 1;
                if self.levels[next] < self.first {
                    self.levels[next] = self.last;
                    self.queue[tail] = next as u32;
                    tail += 1;
                }
            }
        }
        tail
    }

    /// Goes back from the goal by the first way to a node one step nearer.
    fn trace(&mut self, from: usize, to: usize) {
        let graph = self.graph;
        let cells = &mut self.route.cells;
        cells.clear();
        let mut at = to;
        let mut length = 0.0;
        cells.push(graph.cell(at));
        while at != from {
            let wanted = self.levels[at] - 1;
            let leads_here = |way: &usize| {
                let before = graph.neighbor(at, *way);
                self.levels[before] == wanted && graph.ways[before] >> back(*way) & 1 == 1
            };
            let way = (0..WAYS.len()).find(leads_here).expect("some step led here");
            length += graph.step_cost(way, at);
            at = graph.neighbor(at, way);
            cells.push(graph.cell(at));
        }
        cells.reverse();
        let is_even = graph.is_uniform();
        self.route.length = if is_even { Route::measure(cells) } else { length };
    }
}

impl Planner for Bfs<'_> {
    fn plan_seeing(
        &mut self,
        start: Cell,
        goal: Cell,
        see: &mut dyn FnMut(Cell),
        watch: &dyn Watch,
    ) -> Result<Option<&Route>, QueryError> {
        let [from, to] = self.graph.ends(start, goal)?;
        let is_found = self.search(from, Some(to), watch)?;
        let expanded = &self.queue[..self.expansions as usize];
        for &node in expanded {
            see(self.graph.cell(node as usize));
        }
        if !is_found {
            return Ok(None);
        }
        self.trace(from, to);
        Ok(Some(&self.route))
    }

    fn expansions(&self) -> u64 {
        self.expansions
    }
}
