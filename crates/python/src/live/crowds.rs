//! Crowds of walkers that go from cell to cell.

use std::sync::{Arc, Mutex};

use pyo3::prelude::*;
use tilewright_grid::{Seed, locked};
use tilewright_navigation::Agent;
use tilewright_navigation::crowd::{MemberId, Pibt};

use super::maps::SharedMap;
use super::{Spot, WalkerEvent, happened, held, place, refuse, spot, word};

/// Walkers of which each has a cell, and which make room for each other.
#[pyclass(frozen, module = "tilewright._tilewright")]
pub(crate) struct LiveCrowd {
    map: Arc<SharedMap>,
    crowd: Mutex<Pibt>,
}

impl LiveCrowd {
    pub(super) fn new(
        py: Python<'_>,
        map: Arc<SharedMap>,
        seed: u64,
        agent: Agent,
    ) -> PyResult<Self> {
        let crowd = py.detach(|| map.ask(|map| Pibt::new(map, agent, Seed(seed))));
        let crowd = Mutex::new(refuse(py, crowd)?);
        Ok(Self { map, crowd })
    }
}

#[pymethods]
impl LiveCrowd {
    /// Adds a walker, perhaps with a goal. Returns what it is called by.
    fn add(&self, py: Python<'_>, at: Spot, goal: Option<Spot>) -> PyResult<u64> {
        let goal = goal.map(place);
        let added = held(py, &self.crowd, |crowd| crowd.add(place(at), goal));
        refuse(py, added).map(MemberId::to_bits)
    }

    /// Takes a walker out.
    fn remove(&self, py: Python<'_>, walker: u64) -> PyResult<()> {
        let walker = MemberId::from_bits(walker);
        refuse(py, held(py, &self.crowd, |crowd| crowd.remove(walker)))
    }

    /// Gives a walker another goal, or none.
    fn set_goal(&self, py: Python<'_>, walker: u64, goal: Option<Spot>) -> PyResult<()> {
        let (walker, goal) = (MemberId::from_bits(walker), goal.map(place));
        refuse(py, held(py, &self.crowd, |crowd| crowd.set_goal(walker, goal)))
    }

    /// Lets a walker stand still, or walk again.
    fn set_still(&self, py: Python<'_>, walker: u64, is_still: bool) -> PyResult<()> {
        let walker = MemberId::from_bits(walker);
        refuse(py, held(py, &self.crowd, |crowd| crowd.set_still(walker, is_still)))
    }

    /// Where a walker is.
    fn place(&self, py: Python<'_>, walker: u64) -> PyResult<Spot> {
        let walker = MemberId::from_bits(walker);
        refuse(py, held(py, &self.crowd, |crowd| crowd.place(walker))).map(spot)
    }

    /// The goal of a walker.
    fn goal(&self, py: Python<'_>, walker: u64) -> PyResult<Option<Spot>> {
        let walker = MemberId::from_bits(walker);
        let goal = refuse(py, held(py, &self.crowd, |crowd| crowd.goal(walker)))?;
        Ok(goal.map(spot))
    }

    /// What a walker is doing.
    fn state(&self, py: Python<'_>, walker: u64) -> PyResult<&'static str> {
        let walker = MemberId::from_bits(walker);
        refuse(py, held(py, &self.crowd, |crowd| crowd.state(walker))).map(word)
    }

    /// The walkers, with where they are and what they are doing.
    fn walkers(&self, py: Python<'_>) -> PyResult<Vec<(u64, Spot, &'static str)>> {
        let read = |crowd: &mut Pibt| {
            let walkers = crowd.walkers();
            let told = walkers.map(|walker| {
                let (at, state) = (crowd.place(walker)?, crowd.state(walker)?);
                Ok((walker.to_bits(), spot(at), word(state)))
            });
            told.collect::<Result<_, tilewright_navigation::NavigationError>>()
        };
        refuse(py, held(py, &self.crowd, read))
    }

    /// Moves every walker by one step. Returns what has happened.
    fn step(&self, py: Python<'_>) -> PyResult<Vec<WalkerEvent>> {
        let events = py.detach(|| {
            let mut crowd = locked(&self.crowd);
            let step = self.map.ask(|map| crowd.step(map))?;
            let (moved, others) =
                ([&step.displaced[..], &step.moves], [&step.arrived[..], &step.left]);
            Ok::<_, tilewright_navigation::NavigationError>(happened(moved, others))
        });
        refuse(py, events)
    }
}
