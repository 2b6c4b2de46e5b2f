//! A crowd beside the plain program of the rules.

use std::collections::BTreeMap;

use tilewright_grid::{Cell, Heading, Rng, Seed, Size};
use tilewright_navigation::crowd::{MemberId, Pibt, Turn};
use tilewright_navigation::{Agent, Layer, Navigation, Place, Terrain};
use tilewright_pathplan::{Map, Steps};

use crate::plain_crowd::{Crowd, Plain, Rooms};

/// A map with some walls, of 1 to 12 rows and columns.
fn scattered(rng: &mut Rng) -> Map {
    let (rows, columns, walls) = (1 + rng.below(12), 1 + rng.below(12), rng.below(5));
    let mut row = || {
        let glyph = |_| if rng.below(10) < walls { '#' } else { '.' };
        (0..columns).map(glyph).collect::<String>() + "\n"
    };
    let text: String = (0..rows).map(|_| row()).collect();
    text.parse().unwrap()
}

/// A crowd and its plain twin.
pub(crate) struct Twins {
    pub(crate) map: Navigation,
    pub(crate) crowd: Pibt,
    pub(crate) plain: Crowd,
    /// The walkers by their numbers in the plain crowd.
    pub(crate) ids: BTreeMap<u32, MemberId>,
    joined: u32,
    /// The free cells at the last step.
    known: Vec<bool>,
}

impl Twins {
    /// Twins on some map; where turns take time, with memory for the times to this number of goals.
    pub(crate) fn new(rng: &mut Rng, goals: Option<usize>) -> Self {
        let tiles = scattered(rng);
        let map = Navigation::new(&tiles, [Layer::walk(Steps::FOUR)]).unwrap();
        let seed = Seed(rng.next_u64());
        let make = if goals.is_some() { Pibt::with_turns } else { Pibt::new };
        let mut crowd = make(&map, Agent::default(), seed).unwrap();
        // All distances are known at once.
        crowd.set_budget(u64::MAX);
        // Few of those that nobody needs are kept.
        let size = tiles.size();
        crowd.set_memory(goals.map_or(64, |goals| goals * bytes(size)));
        let free: Vec<bool> = size.cells().map(|cell| tiles.is_walkable(cell)).collect();
        let known = free.clone();
        let rooms = goals.map(Rooms::new);
        let walkers = BTreeMap::new();
        let turned = Vec::new();
        let plain = Crowd { size, free, seed, steps: 0, walkers, rooms, turned };
        Self { map, crowd, plain, ids: BTreeMap::new(), joined: 0, known }
    }

    /// The memory for the times to one goal.
    pub(crate) const fn bytes(&self) -> usize {
        bytes(self.plain.size)
    }

    pub(crate) fn cell(&self, rng: &mut Rng) -> Cell {
        Cell::new(rng.below(self.plain.size.rows), rng.below(self.plain.size.columns))
    }

    /// Does something to both.
    pub(crate) fn change(&mut self, rng: &mut Rng) {
        let (cell, other) = (self.cell(rng), self.cell(rng));
        let goal = (rng.below(8) > 0).then_some(other);
        let count = self.ids.len() as u32;
        let some = self.ids.iter().nth(rng.below(count.max(1)) as usize);
        let some = some.map(|(&number, &id)| (number, id));
        match (rng.below(8), some) {
            (0..3, _) => self.add(cell, goal),
            (3, Some((number, _))) => self.set_goal(number, goal),
            (4, Some((number, id))) => {
                let walker = self.plain.walkers.get_mut(&number).unwrap();
                walker.is_still ^= true;
                self.crowd.set_still(id, walker.is_still).unwrap();
            }
            (5, Some((number, _))) if rng.below(3) == 0 => self.remove(number),
            (5, Some((number, id))) if self.plain.rooms.is_some() => {
                let heading = rng.below(4) as usize;
                self.crowd.set_heading(id, Heading::ALL[heading]).unwrap();
                self.plain.walkers.get_mut(&number).unwrap().heading = heading;
            }
            (6, _) => {
                let is_free = !self.plain.is_free(cell);
                let terrain = if is_free { Terrain::FREE } else { Terrain::WALL };
                self.map.set(cell, terrain).unwrap();
                let at = self.plain.size.index(cell);
                self.plain.free[at] = is_free;
            }
            _ => {}
        }
    }

    /// Adds a walker to both, if there is room.
    pub(crate) fn add(&mut self, cell: Cell, goal: Option<Cell>) {
        // A crowd looks at the map in its steps.
        let is_free = self.known[self.plain.size.index(cell)];
        let is_room = is_free && self.plain.at(cell).is_none();
        let added = self.crowd.add(cell, goal.map(Place::from));
        assert_eq!(added.is_ok(), is_room);
        let Ok(id) = added else { return };
        let number = self.joined;
        self.joined += 1;
        let walker = Plain {
            cell,
            goal,
            heading: 0,
            waited: 0,
            is_still: false,
            has_arrived: false,
        };
        self.plain.walkers.insert(number, walker);
        self.ids.insert(number, id);
        if let (Some(rooms), Some(goal)) = (&mut self.plain.rooms, goal) {
            rooms.want(goal);
        }
    }

    /// Gives a walker another goal.
    pub(crate) fn set_goal(&mut self, number: u32, goal: Option<Cell>) {
        self.crowd.set_goal(self.ids[&number], goal.map(Place::from)).unwrap();
        let walker = self.plain.walkers.get_mut(&number).unwrap();
        let before = std::mem::replace(&mut walker.goal, goal);
        walker.has_arrived = false;
        if let Some(rooms) = &mut self.plain.rooms {
            if let Some(goal) = goal {
                rooms.want(goal);
            }
            if let Some(before) = before {
                rooms.leave(before);
            }
        }
    }

    /// Takes a walker out of both.
    fn remove(&mut self, number: u32) {
        let id = self.ids.remove(&number).unwrap();
        self.crowd.remove(id).unwrap();
        assert!(self.crowd.place(id).is_err());
        let walker = self.plain.walkers.remove(&number).unwrap();
        if let (Some(rooms), Some(goal)) = (&mut self.plain.rooms, walker.goal) {
            rooms.leave(goal);
        }
    }

    /// Lets both take a step, and compares them; returns how many walkers there are.
    pub(crate) fn step(&mut self) -> usize {
        let before: BTreeMap<u32, bool> = self
            .plain
            .walkers
            .iter()
            .map(|(&number, walker)| (number, walker.has_arrived))
            .collect();
        self.known.clone_from(&self.plain.free);
        let left = self.plain.step();
        let ids = &self.ids;
        let step = self.crowd.step(&self.map).unwrap();
        let gone: Vec<MemberId> = left.iter().map(|number| ids[number]).collect();
        assert_eq!(step.left, gone);
        let now = &self.plain.walkers;
        let mut arrived: Vec<MemberId> = now
            .iter()
            .filter(|(number, walker)| walker.has_arrived && !before[number])
            .map(|(number, _)| ids[number])
            .collect();
        let mut reported = step.arrived.clone();
        reported.sort_unstable();
        arrived.sort_unstable();
        assert_eq!(reported, arrived);
        let turned: Vec<Turn> = self
            .plain
            .turned
            .iter()
            .map(|number| {
                let to = Heading::ALL[self.plain.walkers[number].heading];
                Turn { walker: ids[number], to }
            })
            .collect();
        assert_eq!(step.turns, turned);
        for number in left {
            self.ids.remove(&number);
        }
        for (number, walker) in &self.plain.walkers {
            let place = self.crowd.place(self.ids[number]).unwrap();
            assert_eq!(place, walker.cell.into(), "walker {number}");
            assert_eq!(self.crowd.at(place), Some(self.ids[number]));
            let heading = self.crowd.heading(self.ids[number]).ok();
            let has_turns = self.plain.rooms.is_some();
            assert_eq!(heading, has_turns.then_some(Heading::ALL[walker.heading]));
        }
        self.ids.len()
    }
}

/// The memory for the times to one goal on a map of a floor.
const fn bytes(size: Size) -> usize {
    ((size.rows + 2) * (size.columns + 1) + 1) as usize
}
