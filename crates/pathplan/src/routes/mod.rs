//! Several routes between two cells, so that a crowd spreads out instead of walking in single file.
//!
//! [`DiverseRoutes`] finds routes that share few cells; [`Penalty`], [`Yen`] and [`RandomWalk`] are the
//! usual alternatives. All are [`Router`]s:
//!
//! ```
//! use tilewright_grid::Cell;
//! use tilewright_pathplan::routes::{Detour, DiverseRoutes, RouteRequest, Router};
//! use tilewright_pathplan::{Graph, Map, Steps};
//!
//! let map: Map = ".....\n.....\n..#..\n.....\n.....\n".parse()?;
//! let graph = Graph::new(&map, Steps::EIGHT);
//! let request = RouteRequest {
//!     start: Cell::new(2, 0),
//!     goal: Cell::new(2, 4),
//!     count: 2,
//!     detour: Detour::new(1.2).expect("within range"),
//! };
//! let found = DiverseRoutes::new(&graph).routes(&request, &())?;
//! assert_eq!(found.routes.len(), 2);
//! // One route passes above the wall and one below: they share nothing but the ends.
//! assert_eq!(found.max_load(), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod dag;
mod diverse;
mod field;
mod penalty;
#[cfg(feature = "pictures")]
mod picture;
mod pruning;
mod random_walk;
mod yen;

pub use diverse::DiverseRoutes;
pub(crate) use field::{Direction, Field, ROUNDING};
pub use penalty::Penalty;
pub use random_walk::RandomWalk;
pub use yen::Yen;

#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};
use tilewright_grid::{Cell, Grid, Size, Watch};

use crate::{QueryError, Route};

/// The largest allowed cost of a route, as a multiple of the cost of the cheapest path: 1 to 100.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "f64", into = "f64"))]
pub struct Detour(f64);

impl Detour {
    /// A detour of this factor; none when it is out of range.
    pub fn new(factor: f64) -> Option<Self> {
        (1.0..=100.0).contains(&factor).then_some(Self(factor))
    }

    /// The largest allowed cost where the cheapest path has this one, with a margin for rounding.
    pub(crate) fn bound(self, cheapest: f64) -> f64 {
        cheapest * self.0 + crate::planners::astar::ROUNDING
    }
}

impl From<Detour> for f64 {
    fn from(detour: Detour) -> Self {
        detour.0
    }
}

impl TryFrom<f64> for Detour {
    type Error = &'static str;

    fn try_from(factor: f64) -> Result<Self, Self::Error> {
        Self::new(factor).ok_or("expected a number from 1 to 100")
    }
}

/// A request for several routes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RouteRequest {
    /// The first cell of every route.
    pub start: Cell,
    /// The last cell of every route.
    pub goal: Cell,
    /// The number of routes.
    pub count: u32,
    /// The largest allowed cost of a route.
    pub detour: Detour,
}

/// Plans several routes on the graph that it was made for. Its memory is kept from one request to
/// the next.
pub trait Router {
    /// Different routes within the allowed cost, the cheapest path first: the requested number, or
    /// fewer when the router finds no more; none if there is no path.
    ///
    /// # Errors
    /// [`QueryError::Outside`] or [`QueryError::Blocked`] when an end is outside the map or not
    /// walkable, and [`QueryError::Cancelled`] when the watch stops the search.
    fn routes(
        &mut self,
        request: &RouteRequest,
        watch: &dyn Watch,
    ) -> Result<RouteSet, QueryError>;
}

/// Several routes between two cells.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RouteSet {
    /// The routes, the cheapest path first.
    pub routes: Vec<Route>,
}

impl RouteSet {
    /// The mean dissimilarity over all pairs of routes: 1 minus the Dice coefficient (1945) of
    /// their sets of cells. It is 1 when no two routes share a cell, and 0 when all are equal or
    /// there is only one.
    pub fn dissimilarity(&self) -> f64 {
        let sets: Vec<Vec<Cell>> = self
            .routes
            .iter()
            .map(|route| {
                let mut cells = route.cells.clone();
                cells.sort_unstable();
                cells.dedup();
                cells
            })
            .collect();

        // Sorted sets, so that common cells are found by binary search.
        let (mut sum, mut pairs) = (0.0, 0_u32);
        for (index, one) in sets.iter().enumerate() {
            for two in &sets[..index] {
                let is_shared = |cell: &&Cell| two.binary_search(cell).is_ok();
                let shared = one.iter().filter(is_shared).count() as f64;
                sum += 1.0 - 2.0 * shared / (one.len() + two.len()) as f64;
                pairs += 1;
            }
        }

        sum / f64::from(pairs.max(1))
    }

    /// The load of every cell of a map of this size: the number of routes that pass through it.
    ///
    /// # Panics
    /// When a route leaves the map.
    pub fn load(&self, size: Size) -> Grid<u32> {
        let mut load = Grid::filled(size, 0);
        for &cell in self.routes.iter().flat_map(|route| &route.cells) {
            load[cell] += 1;
        }
        load
    }

    /// The largest load of a cell other than the start and the goal.
    pub fn max_load(&self) -> u32 {
        let inner = |route: &'_ Route| {
            let last = route.cells.len().saturating_sub(1).max(1);
            route.cells.get(1..last).unwrap_or_default().to_vec()
        };
        let mut cells: Vec<Cell> = self.routes.iter().flat_map(inner).collect();
        cells.sort_unstable();
        let runs = cells.chunk_by(|one, other| one == other).map(<[Cell]>::len);
        runs.max().unwrap_or(0) as u32
    }

    /// Adds a route unless the set contains it.
    fn add(&mut self, route: Route) {
        if !self.routes.iter().any(|other| other.cells == route.cells) {
            self.routes.push(route);
        }
    }
}
