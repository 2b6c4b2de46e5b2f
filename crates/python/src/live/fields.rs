//! Fields.

use std::sync::{Arc, Mutex};

use numpy::{PyArray1, PyArray2, PyArrayMethods as _};
use pyo3::prelude::*;
use tilewright_grid::locked;
use tilewright_navigation::{Agent, Field, FieldSearch, Navigation, Place};

use super::maps::{SharedMap, size_of};
use super::{Spot, held, place, places, refuse, spot};

/// A field, or one that is being found over some frames.
enum Finding {
    Found(Field),
    /// None after a call that has failed.
    Unfinished(Option<FieldSearch>),
}

impl Finding {
    fn found(&self) -> Result<&Field, String> {
        match self {
            Self::Found(field) => Ok(field),
            Self::Unfinished(_) => Err(unfinished()),
        }
    }

    fn found_mut(&mut self) -> Result<&mut Field, String> {
        match self {
            Self::Found(field) => Ok(field),
            Self::Unfinished(_) => Err(unfinished()),
        }
    }

    /// Continues for this many places. Returns whether the field is found.
    fn resume(&mut self, map: &Navigation, budget: u64) -> Result<bool, String> {
        let Self::Unfinished(search) = self else { return Ok(true) };
        let search = search.take().ok_or("the field has failed")?;
        let resumed = map.resume_field(search, budget).map_err(|it| it.to_string())?;
        *self = match resumed {
            Ok(field) => Self::Found(field),
            Err(search) => Self::Unfinished(Some(search)),
        };
        Ok(matches!(self, Self::Found(_)))
    }
}

fn unfinished() -> String {
    "the field is not found yet: resume continues".to_owned()
}

/// What it costs from every place to the nearest of some goals.
#[pyclass(frozen, module = "tilewright._tilewright")]
pub(crate) struct LiveField {
    map: Arc<SharedMap>,
    field: Mutex<Finding>,
}

impl LiveField {
    pub(super) fn new(
        py: Python<'_>,
        map: Arc<SharedMap>,
        goals: Vec<Spot>,
        agent: Agent,
        budget: u64,
    ) -> PyResult<Self> {
        let goals = places(goals);
        let begin = |map: &Navigation| {
            let search = map.begin_field(&goals, agent).map_err(|it| it.to_string())?;
            let mut field = Finding::Unfinished(Some(search));
            field.resume(map, budget)?;
            Ok::<_, String>(field)
        };
        let field = refuse(py, py.detach(|| map.ask(begin)))?;
        Ok(Self { map, field: Mutex::new(field) })
    }
}

#[pymethods]
impl LiveField {
    /// Whether it is found.
    #[getter]
    fn is_found(&self, py: Python<'_>) -> bool {
        held(py, &self.field, |field| field.found().is_ok())
    }

    /// Continues for this many places. Returns whether the field is found.
    fn resume(&self, py: Python<'_>, budget: u64) -> PyResult<bool> {
        // First the field, then the map, as everywhere: the other way round two calls could wait for each other.
        let resume = || {
            let mut field = locked(&self.field);
            self.map.ask(|map| field.resume(map, budget))
        };
        refuse(py, py.detach(resume))
    }

    /// Repairs it after changes of the map. Returns how many values were found anew.
    fn update(&self, py: Python<'_>) -> PyResult<u64> {
        let update = || {
            let mut field = locked(&self.field);
            let field = field.found_mut()?;
            let updated = self.map.search(|map, scratch| map.update(field, scratch));
            updated.map_err(|it| it.to_string())
        };
        refuse(py, py.detach(update))
    }

    /// Gives it other goals. Returns how many values were found anew.
    fn set_goals(&self, py: Python<'_>, goals: Vec<Spot>) -> PyResult<u64> {
        let goals = places(goals);
        let set = || {
            let mut field = locked(&self.field);
            let field = field.found_mut()?;
            let set = self.map.search(|map, it| map.set_goals(field, &goals, it));
            set.map_err(|it| it.to_string())
        };
        refuse(py, py.detach(set))
    }

    /// What it costs from a place; none where no goal can be reached.
    fn value(&self, py: Python<'_>, at: Spot) -> PyResult<Option<f64>> {
        let read = |field: &mut Finding| Ok::<_, String>(field.found()?.value(place(at)));
        refuse(py, held(py, &self.field, read))
    }

    /// The place to go to from another one; none at a goal, and where none can be reached.
    fn next(&self, py: Python<'_>, at: Spot) -> PyResult<Option<Spot>> {
        let read = |field: &mut Finding| {
            Ok::<_, String>(field.found()?.next(place(at)).map(spot))
        };
        refuse(py, held(py, &self.field, read))
    }

    /// The places to go to from these; one that leads nowhere stays.
    fn advance(&self, py: Python<'_>, spots: Vec<Spot>) -> PyResult<Vec<Spot>> {
        let read = |field: &mut Finding| {
            let field = field.found()?;
            let next = |it: Spot| field.next(place(it)).map_or(it, spot);
            Ok::<_, String>(spots.into_iter().map(next).collect())
        };
        refuse(py, held(py, &self.field, read))
    }

    /// The values of all cells of a floor, infinite where there is none.
    fn values<'py>(
        &self,
        py: Python<'py>,
        floor: u32,
    ) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let read = || {
            let field = locked(&self.field);
            let field = field.found()?;
            let (number, size) = self.map.ask(|map| size_of(map, floor))?;
            let cells = size.cells().map(|cell| field.value(Place::new(number, cell)));
            let values = cells.map(|it| it.unwrap_or(f64::INFINITY)).collect();
            Ok::<_, String>((size, values))
        };
        let (size, values): (_, Vec<f64>) = refuse(py, py.detach(read))?;
        let shape = [size.rows, size.columns].map(|it| it as usize);
        PyArray1::from_vec(py, values).reshape(shape)
    }
}
