//! Maps that change.

use tilewright_grid::{Cell, Size};
use tilewright_pathplan::{COSTS, MAX_CELLS, Map};

use crate::plane::Plane;
use crate::slots::Slots;
use crate::surface::{Bridge, Surface};
use crate::{Layer, LayerId, Link, LinkId, NavigationError, Place, Terrain};

/// One of the grids of a map.
#[derive(Clone, Copy, Debug)]
struct Floor {
    /// Its first row among the stacked floors.
    first: u32,
    size: Size,
}

/// A tile map that lives: cells, costs, danger and links change, and queries are answered at once, for agents of several layers and
/// sizes.
///
/// It owns everything it needs and borrows nothing, so that it can stand in the state of a game. Queries take it by reference:
/// several threads may ask at once, each with a [`Scratch`](crate::Scratch) of its own.
///
/// ```
/// use tilewright_grid::Cell;
/// use tilewright_navigation::{Layer, Navigation, Outcome, Query, Terrain};
/// use tilewright_pathplan::{Map, Steps};
///
/// let tiles: Map = ".....\n####.\n.....\n".parse()?;
/// let mut map = Navigation::new(&tiles, [Layer::walk(Steps::EIGHT)])?;
/// let mut scratch = map.scratch();
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
pub struct Navigation {
    floors: Vec<Floor>,
    /// The size of all floors below each other, with a blocked row between two of them.
    area: Size,
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
    version: u64,
}

/// The links by the nodes that they can be used from.
#[derive(Clone, Debug, Default)]
pub(crate) struct Exits {
    /// Node and place of the link, in ascending order; those from the end of a link have the second flag.
    list: Vec<(u32, u32, bool)>,
    /// A bit for each node that has one.
    nodes: Vec<u64>,
}

impl Exits {
    /// Whether there are none.
    pub(crate) const fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The links that can be used from a node: the place of each, and whether it is used backwards.
    #[inline]
    pub(crate) fn from(&self, node: usize) -> &[(u32, u32, bool)] {
        if self.list.is_empty() || self.nodes[node / 64] >> (node % 64) & 1 == 0 {
            return &[];
        }
        let first = self.list.partition_point(|exit| (exit.0 as usize) < node);
        let count = self.list[first..].partition_point(|exit| exit.0 as usize == node);
        &self.list[first..first + count]
    }

    /// All of them.
    pub(crate) fn all(&self) -> &[(u32, u32, bool)] {
        &self.list
    }
}

impl Navigation {
    /// The most floors.
    pub const MAX_FLOORS: usize = 256;
    /// The most layers.
    pub const MAX_LAYERS: usize = 16;

    /// A map of one floor, with the costs and the danger of its cells.
    ///
    /// # Errors
    /// As [`Navigation::with_floors`].
    pub fn new(
        map: &Map,
        layers: impl IntoIterator<Item = Layer>,
    ) -> Result<Self, NavigationError> {
        Self::with_floors([map], layers)
    }

    /// A map of several floors, which [`Link`]s connect.
    ///
    /// # Errors
    /// [`NavigationError::Count`] without floors or layers, or with more than [`Navigation::MAX_FLOORS`] and
    /// [`Navigation::MAX_LAYERS`]; [`NavigationError::TooLarge`] when the floors have too many cells together.
    pub fn with_floors<'a>(
        maps: impl IntoIterator<Item = &'a Map>,
        layers: impl IntoIterator<Item = Layer>,
    ) -> Result<Self, NavigationError> {
        let maps: Vec<&Map> = maps.into_iter().collect();
        let layers: Vec<Layer> = layers.into_iter().collect();
        count("floors", maps.len(), Self::MAX_FLOORS)?;
        count("layers", layers.len(), Self::MAX_LAYERS)?;

        let mut floors = Vec::new();
        let mut rows = 0_u64;
        for map in &maps {
            floors.push(Floor { first: rows as u32, size: map.size() });
            rows += u64::from(map.size().rows) + 1;
        }
        let columns = maps.iter().map(|map| map.size().columns).max().unwrap_or(0);
        let found = (rows - 1) * u64::from(columns);
        if found > MAX_CELLS as u64 {
            return Err(NavigationError::TooLarge { found });
        }

        let area = Size::new(rows as u32 - 1, columns);
        let mut map = Self {
            floors,
            area,
            layers,
            terrain: vec![Terrain::WALL; area.area()],
            costs: Vec::new(),
            danger: Vec::new(),
            surfaces: Vec::new(),
            links: Slots::default(),
            links_changed: 0,
            exits: Exits::default(),
            version: 0,
        };
        for (floor, tiles) in maps.iter().enumerate() {
            map.copy(floor, tiles);
        }
        map.lay_out();
        Ok(map)
    }

    /// Copies the cells of a floor.
    fn copy(&mut self, floor: usize, tiles: &Map) {
        let first = self.floors[floor].first;
        if !tiles.is_uniform() && self.costs.is_empty() {
            self.costs = vec![1.0; self.area.area()];
        }
        if tiles.danger().iter().any(|&danger| danger > 0) && self.danger.is_empty() {
            self.danger = vec![0; self.area.area()];
        }

        for (index, cell) in tiles.size().cells().enumerate() {
            let at = self.area.index(Cell::new(first + cell.row, cell.column));
            self.terrain[at] = tiles.grounds().values()[index].into();
            if let Some(cost) = self.costs.get_mut(at) {
                *cost = tiles.costs()[index];
            }
            if let Some(danger) = self.danger.get_mut(at) {
                *danger = tiles.danger()[index];
            }
        }
    }

    /// Makes the surfaces of all layers and sizes.
    fn lay_out(&mut self) {
        let mut surfaces: Vec<Surface> = Vec::new();
        for (number, layer) in self.layers.iter().enumerate() {
            let first = surfaces.len();
            for size in (1..=Layer::MAX_SIZE).filter(|&size| layer.has_size(size)) {
                let mut plane = Plane::new(number as u8, size, layer.steps(), self.area);
                for floor in &self.floors {
                    for cell in floor.cells() {
                        let is_free = if size == 1 {
                            layer.cost_of(self.terrain[self.area.index(cell)]).is_some()
                        } else {
                            let alone = &surfaces[first].plane;
                            alone.is_clear(alone.node(cell), size)
                        };
                        if is_free {
                            plane.set(cell, true);
                        }
                    }
                }
                plane.mend_ways(0..=self.area.rows - 1, 0..=self.area.columns - 1);
                surfaces.push(Surface::new(plane, self.area, |cell| {
                    self.weight(layer, size, cell)
                }));
            }
        }
        self.surfaces = surfaces;
    }

    /// The factor and the addend of a step by which an agent comes to stand at a cell: those of the dearest and the most dangerous
    /// of its cells.
    fn weight(&self, layer: &Layer, size: u8, cell: Cell) -> [f64; 2] {
        let (mut factor, mut danger) = (0.0_f64, 0);
        for row in cell.row..cell.row + u32::from(size) {
            for column in cell.column..cell.column + u32::from(size) {
                let at = self.area.index(Cell::new(row, column));
                let cost = self.costs.get(at).copied().unwrap_or(1.0);
                factor =
                    factor.max(layer.cost_of(self.terrain[at]).unwrap_or(1.0) * cost);
                danger = danger.max(self.danger.get(at).copied().unwrap_or(0));
            }
        }
        [factor, layer.weight_of_danger() * f64::from(danger)]
    }

    /// The number of floors.
    pub const fn floors(&self) -> usize {
        self.floors.len()
    }

    /// The size of a floor.
    pub fn size(&self, floor: u16) -> Option<Size> {
        self.floors.get(usize::from(floor)).map(|floor| floor.size)
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

    /// Makes a cell of another terrain: a door opens, a wall is built, a bridge falls.
    ///
    /// # Errors
    /// [`NavigationError::Outside`] when it is on no floor.
    pub fn set(
        &mut self,
        place: impl Into<Place>,
        terrain: impl Into<Terrain>,
    ) -> Result<(), NavigationError> {
        self.set_all([(place.into(), terrain.into())])
    }

    /// Makes many cells of another terrain, at less than the cost of one after the other.
    ///
    /// # Errors
    /// [`NavigationError::Outside`] for the first one that is on no floor; those before it have changed.
    pub fn set_all(
        &mut self,
        changes: impl IntoIterator<Item = (Place, Terrain)>,
    ) -> Result<(), NavigationError> {
        let mut result = Ok(());
        for (place, terrain) in changes {
            match self.cell_of(place) {
                Ok(cell) => self.put(cell, terrain),
                Err(error) => {
                    result = Err(error);
                    break;
                }
            }
        }
        self.mend();
        result
    }

    /// Sets the cost of a cell, by which that of its terrain is multiplied.
    ///
    /// # Errors
    /// [`NavigationError::Outside`] when it is on no floor, [`NavigationError::Cost`] when the cost is outside
    /// [`COSTS`].
    pub fn set_cost(
        &mut self,
        place: impl Into<Place>,
        cost: f64,
    ) -> Result<(), NavigationError> {
        let cell = self.cell_of(place.into())?;
        if !COSTS.contains(&cost) {
            return Err(NavigationError::Cost(cost));
        }
        if self.costs.is_empty() {
            self.costs = vec![1.0; self.area.area()];
        }
        self.costs[self.area.index(cell)] = cost;
        self.reweigh(cell);
        self.mend();
        Ok(())
    }

    /// Sets the danger of cells, at the cost of these cells.
    ///
    /// # Errors
    /// [`NavigationError::Outside`] for the first one that is on no floor; those before it have changed.
    pub fn set_danger(
        &mut self,
        changes: impl IntoIterator<Item = (Place, u32)>,
    ) -> Result<(), NavigationError> {
        let mut result = Ok(());
        for (place, danger) in changes {
            let cell = match self.cell_of(place) {
                Ok(cell) => cell,
                Err(error) => {
                    result = Err(error);
                    break;
                }
            };
            if self.danger.is_empty() {
                self.danger = vec![0; self.area.area()];
            }
            self.danger[self.area.index(cell)] = danger;
            self.reweigh(cell);
        }
        self.mend();
        result
    }

    /// Finds anew what the changes so far have changed in the surfaces.
    fn mend(&mut self) {
        for number in 0..self.surfaces.len() {
            if self.surfaces[number].mend() && !self.exits.is_empty() {
                self.find_bridges(number);
            }
        }
    }

    /// Finds the islands of a surface that links connect.
    fn find_bridges(&mut self, number: usize) {
        let mut bridges = self.surfaces[number].take_bridges();
        let surface = &self.surfaces[number];
        for &(node, place, is_back) in self.exits.all() {
            let link = self.link_at(place);
            let to = self
                .cell_of(if is_back { link.from } else { link.to })
                .expect("links were checked");
            let plane = &surface.plane;
            if plane.is_free(node as usize) && plane.is_free(plane.node(to)) {
                let from = surface.regions.island(plane.cell(node as usize));
                bridges.push(Bridge {
                    from,
                    to: surface.regions.island(to),
                    mask: link.mask,
                });
            }
        }
        self.surfaces[number].set_bridges(bridges);
    }

    /// Makes a cell of another terrain; the surfaces must be mended then.
    fn put(&mut self, cell: Cell, terrain: Terrain) {
        let at = self.area.index(cell);
        let before = std::mem::replace(&mut self.terrain[at], terrain);
        if before == terrain {
            return;
        }
        self.version += 1;

        let mut alone = 0;
        for number in 0..self.surfaces.len() {
            let Plane { layer, size, .. } = self.surfaces[number].plane;
            if size == 1 {
                alone = number;
            }
            let costs = [before, terrain]
                .map(|terrain| self.layers[usize::from(layer)].cost_of(terrain));
            if costs[0].is_some() != costs[1].is_some() {
                self.open_or_block(number, alone, cell);
            }
        }
        self.reweigh(cell);
    }

    /// Finds anew where the agents of a surface can stand on a cell, by the surface of agents of size 1.
    fn open_or_block(&mut self, number: usize, alone: usize, cell: Cell) {
        let size = self.surfaces[number].plane.size;
        let first = above_left(cell, size - 1);
        let mut is_changed = false;
        for row in first.row..=cell.row {
            for column in first.column..=cell.column {
                let corner = Cell::new(row, column);
                let is_free = if size == 1 {
                    let Plane { layer, .. } = self.surfaces[number].plane;
                    let terrain = self.terrain[self.area.index(cell)];
                    self.layers[usize::from(layer)].cost_of(terrain).is_some()
                } else {
                    let alone = &self.surfaces[alone].plane;
                    alone.is_clear(alone.node(corner), size)
                };
                is_changed |= self.surfaces[number].set(corner, is_free);
            }
        }
        if !is_changed {
            return;
        }

        // The steps of the cells around depend on them too.
        let (first, last) = (above_left(first, 1), self.below_right(cell));
        let version = self.version;
        let surface = &mut self.surfaces[number];
        surface.plane.mend_ways(first.row..=last.row, first.column..=last.column);
        surface.note(first, last, version);
    }

    /// Finds the weights of a cell anew for all surfaces.
    fn reweigh(&mut self, cell: Cell) {
        let mut version = self.version;
        for number in 0..self.surfaces.len() {
            let Plane { layer, size, .. } = self.surfaces[number].plane;
            let first = above_left(cell, size - 1);
            for row in first.row..=cell.row {
                for column in first.column..=cell.column {
                    let corner = Cell::new(row, column);
                    let surface = &self.surfaces[number];
                    if !surface.plane.is_free(surface.plane.node(corner)) {
                        continue;
                    }
                    let weight =
                        self.weight(&self.layers[usize::from(layer)], size, corner);
                    if self.surfaces[number].weigh(corner, weight) {
                        if version == self.version {
                            version += 1;
                        }
                        self.surfaces[number].note(corner, corner, version);
                    }
                }
            }
        }
        self.version = version;
    }

    /// Adds a link.
    ///
    /// # Errors
    /// [`NavigationError::Outside`] when an end of it is on no floor, [`NavigationError::Cost`] when its cost is below 0, above a
    /// million or not a number.
    pub fn add_link(&mut self, link: Link) -> Result<LinkId, NavigationError> {
        self.cell_of(link.from)?;
        self.cell_of(link.to)?;
        if !(0.0..=*COSTS.end()).contains(&link.cost) {
            return Err(NavigationError::Cost(link.cost));
        }
        let (place, generation) = self.links.insert(link);
        self.find_exits();
        Ok(LinkId { place, generation })
    }

    /// Removes a link.
    ///
    /// # Errors
    /// [`NavigationError::Link`] when it was removed before.
    pub fn remove_link(&mut self, link: LinkId) -> Result<Link, NavigationError> {
        let removed = self.links.remove(link.place, link.generation);
        let removed = removed.ok_or(NavigationError::Link(link))?;
        self.find_exits();
        Ok(removed)
    }

    /// A link.
    ///
    /// # Errors
    /// [`NavigationError::Link`] when it was removed.
    pub fn link(&self, link: LinkId) -> Result<Link, NavigationError> {
        let found = self.links.get(link.place, link.generation).copied();
        found.ok_or(NavigationError::Link(link))
    }

    /// All links with their handles.
    pub fn links(&self) -> impl Iterator<Item = (LinkId, Link)> {
        let each = |((place, generation), link): ((u32, u32), &Link)| {
            (LinkId { place, generation }, *link)
        };
        self.links.iter().map(each)
    }

    /// Sorts the links by the nodes that they can be used from.
    fn find_exits(&mut self) {
        self.version += 1;
        self.links_changed = self.version;
        let mut list = Vec::new();
        for (id, link) in self.links() {
            let node = |place: Place| {
                let cell = self.cell_of(place).expect("links were checked");
                self.surfaces[0].plane.node(cell) as u32
            };
            list.push((node(link.from), id.place, false));
            if link.is_both_ways {
                list.push((node(link.to), id.place, true));
            }
        }
        list.sort_unstable();

        let mut nodes = vec![0; self.surfaces[0].plane.ways.len().div_ceil(64)];
        for &(node, ..) in &list {
            nodes[node as usize / 64] |= 1 << (node % 64);
        }
        self.exits = Exits { list, nodes };
        (0..self.surfaces.len()).for_each(|number| self.find_bridges(number));
    }

    /// The cell of a place among the stacked floors.
    pub(crate) fn cell_of(&self, place: Place) -> Result<Cell, NavigationError> {
        let floor = self.floors.get(usize::from(place.floor));
        let floor = floor.filter(|floor| floor.size.contains(place.cell));
        let floor = floor.ok_or(NavigationError::Outside { place })?;
        Ok(Cell::new(floor.first + place.cell.row, place.cell.column))
    }

    /// The place of a cell of the stacked floors.
    pub(crate) fn place_of(&self, cell: Cell) -> Place {
        let floor = self.floors.partition_point(|floor| floor.first <= cell.row) - 1;
        let first = self.floors[floor].first;
        Place::new(floor as u16, Cell::new(cell.row - first, cell.column))
    }

    /// The rows of the floor that a row belongs to: the first one, and the one after the last.
    #[inline]
    pub(crate) fn rows_of(&self, row: u32) -> [u32; 2] {
        let floor = self.floors.partition_point(|floor| floor.first <= row) - 1;
        let Floor { first, size } = self.floors[floor];
        [first, first + size.rows]
    }

    /// The surface of a layer and size.
    pub(crate) fn surface(
        &self,
        layer: LayerId,
        size: u8,
    ) -> Result<&Surface, NavigationError> {
        if usize::from(layer.0) >= self.layers.len() {
            return Err(NavigationError::Layer(layer));
        }
        let found = |surface: &&Surface| {
            (surface.plane.layer, surface.plane.size) == (layer.0, size)
        };
        self.surfaces.iter().find(found).ok_or(NavigationError::Size { layer, size })
    }

    pub(crate) const fn exits(&self) -> &Exits {
        &self.exits
    }

    /// The link at a place of the list.
    pub(crate) fn link_at(&self, place: u32) -> &Link {
        self.links.at(place).expect("exits name links")
    }

    /// The handle of the link at a place of the list.
    pub(crate) fn link_id(&self, place: u32) -> LinkId {
        let found = self.links.iter().find(|((at, _), _)| *at == place);
        let ((place, generation), _) = found.expect("exits name links");
        LinkId { place, generation }
    }

    pub(crate) const fn links_changed(&self) -> u64 {
        self.links_changed
    }

    /// The cell below and to the right, within the map.
    fn below_right(&self, cell: Cell) -> Cell {
        let Size { rows, columns } = self.area;
        Cell::new((cell.row + 1).min(rows - 1), (cell.column + 1).min(columns - 1))
    }
}

impl Floor {
    /// Its cells among the stacked floors.
    fn cells(self) -> impl Iterator<Item = Cell> {
        self.size.cells().map(move |cell| Cell::new(self.first + cell.row, cell.column))
    }
}

/// The cell as many rows above and columns to the left, within the map.
fn above_left(cell: Cell, by: u8) -> Cell {
    let by = u32::from(by);
    Cell::new(cell.row.saturating_sub(by), cell.column.saturating_sub(by))
}

/// Refuses no items, and too many.
fn count(what: &'static str, found: usize, most: usize) -> Result<(), NavigationError> {
    if (1..=most).contains(&found) {
        Ok(())
    } else {
        Err(NavigationError::Count { what, found, most })
    }
}
