//! Jump point search.

use std::f64::consts::SQRT_2;

use tilewright_grid::{Cell, Watch};

use super::astar::ROUNDING;
use super::lines::Lines;
use super::open::OpenList;
use super::{Astar, Planner, look};
use crate::steps::WAYS;
use crate::{Corners, Graph, Ground, QueryError, Route, Steps};

/// Jump point search cannot work on a graph with other steps or with costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "jump point search needs eight neighbours, no corner cutting, and a map without costs or danger weights"
)]
pub struct JpsError;

/// Jump point search (Harabor and Grastien, 2011) without corner cutting (2012), with block-based
/// scanning and pruning of intermediate jump points (2014): finds the shortest path, faster than
/// A*, on graphs of [`Steps::EIGHT`] without costs.
///
/// A query that starts in water is planned by A*.
///
/// ```
/// use tilewright_grid::Cell;
/// use tilewright_pathplan::planners::{Jps, Planner};
/// use tilewright_pathplan::{Graph, Map, Steps};
///
/// let map: Map = "......\n.####.\n......\n".parse()?;
/// let graph = Graph::new(&map, Steps::EIGHT);
/// let mut jps = Jps::new(&graph)?;
/// let route = jps.plan(Cell::new(0, 0), Cell::new(2, 5), &())?.expect("there is a path");
/// assert_eq!((route.cells.len(), route.length), (8, 7.0));
///
/// let costly: Map = ".2.\n".parse()?;
/// assert!(Jps::new(&Graph::new(&costly, Steps::EIGHT)).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Jps<'a> {
    graph: &'a Graph,
    lines: Lines,
    known: Vec<NodeState>,
    stamp: u32,
    open: OpenList,
    route: Route,
    expansions: u64,
    /// Plans queries that start in water.
    fallback: Astar<'a>,
}

/// The state of a node in the search with this stamp.
#[derive(Clone, Copy, Debug, Default)]
struct NodeState {
    cost: f64,
    stamp: u32,
    from: u32,
    /// The directions by which it was reached at this cost; 16 for the start.
    arrivals: u8,
    /// Those of them whose successors were generated.
    followed: u8,
}

/// The mark of the start, which is expanded in all directions.
const START: u8 = 16;

impl<'a> Jps<'a> {
    /// A planner for this graph.
    ///
    /// # Errors
    /// When the steps of the graph are not [`Steps::EIGHT`], or not every step costs its length.
    pub fn new(graph: &'a Graph) -> Result<Self, JpsError> {
        if graph.steps() != Steps::EIGHT || !graph.is_uniform() {
            return Err(JpsError);
        }

        debug_assert_eq!(graph.steps().corners, Corners::Never);
        Ok(Self {
            graph,
            lines: Lines::new(graph),
            known: vec![NodeState::default(); graph.node_count()],
            stamp: 0,
            open: OpenList::default(),
            route: Route::default(),
            expansions: 0,
            fallback: Astar::new(graph),
        })
    }
}

/// One search.
struct Search<'a> {
    graph: &'a Graph,
    lines: &'a Lines,
    goal: Cell,
    /// The bits of the goal in the rows and in the columns.
    goal_bits: [usize; 2],
    known: &'a mut [NodeState],
    stamp: u32,
    open: &'a mut OpenList,
}

impl Planner for Jps<'_> {
    fn plan_observed(
        &mut self,
        start: Cell,
        goal: Cell,
        on_expanded: &mut dyn FnMut(Cell),
        watch: &dyn Watch,
    ) -> Result<Option<&Route>, QueryError> {
        let graph = self.graph;
        let [from, to] = graph.ends(start, goal)?;

        // The bits of jump point search hold land only. A path on land never enters water, but one
        // that starts in water may leave it.
        if graph.ground(from) == Ground::Water {
            let found = self.fallback.plan_observed(start, goal, on_expanded, watch)?;
            let is_found = found.map(|route| self.route.clone_from(route)).is_some();
            self.expansions = self.fallback.expansions();
            return Ok(is_found.then_some(&self.route));
        }

        if self.stamp == u32::MAX {
            self.known.fill(NodeState::default());
            self.stamp = 0;
        }

        self.stamp += 1;
        self.open.clear();
        let Self { lines, known, stamp, open, .. } = self;
        let (row, column) = (goal.row as usize, goal.column as usize);
        // The goal as a bit along rows and along columns, so that scans stop there.
        let goal_bits = [lines.rows.at(row, column), lines.columns.at(column, row)];
        let mut search =
            Search { graph, lines, goal, goal_bits, known, stamp: *stamp, open };
        let (is_found, expansions) = search.run(from, start, to, on_expanded, watch)?;
        self.expansions = expansions;
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

impl Search<'_> {
    fn run(
        &mut self,
        from: usize,
        start: Cell,
        to: usize,
        on_expanded: &mut dyn FnMut(Cell),
        watch: &dyn Watch,
    ) -> Result<(bool, u64), QueryError> {
        let left = self.graph.lower_bound(start, self.goal);
        self.known[from] = NodeState {
            cost: 0.0,
            stamp: self.stamp,
            from: from as u32,
            arrivals: START,
            followed: 0,
        };

        self.open.push(left, from);
        let mut expansions = 0;
        while let Some(node) = self.open.pop() {
            let known = &mut self.known[node];
            // A node may come out again with further directions of arrival; only these are
            // followed.
            let due = known.arrivals & !known.followed;
            if due == 0 {
                continue;
            }

            known.followed |= due;
            expansions += 1;
            look(expansions, watch)?;
            let cell = self.graph.cell(node);
            on_expanded(cell);
            if node == to {
                return Ok((true, expansions));
            }

            self.expand(node, cell, due);
        }

        Ok((false, expansions))
    }

    /// Generates the successors of a node that was reached by these directions.
    fn expand(&mut self, node: usize, cell: Cell, arrivals: u8) {
        let free = self.graph.ways[node];
        let ways = self.ways_on(cell, arrivals) & free;
        let cost = self.known[node].cost;

        for way in 0..4 {
            if ways >> way & 1 == 1 {
                self.go_straight(node, cell, cost, way);
            }
        }

        for way in 4..8 {
            if ways >> way & 1 == 1 {
                self.go_across(node, cell, cost, way);
            }
        }
    }

    /// The natural and forced directions: straight ahead, and for each side whose cell behind is a
    /// wall, to that side and diagonally towards it.
    fn ways_on(&self, cell: Cell, arrivals: u8) -> u8 {
        if arrivals & START != 0 {
            return u8::MAX;
        }

        let rows = &self.lines.rows;
        let at = rows.at(cell.row as usize, cell.column as usize);

        let mut ways = 0;
        for way in 0..4 {
            if arrivals >> way & 1 == 0 {
                continue;
            }

            ways |= 1 << way;
            for side in [(way + 1) & 3, (way + 3) & 3] {
                let aside = |from: usize, way: usize| {
                    let down = WAYS[way].down as isize * rows.stride();
                    from.wrapping_add_signed(down + WAYS[way].right as isize)
                };
                // A natural neighbour is reached as cheaply by the cell behind, unless that is a
                // wall.
                let beside = aside(at, side);
                let behind = aside(beside, (way + 2) & 3);

                if rows.is_free(beside) && !rows.is_free(behind) {
                    ways |= 1 << side | 1 << between(way, side);
                }
            }
        }

        ways
    }

    /// The number of cells to the next jump point straight ahead.
    #[inline]
    fn jump(&self, at: [usize; 2], way: usize) -> Option<u32> {
        let [row_goal, column_goal] = self.goal_bits;
        match way {
            0 => self.lines.columns.behind(at[1], column_goal),
            1 => self.lines.rows.ahead(at[0], row_goal),
            2 => self.lines.columns.ahead(at[1], column_goal),
            _ => self.lines.rows.behind(at[0], row_goal),
        }
    }

    fn go_straight(&mut self, node: usize, cell: Cell, cost: f64, way: usize) {
        let (row, column) = (cell.row as usize, cell.column as usize);
        let at = [self.lines.rows.at(row, column), self.lines.columns.at(column, row)];
        if let Some(far) = self.jump(at, way) {
            self.reach(node, stride(cell, way, far), cost + f64::from(far), way);
        }
    }

    /// Steps diagonally until a wall, scanning both sides at every step.
    fn go_across(&mut self, node: usize, cell: Cell, cost: f64, way: usize) {
        // North-east (4) lies between north (0) and east (1), and so on clockwise.
        let sides = [way - 4, (way - 3) & 3];
        let mut at = cell;
        let mut here = node;
        let mut far = 0_u32;
        while self.graph.ways[here] >> way & 1 == 1 {
            here = self.graph.neighbor(here, way);
            at = stride(at, way, 1);
            far += 1;
            let reached = cost + f64::from(far) * SQRT_2;
            if at == self.goal {
                self.reach(node, at, reached, way);
                return;
            }

            let (row, column) = (at.row as usize, at.column as usize);
            let bits =
                [self.lines.rows.at(row, column), self.lines.columns.at(column, row)];

            // What a straight jump finds from here is recorded from the node before, so that the
            // cell on the diagonal itself never enters the open list.
            for side in sides {
                if let Some(on) = self.jump(bits, side) {
                    self.reach(node, stride(at, side, on), reached + f64::from(on), side);
                }
            }
        }
    }

    /// Records that a jump point is reached from another one at this cost, with this last
    /// direction.
    fn reach(&mut self, from: usize, cell: Cell, cost: f64, way: usize) {
        let node = self.graph.node(cell);
        let arrival = 1 << (way & 3);
        let known = &mut self.known[node];

        if known.stamp == self.stamp && known.cost <= cost + ROUNDING {
            let is_as_good = known.cost >= cost - ROUNDING;
            if !is_as_good || known.arrivals & (arrival | START) != 0 {
                return;
            }
            known.arrivals |= arrival;
        } else {
            *known = NodeState {
                cost,
                stamp: self.stamp,
                from: from as u32,
                arrivals: arrival,
                followed: 0,
            };
        }

        let left = self.graph.lower_bound(cell, self.goal);
        self.open.push(cost + left, node);
    }
}

impl Jps<'_> {
    /// Rebuilds the path from the goal backwards, jump by jump. Each jump is diagonal first, then
    /// straight.
    fn trace(&mut self, from: usize, to: usize) {
        let graph = self.graph;
        let cells = &mut self.route.cells;
        cells.clear();
        let mut at = to;
        cells.push(graph.cell(at));

        while at != from {
            let before = self.known[at].from as usize;
            let goal = graph.cell(before);
            let mut cell = graph.cell(at);
            let down = i64::from(cell.row) - i64::from(goal.row);
            let right = i64::from(cell.column) - i64::from(goal.column);
            let across = down.abs().min(right.abs());
            let straight = down.abs().max(right.abs()) - across;

            for step in 0..straight + across {
                let is_across = step >= straight;
                if is_across || down.abs() > right.abs() {
                    cell.row = cell.row.wrapping_add_signed(-down.signum() as i32);
                }

                if is_across || right.abs() > down.abs() {
                    cell.column = cell.column.wrapping_add_signed(-right.signum() as i32);
                }

                cells.push(cell);
            }

            at = before;
        }

        cells.reverse();
        self.route.length = Route::measure(cells);
    }
}

/// The cell `far` steps away in this direction.
#[inline]
const fn stride(cell: Cell, way: usize, far: u32) -> Cell {
    let far = far.cast_signed();
    Cell::new(
        cell.row.wrapping_add_signed(WAYS[way].down * far),
        cell.column.wrapping_add_signed(WAYS[way].right * far),
    )
}

/// The diagonal direction between two orthogonal ones.
const fn between(one: usize, two: usize) -> usize {
    // Clockwise, each diagonal follows the first of the two; north-west follows west.
    let first = if (one + 1) & 3 == two { one } else { two };
    4 + first
}
