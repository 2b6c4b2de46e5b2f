//! The walks of a crowd.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_with::skip_serializing_none;
use tilewright_formats::tiled::Properties;
use tilewright_grid::{Cell, Rng, Seed};
use tilewright_navigation::crowd::{MemberId, Pibt, WalkerState};
use tilewright_navigation::{NavigationError, Place};
use tilewright_pathplan::tiled::PathLine;

use super::super::agent::AgentMap;
use super::request::CrowdRequest;
use crate::{Event, Host};

/// The cells that a step looks at to find distances: some 40 ms, so that the work can be stopped in time.
const BUDGET: u64 = 10_000_000;

/// A walker before it starts.
pub(super) struct Start {
    pub(super) name: String,
    pub(super) cell: Cell,
}

/// The walk of one walker, as a document.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize)]
pub(super) struct Walk {
    pub(super) name: String,
    pub(super) start: Cell,
    /// The goal that it has at the end.
    pub(super) goal: Cell,
    pub(super) state: WalkState,
    /// The step with which it came to its goal, if it has; with several goals to the last one that it reached.
    #[serialize_always]
    pub(super) arrived: Option<u32>,
    /// The number of goals that it came to.
    pub(super) reached: u32,
    /// Where it was before the first step and after each one, as long as it was on the map.
    pub(super) cells: Vec<Cell>,
}

/// How a walk ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum WalkState {
    Arrived,
    Walking,
    /// There is no way to its goal.
    Unreachable,
    /// It could not begin: nobody can stand in its cell, or another walker does.
    Refused,
}

/// The walks of all.
pub(super) struct Walks<'a> {
    request: &'a CrowdRequest,
    map: &'a AgentMap,
    goal: Option<Cell>,
    crowd: Pibt,
    /// The numbers of those on the map.
    numbers: BTreeMap<MemberId, usize>,
    /// The cells of random goals, in reading order, or without those that are given for good.
    cells: Vec<Cell>,
    rng: Rng,
    finished: FinishedWalks,
}

/// The walks when they have ended.
#[derive(Clone, Debug, Default)]
pub(super) struct FinishedWalks {
    pub(super) list: Vec<Walk>,
    /// The number of steps.
    pub(super) steps: u32,
}

impl<'a> Walks<'a> {
    /// All at their starts.
    pub(super) fn new(
        request: &'a CrowdRequest,
        map: &'a AgentMap,
        starts: &[Start],
        goal: Option<Cell>,
    ) -> Result<Self, NavigationError> {
        let seed = request.seed.unwrap_or(Seed(0));
        let mut crowd = Pibt::new(&map.navigation, map.agent, seed.child(1))?;
        crowd.set_budget(BUDGET);
        let mut walks = Self {
            request,
            map,
            goal,
            crowd,
            numbers: BTreeMap::new(),
            cells: if goal.is_none() { map.largest_region() } else { Vec::new() },
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
        let goal = match self.goal {
            Some(goal) => goal,
            None if self.request.again => self.random_goal(start.cell),
            None => self.free_goal(start.cell),
        };
        let added = self.crowd.add(start.cell, Some(Place::from(goal)));
        let number = self.finished.list.len();
        let state = match added {
            Ok(id) => {
                self.numbers.insert(id, number);
                WalkState::Walking
            }
            Err(_) => WalkState::Refused,
        };
        self.finished.list.push(Walk {
            name: start.name.clone(),
            start: start.cell,
            goal,
            state,
            arrived: None,
            reached: 0,
            cells: vec![start.cell],
        });
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

    /// Walks until all have come to their goals, or to the last step. Returns whether the host stopped it.
    pub(super) fn walk(mut self, host: &dyn Host) -> (FinishedWalks, bool) {
        let steps = self.request.steps.get();
        host.tell(Event::Begun { doing: "walking", steps: Some(steps.into()) });
        let mut is_stopped = false;
        for step in 1..=steps {
            is_stopped = host.look().is_break();
            if is_stopped || !self.step(step) {
                break;
            }
            host.tell(Event::Reached(step.into()));
        }
        host.tell(Event::Ended);

        for (&id, &number) in &self.numbers {
            self.finished.list[number].state = match self.crowd.state(id) {
                Ok(WalkerState::Arrived) => WalkState::Arrived,
                Ok(WalkerState::Unreachable) => WalkState::Unreachable,
                _ => WalkState::Walking,
            };
        }
        (self.finished, is_stopped)
    }

    /// Takes a step; returns whether anybody was still on the way.
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
            if let Ok(place) = self.crowd.place(id) {
                self.finished.list[number].cells.push(place.cell);
            }
        }
        for id in arrived {
            self.arrive(id, step);
        }
        true
    }

    /// Lets a walker that has come to its goal leave, or gives it another one.
    fn arrive(&mut self, id: MemberId, step: u32) {
        let number = self.numbers[&id];
        let walk = &mut self.finished.list[number];
        walk.arrived = Some(step);
        walk.reached += 1;
        walk.state = WalkState::Arrived;
        let here = walk.goal;
        if self.goal.is_some() {
            let _ = self.crowd.remove(id);
            self.numbers.remove(&id);
        } else if self.request.again {
            let next = self.random_goal(here);
            self.finished.list[number].goal = next;
            let _ = self.crowd.set_goal(id, Some(next.into()));
        }
    }
}

impl FinishedWalks {
    /// Those that could begin.
    pub(super) fn begun(&self) -> impl Iterator<Item = &Walk> {
        self.list.iter().filter(|walk| walk.state != WalkState::Refused)
    }

    /// How many walks ended so.
    pub(super) fn count(&self, state: WalkState) -> u64 {
        self.list.iter().filter(|walk| walk.state == state).count() as u64
    }

    /// The number of goals that were reached.
    pub(super) fn reached(&self) -> u64 {
        self.list.iter().map(|walk| u64::from(walk.reached)).sum()
    }

    /// The mean step with which walkers came to their last goals.
    pub(super) fn mean_arrival(&self) -> Option<f64> {
        let arrived = || self.list.iter().filter_map(|walk| walk.arrived);
        let count = arrived().count();
        (count > 0).then(|| arrived().map(f64::from).sum::<f64>() / count as f64)
    }

    /// The walks as objects for a map of the editor.
    pub(super) fn lines(&self) -> impl Iterator<Item = PathLine> {
        self.begun().map(|walk| {
            let mut properties = Properties::new();
            properties.insert("reached", i64::from(walk.reached));
            if let Some(arrived) = walk.arrived {
                properties.insert("arrived", i64::from(arrived));
            }
            let mut cells = walk.cells.clone();
            cells.dedup();
            PathLine { name: walk.name.clone(), cells, properties }
        })
    }
}
