//! A* on a map with doors that open and shut.

use std::fmt;
use std::str::FromStr;

use tilewright_grid::{Cell, Watch};

use super::Planner;
use super::astar::{Guide, Search};
use crate::{Graph, QueryError, Route};

/// A cell that opens and shuts again and again: `open` ticks long it can be entered, then `shut`
/// ticks long it cannot. A walker may stay in it when it shuts.
///
/// The text form is `ROW,COLUMN,OPEN,SHUT,SHIFT`, rows and columns from 0.
///
/// ```
/// use tilewright_pathplan::planners::Door;
///
/// let door: Door = "4,10,3,2,1".parse()?;
/// let times = [0.0, 1.9, 2.0, 3.5, 4.0];
/// assert_eq!(times.map(|time| door.opens(time)), [0.0, 1.9, 4.0, 4.0, 4.0]);
/// # Ok::<(), &str>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Door {
    /// Its cell.
    pub cell: Cell,
    /// The ticks that it stays open; at 0 it is always shut.
    pub open: u32,
    /// The ticks that it stays shut; at 0 it is always open, unless `open` is 0 too.
    pub shut: u32,
    /// The ticks by which its clock is ahead: at time 0 it has been open for this long, modulo
    /// `open` + `shut`.
    pub shift: u32,
}

impl Door {
    /// The largest number of ticks of each kind.
    pub const MAX_TICKS: u32 = 1_000_000;

    /// The first time at which it can be entered, not before `time` (0 or later); infinite if it
    /// is always shut.
    pub fn opens(self, time: f64) -> f64 {
        if self.open == 0 {
            return f64::INFINITY;
        }
        let [open, period, shift] =
            [self.open, self.open + self.shut, self.shift].map(f64::from);
        let turns = ((time + shift) / period).floor();
        // Whole numbers of ticks are exact.
        if time + shift - turns * period < open {
            time
        } else {
            (turns + 1.0) * period - shift
        }
    }
}

impl fmt::Display for Door {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { cell: Cell { row, column }, open, shut, shift } = self;
        write!(f, "{row},{column},{open},{shut},{shift}")
    }
}

impl FromStr for Door {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let expected = "expected ROW,COLUMN,OPEN,SHUT,SHIFT from 0, such as 4,10,14,14,0";
        let numbers: Result<Vec<u32>, _> =
            text.split(',').map(|number| number.trim().parse()).collect();
        let Ok(&[row, column, open, shut, shift]) = numbers.as_deref() else {
            return Err(expected);
        };
        if [open, shut, shift].iter().any(|&ticks| ticks > Self::MAX_TICKS) {
            return Err("expected at most 1000000 ticks");
        }
        Ok(Self { cell: Cell::new(row, column), open, shut, shift })
    }
}

/// A* for a walker who knows when doors open, leaves at a given time and takes as many ticks for a step
/// as it costs. It waits in front of a door or goes another way, whatever brings it to the goal
/// first. A door must be open when a step into its cell begins.
///
/// Waiting never brings a walker anywhere later than leaving later would (Dreyfus, 1969), so that
/// the first arrival in each cell is all that the search must know, however long the doors' clocks
/// run. A shut door does not forbid diagonal steps past it.
///
/// ```
/// use tilewright_grid::Cell;
/// use tilewright_pathplan::planners::{DoorAstar, Planner};
/// use tilewright_pathplan::{Graph, Map, Steps};
///
/// let map: Map = "...\n.#.\n...\n".parse()?;
/// let graph = Graph::new(&map, Steps::FOUR);
/// let (start, goal) = (Cell::new(0, 0), Cell::new(0, 2));
/// // The way round takes 6 ticks. The door in the first row opens after 3.
/// let doors = ["0,1,4,3,4".parse()?];
/// let mut planner = DoorAstar::new(&graph, &doors);
/// let route = planner.plan(start, goal, &())?.expect("there is a path");
/// assert_eq!(route.length, 2.0);
/// assert_eq!(planner.arrivals(), [0.0, 4.0, 5.0]);
/// assert_eq!(planner.departures(), [3.0, 4.0, 5.0]);
///
/// // Who leaves at 3 finds it open.
/// planner.set_departure(3.0);
/// planner.plan(start, goal, &())?;
/// assert_eq!(planner.arrivals(), [3.0, 4.0, 5.0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct DoorAstar<'a> {
    graph: &'a Graph,
    search: Search<'a>,
    guide: DoorGuide<'a>,
    arrivals: Vec<f64>,
    departures: Vec<f64>,
}

/// The doors of a graph, and the square of the goal of a query.
#[derive(Clone, Debug)]
struct DoorGuide<'a> {
    graph: &'a Graph,
    /// By their nodes.
    doors: Vec<(usize, Door)>,
    /// Whether a node is a door.
    is_door: Vec<bool>,
    departure: f64,
    goal: Cell,
}

impl DoorGuide<'_> {
    /// The first time, not before `time`, at which a step into a node can begin.
    #[inline]
    fn leave(&self, time: f64, node: usize) -> f64 {
        if !self.is_door[node] {
            return time;
        }
        let first = self.doors.partition_point(|&(at, _)| at < node);
        self.doors[first].1.opens(time)
    }
}

impl Guide for DoorGuide<'_> {
    #[inline]
    fn first_cost(&self) -> f64 {
        self.departure
    }

    #[inline]
    fn estimate(&self, _: usize, square: Cell) -> f64 {
        self.graph.lower_bound(square, self.goal)
    }

    #[inline]
    fn reach(&self, graph: &Graph, time: f64, way: usize, to: usize) -> f64 {
        self.leave(time, to) + graph.step_cost(way, to)
    }
}

impl<'a> DoorAstar<'a> {
    /// The latest departure: later on, ticks cannot be told apart.
    pub const MAX_DEPARTURE: f64 = 1e15;

    /// A planner for this graph with these doors, for departures at time 0. Of several doors in one cell the
    /// first counts; doors outside the map are ignored.
    pub fn new(graph: &'a Graph, doors: &[Door]) -> Self {
        let is_door = vec![false; graph.node_count()];
        let (departure, goal) = (0.0, Cell::new(0, 0));
        let guide = DoorGuide { graph, doors: Vec::new(), is_door, departure, goal };
        let (arrivals, departures) = (Vec::new(), Vec::new());
        let search = Search::new(graph);

        let mut planner = Self { graph, search, guide, arrivals, departures };
        planner.set_doors(doors);
        planner
    }

    /// Lets the walkers of the queries from now on leave at this time, in ticks. It is moved into 0 to
    /// [`DoorAstar::MAX_DEPARTURE`]; what is not a number counts as 0.
    pub const fn set_departure(&mut self, departure: f64) {
        // `max` first: it turns what is not a number into 0.
        self.guide.departure = departure.max(0.0).min(Self::MAX_DEPARTURE);
    }

    /// Has these doors in place of those before, as by [`DoorAstar::new`], at the cost of both.
    pub fn set_doors(&mut self, doors: &[Door]) {
        let Self { graph, guide, .. } = self;
        for &(node, _) in &guide.doors {
            guide.is_door[node] = false;
        }

        let inside = doors.iter().filter(|door| graph.size().contains(door.cell));
        guide.doors.clear();
        guide.doors.extend(inside.map(|&door| (graph.node(door.cell), door)));
        // The sort keeps the order of equal nodes, so the first door of a cell stays.
        guide.doors.sort_by_key(|&(node, _)| node);
        guide.doors.dedup_by_key(|&mut (node, _)| node);
        for &(node, _) in &guide.doors {
            guide.is_door[node] = true;
        }
    }

    /// The time at which the walker is in each cell of the last path, the departure for the first; empty
    /// if there was none.
    pub fn arrivals(&self) -> &[f64] {
        &self.arrivals
    }

    /// The time at which the walker leaves each cell of the last path: later than it arrives if it
    /// waits there. That of the goal is the arrival.
    pub fn departures(&self) -> &[f64] {
        &self.departures
    }

    /// Walks the path that was found, and returns its cost.
    fn walk(&mut self) -> f64 {
        let Self { graph, search, guide, arrivals, departures } = self;
        let nodes: Vec<u32> =
            search.route.cells.iter().map(|&cell| graph.node(cell) as u32).collect();

        let mut now = guide.departure;
        for step in nodes.windows(2) {
            arrivals.push(now);
            now = guide.leave(now, step[1] as usize);
            departures.push(now);
            now += graph.length(step);
        }

        arrivals.push(now);
        departures.push(now);
        graph.length(&nodes)
    }
}

impl Planner for DoorAstar<'_> {
    /// The path on which the walker arrives first. Its cost is that of its steps, without the time
    /// that the walker waits.
    fn plan_observed(
        &mut self,
        start: Cell,
        goal: Cell,
        on_expanded: &mut dyn FnMut(Cell),
        watch: &dyn Watch,
    ) -> Result<Option<&Route>, QueryError> {
        self.arrivals.clear();
        self.departures.clear();
        self.guide.goal = self.graph.square(goal);
        let found = self.search.run(start, goal, &self.guide, on_expanded, watch)?;
        if found.is_none() {
            return Ok(None);
        }
        self.search.route.length = self.walk();
        Ok(Some(&self.search.route))
    }

    fn expansions(&self) -> u64 {
        self.search.expansions
    }
}
