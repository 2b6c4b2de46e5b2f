//! `pathfinding`: searches over whatever its user describes, and so exact on any map; it keeps nothing from one to the next.

use pathfinding::prelude::astar;
use tilewright_grid::Cell;

use crate::contest::{Ask, Peer};
use crate::world::World;

/// A straight and a diagonal step in whole numbers: their ratio is √2 but for 2 · 10⁻⁹.
const STRAIGHT: u32 = 13_860;
const ACROSS: u32 = 19_601;

/// Its A*, over the plain arrays.
pub(crate) struct Astar;

impl Peer for Astar {
    fn new(_: &World) -> Self {
        Self
    }

    fn change(&mut self, _: &World) {}

    fn route(&mut self, world: &World, ask: &Ask) -> Option<Vec<Cell>> {
        let plane = &world.planes[ask.plane];
        let is_open = |cell: Cell| plane.open[world.index(cell)];
        let (goal, cuts) = (ask.goal, world.cuts_corners());
        if !is_open(goal) {
            return None;
        }
        let next = |&cell: &Cell| {
            let mut next = [(cell, 0); 8];
            let mut count = 0;
            for (down, right) in WAYS {
                let row = cell.row.wrapping_add_signed(down);
                let column = cell.column.wrapping_add_signed(right);
                let is_across = down != 0 && right != 0;
                if row.max(column) >= world.side || (is_across && !world.is_eight()) {
                    continue;
                }
                let to = Cell::new(row, column);
                let beside = [Cell::new(row, cell.column), Cell::new(cell.row, column)];
                if is_open(to) && (!is_across || cuts || beside.into_iter().all(is_open))
                {
                    let length = if is_across { ACROSS } else { STRAIGHT };
                    let [cost, danger] = plane.costs[world.index(to)];
                    next[count] = (to, length * cost + STRAIGHT * danger);
                    count += 1;
                }
            }
            next.into_iter().take(count)
        };
        let estimate = |cell: &Cell| {
            let (down, right) =
                (cell.row.abs_diff(goal.row), cell.column.abs_diff(goal.column));
            let across = if world.is_eight() { down.min(right) } else { 0 };
            STRAIGHT * (down + right - 2 * across) + ACROSS * across
        };
        let found = astar(&ask.start, next, estimate, |&cell| cell == goal);
        found.map(|found| found.0)
    }
}

const WAYS: [(i32, i32); 8] =
    [(-1, 0), (0, 1), (1, 0), (0, -1), (-1, 1), (1, 1), (1, -1), (-1, -1)];
