//! Maps that change, and what is asked of them: routes, fields, crowds.

mod crowds;
mod fields;
mod plain;
mod routes;

use tilewright_grid::{Grid, Size, Stagger};
use tilewright_navigation::{
    Agent, Layer, Link, LinkId, Navigation, NavigationError, Place, Scratch, Terrain,
};
use tilewright_pathplan::planners::Door;
use tilewright_pathplan::{COSTS, Connectivity, Corners, Ground, MAX_CELLS, Map, Steps};

pub(crate) use crowds::{HeldCrowd, HeldFlow};
pub(crate) use fields::HeldField;
pub use plain::*;
pub(crate) use routes::{GivenQuery, HeldRoute, HeldSearch};

use crate::status::Failure;

/// A map, the memory of its searches, and the way that it found last.
pub(crate) struct HeldMap {
    pub(crate) map: Navigation,
    pub(crate) scratch: Scratch,
    pub(crate) way: Vec<TwPlace>,
}

/// What a map is made of.
pub(crate) struct Plan<'p> {
    pub(crate) floors: &'p [TwFloor],
    pub(crate) layers: &'p [TwLayer],
    /// A [`TwShape`].
    pub(crate) shape: u32,
    /// The terrain of each cell, floor by floor and row by row; none if all are free.
    pub(crate) cells: &'p [u8],
}

/// Which cells are shifted, in the order of [`TwShape`].
const STAGGERS: [Stagger; 4] =
    [Stagger::OddRows, Stagger::EvenRows, Stagger::OddColumns, Stagger::EvenColumns];

impl HeldMap {
    pub(crate) fn new(plan: &Plan<'_>) -> Result<Self, Failure> {
        let Plan { floors, layers, shape, cells } = *plan;
        for (what, found, most) in [
            ("floors", floors.len(), Navigation::MAX_FLOORS),
            ("layers", layers.len(), Navigation::MAX_LAYERS),
        ] {
            if found > most {
                return Err(wrong(&NavigationError::Count { what, found, most }));
            }
        }
        let area = |floor: &TwFloor| u64::from(floor.columns) * u64::from(floor.rows);
        let total = floors.iter().map(area).fold(0, u64::saturating_add);
        // Before memory is taken for them.
        if total == 0 || total > MAX_CELLS as u64 {
            return Err(Failure::argument(format!(
                "floors have {total} cells, expected 1 to {MAX_CELLS}"
            )));
        }
        if !cells.is_empty() && cells.len() as u64 != total {
            let found = cells.len();
            return Err(Failure::argument(format!(
                "found {found} cells, expected {total}, or none if all are free"
            )));
        }
        let maps: Vec<Map> =
            floors.iter().map(|&floor| empty(floor, shape)).collect::<Result<_, _>>()?;
        let layers: Vec<Layer> =
            layers.iter().zip(0..).map(layer).collect::<Result<_, _>>()?;
        let mut map = Navigation::with_floors(&maps, layers).map_err(|it| wrong(&it))?;
        let places = floors.iter().zip(0..).flat_map(|(floor, number)| {
            let size = Size { rows: floor.rows, columns: floor.columns };
            size.cells().map(move |cell| Place::new(number, cell))
        });
        let changes = places.zip(cells).filter(|&(_, &number)| number > 0);
        let changes =
            changes.map(|(place, &number)| Ok((place, terrain(number.into())?)));
        let changes: Vec<_> = changes.collect::<Result<_, Failure>>()?;
        map.set_all(changes).map_err(|it| wrong(&it))?;
        Ok(Self { map, scratch: Scratch::default(), way: Vec::new() })
    }

    /// A copy, with its links and doors.
    pub(crate) fn copy(&self) -> Self {
        Self { map: self.map.clone(), scratch: Scratch::default(), way: Vec::new() }
    }

    pub(crate) fn set(&mut self, at: TwPlace, number: u32) -> Result<(), Failure> {
        self.map.set(at, terrain(number)?).map_err(|it| wrong(&it))
    }

    /// Makes cells of other terrains: all of them, or none if one is wrong.
    pub(crate) fn set_all(&mut self, changes: &[TwChange]) -> Result<(), Failure> {
        changes.iter().try_for_each(|change| {
            self.known(change.at)?;
            terrain(change.value).map(drop)
        })?;
        let changes = changes
            .iter()
            .filter_map(|it| Some((Place::from(it.at), terrain(it.value).ok()?)));
        self.map.set_all(changes).map_err(|it| wrong(&it))
    }

    pub(crate) fn set_cost(&mut self, at: TwPlace, cost: f64) -> Result<(), Failure> {
        self.map.set_cost(at, cost).map_err(|it| wrong(&it))
    }

    /// Sets the danger of cells: of all, or of none if one is wrong.
    pub(crate) fn set_danger(&mut self, changes: &[TwChange]) -> Result<(), Failure> {
        changes.iter().try_for_each(|change| self.known(change.at))?;
        let changes = changes.iter().map(|it| (it.at.into(), it.value));
        self.map.set_danger(changes).map_err(|it| wrong(&it))
    }

    /// Refuses a place that is on no floor.
    fn known(&self, at: TwPlace) -> Result<(), Failure> {
        self.cell(at).map(drop)
    }

    pub(crate) fn cell(&self, at: TwPlace) -> Result<TwCell, Failure> {
        let place = Place::from(at);
        let terrain = self.map.terrain(place);
        let terrain =
            terrain.ok_or_else(|| wrong(&NavigationError::Outside { place }))?;
        Ok(TwCell {
            cost: self.map.cost(place).unwrap_or(1.0),
            terrain: terrain.number().into(),
            danger: self.map.danger(place).unwrap_or(0),
        })
    }

    pub(crate) fn clearance(&self, at: TwPlace, layer: u32) -> Result<u32, Failure> {
        let layer = Agent::from(TwAgent { layer, size: 1, mask: 0 }).layer;
        self.map.clearance(at, layer).map(u32::from).map_err(|it| wrong(&it))
    }

    pub(crate) fn can_stand(&self, at: TwPlace, agent: TwAgent) -> Result<bool, Failure> {
        self.map.can_stand(at, agent.into()).map_err(|it| wrong(&it))
    }

    pub(crate) fn prepare(&mut self, agent: TwAgent) -> Result<(), Failure> {
        self.map.prepare(agent.into()).map_err(|it| wrong(&it))
    }

    /// Puts a door into a cell that stays open and shut for these ticks, and at tick 0 has been open for `shift`.
    pub(crate) fn set_door(
        &mut self,
        at: TwPlace,
        [open, shut, shift]: [u32; 3],
    ) -> Result<(), Failure> {
        let Place { floor, cell } = at.into();
        let door = Door { cell, open, shut, shift };
        self.map.set_door(floor, door).map_err(|it| wrong(&it))
    }

    /// Removes the door of a cell. Returns whether there was one.
    pub(crate) fn remove_door(&mut self, at: TwPlace) -> Result<bool, Failure> {
        let door = self.map.remove_door(at).map_err(|it| wrong(&it))?;
        Ok(door.is_some())
    }

    pub(crate) fn add_link(&mut self, given: &TwLink) -> Result<u64, Failure> {
        self.map.add_link(link(given)).map(LinkId::to_bits).map_err(|it| wrong(&it))
    }

    pub(crate) fn set_link(&mut self, id: u64, given: &TwLink) -> Result<(), Failure> {
        self.map.set_link(LinkId::from_bits(id), link(given)).map_err(|it| wrong(&it))
    }

    pub(crate) fn remove_link(&mut self, id: u64) -> Result<(), Failure> {
        self.map.remove_link(LinkId::from_bits(id)).map(drop).map_err(|it| wrong(&it))
    }
}

/// A floor that is all free.
fn empty(floor: TwFloor, shape: u32) -> Result<Map, Failure> {
    let size = Size { rows: floor.rows, columns: floor.columns };
    let refused =
        |error: tilewright_pathplan::MapError| Failure::argument(error.to_string());
    let map = Map::new(Grid::filled(size, Ground::Free)).map_err(refused)?;
    let stagger = |from: u32| STAGGERS[(shape - from) as usize];
    match shape {
        0 => Ok(map),
        1..=4 => Ok(map.with_hexagons(stagger(1))),
        5..=8 => map.with_diamonds(stagger(5)).map_err(refused),
        _ => Err(Failure::argument(format!("shape is {shape}, expected 0 to 8"))),
    }
}

fn layer((given, number): (&TwLayer, u32)) -> Result<Layer, Failure> {
    let connectivity = match given.neighbors {
        4 => Connectivity::Four,
        6 | 8 => Connectivity::Eight,
        other => {
            return Err(Failure::argument(format!(
                "neighbors of layer {number} is {other}, expected 4, 6 or 8"
            )));
        }
    };
    let corners = match given.corners {
        0 => Corners::Never,
        1 => Corners::One,
        2 => Corners::Always,
        other => {
            return Err(Failure::argument(format!(
                "corners of layer {number} is {other}, expected 0 to 2"
            )));
        }
    };
    let sizes = (1..=Layer::MAX_SIZE).filter(|size| given.sizes >> (size - 1) & 1 == 1);
    let layer = Layer::new(&number.to_string(), Steps { connectivity, corners })
        .danger_weight(given.danger_weight)
        .sizes(sizes);
    let known = |cost: &f64| *cost == 0.0 || COSTS.contains(cost);
    if let Some(cost) = given.costs.iter().find(|cost| !known(cost)) {
        return Err(Failure::argument(format!(
            "a cost of layer {number} is {cost}, expected 0 or 0.001 to 1000000"
        )));
    }
    let weight = given.danger_weight;
    if !weight.is_finite() || weight < 0.0 {
        return Err(Failure::argument(format!(
            "danger_weight of layer {number} is {weight}, expected 0 or more"
        )));
    }
    let costs = (0..Terrain::COUNT).filter_map(Terrain::new).zip(given.costs);
    let costs = costs.filter(|&(_, cost)| cost > 0.0);
    Ok(costs.fold(layer, |layer, (terrain, cost)| layer.cost(terrain, cost)))
}

fn link(given: &TwLink) -> Link {
    Link {
        from: given.from.into(),
        to: given.to.into(),
        cost: given.cost,
        mask: given.mask,
        is_both_ways: given.both_ways != 0,
    }
}

fn terrain(number: u32) -> Result<Terrain, Failure> {
    let terrain = u8::try_from(number).ok().and_then(Terrain::new);
    terrain.ok_or_else(|| {
        let most = Terrain::COUNT - 1;
        Failure::argument(format!("terrain is {number}, expected 0 to {most}"))
    })
}

/// Why a map refuses a call.
fn wrong(error: &NavigationError) -> Failure {
    Failure::argument(error.to_string())
}
