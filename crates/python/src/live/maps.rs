//! Maps that change.

use std::sync::{Arc, Mutex, PoisonError, RwLock};

use numpy::{PyArray1, PyArray2, PyArrayMethods as _, PyReadonlyArray2};
use pyo3::prelude::*;
use tilewright_grid::{Size, locked};
use tilewright_navigation::{
    Link, LinkId, Navigation, NavigationError, Place, Scratch, Terrain,
};
use tilewright_pathplan::planners::Door;
use tilewright_tasks::path::read_map;

use super::layers::{LayerNumbers, empty, made, terrain};
use super::{AgentNumbers, LiveCrowd, LiveField, LiveFlow, Spot, agent, place, refuse};
use crate::answer::to_python;

/// A map that threads share: any number of them may ask it at a time, or one changes it.
pub(super) struct SharedMap {
    map: RwLock<Navigation>,
    /// The memory of queries that nobody uses now.
    spare: Mutex<Vec<Scratch>>,
}

impl SharedMap {
    /// Asks the map for something short.
    pub(super) fn read<R: Send>(
        &self,
        py: Python<'_>,
        ask: impl FnOnce(&Navigation) -> R + Send,
    ) -> R {
        if let Ok(map) = self.map.try_read() {
            return ask(&map);
        }
        py.detach(|| self.ask(ask))
    }

    /// Asks the map, on a thread that does not hold the interpreter or needs it no longer than a moment.
    pub(super) fn ask<R>(&self, ask: impl FnOnce(&Navigation) -> R) -> R {
        ask(&self.map.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Asks the map with the memory of a query.
    pub(super) fn search<R>(
        &self,
        ask: impl FnOnce(&Navigation, &mut Scratch) -> R,
    ) -> R {
        let mut scratch = locked(&self.spare).pop().unwrap_or_default();
        let answer = self.ask(|map| ask(map, &mut scratch));
        locked(&self.spare).push(scratch);
        answer
    }

    /// Changes a little of the map.
    fn change<R: Send>(
        &self,
        py: Python<'_>,
        change: impl FnOnce(&mut Navigation) -> R + Send,
    ) -> R {
        if let Ok(mut map) = self.map.try_write() {
            return change(&mut map);
        }
        py.detach(|| self.change_much(change))
    }

    /// Changes much of the map.
    fn change_much<R>(&self, change: impl FnOnce(&mut Navigation) -> R) -> R {
        change(&mut self.map.write().unwrap_or_else(PoisonError::into_inner))
    }
}

/// A link as Python has it: its ends, its cost, its mask, and whether it leads both ways.
type LinkNumbers = (Spot, Spot, f64, u32, bool);

/// A map that changes.
#[pyclass(frozen, module = "tilewright._tilewright")]
pub(crate) struct LiveMap {
    pub(super) shared: Arc<SharedMap>,
    /// The same of all copies: routes may be asked about on them, and on no other map.
    pub(super) family: Arc<()>,
}

impl LiveMap {
    fn of(map: Navigation) -> Self {
        let shared = SharedMap { map: RwLock::new(map), spare: Mutex::default() };
        Self { shared: Arc::new(shared), family: Arc::default() }
    }

    /// A value of every cell of a floor, row by row.
    fn cells<'py, T: numpy::Element + Send>(
        &self,
        py: Python<'py>,
        floor: u32,
        value: impl Fn(&Navigation, Place) -> T + Sync,
    ) -> PyResult<Bound<'py, PyArray2<T>>> {
        let read = |map: &Navigation| {
            let (number, size) = size_of(map, floor)?;
            let cells = size.cells().map(|cell| value(map, Place::new(number, cell)));
            Ok::<_, String>((size, cells.collect::<Vec<T>>()))
        };
        let (size, values) = refuse(py, py.detach(|| self.shared.ask(read)))?;
        PyArray1::from_vec(py, values)
            .reshape([size.rows as usize, size.columns as usize])
    }

    /// The places of a floor with the values of an array of its size.
    fn given<T: numpy::Element + Copy>(
        &self,
        py: Python<'_>,
        floor: u32,
        values: &PyReadonlyArray2<'_, T>,
    ) -> PyResult<Vec<(Place, T)>> {
        let (number, size) = refuse(py, self.shared.ask(|map| size_of(map, floor)))?;
        let values = values.as_array();
        let [rows, columns] = [size.rows, size.columns].map(|it| it as usize);
        if values.dim() != (rows, columns) {
            let found = values.shape();
            let wrong = format!(
                "the array has the shape {found:?}, expected [{rows}, {columns}]"
            );
            return refuse(py, Err(wrong));
        }
        let places = size.cells().map(|cell| Place::new(number, cell));
        Ok(places.zip(values.iter().copied()).collect())
    }
}

/// A floor that the map has, and its size.
pub(super) fn size_of(map: &Navigation, floor: u32) -> Result<(u16, Size), String> {
    let number = u16::try_from(floor).ok();
    let size = number.and_then(|floor| Some((floor, map.size(floor)?)));
    size.ok_or_else(|| format!("the map has no floor {floor}"))
}

/// Refuses a place that is on no floor.
fn known(map: &Navigation, place: Place) -> Result<Terrain, NavigationError> {
    map.terrain(place).ok_or(NavigationError::Outside { place })
}

fn link((from, to, cost, mask, is_both_ways): LinkNumbers) -> Link {
    Link { from: place(from), to: place(to), cost, mask, is_both_ways }
}

#[pymethods]
impl LiveMap {
    /// A map whose cells are all free.
    #[new]
    fn new(
        py: Python<'_>,
        floors: Vec<(u32, u32)>,
        layers: Vec<LayerNumbers>,
        shape: &str,
    ) -> PyResult<Self> {
        refuse(py, py.detach(|| empty(floors, layers, shape))).map(Self::of)
    }

    /// A map of one floor, as a file has it.
    #[staticmethod]
    fn read(py: Python<'_>, map: Vec<u8>, layers: Vec<LayerNumbers>) -> PyResult<Self> {
        let map = to_python(py, py.detach(|| read_map(map)))?;
        refuse(py, py.detach(|| made(&[map], layers))).map(Self::of)
    }

    /// Continues a saved map.
    #[staticmethod]
    fn load(py: Python<'_>, saved: &str) -> PyResult<Self> {
        refuse(py, py.detach(|| serde_json::from_str(saved))).map(Self::of)
    }

    /// The map as a document.
    fn save(&self, py: Python<'_>) -> PyResult<String> {
        let text = py.detach(|| self.shared.ask(serde_json::to_string));
        refuse(py, text)
    }

    /// The same map, which goes its own way.
    fn copy(&self, py: Python<'_>) -> Self {
        let map = py.detach(|| self.shared.ask(Navigation::clone));
        Self { family: Arc::clone(&self.family), ..Self::of(map) }
    }

    /// The rows and columns of its floors.
    #[getter]
    fn floors(&self, py: Python<'_>) -> Vec<(u32, u32)> {
        self.shared.read(py, |map| {
            let sizes = (0..map.floors()).filter_map(|it| map.size(it as u16));
            sizes.map(|size| (size.rows, size.columns)).collect()
        })
    }

    /// The number of its changes.
    #[getter]
    fn version(&self, py: Python<'_>) -> u64 {
        self.shared.read(py, Navigation::version)
    }

    /// Makes a cell of another terrain.
    fn set(&self, py: Python<'_>, at: Spot, number: u32) -> PyResult<()> {
        let terrain = refuse(py, terrain(number))?;
        refuse(py, self.shared.change(py, |map| map.set(place(at), terrain)))
    }

    /// Makes a rectangle of another terrain: all of it, or none if a part is outside.
    fn fill(
        &self,
        py: Python<'_>,
        at: Spot,
        rows: u32,
        columns: u32,
        number: u32,
    ) -> PyResult<()> {
        let terrain = refuse(py, terrain(number))?;
        let Place { floor, cell } = place(at);
        let size = Size { rows, columns };
        if size.area() == 0 {
            return Ok(());
        }
        let fill = |map: &mut Navigation| {
            let last = place((
                cell.row.saturating_add(rows - 1),
                cell.column.saturating_add(columns - 1),
                at.2,
            ));
            known(map, place(at))?;
            known(map, last)?;
            let cells = size.cells().map(|it| {
                let (row, column) = (cell.row + it.row, cell.column + it.column);
                (Place::new(floor, tilewright_grid::Cell::new(row, column)), terrain)
            });
            map.set_all(cells)
        };
        refuse(py, py.detach(|| self.shared.change_much(fill)))
    }

    /// The terrain of every cell of a floor.
    fn terrain<'py>(
        &self,
        py: Python<'py>,
        floor: u32,
    ) -> PyResult<Bound<'py, PyArray2<u8>>> {
        self.cells(py, floor, |map, at| map.terrain(at).map_or(0, Terrain::number))
    }

    /// Gives every cell of a floor a terrain.
    fn set_terrain(
        &self,
        py: Python<'_>,
        terrains: &Bound<'_, PyArray2<u8>>,
        floor: u32,
    ) -> PyResult<()> {
        let given = self.given(py, floor, &terrains.readonly())?.into_iter();
        let given = given.map(|(at, number)| Ok((at, terrain(number.into())?)));
        let changes: Vec<_> = refuse(py, given.collect::<Result<_, String>>())?;
        refuse(py, py.detach(|| self.shared.change_much(|map| map.set_all(changes))))
    }

    /// Sets the factor on the cost of a cell.
    fn set_cost(&self, py: Python<'_>, at: Spot, cost: f64) -> PyResult<()> {
        refuse(py, self.shared.change(py, |map| map.set_cost(place(at), cost)))
    }

    /// Sets the danger of a cell.
    fn set_danger(&self, py: Python<'_>, at: Spot, danger: u32) -> PyResult<()> {
        let change = |map: &mut Navigation| map.set_danger([(place(at), danger)]);
        refuse(py, self.shared.change(py, change))
    }

    /// The danger of every cell of a floor.
    fn dangers<'py>(
        &self,
        py: Python<'py>,
        floor: u32,
    ) -> PyResult<Bound<'py, PyArray2<u32>>> {
        self.cells(py, floor, |map, at| map.danger(at).unwrap_or(0))
    }

    /// Sets the danger of every cell of a floor.
    fn set_dangers(
        &self,
        py: Python<'_>,
        dangers: &Bound<'_, PyArray2<u32>>,
        floor: u32,
    ) -> PyResult<()> {
        let changes = self.given(py, floor, &dangers.readonly())?;
        refuse(py, py.detach(|| self.shared.change_much(|map| map.set_danger(changes))))
    }

    /// The terrain of a cell, the factor on its cost, its danger.
    fn cell(&self, py: Python<'_>, at: Spot) -> PyResult<(u8, f64, u32)> {
        let at = place(at);
        let cell = self.shared.read(py, |map| {
            let terrain = known(map, at)?;
            let (cost, danger) = (map.cost(at), map.danger(at));
            let (cost, danger) = (cost.unwrap_or(1.0), danger.unwrap_or(0));
            Ok::<_, NavigationError>((terrain.number(), cost, danger))
        });
        refuse(py, cell)
    }

    /// Puts a door into a cell.
    fn set_door(
        &self,
        py: Python<'_>,
        at: Spot,
        open: u32,
        shut: u32,
        shift: u32,
    ) -> PyResult<()> {
        let Place { floor, cell } = place(at);
        let door = Door { cell, open, shut, shift };
        refuse(py, self.shared.change(py, |map| map.set_door(floor, door)))
    }

    /// Removes the door of a cell. Returns whether there was one.
    fn remove_door(&self, py: Python<'_>, at: Spot) -> PyResult<bool> {
        let door = self.shared.change(py, |map| map.remove_door(place(at)));
        refuse(py, door).map(|door| door.is_some())
    }

    /// Adds a link. Returns what it is called by.
    fn add_link(&self, py: Python<'_>, given: LinkNumbers) -> PyResult<u64> {
        let added = self.shared.change(py, |map| map.add_link(link(given)));
        refuse(py, added).map(LinkId::to_bits)
    }

    /// Gives a link other ends, another cost or mask.
    fn set_link(&self, py: Python<'_>, id: u64, given: LinkNumbers) -> PyResult<()> {
        let id = LinkId::from_bits(id);
        refuse(py, self.shared.change(py, |map| map.set_link(id, link(given))))
    }

    /// Removes a link.
    fn remove_link(&self, py: Python<'_>, id: u64) -> PyResult<()> {
        let id = LinkId::from_bits(id);
        refuse(py, self.shared.change(py, |map| map.remove_link(id))).map(drop)
    }

    /// Whether an agent can stand at a place.
    fn can_stand(&self, py: Python<'_>, at: Spot, who: AgentNumbers) -> PyResult<bool> {
        refuse(py, self.shared.read(py, |map| map.can_stand(place(at), agent(who))))
    }

    /// The largest size of an agent of a layer that could stand at a place.
    fn clearance(&self, py: Python<'_>, at: Spot, layer: u32) -> PyResult<u32> {
        let layer = agent((layer, 1, 0)).layer;
        let size = self.shared.read(py, |map| map.clearance(place(at), layer));
        refuse(py, size).map(u32::from)
    }

    /// Prepares an agent for queries on maps with costs.
    fn prepare(&self, py: Python<'_>, who: AgentNumbers) -> PyResult<()> {
        let prepare = |map: &mut Navigation| map.prepare(agent(who));
        refuse(py, py.detach(|| self.shared.change_much(prepare)))
    }

    /// A field of this map.
    fn field(
        &self,
        py: Python<'_>,
        goals: Vec<Spot>,
        who: AgentNumbers,
        budget: u64,
    ) -> PyResult<LiveField> {
        LiveField::new(py, Arc::clone(&self.shared), goals, agent(who), budget)
    }

    /// A crowd of walkers, one a cell.
    fn crowd(&self, py: Python<'_>, seed: u64, who: AgentNumbers) -> PyResult<LiveCrowd> {
        LiveCrowd::new(py, Arc::clone(&self.shared), seed, agent(who))
    }

    /// A crowd of walkers that flow.
    fn flow(&self, py: Python<'_>) -> PyResult<LiveFlow> {
        LiveFlow::new(py, Arc::clone(&self.shared))
    }
}
