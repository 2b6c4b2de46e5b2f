//! The graph of a map: flat arrays under one index, built once for many queries.

use std::f64::consts::SQRT_2;

use tilewright_grid::{Cell, CellShape, Diamonds, Size};

use crate::steps::{Connectivity, Corners, Steps, WAYS, back, each_way, hex_ways};
use crate::{Endpoint, Ground, Map, QueryError, Route};

/// The graph of a map: its walkable cells, the steps between them, and what each step costs.
///
/// Building it visits every cell once; all planners borrow it, so build it once for many queries.
/// A step costs its length (1, or √2 for a diagonal step) times the cost of the cell that it
/// enters. Danger is ignored by [`Graph::new`], added to the cost by [`Graph::weighted`], or
/// avoided by [`Graph::masked`].
///
/// ```
/// use tilewright_grid::Cell;
/// use tilewright_pathplan::planners::{Astar, Planner};
/// use tilewright_pathplan::{DangerSource, Graph, Map, Steps};
///
/// let map: Map = "....\n....\n....\n".parse()?;
/// let sources = [DangerSource { cell: Cell::new(1, 1), radius: 1.0 }];
/// let mask = DangerSource::reach(&sources, &map);
/// let danger = DangerSource::danger(&sources, &map);
/// let map = map.with_danger(danger)?;
///
/// let (start, goal) = (Cell::new(1, 0), Cell::new(1, 3));
/// let length = |graph: &Graph| -> Option<f64> {
///     Astar::new(graph).plan(start, goal, &()).ok()?.map(|route| route.length)
/// };
/// // Straight through the danger of 1, which is ignored or costs 0.5.
/// assert_eq!(length(&Graph::new(&map, Steps::FOUR)), Some(3.0));
/// assert_eq!(length(&Graph::weighted(&map, Steps::FOUR, 0.5)), Some(3.5));
/// // The start lies within the radius, so that nothing can be planned from it.
/// assert_eq!(length(&Graph::masked(&map, Steps::FOUR, &mask)), None);
/// # Ok::<(), tilewright_pathplan::MapError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Graph {
    size: Size,
    steps: Steps,
    shape: CellShape,
    /// The diamonds of the map, if these are its cells.
    diamonds: Option<Diamonds>,
    /// The length of a step across: √2, and 1 on a hexagonal map.
    across: f64,
    /// The number of nodes from a row to the next. A border of walls around the map makes bounds
    /// checks unnecessary.
    pub(crate) stride: usize,
    /// For every node the directions in which a step is possible, as bits in the order of `WAYS`.
    pub(crate) ways: Vec<u8>,
    /// For every node the factor on the length of a step into it, and the addend; empty where
    /// every step costs its length.
    pub(crate) weights: Vec<[f64; 2]>,
    /// The smallest factor of any walkable node.
    pub(crate) min_factor: f64,
    ground: Vec<Ground>,
    /// Whether every step is also possible in the opposite direction.
    pub(crate) is_undirected: bool,
}

impl Graph {
    /// The graph of a map without its danger.
    pub fn new(map: &Map, steps: Steps) -> Self {
        Self::weighted(map, steps, 0.0)
    }

    /// The graph of a map where a step also costs `danger_weight` for each unit of danger of the
    /// cell that it enters.
    pub fn weighted(map: &Map, steps: Steps, danger_weight: f64) -> Self {
        Self::lay_out(map, steps, danger_weight, |_| true)
    }

    /// The graph of a map where masked cells count as walls. `mask` has a flag for each cell in
    /// reading order. This is how Li, Qian and Sun (2017, chapter 3) avoid danger.
    ///
    /// # Panics
    /// When the mask has fewer flags than the map has cells.
    pub fn masked(map: &Map, steps: Steps, mask: &[bool]) -> Self {
        Self::lay_out(map, steps, 0.0, |index| !mask[index])
    }

    fn lay_out(
        map: &Map,
        steps: Steps,
        danger_weight: f64,
        is_kept: impl Fn(usize) -> bool,
    ) -> Self {
        let size = map.size();
        let shape = map.shape();
        let diamonds = shape.diamonds(size);
        let extent = diamonds.map_or(size, |diamonds| diamonds.turned_size());
        let stride = extent.columns as usize + 1;
        // A row above, a row below, and a node to the south-east of the last cell.
        let nodes = (extent.rows as usize + 2) * stride + 1;

        let mut ground = vec![Ground::Wall; nodes];
        for (index, &kind) in map.grounds().values().iter().enumerate() {
            if is_kept(index) {
                let square = square(diamonds.as_ref(), size.cell(index));
                ground[node(stride, square)] = kind;
            }
        }

        let mut graph = Self {
            size,
            steps,
            shape,
            diamonds,
            across: if shape.hexagons().is_some() { 1.0 } else { SQRT_2 },
            stride,
            ways: Vec::new(),
            weights: Vec::new(),
            min_factor: 1.0,
            // Without water every step has a way back.
            is_undirected: !ground.contains(&Ground::Water),
            ground,
        };

        graph.ways = (0..nodes).map(|node| graph.open_ways(node)).collect();
        let is_dangerous =
            danger_weight > 0.0 && map.danger().iter().any(|&danger| danger > 0);
        if is_dangerous || !map.is_uniform() {
            graph.weigh(map, danger_weight);
        }

        graph
    }

    /// Sets the weights of all nodes, and the least cost of a cell that is not blocked.
    fn weigh(&mut self, map: &Map, danger_weight: f64) {
        self.weights = vec![[1.0, 0.0]; self.ground.len()];
        self.min_factor = f64::INFINITY;
        for (index, (&cost, &danger)) in map.costs().iter().zip(map.danger()).enumerate()
        {
            let at = self.node(self.size.cell(index));
            self.weights[at] = [cost, danger_weight * f64::from(danger)];
            if !self.ground[at].is_blocked() {
                self.min_factor = self.min_factor.min(cost);
            }
        }

        if self.min_factor.is_infinite() {
            self.min_factor = 1.0;
        }
    }

    /// The directions in which a step from a node is possible.
    fn open_ways(&self, from: usize) -> u8 {
        if self.ground[from].is_blocked() {
            return 0;
        }
        let is_wet = self.ground[from] == Ground::Water;
        // The border is wall, so that every neighbour of a walkable node exists.
        let is_free = |way: usize| match self.ground[self.neighbor(from, way)] {
            Ground::Water => is_wet,
            ground => !ground.is_blocked(),
        };
        if let Some(stagger) = self.shape.hexagons() {
            let beside = hex_ways(stagger, self.cell(from));
            return each_way(beside).map(|way| u8::from(is_free(way)) << way).sum();
        }
        let mut ways = 0;
        for way in 0..4 {
            ways |= u8::from(is_free(way)) << way;
        }
        if self.steps.connectivity == Connectivity::Four {
            return ways;
        }
        for way in 4..8 {
            // North-east (4) lies between north (0) and east (1), and so on clockwise.
            let sides = [way - 4, (way - 3) & 3].map(is_free);
            let is_allowed = match self.steps.corners {
                Corners::Never => sides == [true, true],
                Corners::One => sides != [false, false],
                Corners::Always => true,
            };
            ways |= u8::from(is_allowed && is_free(way)) << way;
        }
        ways
    }

    /// The directions to the nodes from which a step leads into this one.
    pub(crate) fn ways_in(&self, to: usize) -> u8 {
        if self.ground[to].is_blocked() {
            return 0;
        }
        let leads_here =
            |&way: &usize| self.ways[self.neighbor(to, way)] >> back(way) & 1 == 1;
        (0..8).filter(leads_here).map(|way| 1 << way).sum()
    }

    /// The node that a step leads to.
    pub(crate) const fn neighbor(&self, from: usize, way: usize) -> usize {
        let down = self.stride.cast_signed() * WAYS[way].down as isize;
        from.wrapping_add_signed(down + WAYS[way].right as isize)
    }

    /// The route through these nodes, each one step from the one before.
    pub(crate) fn route(&self, nodes: &[u32]) -> Route {
        let cells: Vec<Cell> =
            nodes.iter().map(|&node| self.cell(node as usize)).collect();
        Route { length: self.length(nodes), cells }
    }

    /// The length of the route through these cells where every step costs its length.
    pub(crate) fn measure(&self, cells: &[Cell]) -> f64 {
        match self.shape {
            CellShape::Square => Route::measure(cells),
            CellShape::Hexagon(_) => cells.len().saturating_sub(1) as f64,
            CellShape::Diamond(_) => {
                let squares: Vec<Cell> =
                    cells.iter().map(|&cell| self.square(cell)).collect();
                Route::measure(&squares)
            }
        }
    }

    /// The length of the route through these nodes, each one step from the one before.
    pub(crate) fn length(&self, nodes: &[u32]) -> f64 {
        let is_across = |from: u32, to: u32| {
            let apart = from.abs_diff(to) as usize;
            apart != 1 && apart != self.stride
        };
        let steps = nodes.iter().zip(nodes.iter().skip(1));
        if self.is_uniform() {
            let across = steps.filter(|&(&from, &to)| is_across(from, to)).count();
            let beside = nodes.len().saturating_sub(1 + across);
            return beside as f64 + across as f64 * self.across;
        }
        // A sum of no numbers would be -0.
        steps.fold(0.0, |length, (&from, &to)| {
            let way = if is_across(from, to) { 4 } else { 0 };
            length + self.step_cost(way, to as usize)
        })
    }

    /// The cost of a path that has no diagonal steps.
    #[cfg(feature = "evolve")]
    pub(crate) fn steps_cost(&self, nodes: &[u32]) -> f64 {
        let entered = nodes.get(1..).unwrap_or_default();
        if self.is_uniform() {
            return entered.len() as f64;
        }
        entered.iter().fold(0.0, |cost, &node| cost + self.step_cost(0, node as usize))
    }

    /// The number of nodes, those of the border included.
    pub(crate) const fn node_count(&self) -> usize {
        self.ways.len()
    }

    /// The node of a cell, which must lie on the map.
    #[inline]
    pub(crate) const fn node(&self, cell: Cell) -> usize {
        node(self.stride, self.square(cell))
    }

    /// The cell of a node that is not of the border, nor a void one of a turned map.
    #[inline]
    pub(crate) const fn cell(&self, node: usize) -> Cell {
        self.cell_of(self.square_of(node))
    }

    /// The square of a cell: where it lies on the map turned by 45° if cells are diamonds, itself if not. Searches go by squares, whose
    /// rows and columns change as [`WAYS`] says.
    #[inline]
    pub(crate) const fn square(&self, cell: Cell) -> Cell {
        square(self.diamonds.as_ref(), cell)
    }

    /// The square of a node.
    #[inline]
    pub(crate) const fn square_of(&self, node: usize) -> Cell {
        // A division of 32 bits is much faster than one of 64.
        let (node, stride) = (node as u32, self.stride as u32);
        Cell::new(node / stride - 1, node % stride - 1)
    }

    /// The cell of a square that is not void.
    #[inline]
    pub(crate) const fn cell_of(&self, square: Cell) -> Cell {
        let Some(diamonds) = &self.diamonds else { return square };
        diamonds.cell(square).expect("searches keep to cells of the map")
    }

    /// The number of rows and columns of squares, the void ones included.
    pub(crate) const fn extent(&self) -> Size {
        match &self.diamonds {
            None => self.size,
            Some(diamonds) => diamonds.turned_size(),
        }
    }

    /// The cost of a step in this direction into a node.
    #[inline]
    pub(crate) fn step_cost(&self, way: usize, to: usize) -> f64 {
        let length = if way < 4 { 1.0 } else { self.across };
        match self.weights.get(to) {
            Some([factor, addition]) => length * factor + addition,
            None => length,
        }
    }

    /// The ground of a node; a wall on the border.
    pub(crate) fn ground(&self, node: usize) -> Ground {
        self.ground[node]
    }

    /// The size of the map.
    pub const fn size(&self) -> Size {
        self.size
    }

    /// The steps that the graph was built with.
    pub const fn steps(&self) -> Steps {
        self.steps
    }

    /// The shape of the cells.
    pub const fn shape(&self) -> CellShape {
        self.shape
    }

    /// Whether steps lead to these neighbours of squares, by these rules.
    pub(crate) fn has_square_steps(&self, steps: Steps) -> bool {
        self.shape.hexagons().is_none() && self.steps == steps
    }

    /// Whether every step costs exactly its length.
    pub const fn is_uniform(&self) -> bool {
        self.weights.is_empty()
    }

    /// Whether a cell lies on the map and is walkable.
    pub fn is_walkable(&self, cell: Cell) -> bool {
        self.size.contains(cell) && !self.ground[self.node(cell)].is_blocked()
    }

    /// The cell to which the step in a direction leads, with the cost of the step; none if there is no such
    /// step. The directions are 0 north, 1 east, 2 south, 3 west, 4 north-east, 5 south-east, 6 south-west
    /// and 7 north-west; of diamonds those of the map turned by 45°, so that 0 to 3 lead over edges.
    ///
    /// ```
    /// use tilewright_grid::Cell;
    /// use tilewright_pathplan::{Graph, Map, Steps};
    ///
    /// let map: Map = ".#\n.3\n".parse()?;
    /// let graph = Graph::new(&map, Steps::FOUR);
    /// assert_eq!(graph.step(Cell::new(1, 0), 1), Some((Cell::new(1, 1), 3.0)));
    /// assert_eq!(graph.step(Cell::new(0, 0), 1), None);
    /// # Ok::<(), tilewright_pathplan::MapError>(())
    /// ```
    #[inline]
    pub fn step(&self, from: Cell, direction: u32) -> Option<(Cell, f64)> {
        if !self.size.contains(from) || direction > 7 {
            return None;
        }
        let (node, way) = (self.node(from), direction as usize);
        let next = self.neighbor(node, way);
        (self.ways[node] >> way & 1 == 1)
            .then(|| (self.cell(next), self.step_cost(way, next)))
    }

    /// Checks that a path can start and end in these cells.
    ///
    /// # Errors
    /// [`QueryError::Outside`] or [`QueryError::Blocked`] for the first of the two that is outside
    /// the map or not walkable.
    pub fn check_ends(&self, start: Cell, goal: Cell) -> Result<(), QueryError> {
        self.ends(start, goal).map(drop)
    }

    /// The nodes of both ends of a path, checked as by [`Graph::check_ends`].
    pub(crate) fn ends(&self, start: Cell, goal: Cell) -> Result<[usize; 2], QueryError> {
        for (endpoint, cell) in [(Endpoint::Start, start), (Endpoint::Goal, goal)] {
            let Size { rows, columns } = self.size;
            if !self.size.contains(cell) {
                return Err(QueryError::Outside { endpoint, cell, rows, columns });
            }
            if !self.is_walkable(cell) {
                return Err(QueryError::Blocked { endpoint, cell });
            }
        }
        Ok([self.node(start), self.node(goal)])
    }

    /// A lower bound on the cost of every path between two squares: the Manhattan, octile or hexagonal
    /// distance at the smallest cost factor of the map.
    #[inline]
    pub(crate) fn lower_bound(&self, from: Cell, to: Cell) -> f64 {
        if let Some(stagger) = self.shape.hexagons() {
            return f64::from(stagger.distance(from, to)) * self.min_factor;
        }
        let down = f64::from(from.row.abs_diff(to.row));
        let right = f64::from(from.column.abs_diff(to.column));
        let length = match self.steps.connectivity {
            Connectivity::Four => down + right,
            Connectivity::Eight => {
                let (short, long) = (down.min(right), down.max(right));
                (long - short) + short * SQRT_2
            }
        };
        length * self.min_factor
    }
}

/// The node of a square.
const fn node(stride: usize, square: Cell) -> usize {
    (square.row as usize + 1) * stride + square.column as usize + 1
}

/// The square of a cell.
const fn square(diamonds: Option<&Diamonds>, cell: Cell) -> Cell {
    match diamonds {
        None => cell,
        Some(diamonds) => diamonds.turned(cell),
    }
}
