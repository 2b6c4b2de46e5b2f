//! Maps, and changes of their cells.

use tilewright_grid::{Grid, Size, Stagger};
use tilewright_navigation::{Layer, Navigation, Place, Scratch, Terrain};
use tilewright_pathplan::planners::Door;
use tilewright_pathplan::{Connectivity, Corners, Ground, MAX_CELLS, Map, Steps};

use super::{Handles, HeldMap, Paths, Reason, agent, held, held_mut, place, refused};

/// Which cells are shifted, in the order of `map.ts`.
const STAGGERS: [Stagger; 4] =
    [Stagger::OddRows, Stagger::EvenRows, Stagger::OddColumns, Stagger::EvenColumns];

/// When diagonal steps may pass blocked cells, in the order of `map.ts`.
const CORNERS: [Corners; 3] = [Corners::Never, Corners::One, Corners::Always];

/// The numbers of a layer: neighbours, corners, weight of danger, a bit for each size, and the cost of each terrain.
const LAYER: usize = 4 + Terrain::COUNT as usize;

/// The numbers of a call, one after the other.
struct Numbers<'n>(&'n [f64]);

impl<'n> Numbers<'n> {
    fn take(&mut self, count: usize) -> Result<&'n [f64], Reason> {
        let (taken, rest) =
            self.0.split_at_checked(count).ok_or("a map needs more numbers")?;
        self.0 = rest;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self) -> Result<[f64; N], Reason> {
        Ok(self.take(N)?.try_into().expect("as many as were taken"))
    }

    /// The next layer. Its name is known to JavaScript alone.
    fn layer(&mut self, number: usize) -> Result<Layer, Reason> {
        let numbers = self.take(LAYER)?;
        let connectivity =
            if numbers[0] < 8.0 { Connectivity::Four } else { Connectivity::Eight };
        let corners = CORNERS.get(numbers[1] as usize).copied().unwrap_or_default();
        let steps = Steps { connectivity, corners };
        let sizes = numbers[3] as u8;
        let layer = Layer::new(&number.to_string(), steps)
            .danger_weight(numbers[2])
            .sizes((1..=Layer::MAX_SIZE).filter(|size| sizes >> (size - 1) & 1 == 1));
        let costs = (0..Terrain::COUNT).filter_map(Terrain::new).zip(&numbers[4..]);
        let costs = costs.filter(|&(_, &cost)| cost > 0.0);
        Ok(costs.fold(layer, |layer, (terrain, &cost)| layer.cost(terrain, cost)))
    }
}

/// A floor of this size, all free; the shape is 0 for squares, then one for each shift of hexagons and one for each of diamonds.
fn floor([columns, rows]: [u32; 2], shape: usize) -> Result<Map, Reason> {
    // Before memory is taken for it.
    if u64::from(columns) * u64::from(rows) > MAX_CELLS as u64 {
        return Err(format!(
            "found {columns} × {rows} cells, expected at most {MAX_CELLS}"
        ));
    }
    let size = Size { rows, columns };
    let map = Map::new(Grid::filled(size, Ground::Free)).map_err(refused)?;
    let Some(stagger) = shape.checked_sub(1) else { return Ok(map) };
    let is_of_hexagons = stagger < STAGGERS.len();
    let stagger = STAGGERS[stagger % STAGGERS.len()];
    if is_of_hexagons {
        Ok(map.with_hexagons(stagger))
    } else {
        map.with_diamonds(stagger).map_err(refused)
    }
}

impl Paths {
    /// Makes a map. The numbers of the call are those of its floors, its shape and its layers; columns and rows of each floor; what each layer is. The bytes
    /// are the terrain of each cell, floor by floor and row by row; those that are missing are free.
    pub fn new_map(&mut self) -> i32 {
        self.answer(|paths| {
            let cells = std::mem::take(&mut paths.buffers.text);
            let mut numbers = Numbers(&paths.buffers.input);
            let [floors, shape, layers] = numbers.array()?.map(|it: f64| it as usize);
            let sizes: Vec<[u32; 2]> = (0..floors)
                .map(|_| Ok(numbers.array()?.map(|it: f64| it as u32)))
                .collect::<Result<_, Reason>>()?;
            let layers: Vec<Layer> =
                (0..layers).map(|at| numbers.layer(at)).collect::<Result<_, _>>()?;
            let floors: Vec<Map> =
                sizes.iter().map(|&size| floor(size, shape)).collect::<Result<_, _>>()?;
            let mut map = Navigation::with_floors(&floors, layers).map_err(refused)?;

            let changes = places(&sizes).zip(cells).filter(|&(_, cell)| cell > 0);
            map.set_all(changes.map(|(place, cell)| (place, terrain(cell.into()))))
                .map_err(refused)?;
            let held =
                HeldMap { map, scratch: Scratch::default(), links: Handles::new() };
            Ok(paths.maps.insert(held) as u32)
        })
    }

    /// Makes a copy of a map, with its links.
    pub fn copy_map(&mut self, map: u32) -> i32 {
        self.answer(|paths| {
            let HeldMap { map, links, .. } = held(&paths.maps, map, "map")?;
            let copy = HeldMap {
                map: map.clone(),
                scratch: Scratch::default(),
                links: links.clone(),
            };
            Ok(paths.maps.insert(copy) as u32)
        })
    }

    fn map_mut(&mut self, map: u32) -> Result<&mut Navigation, Reason> {
        Ok(&mut held_mut(&mut self.maps, map, "map")?.map)
    }

    /// Makes a cell of another terrain.
    pub fn set(&mut self, map: u32, [floor, x, y]: [u32; 3], number: u32) -> i32 {
        self.answer(|paths| {
            let changed = paths.map_mut(map)?.set(place(floor, x, y), terrain(number));
            changed.map(|()| 0).map_err(refused)
        })
    }

    /// Makes cells of other terrains: the numbers of the call are floor, column, row and terrain of each.
    pub fn set_all(&mut self, map: u32, count: usize) -> i32 {
        self.answer(|paths| {
            let map = &mut held_mut(&mut paths.maps, map, "map")?.map;
            let changes = paths.buffers.changes(count);
            map.set_all(changes.map(|(place, number)| (place, terrain(number))))
                .map(|()| 0)
                .map_err(refused)
        })
    }

    /// Sets the cost of a cell.
    pub fn set_cost(&mut self, map: u32, [floor, x, y]: [u32; 3], cost: f64) -> i32 {
        self.answer(|paths| {
            let changed = paths.map_mut(map)?.set_cost(place(floor, x, y), cost);
            changed.map(|()| 0).map_err(refused)
        })
    }

    /// Sets the danger of cells: the numbers of the call are floor, column, row and danger of each.
    pub fn set_danger(&mut self, map: u32, count: usize) -> i32 {
        self.answer(|paths| {
            let map = &mut held_mut(&mut paths.maps, map, "map")?.map;
            map.set_danger(paths.buffers.changes(count)).map(|()| 0).map_err(refused)
        })
    }

    /// What a cell is: its terrain as the answer, its cost and danger as values.
    pub fn cell(&mut self, map: u32, [floor, x, y]: [u32; 3]) -> i32 {
        self.answer(|paths| {
            let map = &held(&paths.maps, map, "map")?.map;
            let at = place(floor, x, y);
            let outside = || format!("{at} is outside the map");
            let terrain = map.terrain(at).ok_or_else(outside)?;
            let values =
                [map.cost(at).unwrap_or(1.0), map.danger(at).unwrap_or(0).into()];
            paths.buffers.values.clear();
            paths.buffers.values.extend(values);
            Ok(u32::from(terrain.number()))
        })
    }

    /// Prepares an agent for fast queries on a map with costs.
    pub fn prepare(&mut self, map: u32, [layer, size, mask]: [u32; 3]) -> i32 {
        self.answer(|paths| {
            let prepared = paths.map_mut(map)?.prepare(agent(layer, size, mask));
            prepared.map(|()| 0).map_err(refused)
        })
    }

    /// The largest size of an agent of a layer that could stand at a place.
    pub fn clearance(&mut self, map: u32, [floor, x, y]: [u32; 3], layer: u32) -> i32 {
        self.answer(|paths| {
            let map = &held(&paths.maps, map, "map")?.map;
            let layer = agent(layer, 1, 0).layer;
            map.clearance(place(floor, x, y), layer).map(u32::from).map_err(refused)
        })
    }

    /// Whether an agent can stand at a place: 1 or 0.
    pub fn can_stand(
        &mut self,
        map: u32,
        [floor, x, y]: [u32; 3],
        [layer, size, mask]: [u32; 3],
    ) -> i32 {
        self.answer(|paths| {
            let map = &held(&paths.maps, map, "map")?.map;
            let can = map.can_stand(place(floor, x, y), agent(layer, size, mask));
            can.map(u32::from).map_err(refused)
        })
    }

    /// Puts a door that opens by the clock into a cell.
    pub fn set_door(
        &mut self,
        map: u32,
        [floor, x, y]: [u32; 3],
        [open, shut, shift]: [u32; 3],
    ) -> i32 {
        self.answer(|paths| {
            let door = Door { cell: place(floor, x, y).cell, open, shut, shift };
            let set = paths.map_mut(map)?.set_door(floor as u16, door);
            set.map(|()| 0).map_err(refused)
        })
    }

    /// Removes the door of a cell: 1 if there was one.
    pub fn remove_door(&mut self, map: u32, [floor, x, y]: [u32; 3]) -> i32 {
        self.answer(|paths| {
            let door = paths.map_mut(map)?.remove_door(place(floor, x, y));
            door.map(|door| u32::from(door.is_some())).map_err(refused)
        })
    }
}

/// The places of floors of these sizes, row by row.
fn places(sizes: &[[u32; 2]]) -> impl Iterator<Item = Place> {
    sizes.iter().zip(0..).flat_map(|(&[columns, rows], floor)| {
        (0..rows).flat_map(move |y| (0..columns).map(move |x| place(floor, x, y)))
    })
}

/// The terrain of a number that JavaScript has checked.
fn terrain(number: u32) -> Terrain {
    Terrain::new(number as u8).unwrap_or(Terrain::WALL)
}
