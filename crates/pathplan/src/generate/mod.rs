//! Random maps: mazes, caves, rooms and scattered walls. All are connected: every walkable cell is
//! reached from every other one by steps to four neighbours.

mod caves;
mod connected;
mod ends;
mod maze;
mod rooms;
mod scattered;

use std::str::FromStr;

#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};
use tilewright_grid::{Grid, Seed, Size, Watch};

use crate::{Ground, Map, MapError, QueryError};

/// The smallest number of rows and of columns: a walkable cell within a border of walls.
pub const MIN_SIDE: u32 = 3;

/// A sort of random map.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum MapKind {
    /// A perfect maze by recursive backtracking: one path between any two cells. Rows and columns
    /// of corridors alternate with walls.
    #[default]
    Maze,
    /// Caves by a cellular automaton (Johnson, Yannakakis and Togelius, 2010), connected by
    /// tunnels.
    Caves,
    /// Rooms by binary space partitioning, with a door in every wall.
    Rooms,
    /// Walls scattered at random. Cells that they cut off become walls.
    Random,
}

tilewright_grid::names! {
    /// All sorts.
    MapKind, name:
    Maze = "maze",
    Caves = "caves",
    Rooms = "rooms",
    Random = "random",
}

impl MapKind {
    /// The share of walls if a request names none; none for mazes and rooms, which have no such
    /// share.
    pub const fn density(self) -> Option<f64> {
        match self {
            Self::Maze | Self::Rooms => None,
            Self::Caves => Some(0.45),
            Self::Random => Some(0.3),
        }
    }
}

impl FromStr for MapKind {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::named(text).ok_or("expected maze, caves, rooms or random")
    }
}

/// A request for a random map.
///
/// ```
/// use tilewright_grid::{Seed, Size};
/// use tilewright_pathplan::generate::{MapKind, MapRequest};
///
/// let request = MapRequest::new(MapKind::Maze, Size::new(7, 9));
/// let map = request.generate(Seed(2), &())?;
/// // A perfect maze is a tree: 12 cells at odd rows and columns, and 11 gaps between them.
/// assert_eq!(map.walkable_count(), 23);
/// assert_eq!(map, request.generate(Seed(2), &())?);
/// assert!(map.places.start.is_some() && map.places.goal.is_some());
/// # Ok::<(), tilewright_pathplan::generate::GenerateError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MapRequest {
    /// The sort of map.
    pub kind: MapKind,
    /// The number of rows and columns, each at least [`MIN_SIDE`].
    pub size: Size,
    /// The share of walls, from 0 to 1: at the end for [`MapKind::Random`], before the cellular
    /// automaton for [`MapKind::Caves`]. Others ignore it.
    pub density: f64,
    /// The share of dead ends that a maze opens, from 0 to 1; of walls between rooms that have a
    /// second door. Others ignore it.
    pub braid: f64,
}

/// Why no map is made.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum GenerateError {
    /// The map would be too small or too large.
    #[error(transparent)]
    Size(#[from] MapError),
    /// No walkable cell is left.
    #[error("no cell is walkable at a density of {density}")]
    Solid {
        /// The share of walls.
        density: f64,
    },
    /// The watch stopped the work.
    #[error("cancelled")]
    Cancelled,
}

impl From<QueryError> for GenerateError {
    fn from(_: QueryError) -> Self {
        Self::Cancelled
    }
}

impl MapRequest {
    /// A request with the usual share of walls, and no dead end of a maze opened.
    pub const fn new(kind: MapKind, size: Size) -> Self {
        let density = match kind.density() {
            Some(density) => density,
            None => 0.0,
        };
        Self { kind, size, density, braid: 0.0 }
    }

    /// The map of a seed, within a border of walls. Its start and goal are far apart: the goal is
    /// a cell farthest from the start, and the start one farthest from the first walkable cell.
    ///
    /// # Errors
    /// [`GenerateError::Size`] if a side is shorter than [`MIN_SIDE`] or the map too large,
    /// [`GenerateError::Solid`] if no cell is walkable, and [`GenerateError::Cancelled`] if the
    /// watch stops the work.
    pub fn generate(&self, seed: Seed, watch: &dyn Watch) -> Result<Map, GenerateError> {
        let Size { rows, columns } = self.size;
        let area = u64::from(rows) * u64::from(columns);
        if rows.min(columns) < MIN_SIDE || area > crate::MAX_CELLS as u64 {
            return Err(MapError::Size { rows, columns }.into());
        }

        let mut free = Grid::filled(self.size, false);
        let mut rng = seed.rng();
        match self.kind {
            MapKind::Maze => maze::carve(&mut free, self.braid, &mut rng, watch)?,
            MapKind::Caves => caves::carve(&mut free, self.density, &mut rng, watch)?,
            MapKind::Rooms => rooms::carve(&mut free, self.braid, &mut rng, watch)?,
            MapKind::Random => {
                scattered::carve(&mut free, self.density, &mut rng, watch)?;
            }
        }

        let ground =
            free.map(|&is_free| if is_free { Ground::Free } else { Ground::Wall });
        let mut map = Map::new(ground)?;
        let [start, goal] = ends::far_apart(&map, watch)?
            .ok_or(GenerateError::Solid { density: self.density })?;
        map.places.start = Some(start);
        map.places.goal = Some(goal);

        Ok(map)
    }
}

/// Looks at the watch once per row.
fn look(watch: &dyn Watch) -> Result<(), GenerateError> {
    if watch.look().is_break() { Err(GenerateError::Cancelled) } else { Ok(()) }
}

/// Whether a cell is not on the border.
const fn is_inner(size: Size, row: u32, column: u32) -> bool {
    row > 0 && column > 0 && row + 1 < size.rows && column + 1 < size.columns
}

#[cfg(test)]
mod tests {
    use tilewright_grid::{Cell, flood, groups};

    use super::*;

    fn made(kind: MapKind, rows: u32, columns: u32, seed: u64) -> Map {
        MapRequest::new(kind, Size::new(rows, columns)).generate(Seed(seed), &()).unwrap()
    }

    fn region_count(map: &Map) -> usize {
        groups(map.size(), |cell| map.is_walkable(cell)).len()
    }

    #[test]
    fn every_map_is_connected_within_a_border_of_walls() {
        for kind in MapKind::ALL {
            for seed in 0..40 {
                let (rows, columns) = (5 + seed as u32 % 37, 5 + seed as u32 * 7 % 53);
                let map = made(kind, rows, columns, seed);
                assert_eq!(map.size(), Size::new(rows, columns));
                assert_eq!(region_count(&map), 1, "{kind}, seed {seed}:\n{map}");
                let is_border =
                    |cell: &Cell| !is_inner(map.size(), cell.row, cell.column);
                let border = map.size().cells().filter(is_border);
                assert!(border.into_iter().all(|cell| !map.is_walkable(cell)));
            }
        }
    }

    #[test]
    fn another_seed_gives_another_map() {
        for kind in MapKind::ALL {
            assert_eq!(made(kind, 21, 31, 4), made(kind, 21, 31, 4));
            assert_ne!(made(kind, 21, 31, 4), made(kind, 21, 31, 5));
        }
    }

    #[test]
    fn a_perfect_maze_is_a_tree() {
        for seed in 0..20 {
            let map = made(MapKind::Maze, 21, 31, seed);
            let nodes = 10 * 15;
            assert_eq!(map.walkable_count(), 2 * nodes - 1);
            assert_eq!(region_count(&map), 1);
        }
    }

    #[test]
    fn braiding_opens_the_dead_ends() {
        let dead_ends = |braid| {
            let size = Size::new(31, 31);
            let request = MapRequest { braid, ..MapRequest::new(MapKind::Maze, size) };
            let map = request.generate(Seed(6), &()).unwrap();
            let exits =
                |cell| size.neighbors(cell).filter(|&next| map.is_walkable(next)).count();
            size.cells().filter(|&it| map.is_walkable(it) && exits(it) == 1).count()
        };
        let [all, half, none] = [0.0, 0.5, 1.0].map(dead_ends);
        assert!(all > half && half > 0, "{all}, {half}, {none}");
        assert_eq!(none, 0);
    }

    #[test]
    fn start_and_goal_are_walkable_and_far_apart() {
        for kind in MapKind::ALL {
            let map = made(kind, 25, 25, 8);
            let places = [map.places.start, map.places.goal].map(Option::unwrap);
            assert!(places.iter().all(|&cell| map.is_walkable(cell)));
            assert!(flood(map.size(), [places[0]], |it| map.is_walkable(it))[places[1]]);
            let [start, goal] = places;
            let apart = start.row.abs_diff(goal.row) + start.column.abs_diff(goal.column);
            assert!(apart > 8, "{kind}: {start:?} to {goal:?}\n{map}");
        }
    }

    #[test]
    fn requests_that_leave_no_cell_are_refused() {
        let size = Size::new(9, 9);
        let solid = MapRequest { density: 1.0, ..MapRequest::new(MapKind::Random, size) };
        let error = GenerateError::Solid { density: 1.0 };
        assert_eq!(solid.generate(Seed(1), &()), Err(error));
        let small = MapRequest::new(MapKind::Caves, Size::new(2, 9));
        assert!(matches!(small.generate(Seed(1), &()), Err(GenerateError::Size(_))));
        let stop = || std::ops::ControlFlow::Break(());
        for kind in MapKind::ALL {
            let stopped = MapRequest::new(kind, size).generate(Seed(1), &stop);
            assert_eq!(stopped, Err(GenerateError::Cancelled));
        }
    }

    #[test]
    fn the_density_is_the_share_of_scattered_walls() {
        let size = Size::new(102, 102);
        let request =
            MapRequest { density: 0.2, ..MapRequest::new(MapKind::Random, size) };
        let map = request.generate(Seed(3), &()).unwrap();
        let share = 1.0 - map.walkable_count() as f64 / 10_000.0;
        // Four standard deviations of 10,000 draws, and a few cells that were cut off.
        assert!((0.184..0.23).contains(&share), "{share}");
    }
}
