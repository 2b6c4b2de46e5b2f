//! `condor-pathfinding-grid`: four neighbours, whole costs; maps that it has prepared cannot change.

use condor_grid::{
    AStar, Cell as State, Grid, JpsPlusBuilder, JumpPointSearch, Pathfinder, Point,
    PreparedGridSearch, PreparedJpsPlus, PreprocessedGridBuilder as _, SearchRequest,
    SearchResult,
};
use tilewright_grid::Cell;

use crate::contest::{Ask, Peer};
use crate::world::{Plane, World};

const fn point(cell: Cell) -> Point {
    Point::new(cell.column as usize, cell.row as usize)
}

const fn request(ask: &Ask) -> SearchRequest {
    SearchRequest::new(point(ask.start), point(ask.goal))
}

fn cells(found: &SearchResult) -> Option<Vec<Cell>> {
    let path = found.as_ref().ok()?.path()?;
    let cell = |at: &Point| Cell::new(at.y as u32, at.x as u32);
    Some(path.steps().iter().map(cell).collect())
}

fn set(grid: &mut Grid, world: &World, plane: &Plane, cell: Cell) {
    let cost = world.straight(plane, cell);
    let state = if cost.is_some() { State::Open } else { State::Blocked };
    grid.set_cell(point(cell), state).expect("on the map");
    if let Some(cost) = cost {
        grid.set_traversal_cost(point(cell), cost as usize).expect("from 1 on");
    }
}

fn grids(world: &World) -> Vec<Grid> {
    let side = world.side as usize;
    let grid = |plane: &Plane| {
        let mut grid = Grid::new(side, side).expect("a map");
        world.cells().for_each(|cell| set(&mut grid, world, plane, cell));
        grid
    };
    world.planes.iter().map(grid).collect()
}

/// Its searches on a grid that changes, one for each size.
pub(crate) struct Online<F>(Vec<Grid>, F);

impl<F: Pathfinder + Default> Peer for Online<F> {
    fn new(world: &World) -> Self {
        Self(grids(world), F::default())
    }

    fn change(&mut self, world: &World) {
        for (grid, plane) in self.0.iter_mut().zip(&world.planes) {
            for &cell in &plane.changed {
                set(grid, world, plane, cell);
            }
        }
    }

    fn route(&mut self, _: &World, ask: &Ask) -> Option<Vec<Cell>> {
        cells(&self.1.search(&self.0[ask.plane], request(ask)))
    }

    fn is_reachable(&mut self, _: &World, ask: &Ask) -> bool {
        // Its index of what is connected is made for the whole map, and gone after every change.
        self.0[ask.plane].index_reachability();
        self.0[ask.plane].is_reachable(point(ask.start), point(ask.goal))
    }
}

/// Its A*.
pub(crate) type OnlineAstar = Online<AStar>;
/// Its jump point search.
pub(crate) type OnlineJumps = Online<JumpPointSearch>;

/// Its JPS+ on a map that cannot change.
pub(crate) struct JpsPlus(Vec<PreparedJpsPlus>);

impl Peer for JpsPlus {
    fn new(world: &World) -> Self {
        let prepare =
            |grid| JpsPlusBuilder::new().preprocess(&grid).expect("plain costs");
        Self(grids(world).into_iter().map(prepare).collect())
    }

    fn change(&mut self, world: &World) {
        *self = Self::new(world);
    }

    fn route(&mut self, _: &World, ask: &Ask) -> Option<Vec<Cell>> {
        cells(&self.0[ask.plane].search(request(ask)))
    }
}
