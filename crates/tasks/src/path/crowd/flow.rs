//! Walkers that flow: circles at any points, along the field of their goals.

use std::collections::BTreeMap;

use tilewright_grid::Cell;
use tilewright_navigation::crowd::{Crowd, GroupId, MemberId, Point, UNIT, WalkerState};
use tilewright_navigation::{NavigationError, Place, Scratch};

use super::super::agent::AgentMap;
use super::request::{CrowdKind, CrowdRequest};
use super::walk::{FinishedWalks, Start, Track, Walk, Walkers};
use crate::BoundedNumber;

/// The cells that each goes in a step, and its radius, if the request says nothing else: five pictures a cell, and two thirds of a corridor.
const SPEED: f64 = 0.2;
const RADIUS: f64 = 0.35;

impl CrowdRequest {
    /// The radius with which walkers are drawn: their own, or that of a circle in a cell.
    pub(super) fn radius_drawn(&self) -> f64 {
        match self.kind {
            CrowdKind::Steps => 0.4,
            CrowdKind::Field => self.radius.map_or(RADIUS, BoundedNumber::get),
        }
    }
}

/// Walkers that flow to common goals.
pub(super) struct FlowWalkers<'a> {
    request: &'a CrowdRequest,
    map: &'a AgentMap,
    crowd: Crowd,
    group: GroupId,
    scratch: Scratch,
    /// The numbers of those on the map.
    numbers: BTreeMap<MemberId, usize>,
    finished: FinishedWalks,
}

impl<'a> FlowWalkers<'a> {
    /// All in the middles of their cells.
    pub(super) fn new(
        request: &'a CrowdRequest,
        map: &'a AgentMap,
        starts: &[Start],
        goals: &[Cell],
    ) -> Result<Self, NavigationError> {
        let goals: Vec<Place> = goals.iter().map(|&goal| goal.into()).collect();
        let mut crowd = Crowd::new(&map.navigation)?;
        let group = crowd.add_group(&map.navigation, map.agent, &goals)?;
        let mut walkers = Self {
            request,
            map,
            crowd,
            group,
            scratch: Scratch::default(),
            numbers: BTreeMap::new(),
            finished: FinishedWalks::default(),
        };
        for start in starts {
            walkers.add(start);
        }
        Ok(walkers)
    }

    /// Lets a walker begin, if it can.
    fn add(&mut self, start: &Start) {
        let [speed, radius] =
            [(self.request.speed, SPEED), (self.request.radius, RADIUS)]
                .map(|(wanted, usual)| units(wanted.map_or(usual, BoundedNumber::get)));
        let point = Point::middle(start.cell);
        let added =
            self.crowd.add(&self.map.navigation, self.group, point, speed, radius);
        let goal = start.goal.unwrap_or(start.cell);
        let track = Track::Points { points: vec![spot(point)] };
        self.finished.list.push(Walk::begin(start, goal, added.is_ok(), track));
        if let Ok(id) = added {
            self.numbers.insert(id, self.finished.list.len() - 1);
        }
    }
}

impl Walkers for FlowWalkers<'_> {
    fn step(&mut self, step: u32) -> bool {
        // Until the field is found they know no way.
        let is_ready = self.crowd.is_ready(self.group) == Ok(true);
        let is_walking = |&id| self.crowd.state(id) == Ok(WalkerState::Walking);
        if self.numbers.is_empty() || is_ready && !self.numbers.keys().any(is_walking) {
            return false;
        }

        let update = self.crowd.update(&self.map.navigation, &mut self.scratch);
        let Ok(update) = update else { return false };
        let arrived = update.arrived.clone();
        self.finished.steps = step;
        for (id, point) in self.crowd.walkers() {
            let walk = &mut self.finished.list[self.numbers[&id]];
            if let Track::Points { points } = &mut walk.track {
                points.push(spot(point));
            }
        }
        for id in arrived {
            self.finished.list[self.numbers[&id]].reach(step);
            if !self.request.stay {
                let _ = self.crowd.remove(id);
                self.numbers.remove(&id);
            }
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

/// A length in units of the crowd, at least one of them, at most half a cell.
fn units(cells: f64) -> i32 {
    let units = (cells * f64::from(UNIT)).round() as i32;
    units.clamp(1, UNIT / 2)
}

/// A point by row and column, to a thousandth of a cell.
fn spot(point: Point) -> [f32; 2] {
    [point.y, point.x].map(|at| {
        let thousandths = f64::from(at) * 1000.0 / f64::from(UNIT);
        (thousandths.round() / 1000.0) as f32
    })
}
