//! Breadth-first search.

use std::ops::Range;

use tilewright_grid::{Cell, Watch};

use super::{Planner, check};
use crate::steps::{WAYS, back};
use crate::{Graph, QueryError, Route, Steps};

/// The level of walls, which no search reaches.
const WALL: u32 = u32::MAX;

/// The number of expanded cells between two looks at the watch: about 0.3 ms.
const SOME: usize = 1 << 15;

/// Breadth-first search (Moore, 1959): finds the path of the fewest steps, whatever they cost. With
/// four neighbours and equal costs that is the shortest path.
///
/// ```
/// use tilewright_grid::Cell;
/// use tilewright_pathplan::planners::Bfs;
/// use tilewright_pathplan::{Graph, Map, Steps};
///
/// let map: Map = "..#\n.##\n...\n".parse()?;
/// let graph = Graph::new(&map, Steps::FOUR);
/// let steps = Bfs::new(&graph).distances(Cell::new(0, 1), &())?;
/// assert_eq!(steps[..3], [Some(1), Some(0), None]); // the wall is out of reach
/// assert_eq!(steps[8], Some(5)); // the cell in the last row and column
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Bfs<'a> {
    graph: &'a Graph,
    /// The level of each node in the last search that reached it. Every search starts above the
    /// levels of those before it, so that the levels need no reset.
    levels: Vec<u32>,
    /// The level of the start in the current search.
    first: u32,
    /// The highest level so far.
    last: u32,
    queue: Vec<u32>,
    route: Route,
    expansions: u64,
}

impl<'a> Bfs<'a> {
    /// A planner for this graph.
    pub fn new(graph: &'a Graph) -> Self {
        let nodes = graph.node_count();
        let mark = |node| if graph.ground(node).is_blocked() { WALL } else { 0 };
        Self {
            graph,
            levels: (0..nodes).map(mark).collect(),
            first: 0,
            last: 0,
            // One more than nodes: a neighbour is written before it is known to be new.
            queue: vec![0; nodes + 1],
            route: Route::default(),
            expansions: 0,
        }
    }

    /// The number of steps from a start to every cell, in reading order; none to cells that cannot
    /// be reached.
    ///
    /// # Errors
    /// [`QueryError::Outside`] or [`QueryError::Blocked`] when the start is outside the map or not
    /// walkable, and [`QueryError::Cancelled`] when the watch stops the search.
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

    /// The fewest steps between two cells; none where there is no path. As [`plan`](Planner::plan), without the path.
    ///
    /// ```
    /// use tilewright_grid::Cell;
    /// use tilewright_pathplan::planners::Bfs;
    /// use tilewright_pathplan::{Graph, Map, Steps};
    ///
    /// let map: Map = ".#.\n...\n".parse()?;
    /// let graph = Graph::new(&map, Steps::FOUR);
    /// let steps = Bfs::new(&graph).steps(Cell::new(0, 0), Cell::new(0, 2), &())?;
    /// assert_eq!(steps, Some(4));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Planner::plan`].
    pub fn steps(
        &mut self,
        start: Cell,
        goal: Cell,
        watch: &dyn Watch,
    ) -> Result<Option<u32>, QueryError> {
        let [from, to] = self.graph.ends(start, goal)?;
        let is_found = self.search(from, Some(to), watch)?;
        Ok(if is_found { self.steps_to(to) } else { None })
    }

    /// The number of steps to a node, if the last search reached it.
    fn steps_to(&self, node: usize) -> Option<u32> {
        let level = self.levels[node];
        (level >= self.first && level != WALL).then(|| level - self.first)
    }

    /// Expands level by level until the goal is reached.
    fn search(
        &mut self,
        from: usize,
        to: Option<usize>,
        watch: &dyn Watch,
    ) -> Result<bool, QueryError> {
        let nodes = self.queue.len() as u32;
        // The levels grow from query to query, so that nothing has to be cleared: levels below the
        // first one belong to earlier searches. Only before they would reach the mark of walls they
        // begin anew.
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
        let is_square =
            self.graph.is_undirected && self.graph.has_square_steps(Steps::FOUR);
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

    /// Appends the new neighbours of a level to the queue, and returns its new end.
    ///
    /// On an undirected graph a step leads to every neighbour that is not a wall. The loop has no
    /// branches that depend on the map, since the processor would mispredict them.
    fn expand_square(&mut self, level: Range<usize>) -> usize {
        let (stride, first, last) = (self.graph.stride, self.first, self.last);
        let mut tail = level.end;
        for at in level {
            let node = self.queue[at] as usize;
            for next in [node - stride, node + 1, node + stride, node - 1] {
                let known = self.levels[next];
                let is_new = known < first;
                // Written whether new or not; the next write replaces what does not count.
                self.queue[tail] = next as u32;
                self.levels[next] = if is_new { last } else { known };
                tail += usize::from(is_new);
            }
        }

        tail
    }

    /// As [`Self::expand_square`], for any steps.
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

    /// Rebuilds the path from the goal backwards, each time by the first direction to a node of the
    /// level below.
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
        let is_uniform = graph.is_uniform();
        self.route.length = if is_uniform { graph.measure(cells) } else { length };
    }
}

impl Planner for Bfs<'_> {
    fn plan_observed(
        &mut self,
        start: Cell,
        goal: Cell,
        on_expanded: &mut dyn FnMut(Cell),
        watch: &dyn Watch,
    ) -> Result<Option<&Route>, QueryError> {
        let [from, to] = self.graph.ends(start, goal)?;
        let is_found = self.search(from, Some(to), watch)?;
        let expanded = &self.queue[..self.expansions as usize];
        for &node in expanded {
            on_expanded(self.graph.cell(node as usize));
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
