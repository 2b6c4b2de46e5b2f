//! Walkers that go from cell to cell, one a cell.

use std::collections::BTreeMap;

use tilewright_grid::{Cell, Rng, Seed};
use tilewright_navigation::crowd::{MemberId, Pibt, WalkerState};
use tilewright_navigation::{NavigationError, Place};

use super::super::agent::AgentMap;
use super::request::{CrowdRequest, MOST_MEMORY};
use super::walk::{FinishedWalks, Start, Track, Walk, Walkers};

/// The cells that a step looks at to find distances: some 40 ms, so that the work can be stopped in time.
const BUDGET: u64 = 10_000_000;

/// Walkers by steps.
pub(super) struct StepWalkers<'a> {
    request: &'a CrowdRequest,
    map: &'a AgentMap,
    /// Whether all walk to common goals, and leave the map there.
    has_common_goals: bool,
    crowd: Pibt,
    /// The numbers of those on the map.
    numbers: BTreeMap<MemberId, usize>,
    /// The cells of random goals, in reading order, or without those that are given for good; none where goals are common.
    cells: Vec<Cell>,
    rng: Rng,
    finished: FinishedWalks,
}

impl<'a> StepWalkers<'a> {
    /// All at their starts.
    pub(super) fn new(
        request: &'a CrowdRequest,
        map: &'a AgentMap,
        starts: &[Start],
    ) -> Result<Self, NavigationError> {
        let seed = request.seed.unwrap_or(Seed(0));
        let make = if request.turns { Pibt::with_turns } else { Pibt::new };
        let mut crowd = make(&map.navigation, map.agent, seed.child(1))?;
        crowd.set_budget(BUDGET);
        // All goals have been checked to fit into it, so that none waits.
        crowd.set_memory(MOST_MEMORY as usize);
        let has_common_goals = starts.iter().any(|start| start.goal.is_some());
        let mut walks = Self {
            request,
            map,
            has_common_goals,
            crowd,
            numbers: BTreeMap::new(),
            cells: if has_common_goals { Vec::new() } else { map.largest_region() },
            rng: seed.child(2).rng(),
            finished: FinishedWalks::default(),
        };
        for start in starts {
            walks.add(start);
        }
        Ok(walks)
    }

    /// Lets a walker begin, if it can.
    fn add(&mut self, start: &Start) {
        let goal = match start.goal {
            Some(goal) => goal,
            None if self.request.again => self.random_goal(start.cell),
            None => self.free_goal(start.cell),
        };
        let added = self.crowd.add(start.cell, Some(Place::from(goal)));
        let headings = added.as_ref().ok().and_then(|&id| self.crowd.heading(id).ok());
        let track = Track::Cells {
            cells: vec![start.cell],
            headings: headings.map(|heading| vec![heading]),
        };
        self.finished.list.push(Walk::begin(start, goal, added.is_ok(), track));
        if let Ok(id) = added {
            self.numbers.insert(id, self.finished.list.len() - 1);
        }
    }

    /// A random goal that nobody else has, for a walker that stays there.
    fn free_goal(&mut self, from: Cell) -> Cell {
        let count = self.cells.len() as u32;
        if count == 0 {
            return from;
        }
        self.cells.swap_remove(self.rng.below(count) as usize)
    }

    /// A random goal for a walker in a cell: another cell, if there is one.
    fn random_goal(&mut self, from: Cell) -> Cell {
        let own = self.cells.binary_search(&from);
        let count = self.cells.len() - usize::from(own.is_ok());
        if count == 0 {
            return from;
        }
        let drawn = self.rng.below(count as u32) as usize;
        self.cells[drawn + usize::from(own.is_ok_and(|own| drawn >= own))]
    }

    /// Lets a walker that has come to its goal leave, or gives it another one.
    fn arrive(&mut self, id: MemberId, step: u32) {
        let number = self.numbers[&id];
        let walk = &mut self.finished.list[number];
        walk.reach(step);
        let here = walk.goal;
        if self.has_common_goals {
            let _ = self.crowd.remove(id);
            self.numbers.remove(&id);
        } else if self.request.again {
            let next = self.random_goal(here);
            self.finished.list[number].goal = next;
            let _ = self.crowd.set_goal(id, Some(next.into()));
        }
    }
}

impl Walkers for StepWalkers<'_> {
    fn step(&mut self, step: u32) -> bool {
        let mut doing = self.numbers.keys().map(|&id| self.crowd.state(id));
        if !doing.any(|doing| doing == Ok(WalkerState::Walking)) {
            return false;
        }

        let arrived = match self.crowd.step(&self.map.navigation) {
            Ok(report) => report.arrived.clone(),
            Err(_) => return false,
        };
        self.finished.steps = step;
        for (&id, &number) in &self.numbers {
            if let Ok(place) = self.crowd.place(id)
                && let Track::Cells { cells, headings } =
                    &mut self.finished.list[number].track
            {
                cells.push(place.cell);
                if let (Some(headings), Ok(heading)) = (headings, self.crowd.heading(id))
                {
                    headings.push(heading);
                }
            }
        }
        for id in arrived {
            self.arrive(id, step);
        }
        true
    }

    fn finish(mut self) -> FinishedWalks {
        for (&id, &number) in &self.numbers {
            self.finished.list[number].state = self.crowd.state(id).into();
        }
        self.finished
    }
}
