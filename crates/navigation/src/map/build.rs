//! Maps made of tiles.

use std::collections::BTreeMap;

use tilewright_grid::{Cell, CellShape, Size};
use tilewright_pathplan::{MAX_CELLS, Map};

use super::{ChangeMemory, Exits, FileNames, Floor, Navigation};
use crate::plane::Plane;
use crate::slots::Slots;
use crate::surface::Surface;
use crate::weights::Weights;
use crate::{Layer, NavigationError, Terrain};

impl Navigation {
    /// A map of one floor, with the costs and the danger of its cells, the links and, as [`Walker`](crate::Walker)s of the first layer, the
    /// named NPCs of its file.
    ///
    /// # Errors
    /// As [`Navigation::with_floors`].
    pub fn new(
        map: &Map,
        layers: impl IntoIterator<Item = Layer>,
    ) -> Result<Self, NavigationError> {
        Self::with_floors([map], layers)
    }

    /// A map of several floors, which [`Link`](crate::Link)s connect, each as that of [`Navigation::new`].
    ///
    /// # Errors
    /// [`NavigationError::Count`] without floors or layers, or with more than [`Navigation::MAX_FLOORS`] and
    /// [`Navigation::MAX_LAYERS`]; [`NavigationError::TooLarge`] when the floors have too many cells together;
    /// [`NavigationError::Shape`] when cells of floors have different shapes, or agents on hexagons are larger than a cell; [`NavigationError::Outside`] and
    /// [`NavigationError::Cost`] for links and NPCs that cannot be.
    pub fn with_floors<'a>(
        maps: impl IntoIterator<Item = &'a Map>,
        layers: impl IntoIterator<Item = Layer>,
    ) -> Result<Self, NavigationError> {
        let maps: Vec<&Map> = maps.into_iter().collect();
        let layers: Vec<Layer> = layers.into_iter().collect();
        let shape = maps.first().map(|map| map.shape()).unwrap_or_default();
        if maps.iter().any(|map| map.shape() != shape) {
            return Err(NavigationError::Shape);
        }
        let sizes: Vec<Size> = maps.iter().map(|map| map.size()).collect();
        let (floors, area) = stack(&sizes, shape, &layers)?;
        let mut map = Self {
            floors,
            area,
            shape,
            layers,
            terrain: vec![Terrain::WALL; area.area()],
            costs: Vec::new(),
            danger: Vec::new(),
            surfaces: Vec::new(),
            links: Slots::default(),
            links_changed: 0,
            exits: Exits::default(),
            walkers: Slots::default(),
            names: FileNames::default(),
            doors: BTreeMap::new(),
            version: 0,
            memory: ChangeMemory::default(),
        };
        for (floor, tiles) in maps.iter().enumerate() {
            map.copy(floor, tiles);
        }
        map.lay_out(|_| (&[], false));
        map.take_places(&maps)?;
        Ok(map)
    }

    /// Copies the cells of a floor.
    fn copy(&mut self, floor: usize, tiles: &Map) {
        let floor = self.floors[floor];
        if !tiles.is_uniform() && self.costs.is_empty() {
            self.costs = vec![1.0; self.area.area()];
        }
        if tiles.danger().iter().any(|&danger| danger > 0) && self.danger.is_empty() {
            self.danger = vec![0; self.area.area()];
        }

        for (index, cell) in tiles.size().cells().enumerate() {
            let at = self.area.index(floor.stacked(cell));
            self.terrain[at] = tiles.grounds().values()[index].into();
            if let Some(cost) = self.costs.get_mut(at) {
                *cost = tiles.costs()[index];
            }
            if let Some(danger) = self.danger.get_mut(at) {
                *danger = tiles.danger()[index];
            }
        }
    }

    /// Makes the surfaces of all layers and sizes, with the weights that each has known, and whether these were too many.
    pub(super) fn lay_out<'a>(
        &mut self,
        known: impl Fn(usize) -> (&'a [[f64; 2]], bool),
    ) {
        let mut surfaces: Vec<Surface> = Vec::new();
        for (number, layer) in self.layers.iter().enumerate() {
            let first = surfaces.len();
            for size in (1..=Layer::MAX_SIZE).filter(|&size| layer.has_size(size)) {
                let mut plane = Plane::new(
                    number as u8,
                    size,
                    layer.steps(),
                    self.shape.hexagons(),
                    self.area,
                );
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
                plane.repair_ways(0..=self.area.rows - 1, 0..=self.area.columns - 1);
                let (known, has_too_many) = known(surfaces.len());
                let (across, nodes) = (plane.metric.across(), plane.ways.len());
                let weights = Weights::restored(across, known, has_too_many, nodes);
                surfaces.push(Surface::new(plane, self.area, weights, |cell| {
                    self.weight(layer, size, cell)
                }));
            }
        }
        self.surfaces = surfaces;
    }
}

impl Floor {
    /// Its cells among the stacked floors.
    pub(super) fn cells(self) -> impl Iterator<Item = Cell> {
        self.size.cells().map(move |cell| self.stacked(cell))
    }
}

/// Puts floors below each other, with a blocked row between two of them; returns the size of them all.
pub(super) fn stack(
    sizes: &[Size],
    shape: CellShape,
    layers: &[Layer],
) -> Result<(Vec<Floor>, Size), NavigationError> {
    count("floors", sizes.len(), Navigation::MAX_FLOORS)?;
    count("layers", layers.len(), Navigation::MAX_LAYERS)?;
    if shape.hexagons().is_some() && layers.iter().any(|layer| !layer.is_of_size_1()) {
        return Err(NavigationError::Shape);
    }

    let mut floors = Vec::new();
    let (mut next, mut rows, mut columns) = (0_u64, 0, 0);
    for &size in sizes {
        let floor = Floor { first: next as u32, size, diamonds: shape.diamonds(size) };
        floors.push(floor);
        rows = next + u64::from(floor.extent().rows);
        columns = columns.max(floor.extent().columns);
        // Each begins in an even row, so that rows are shifted as on the floor itself.
        next = (rows + 1).next_multiple_of(2);
    }
    let found = rows * u64::from(columns);
    if found > MAX_CELLS as u64 {
        return Err(NavigationError::TooLarge { found });
    }
    Ok((floors, Size::new(rows as u32, columns)))
}

/// Refuses no items, and too many.
fn count(what: &'static str, found: usize, most: usize) -> Result<(), NavigationError> {
    if (1..=most).contains(&found) {
        Ok(())
    } else {
        Err(NavigationError::Count { what, found, most })
    }
}
