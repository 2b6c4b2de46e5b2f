//! `grid_pathfinding`: jump point search that knows what is connected. No costs, so no danger; its diagonal steps cut corners.

use grid_pathfinding::PathingGrid;
use grid_util::grid::ValueGrid;
use grid_util::point::Point;
use tilewright_grid::Cell;

use crate::contest::{Ask, Peer};
use crate::world::World;

/// A grid for each size.
pub(crate) struct JumpGrids(Vec<PathingGrid>);

const fn point(cell: Cell) -> Point {
    Point { x: cell.column.cast_signed(), y: cell.row.cast_signed() }
}

impl Peer for JumpGrids {
    fn new(world: &World) -> Self {
        let grid = |plane: &crate::world::Plane| {
            let side = world.side as usize;
            let mut grid = PathingGrid::new(side, side, true);
            grid.allow_diagonal_move = world.is_eight();
            for cell in world.cells() {
                let Point { x, y } = point(cell);
                grid.set(x, y, !plane.open[world.index(cell)]);
            }
            grid.initialize();
            grid.generate_components();
            grid
        };
        Self(world.planes.iter().map(grid).collect())
    }

    fn change(&mut self, world: &World) {
        for (grid, plane) in self.0.iter_mut().zip(&world.planes) {
            for &cell in &plane.changed {
                let Point { x, y } = point(cell);
                let is_blocked = !plane.open[world.index(cell)];
                if grid.get(x, y) != is_blocked {
                    grid.set(x, y, is_blocked);
                }
            }
            grid.update();
        }
    }

    fn route(&mut self, _: &World, ask: &Ask) -> Option<Vec<Cell>> {
        let [start, goal] = [ask.start, ask.goal].map(point);
        let found = self.0[ask.plane].get_path_single_goal(start, goal, false)?;
        let cell = |at: Point| Cell::new(at.y.cast_unsigned(), at.x.cast_unsigned());
        Some(found.into_iter().map(cell).collect())
    }

    fn is_reachable(&mut self, _: &World, ask: &Ask) -> bool {
        self.0[ask.plane].reachable(&point(ask.start), &point(ask.goal))
    }
}
