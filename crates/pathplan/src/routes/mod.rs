//! Several routes between two cells, so that a crowd does not walk in one file.

mod field;
mod penalty;
#[cfg(feature = "pictures")]
mod picture;
mod spread;
mod walk;
mod ways_on;
mod web;
mod yen;

pub(crate) use field::{Direction, Field};
pub use penalty::Penalty;
pub use spread::Spread;
pub use walk::Walk;
pub use yen::Yen;

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use tilewright_grid::{Cell, Grid, Size, Watch};

use crate::{QueryError, Route};

/// How long a route may be, in lengths of the shortest path: from 1 to 100.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd, Serialize, Deserialize)]
#[serde(try_from = "f64", into = "f64")]
pub struct Detour(f64);

impl Detour {
    /// So many lengths; none when it is out of range.
    pub fn new(lengths: f64) -> Option<Self> {
        (1.0..=100.0).contains(&lengths).then_some(Self(lengths))
    }

    /// The lengths.
    pub const fn lengths(self) -> f64 {
        self.0
    }

    /// The length that no route may exceed; room for rounding is in it.
    pub(crate) fn bound(self, shortest: f64) -> f64 {
        shortest * self.0 + crate::planners::astar::ROUNDING
    }
}

impl From<Detour> for f64 {
    fn from(detour: Detour) -> Self {
        detour.0
    }
}

impl TryFrom<f64> for Detour {
    type Error = &'static str;

    fn try_from(lengths: f64) -> Result<Self, Self::Error> {
        Self::new(lengths).ok_or("expected a number from 1 to 100")
    }
}

impl FromStr for Detour {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse().unwrap_or(f64::NAN).try_into()
    }
}

impl fmt::Display for Detour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// What routes are wanted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wish {
    /// Where they start.
    pub start: Cell,
    /// Where they lead.
    pub goal: Cell,
    /// How many.
    pub count: u32,
    /// How long each may be.
    pub detour: Detour,
}

/// Plans several routes on the graph that it was made for, and keeps its memory from one wish to
/// the next.
pub trait Router {
    /// Different routes, each no longer than allowed, the first one the shortest: as many as are
    /// wanted, or fewer where it finds no more; none where there is no way.
    ///
    /// # Errors
    /// When an end is off the map or in a wall, and [`QueryError::Cancelled`] when the watch
    /// stops it.
    fn routes(&mut self, wish: &Wish, watch: &dyn Watch) -> Result<Routes, QueryError>;
}

/// Several routes between two cells.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Routes {
    /// The routes, the first one the shortest.
    pub routes: Vec<Route>,
}

impl Routes {
    /// The mean dissimilarity of two of the routes: 1 less the coefficient of Dice (1945) of
    /// their cells. 1 where no two share a cell, 0 where all are the same or there is but one.
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

    /// How many routes go through each cell of a map of that size.
    ///
    /// # Panics
    /// When a route leaves it.
    pub fn load(&self, size: Size) -> Grid<u32> {
        let mut load = Grid::filled(size, 0);
        for &cell in self.routes.iter().flat_map(|route| &route.cells) {
            load[cell] += 1;
        }
        load
    }

    /// The most routes that go through one cell between the ends, which all share.
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

    /// Puts a route to the others unless it is there already.
    fn add(&mut self, route: Route) {
        if !self.routes.iter().any(|other| other.cells == route.cells) {
            self.routes.push(route);
        }
    }
}
