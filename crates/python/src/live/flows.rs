//! Crowds of walkers that flow.

use std::sync::{Arc, Mutex};

use numpy::{PyArray1, PyArray2, PyArrayMethods as _};
use pyo3::prelude::*;
use tilewright_grid::locked;
use tilewright_navigation::NavigationError;
use tilewright_navigation::crowd::{Crowd, GroupId, MemberId, Point, UNIT};

use super::maps::SharedMap;
use super::{
    AgentNumbers, Spot, WalkerEvent, agent, happened, held, places, refuse, word,
};

/// A point as Python has it: units down, units to the right, floor.
type PointNumbers = (i32, i32, u32);

/// Walkers, the points that they are at, and what they are doing.
type Bodies<'py> = (Vec<u64>, Bound<'py, PyArray2<i32>>, Vec<&'static str>);

/// Walkers at any points, which flow to the goals of their groups.
#[pyclass(frozen, module = "tilewright._tilewright")]
pub(crate) struct LiveFlow {
    map: Arc<SharedMap>,
    crowd: Mutex<Crowd>,
}

impl LiveFlow {
    pub(super) fn new(py: Python<'_>, map: Arc<SharedMap>) -> PyResult<Self> {
        let crowd = refuse(py, py.detach(|| map.ask(Crowd::new)))?;
        Ok(Self { map, crowd: Mutex::new(crowd) })
    }
}

#[pymethods]
impl LiveFlow {
    /// The units of a cell.
    #[classattr]
    const UNIT: i32 = UNIT;

    /// Adds a group. Returns its number.
    fn add_group(
        &self,
        py: Python<'_>,
        goals: Vec<Spot>,
        who: AgentNumbers,
    ) -> PyResult<u16> {
        let goals = places(goals);
        let add = || {
            let mut crowd = locked(&self.crowd);
            self.map.ask(|map| crowd.add_group(map, agent(who), &goals))
        };
        refuse(py, py.detach(add)).map(GroupId::number)
    }

    /// Gives a group other goals.
    fn set_goals(&self, py: Python<'_>, group: u32, goals: Vec<Spot>) -> PyResult<()> {
        let goals = places(goals);
        let set = || {
            let mut crowd = locked(&self.crowd);
            self.map.ask(|map| crowd.set_goals(map, numbered(group), &goals))
        };
        refuse(py, py.detach(set))
    }

    /// Adds a walker at a point. Returns what it is called by.
    fn add(
        &self,
        py: Python<'_>,
        group: u32,
        point: PointNumbers,
        speed: i32,
        radius: i32,
    ) -> PyResult<u64> {
        let (y, x, floor) = point;
        let point = Point { floor: u16::try_from(floor).unwrap_or(u16::MAX), x, y };
        let group = numbered(group);
        let add = |crowd: &mut Crowd| {
            self.map.ask(|map| crowd.add(map, group, point, speed, radius))
        };
        refuse(py, held(py, &self.crowd, add)).map(MemberId::to_bits)
    }

    /// Takes a walker out.
    fn remove(&self, py: Python<'_>, walker: u64) -> PyResult<()> {
        let walker = MemberId::from_bits(walker);
        refuse(py, held(py, &self.crowd, |crowd| crowd.remove(walker)))
    }

    /// Moves all walkers by one update. Returns what has happened.
    fn update(&self, py: Python<'_>) -> PyResult<Vec<WalkerEvent>> {
        let events = py.detach(|| {
            let mut crowd = locked(&self.crowd);
            let update = self.map.search(|map, scratch| crowd.update(map, scratch))?;
            let (moved, others) =
                ([&update.displaced[..], &[]], [&update.arrived[..], &update.left]);
            Ok::<_, NavigationError>(happened(moved, others))
        });
        refuse(py, events)
    }

    /// The walkers in the order in which they joined.
    fn bodies<'py>(&self, py: Python<'py>) -> PyResult<Bodies<'py>> {
        let read = |crowd: &mut Crowd| {
            let (mut walkers, mut numbers, mut states) =
                (Vec::new(), Vec::new(), Vec::new());
            for (walker, Point { floor, x, y }) in crowd.walkers() {
                walkers.push(walker.to_bits());
                numbers.extend([y, x, floor.into()]);
                states.push(word(crowd.state(walker)?));
            }
            Ok::<_, NavigationError>((walkers, numbers, states))
        };
        let (walkers, numbers, states) = refuse(py, held(py, &self.crowd, read))?;
        let points = PyArray1::from_vec(py, numbers).reshape([walkers.len(), 3])?;
        Ok((walkers, points, states))
    }
}

/// The group of a number; one that is too large is that of no group.
fn numbered(group: u32) -> GroupId {
    GroupId::new(u16::try_from(group).unwrap_or(u16::MAX))
}
