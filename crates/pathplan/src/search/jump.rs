//! Jump point search over bits.

use std::f64::consts::SQRT_2;

use tilewright_grid::{Cell, Watch};

use super::{Lines, OpenList};
use crate::QueryError;
use crate::planners::astar::ROUNDING;
use crate::planners::look;
use crate::steps::WAYS;

/// What jump point search has to know of a map: eight neighbours, no corner cutting, every step costs its length.
#[derive(Clone, Copy, Debug)]
pub struct JumpGrid<'a> {
    /// For every node the directions in which a step is possible, as bits in the order of [`WAYS`]. The node of a cell is
    /// `(row + 1) × stride + column + 1`.
    pub ways: &'a [u8],
    /// The number of nodes from a row to the next: the number of columns, plus 1.
    pub stride: usize,
    /// The free cells.
    pub lines: &'a Lines,
}

impl JumpGrid<'_> {
    const fn node(&self, cell: Cell) -> usize {
        (cell.row as usize + 1) * self.stride + cell.column as usize + 1
    }

    const fn cell(&self, node: u32) -> Cell {
        let stride = self.stride as u32;
        Cell::new(node / stride - 1, node % stride - 1)
    }

    const fn neighbor(&self, from: usize, way: usize) -> usize {
        let down = self.stride.cast_signed() * WAYS[way].down as isize;
        from.wrapping_add_signed(down + WAYS[way].right as isize)
    }
}

/// A node that the last search has reached.
#[derive(Clone, Copy, Debug)]
struct Arrival {
    cost: f64,
    node: u32,
    /// The place of the one that it was reached from.
    from: u32,
    /// The directions by which it was reached at this cost; [`START`] for the start.
    arrivals: u8,
    /// Those of them whose successors were generated.
    followed: u8,
}

/// The mark of the start, which is expanded in all directions.
const START: u8 = 16;

/// Jump point search (Harabor and Grastien, 2011) without corner cutting (2012), with block-based scanning and pruning of
/// intermediate jump points (2014). Its memory is kept from one query to the next, and may serve any map.
#[derive(Clone, Debug, Default)]
pub struct JumpSearch {
    /// For every node its place among those that were reached. It is never cleared: a place counts only if the node stands there.
    /// A search reaches few nodes, so that most of this memory is never touched.
    places: Vec<u32>,
    reached: Vec<Arrival>,
    open: OpenList,
    /// The place of the goal, if it was reached.
    end: usize,
    stride: usize,
    expansions: u64,
}

impl JumpSearch {
    /// Searches a shortest path between two free cells, and returns whether there is one.
    ///
    /// # Errors
    /// [`QueryError::Cancelled`] when the watch stops the search.
    pub fn run(
        &mut self,
        grid: JumpGrid<'_>,
        start: Cell,
        goal: Cell,
        on_expanded: &mut dyn FnMut(Cell),
        watch: &dyn Watch,
    ) -> Result<bool, QueryError> {
        if self.places.len() < grid.ways.len() {
            // Zeroed by the system, page by page when it is first written.
            self.places = vec![0; grid.ways.len()];
        }
        self.open.clear();
        self.reached.clear();
        self.expansions = 0;
        self.stride = grid.stride;

        // The goal as a bit along rows and along columns, so that scans stop there.
        let goal_bits = grid.lines.places(goal);
        let Self { places, reached, open, expansions, end, .. } = self;
        let mut run = Run { grid, goal, goal_bits, places, reached, open };
        run.begin(start);
        let to = grid.node(goal) as u32;

        while let Some(place) = run.open.pop() {
            let Arrival { node, arrivals, followed, .. } = run.reached[place];
            // A node may come out again with further directions of arrival; only these are followed.
            let due = arrivals & !followed;
            if due == 0 {
                continue;
            }

            run.reached[place].followed |= due;
            *expansions += 1;
            look(*expansions, watch)?;
            let cell = grid.cell(node);
            on_expanded(cell);
            if node == to {
                *end = place;
                return Ok(true);
            }

            run.expand(place, cell, due);
        }

        Ok(false)
    }

    /// The number of nodes that the last search expanded.
    pub const fn expansions(&self) -> u64 {
        self.expansions
    }

    /// Writes the path that the last search has found, from the start to the goal. Each jump is diagonal first, then straight.
    pub fn trace(&self, cells: &mut Vec<Cell>) {
        let stride = self.stride as u32;
        let cell = |place: usize| {
            let node = self.reached[place].node;
            Cell::new(node / stride - 1, node % stride - 1)
        };
        cells.clear();
        let mut place = self.end;
        cells.push(cell(place));

        while place != 0 {
            let before = self.reached[place].from as usize;
            back_to(cell(before), cell(place), cells);
            place = before;
        }

        cells.reverse();
    }
}

/// Appends the cells of a jump, from the one before its end back to its start.
fn back_to(start: Cell, mut cell: Cell, cells: &mut Vec<Cell>) {
    let down = i64::from(cell.row) - i64::from(start.row);
    let right = i64::from(cell.column) - i64::from(start.column);
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
}

/// One search.
struct Run<'a> {
    grid: JumpGrid<'a>,
    goal: Cell,
    /// The bits of the goal in the rows and in the columns.
    goal_bits: [usize; 2],
    places: &'a mut [u32],
    reached: &'a mut Vec<Arrival>,
    open: &'a mut OpenList,
}

impl Run<'_> {
    fn begin(&mut self, start: Cell) {
        let node = self.grid.node(start);
        self.places[node] = 0;
        self.reached.push(Arrival {
            cost: 0.0,
            node: node as u32,
            from: 0,
            arrivals: START,
            followed: 0,
        });
        self.open.push(octile(start, self.goal), 0);
    }

    /// Generates the successors of a node that was reached by these directions.
    fn expand(&mut self, place: usize, cell: Cell, arrivals: u8) {
        let Arrival { node, cost, .. } = self.reached[place];
        let node = node as usize;
        let ways = self.ways_on(cell, arrivals) & self.grid.ways[node];

        for way in 0..4 {
            if ways >> way & 1 == 1 {
                self.go_straight(place, cell, cost, way);
            }
        }

        for way in 4..8 {
            if ways >> way & 1 == 1 {
                self.go_across(place, cell, cost, way);
            }
        }
    }

    /// The natural and forced directions: straight ahead, and for each side whose cell behind is a
    /// wall, to that side and diagonally towards it.
    fn ways_on(&self, cell: Cell, arrivals: u8) -> u8 {
        if arrivals & START != 0 {
            return u8::MAX;
        }

        let rows = &self.grid.lines.rows;
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
        let lines = self.grid.lines;
        match way {
            0 => lines.columns.behind(at[1], column_goal),
            1 => lines.rows.ahead(at[0], row_goal),
            2 => lines.columns.ahead(at[1], column_goal),
            _ => lines.rows.behind(at[0], row_goal),
        }
    }

    fn go_straight(&mut self, from: usize, cell: Cell, cost: f64, way: usize) {
        if let Some(far) = self.jump(self.grid.lines.places(cell), way) {
            self.reach(from, stride(cell, way, far), cost + f64::from(far), way);
        }
    }

    /// Steps diagonally until a wall, scanning both sides at every step.
    fn go_across(&mut self, from: usize, cell: Cell, cost: f64, way: usize) {
        // North-east (4) lies between north (0) and east (1), and so on clockwise.
        let sides = [way - 4, (way - 3) & 3];
        let mut at = cell;
        let mut here = self.grid.node(cell);
        let mut far = 0_u32;
        while self.grid.ways[here] >> way & 1 == 1 {
            here = self.grid.neighbor(here, way);
            at = stride(at, way, 1);
            far += 1;
            let reached = cost + f64::from(far) * SQRT_2;
            if at == self.goal {
                self.reach(from, at, reached, way);
                return;
            }

            // What a straight jump finds from here is recorded from the node before, so that the
            // cell on the diagonal itself never enters the open list.
            let bits = self.grid.lines.places(at);
            for side in sides {
                if let Some(on) = self.jump(bits, side) {
                    self.reach(from, stride(at, side, on), reached + f64::from(on), side);
                }
            }
        }
    }

    /// Records that a jump point is reached from another one at this cost, with this last
    /// direction.
    fn reach(&mut self, from: usize, cell: Cell, cost: f64, way: usize) {
        let node = self.grid.node(cell);
        let arrival = 1 << (way & 3);
        let mut place = self.places[node] as usize;

        match self.reached.get_mut(place).filter(|known| known.node as usize == node) {
            Some(known) if known.cost <= cost + ROUNDING => {
                let is_as_good = known.cost >= cost - ROUNDING;
                if !is_as_good || known.arrivals & (arrival | START) != 0 {
                    return;
                }
                known.arrivals |= arrival;
            }
            Some(known) => {
                (known.cost, known.from) = (cost, from as u32);
                (known.arrivals, known.followed) = (arrival, 0);
            }
            None => {
                place = self.reached.len();
                self.places[node] = place as u32;
                self.reached.push(Arrival {
                    cost,
                    node: node as u32,
                    from: from as u32,
                    arrivals: arrival,
                    followed: 0,
                });
            }
        }

        self.open.push(cost + octile(cell, self.goal), place);
    }
}

/// The distance on an empty map.
#[inline]
fn octile(from: Cell, to: Cell) -> f64 {
    let down = f64::from(from.row.abs_diff(to.row));
    let right = f64::from(from.column.abs_diff(to.column));
    let (short, long) = (down.min(right), down.max(right));
    (long - short) + short * SQRT_2
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
