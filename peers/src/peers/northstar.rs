//! `bevy_northstar`: its grid without the rest of Bevy. Four neighbours, since a diagonal step costs it no more than a straight one.

use bevy::math::UVec3;
use bevy_northstar::prelude::{
    CardinalNeighborhood, Grid, GridSettingsBuilder, Nav, PathfindArgs,
};
use tilewright_grid::Cell;

use crate::contest::{Ask, Peer};
use crate::world::{Plane, World};

/// A grid for each size, and whether A* is to search it rather than the hierarchy.
pub(crate) struct Northstar<const ASTAR: bool>(Vec<Grid<CardinalNeighborhood>>);

/// By default: a hierarchy of chunks of 16 × 16 cells.
pub(crate) type Hierarchy = Northstar<false>;
/// Its A*, over all cells.
pub(crate) type Astar = Northstar<true>;

const fn place(cell: Cell) -> UVec3 {
    UVec3::new(cell.column, cell.row, 0)
}

fn set(grid: &mut Grid<CardinalNeighborhood>, world: &World, plane: &Plane, cell: Cell) {
    let cost = world.straight(plane, cell);
    grid.set_nav(place(cell), cost.map_or(Nav::Impassable, Nav::Passable));
}

impl<const ASTAR: bool> Northstar<ASTAR> {
    fn find(&self, ask: &Ask, args: &mut PathfindArgs<'_>) -> Option<Vec<Cell>> {
        let found = self.0[ask.plane].pathfind(args)?;
        let ahead = found.path().iter().map(|at| Cell::new(at.y, at.x));
        Some(std::iter::once(ask.start).chain(ahead).collect())
    }
}

impl<const ASTAR: bool> Peer for Northstar<ASTAR> {
    fn new(world: &World) -> Self {
        let grid = |plane: &Plane| {
            let settings = GridSettingsBuilder::new_2d(world.side, world.side).build();
            let mut grid = Grid::new(&settings);
            world.cells().for_each(|cell| set(&mut grid, world, plane, cell));
            grid.build();
            grid
        };
        Self(world.planes.iter().map(grid).collect())
    }

    fn change(&mut self, world: &World) {
        for (grid, plane) in self.0.iter_mut().zip(&world.planes) {
            for &cell in &plane.changed {
                set(grid, world, plane, cell);
            }
            if !plane.changed.is_empty() {
                grid.build();
            }
        }
    }

    fn route(&mut self, _: &World, ask: &Ask) -> Option<Vec<Cell>> {
        if ask.start == ask.goal {
            return Some(vec![ask.start]);
        }
        let args = PathfindArgs::new(place(ask.start), place(ask.goal));
        let mut args = if ASTAR { args.astar() } else { args };
        self.find(ask, &mut args)
    }

    fn nearest(&mut self, ask: &Ask) -> Option<Vec<Cell>> {
        // The hierarchy has no such question.
        let args = PathfindArgs::new(place(ask.start), place(ask.goal)).astar();
        ASTAR.then(|| self.find(ask, &mut args.partial()))?
    }

    fn is_reachable(&mut self, _: &World, ask: &Ask) -> bool {
        self.0[ask.plane].is_path_viable(place(ask.start), place(ask.goal))
    }
}
