//! Maps that change, and ways on them.

use tilewright_grid::{Cell, Grid, Size};
use tilewright_navigation::{
    Layer, Navigation, NavigationError, Outcome, Place, Query, Scratch, Terrain,
};
use tilewright_pathplan::{Connectivity, Corners, Ground, MAX_CELLS, Map, Steps};

use crate::status::{Failure, TwStatus};

/// A cell of a map: its column and its row, from 0 at the top left.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TwCell {
    /// The column.
    pub x: u32,
    /// The row.
    pub y: u32,
}

/// A map, the memory of its searches, and its last way.
pub(crate) struct HeldMap {
    map: Navigation,
    scratch: Scratch,
    pub(crate) way: Vec<TwCell>,
    pub(crate) cost: f64,
}

impl HeldMap {
    /// A map whose cells have these terrains row by row, all free if there are none. Steps lead to 4 or 8 neighbours; diagonal ones
    /// pass no corner of a wall.
    pub(crate) fn new(
        columns: u32,
        rows: u32,
        neighbors: u32,
        cells: &[u8],
    ) -> Result<Self, Failure> {
        let area = u64::from(columns) * u64::from(rows);
        if area == 0 || area > MAX_CELLS as u64 {
            return Err(Failure::argument(format!(
                "found {columns} × {rows} cells, expected 1 to {MAX_CELLS}"
            )));
        }
        let connectivity = match neighbors {
            4 => Connectivity::Four,
            8 => Connectivity::Eight,
            other => {
                return Err(Failure::argument(format!(
                    "neighbors is {other}, expected 4 or 8"
                )));
            }
        };
        if !cells.is_empty() && cells.len() as u64 != area {
            let found = cells.len();
            return Err(Failure::argument(format!(
                "found {found} cells, expected {area}, or none if all are free"
            )));
        }
        let size = Size { rows, columns };
        let floor = Map::new(Grid::filled(size, Ground::Free))
            .map_err(|error| Failure::argument(error.to_string()))?;
        let steps = Steps { connectivity, corners: Corners::Never };
        let map = Navigation::with_floors([&floor], [Layer::walk(steps)]);
        let mut map = map.map_err(|error| wrong(&error))?;
        let changes = size.cells().zip(cells).filter(|&(_, &number)| number > 0);
        let changes =
            changes.map(|(cell, &number)| Ok((Place::new(0, cell), terrain(number)?)));
        let changes: Vec<_> = changes.collect::<Result<_, Failure>>()?;
        map.set_all(changes).map_err(|error| wrong(&error))?;
        Ok(Self { map, scratch: Scratch::default(), way: Vec::new(), cost: 0.0 })
    }

    /// Makes a cell of another terrain.
    pub(crate) fn set(&mut self, at: TwCell, number: u8) -> Result<(), Failure> {
        self.map.set(place(at), terrain(number)?).map_err(|error| wrong(&error))
    }

    /// Finds a cheapest way; [`TwStatus::No`] if there is none.
    pub(crate) fn find(&mut self, from: TwCell, to: TwCell) -> Result<TwStatus, Failure> {
        self.way.clear();
        let query = Query::new(place(from), place(to));
        let outcome = self.map.route(&query, &mut self.scratch);
        match outcome.map_err(|error| wrong(&error))? {
            Outcome::Reached(route) => {
                let cell = |it: &Place| TwCell { x: it.cell.column, y: it.cell.row };
                self.way.extend(route.places.iter().map(cell));
                self.cost = route.cost;
                Ok(TwStatus::Ok)
            }
            _ => Ok(TwStatus::No),
        }
    }

    /// Whether a way exists, without a search.
    pub(crate) fn is_reachable(
        &mut self,
        from: TwCell,
        to: TwCell,
    ) -> Result<TwStatus, Failure> {
        let query = Query::new(place(from), place(to));
        let is_reachable = self.map.is_reachable(&query, &mut self.scratch);
        let is_reachable = is_reachable.map_err(|error| wrong(&error))?;
        Ok(if is_reachable { TwStatus::Ok } else { TwStatus::No })
    }
}

const fn place(at: TwCell) -> Place {
    Place::new(0, Cell::new(at.y, at.x))
}

fn terrain(number: u8) -> Result<Terrain, Failure> {
    Terrain::new(number).ok_or_else(|| {
        let most = Terrain::COUNT - 1;
        Failure::argument(format!("terrain is {number}, expected 0 to {most}"))
    })
}

fn wrong(error: &NavigationError) -> Failure {
    Failure::argument(error.to_string())
}
