//! `hierarchical_pathfinding`: a hierarchy of 16 × 16 chunks: of 8 × 8 cells on 128 × 128, its own choice. Four neighbours, since a diagonal step costs it no more
//! than a straight one.

use hierarchical_pathfinding::prelude::{
    ManhattanNeighborhood, PathCache, PathCacheConfig,
};
use tilewright_grid::Cell;

use crate::contest::{Ask, Peer};
use crate::world::{Plane, World};

/// A hierarchy for each size.
pub(crate) struct Hierarchy(Vec<PathCache<ManhattanNeighborhood>>);

type Point = (usize, usize);

const fn point(cell: Cell) -> Point {
    (cell.column as usize, cell.row as usize)
}

/// What it costs to walk over a cell; less than 0 for a wall.
fn price(world: &World, plane: &Plane) -> impl Fn(Point) -> isize + Sync {
    move |(column, row)| {
        let cost = world.straight(plane, Cell::new(row as u32, column as u32));
        cost.map_or(-1, |cost| cost as isize)
    }
}

impl Peer for Hierarchy {
    fn new(world: &World) -> Self {
        let side = world.side as usize;
        let cache = |plane: &Plane| {
            PathCache::new(
                (side, side),
                price(world, plane),
                ManhattanNeighborhood::new(side, side),
                PathCacheConfig::with_chunk_size(side / 16),
            )
        };
        Self(world.planes.iter().map(cache).collect())
    }

    fn change(&mut self, world: &World) {
        for (cache, plane) in self.0.iter_mut().zip(&world.planes) {
            let changed: Vec<Point> =
                plane.changed.iter().map(|&cell| point(cell)).collect();
            if !changed.is_empty() {
                cache.tiles_changed(&changed, price(world, plane));
            }
        }
    }

    fn route(&mut self, world: &World, ask: &Ask) -> Option<Vec<Cell>> {
        if ask.start == ask.goal {
            return Some(vec![ask.start]);
        }
        let plane = &world.planes[ask.plane];
        // It finds ways into walls too.
        if !plane.open[world.index(ask.goal)] {
            return None;
        }
        let (start, goal) = (point(ask.start), point(ask.goal));
        let found = self.0[ask.plane].find_path(start, goal, price(world, plane))?;
        let ahead = found.map(|(column, row)| Cell::new(row as u32, column as u32));
        Some(std::iter::once(ask.start).chain(ahead).collect())
    }
}
