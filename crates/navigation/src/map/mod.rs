//! Maps that change.

mod build;
mod change;
mod doors;
mod links;
mod reload;
#[cfg(feature = "serde")]
mod save;
mod walkers;

use std::collections::BTreeMap;
use std::ops::Range;

use tilewright_grid::{Cell, CellShape, Diamonds, Size};
use tilewright_pathplan::planners::Door;

use self::change::ChangeMemory;
use self::links::Exits;
use self::reload::FileNames;
pub use self::reload::Reload;
use crate::slots::Slots;
use crate::surface::Surface;
use crate::{Agent, Layer, LayerId, Link, NavigationError, Place, Terrain, Walker};

/// One of the grids of a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Floor {
    /// Its first row among the stacked floors.
    first: u32,
    size: Size,
    /// The diamonds of a staggered map, which stands among the others turned by 45°, with void cells that nobody enters.
    diamonds: Option<Diamonds>,
}

impl Floor {
    /// The cell of a place among stacked floors.
    pub(crate) fn cell_of(floors: &[Self], place: Place) -> Option<Cell> {
        let floor = floors.get(usize::from(place.floor))?;
        floor.size.contains(place.cell).then(|| floor.stacked(place.cell))
    }

    /// One of its cells among the stacked floors.
    fn stacked(self, cell: Cell) -> Cell {
        let Cell { row, column } =
            self.diamonds.map_or(cell, |diamonds| diamonds.turned(cell));
        Cell::new(self.first + row, column)
    }

    /// The rows and columns that it has among the stacked floors.
    fn extent(self) -> Size {
        self.diamonds.map_or(self.size, |diamonds| diamonds.turned_size())
    }

    /// Its rows and columns among the stacked floors.
    pub(crate) fn bounds(self) -> (Range<u32>, Range<u32>) {
        let Size { rows, columns } = self.extent();
        (self.first..self.first + rows, 0..columns)
    }

    /// The place of a cell of stacked floors.
    pub(crate) fn place_of(floors: &[Self], cell: Cell) -> Place {
        let floor = floors.partition_point(|floor| floor.first <= cell.row) - 1;
        let Self { first, diamonds, .. } = floors[floor];
        let square = Cell::new(cell.row - first, cell.column);
        let cell = diamonds.map_or(Some(square), |diamonds| diamonds.cell(square));
        Place::new(floor as u16, cell.expect("nobody stands on void cells"))
    }
}

/// A tile map that lives: cells, costs, danger and links change, and queries are answered at once, for agents of several layers and
/// sizes.
///
/// It owns everything it needs and borrows nothing, so that it can stand in the state of a game. Queries take it by reference:
/// several threads may ask at once, each with a [`Scratch`](crate::Scratch) of its own.
///
/// On a [staggered map](tilewright_pathplan::Map::with_diamonds) everything is searched on the map turned by 45°: an agent of size 2 covers four diamonds around a
/// corner and stands where the uppermost is, or the one on the left where columns are shifted, and *reading order*, in which ties are broken,
/// is that of the turned map. Rows and columns are always those of the map itself.
///
/// With the feature `serde` it is saved whole, with its versions and handles: a loaded map gives the same answers as the one that was saved,
/// and routes, [`LinkId`](crate::LinkId)s and [`WalkerId`](crate::WalkerId)s that were saved with it serve on. What
/// [`prepare`](Navigation::prepare) has found is not saved.
///
/// ```
/// use tilewright_grid::Cell;
/// use tilewright_navigation::{Layer, Navigation, Outcome, Query, Scratch, Terrain};
/// use tilewright_pathplan::{Map, Steps};
///
/// let tiles: Map = ".....\n####.\n.....\n".parse()?;
/// let mut map = Navigation::new(&tiles, [Layer::walk(Steps::EIGHT)])?;
/// let mut scratch = Scratch::default();
/// let query = Query::new(Cell::new(0, 0), Cell::new(2, 0));
///
/// let Outcome::Reached(route) = map.route(&query, &mut scratch)? else { panic!() };
/// let route = route.clone();
/// assert_eq!(route.cost, 10.0);
///
/// // A door opens: the route is still legal, and there may be a better one.
/// map.set(Cell::new(1, 0), Terrain::FREE)?;
/// assert!(map.is_valid(&route) && map.may_improve(&route));
/// let Outcome::Reached(better) = map.route(&query, &mut scratch)? else { panic!() };
/// assert_eq!(better.cost, 2.0);
///
/// // Another one shuts.
/// map.set(Cell::new(1, 4), Terrain::WALL)?;
/// assert!(!map.is_valid(&route));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "save::Document"))]
pub struct Navigation {
    floors: Vec<Floor>,
    /// The size of all floors below each other, with a blocked row between two of them.
    area: Size,
    shape: CellShape,
    layers: Vec<Layer>,
    /// What each cell is made of, row by row of all floors.
    terrain: Vec<Terrain>,
    /// The cost and the danger of each cell; empty as long as all are 1 and 0.
    costs: Vec<f64>,
    danger: Vec<u32>,
    /// One for each layer and size.
    surfaces: Vec<Surface>,
    links: Slots<Link>,
    /// The version of the last change of links.
    links_changed: u64,
    exits: Exits,
    walkers: Slots<Walker>,
    /// The links and walkers that came from files.
    names: FileNames,
    /// The doors by their cells among the stacked floors.
    doors: BTreeMap<Cell, Door>,
    version: u64,
    memory: ChangeMemory,
}

impl Navigation {
    /// The most floors.
    pub const MAX_FLOORS: usize = 256;
    /// The most layers.
    pub const MAX_LAYERS: usize = 16;

    /// The number of floors.
    pub const fn floors(&self) -> usize {
        self.floors.len()
    }

    /// The size of a floor.
    pub fn size(&self, floor: u16) -> Option<Size> {
        self.floors.get(usize::from(floor)).map(|floor| floor.size)
    }

    /// The shape of the cells of all floors.
    pub const fn shape(&self) -> CellShape {
        self.shape
    }

    /// The layers, in the order of their numbers.
    pub fn layers(&self) -> &[Layer] {
        &self.layers
    }

    /// The layer of this name.
    pub fn layer(&self, name: &str) -> Option<LayerId> {
        let at = self.layers.iter().position(|layer| layer.name() == name)?;
        Some(LayerId(at as u8))
    }

    /// How often the map has changed. Routes and searches note it.
    pub const fn version(&self) -> u64 {
        self.version
    }

    /// What a cell is made of; none outside the map.
    pub fn terrain(&self, place: impl Into<Place>) -> Option<Terrain> {
        let cell = self.cell_of(place.into()).ok()?;
        Some(self.terrain[self.area.index(cell)])
    }

    /// The cost of a cell, by which its terrain's is multiplied; none outside the map.
    pub fn cost(&self, place: impl Into<Place>) -> Option<f64> {
        let cell = self.cell_of(place.into()).ok()?;
        Some(self.costs.get(self.area.index(cell)).copied().unwrap_or(1.0))
    }

    /// The danger of a cell; none outside the map.
    pub fn danger(&self, place: impl Into<Place>) -> Option<u32> {
        let cell = self.cell_of(place.into()).ok()?;
        Some(self.danger.get(self.area.index(cell)).copied().unwrap_or(0))
    }

    pub(crate) fn all_floors(&self) -> &[Floor] {
        &self.floors
    }

    /// The size of all floors below each other.
    pub(crate) const fn area(&self) -> Size {
        self.area
    }

    /// The cell of a place among the stacked floors.
    pub(crate) fn cell_of(&self, place: Place) -> Result<Cell, NavigationError> {
        Floor::cell_of(&self.floors, place).ok_or(NavigationError::Outside { place })
    }

    /// The place of a cell of the stacked floors.
    pub(crate) fn place_of(&self, cell: Cell) -> Place {
        Floor::place_of(&self.floors, cell)
    }

    /// The rows of the floor that a row belongs to: the first one, and the one after the last.
    #[inline]
    pub(crate) fn rows_of(&self, row: u32) -> [u32; 2] {
        let floor = self.floors.partition_point(|floor| floor.first <= row) - 1;
        let floor = self.floors[floor];
        [floor.first, floor.first + floor.extent().rows]
    }

    /// The surface of an agent.
    pub(crate) fn surface(&self, agent: Agent) -> Result<&Surface, NavigationError> {
        let Agent { layer, size, .. } = agent;
        if usize::from(layer.0) >= self.layers.len() {
            return Err(NavigationError::Layer(layer));
        }
        let found = |surface: &&Surface| {
            (surface.plane.layer, surface.plane.size) == (layer.0, size)
        };
        self.surfaces.iter().find(found).ok_or(NavigationError::Size { layer, size })
    }
}
