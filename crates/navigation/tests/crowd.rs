//! Crowds: nobody collides, and every step is that of a plain program of the same rules.

use std::collections::{BTreeMap, VecDeque};

use allocation_counter::measure;
use tilewright_grid::{Cell, Rng, Seed, Size};
use tilewright_navigation::crowd::{MemberId, Pibt, SavedPibt, WalkerState};
use tilewright_navigation::{Agent, Layer, Navigation, Place, Terrain};
use tilewright_pathplan::{Map, Steps};

/// The steps north, east, south and west.
const WAYS: [(i64, i64); 4] = [(-1, 0), (0, 1), (1, 0), (0, -1)];

/// A walker as the rules describe it.
#[derive(Clone, Debug)]
struct Plain {
    cell: Cell,
    goal: Option<Cell>,
    waited: u32,
    is_still: bool,
    has_arrived: bool,
}

/// A crowd as the rules describe it, by the numbers of its walkers.
struct Crowd {
    size: Size,
    free: Vec<bool>,
    seed: Seed,
    steps: u64,
    walkers: BTreeMap<u32, Plain>,
}

impl Crowd {
    fn is_free(&self, cell: Cell) -> bool {
        self.size.contains(cell) && self.free[self.size.index(cell)]
    }

    fn beside(&self, cell: Cell, way: usize) -> Option<Cell> {
        let (down, right) = WAYS[way];
        let row = u32::try_from(i64::from(cell.row) + down).ok()?;
        let column = u32::try_from(i64::from(cell.column) + right).ok()?;
        Some(Cell::new(row, column)).filter(|&cell| self.is_free(cell))
    }

    fn distances(&self, goal: Cell) -> BTreeMap<Cell, u32> {
        let mut distances = BTreeMap::new();
        let mut queue = VecDeque::new();
        if self.is_free(goal) {
            distances.insert(goal, 0);
            queue.push_back(goal);
        }
        while let Some(cell) = queue.pop_front() {
            for next in (0..4).filter_map(|way| self.beside(cell, way)) {
                if !distances.contains_key(&next) {
                    distances.insert(next, distances[&cell] + 1);
                    queue.push_back(next);
                }
            }
        }
        distances
    }

    fn at(&self, cell: Cell) -> Option<u32> {
        self.walkers.iter().find(|(_, it)| it.cell == cell).map(|(&number, _)| number)
    }

    /// Puts those on whom a wall was built elsewhere.
    fn displace(&mut self) -> Vec<u32> {
        let mut left = Vec::new();
        let numbers: Vec<u32> = self.walkers.keys().copied().collect();
        for number in numbers {
            let cell = self.walkers[&number].cell;
            if self.is_free(cell) {
                continue;
            }
            let room = self
                .size
                .cells()
                .filter(|&cell| self.is_free(cell) && self.at(cell).is_none());
            let best = room.min_by_key(|to| {
                let (down, right) =
                    (to.row.abs_diff(cell.row), to.column.abs_diff(cell.column));
                (down * down + right * right, *to)
            });
            if let Some(to) = best {
                self.walkers.get_mut(&number).unwrap().cell = to;
            } else {
                self.walkers.remove(&number);
                left.push(number);
            }
        }
        left
    }

    /// The cells that a walker would go to, the best first.
    fn choices(&self, number: u32) -> Vec<Cell> {
        let walker = &self.walkers[&number];
        let distances = walker.goal.map(|goal| self.distances(goal));
        let distances = distances.filter(|known| known.contains_key(&walker.cell));
        let mut draw = self.seed.child(self.steps).child(number.into()).0 % 24;
        let mut left = vec![0, 1, 2, 3];
        let mut ways = Vec::new();
        while !left.is_empty() {
            ways.push(left.remove((draw % left.len() as u64) as usize));
            draw /= left.len() as u64 + 1;
        }

        let mut cells: Vec<(u32, bool, Cell)> = Vec::new();
        let distance = |cell: Cell| match &distances {
            Some(known) => known[&cell],
            None => u32::from(cell != walker.cell),
        };
        for next in ways.into_iter().filter_map(|way| self.beside(walker.cell, way)) {
            cells.push((distance(next), self.at(next).is_some(), next));
        }
        cells.push((distance(walker.cell), false, walker.cell));
        cells.sort_by_key(|&(distance, is_taken, _)| (distance, is_taken));
        cells.into_iter().map(|(.., cell)| cell).collect()
    }

    /// Finds a cell for a walker; whether there was one to go to.
    fn plan(
        &self,
        number: u32,
        behind: Option<Cell>,
        next: &mut BTreeMap<u32, Cell>,
    ) -> bool {
        for cell in self.choices(number) {
            if next.values().any(|&taken| taken == cell) || behind == Some(cell) {
                continue;
            }
            next.insert(number, cell);
            let there = self.at(cell).filter(|there| !next.contains_key(there));
            let behind = Some(self.walkers[&number].cell);
            if there.is_none_or(|there| self.plan(there, behind, next)) {
                return true;
            }
        }
        next.insert(number, self.walkers[&number].cell);
        false
    }

    fn step(&mut self) -> Vec<u32> {
        let left = self.displace();
        let mut order: Vec<u32> = self.walkers.keys().copied().collect();
        order.sort_by_key(|number| u32::MAX - self.walkers[number].waited);
        let still = self.walkers.iter().filter(|(_, walker)| walker.is_still);
        let mut next: BTreeMap<u32, Cell> =
            still.map(|(&number, walker)| (number, walker.cell)).collect();
        for number in order {
            if !next.contains_key(&number) {
                self.plan(number, None, &mut next);
            }
        }

        for (number, cell) in next {
            let goal = self.walkers[&number].goal;
            let rests = goal.is_none_or(|goal| {
                goal == cell || !self.distances(goal).contains_key(&cell)
            });
            let walker = self.walkers.get_mut(&number).unwrap();
            walker.cell = cell;
            walker.waited = if rests { 0 } else { walker.waited + 1 };
            walker.has_arrived |= goal == Some(cell);
        }
        self.steps += 1;
        left
    }
}

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
struct Twins {
    map: Navigation,
    crowd: Pibt,
    plain: Crowd,
    /// The walkers by their numbers in the plain crowd.
    ids: BTreeMap<u32, MemberId>,
    joined: u32,
    /// The free cells at the last step.
    known: Vec<bool>,
}

impl Twins {
    fn new(rng: &mut Rng) -> Self {
        let tiles = scattered(rng);
        let map = Navigation::new(&tiles, [Layer::walk(Steps::FOUR)]).unwrap();
        let seed = Seed(rng.next_u64());
        let mut crowd = Pibt::new(&map, Agent::default(), seed).unwrap();
        // All distances are known at once.
        crowd.set_budget(u64::MAX);
        // Few of those that nobody needs are kept.
        crowd.set_memory(64);
        let size = tiles.size();
        let free: Vec<bool> = size.cells().map(|cell| tiles.is_walkable(cell)).collect();
        let known = free.clone();
        let plain = Crowd { size, free, seed, steps: 0, walkers: BTreeMap::new() };
        Self { map, crowd, plain, ids: BTreeMap::new(), joined: 0, known }
    }

    fn cell(&self, rng: &mut Rng) -> Cell {
        Cell::new(rng.below(self.plain.size.rows), rng.below(self.plain.size.columns))
    }

    /// Does something to both.
    fn change(&mut self, rng: &mut Rng) {
        let (cell, other) = (self.cell(rng), self.cell(rng));
        let goal = (rng.below(8) > 0).then_some(other);
        let count = self.ids.len() as u32;
        let some = self.ids.iter().nth(rng.below(count.max(1)) as usize);
        let some = some.map(|(&number, &id)| (number, id));
        match (rng.below(8), some) {
            (0..3, _) => {
                // A crowd looks at the map in its steps.
                let is_free = self.known[self.plain.size.index(cell)];
                let is_room = is_free && self.plain.at(cell).is_none();
                let added = self.crowd.add(cell, goal.map(Place::from));
                assert_eq!(added.is_ok(), is_room);
                if let Ok(id) = added {
                    let number = self.joined;
                    self.joined += 1;
                    let walker = Plain {
                        cell,
                        goal,
                        waited: 0,
                        is_still: false,
                        has_arrived: false,
                    };
                    self.plain.walkers.insert(number, walker);
                    self.ids.insert(number, id);
                }
            }
            (3, Some((number, id))) => {
                self.crowd.set_goal(id, goal.map(Place::from)).unwrap();
                let walker = self.plain.walkers.get_mut(&number).unwrap();
                (walker.goal, walker.has_arrived) = (goal, false);
            }
            (4, Some((number, id))) => {
                let walker = self.plain.walkers.get_mut(&number).unwrap();
                walker.is_still ^= true;
                self.crowd.set_still(id, walker.is_still).unwrap();
            }
            (5, Some((number, id))) if rng.below(3) == 0 => {
                self.crowd.remove(id).unwrap();
                assert!(self.crowd.place(id).is_err());
                self.plain.walkers.remove(&number);
                self.ids.remove(&number);
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

    /// Lets both take a step, and compares them; returns how many walkers there are.
    fn step(&mut self) -> usize {
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
        for number in left {
            self.ids.remove(&number);
        }
        for (number, walker) in &self.plain.walkers {
            let place = self.crowd.place(self.ids[number]).unwrap();
            assert_eq!(place, walker.cell.into(), "walker {number}");
            assert_eq!(self.crowd.at(place), Some(self.ids[number]));
        }
        self.ids.len()
    }
}

#[test]
fn every_step_is_that_of_the_rules() {
    let mut steps = 0;
    for number in 0..150 {
        let mut rng = Seed(number).rng();
        let mut twins = Twins::new(&mut rng);
        for _ in 0..60 {
            for _ in 0..rng.below(6) {
                twins.change(&mut rng);
            }
            steps += twins.step();
        }
    }
    assert!(steps > 30_000, "{steps}");
}

#[test]
fn nobody_collides_while_walls_come_and_go() {
    let (mut walked, mut displaced, mut arrived) = (0, 0, 0);
    for number in 0..150 {
        let mut rng = Seed(number).rng();
        let mut twins = Twins::new(&mut rng);
        // Distances are found late, so that many are wrong.
        twins.crowd.set_budget(1);
        for _ in 0..300 {
            let (cell, goal) = (twins.cell(&mut rng), twins.cell(&mut rng));
            let _ = twins.crowd.add(cell, Some(goal.into()));
            let cell = twins.cell(&mut rng);
            let wall = if rng.below(3) == 0 { Terrain::WALL } else { Terrain::FREE };
            twins.map.set(cell, wall).unwrap();

            let places = |crowd: &Pibt| -> BTreeMap<MemberId, Place> {
                crowd.walkers().map(|id| (id, crowd.place(id).unwrap())).collect()
            };
            let before = places(&twins.crowd);
            let step = twins.crowd.step(&twins.map).unwrap();
            displaced += step.displaced.len();
            let put: BTreeMap<_, _> =
                step.displaced.iter().map(|it| (it.walker, it.to)).collect();
            let ids: Vec<MemberId> = step.arrived.clone();
            for id in ids {
                arrived += 1;
                let goal = twins.cell(&mut rng);
                twins.crowd.set_goal(id, Some(goal.into())).unwrap();
            }

            let after = places(&twins.crowd);
            walked += after.len();
            let cells: BTreeMap<Place, MemberId> =
                after.iter().map(|(&id, &place)| (place, id)).collect();
            assert_eq!(cells.len(), after.len(), "two in a cell");
            for (id, &place) in &after {
                assert_eq!(twins.map.terrain(place), Some(Terrain::FREE));
                let from = put.get(id).copied().unwrap_or(before[id]);
                let [down, right] = [
                    place.cell.row.abs_diff(from.cell.row),
                    place.cell.column.abs_diff(from.cell.column),
                ];
                assert!(down + right <= 1, "a jump");
                if let Some(other) = cells.get(&from).filter(|&other| other != id) {
                    let came = put.get(other).copied().unwrap_or(before[other]);
                    assert_ne!(came, place, "two change places");
                }
            }
        }
    }
    assert!(
        walked > 1_000_000 && displaced > 200 && arrived > 2_000,
        "{walked} {displaced} {arrived}"
    );
}

#[test]
fn steps_take_no_memory() {
    let tiles: Map = "..........\n.####.###.\n..........\n".repeat(4).parse().unwrap();
    let map = Navigation::new(&tiles, [Layer::walk(Steps::FOUR)]).unwrap();
    let mut crowd = Pibt::new(&map, Agent::default(), Seed(1)).unwrap();
    let mut rng = Seed(2).rng();
    for column in 0..10 {
        crowd.add(Cell::new(0, column), Some(Cell::new(11, column).into())).unwrap();
    }
    let mut walk = |steps: u32| {
        for _ in 0..steps {
            crowd.step(&map).unwrap();
            // A goal that somebody had before: its distances are kept.
            let id = crowd.walkers().nth(rng.below(10) as usize).unwrap();
            let goal = Cell::new(11, rng.below(10));
            crowd.set_goal(id, Some(goal.into())).unwrap();
        }
    };
    walk(200);
    assert_eq!(measure(|| walk(200)).count_total, 0);
}

#[test]
fn what_a_crowd_cannot_do_is_an_error() {
    let tiles: Map = "...\n.#.\n".parse().unwrap();
    let wide = Layer::walk(Steps::EIGHT).sizes([2]);
    let map = Navigation::new(&tiles, [wide]).unwrap();
    assert!(Pibt::new(&map, Agent::default().size(2), Seed(0)).is_err());

    let mut crowd = Pibt::new(&map, Agent::default(), Seed(0)).unwrap();
    let id = crowd.add(Cell::new(0, 0), None).unwrap();
    for taken in [Cell::new(0, 0), Cell::new(1, 1), Cell::new(2, 0)] {
        assert!(crowd.add(taken, None).is_err(), "{taken:?}");
    }
    assert!(crowd.add(Cell::new(0, 2), Some(Cell::new(0, 3).into())).is_err());
    assert_eq!(crowd.state(id), Ok(WalkerState::Idle));
    crowd.set_goal(id, Some(Cell::new(1, 1).into())).unwrap();
    crowd.step(&map).unwrap();
    assert_eq!(crowd.state(id), Ok(WalkerState::Unreachable));

    let other: Map = "...\n".parse().unwrap();
    let other = Navigation::new(&other, [Layer::walk(Steps::FOUR)]).unwrap();
    assert!(crowd.step(&other).is_err());
    crowd.remove(id).unwrap();
    assert!(crowd.remove(id).is_err() && crowd.set_goal(id, None).is_err());
}

#[test]
fn a_loaded_crowd_goes_on_with_the_same_steps() {
    for number in 0..40 {
        let mut rng = Seed(number).rng();
        let mut twins = Twins::new(&mut rng);
        for step in 0..60 {
            for _ in 0..rng.below(6) {
                twins.change(&mut rng);
            }
            twins.step();
            if step % 10 == 9 {
                let saved = serde_json::to_string(&twins.crowd.save()).unwrap();
                let saved: SavedPibt = serde_json::from_str(&saved).unwrap();
                twins.crowd = Pibt::load(&twins.map, &saved).unwrap();
                let again = twins.crowd.save();
                assert_eq!(
                    serde_json::to_value(&again).unwrap(),
                    serde_json::to_value(&saved).unwrap()
                );
            }
        }
    }
}

#[test]
fn damaged_saved_crowds_are_refused() {
    let tiles: Map = "....\n".parse().unwrap();
    let map = Navigation::new(&tiles, [Layer::walk(Steps::FOUR)]).unwrap();
    let mut crowd = Pibt::new(&map, Agent::default(), Seed(0)).unwrap();
    for column in 0..2 {
        crowd.add(Cell::new(0, column), Some(Cell::new(0, 3).into())).unwrap();
    }
    crowd.step(&map).unwrap();
    let saved = serde_json::to_string(&crowd.save()).unwrap();
    let load = |text: &str| {
        let saved: SavedPibt = serde_json::from_str(text).map_err(|it| it.to_string())?;
        Pibt::load(&map, &saved).map_err(|it| it.to_string())
    };
    assert!(load(&saved).is_ok(), "{saved}");
    for (from, to) in [
        ("\"order\":[0,1]", "\"order\":[0,0]"),
        ("\"order\":[0,1]", "\"order\":[0]"),
        ("\"order\":[0,1]", "\"order\":[0,7]"),
        ("\"cell\":[0,1]", "\"cell\":[0,9]"),
        ("\"cell\":[0,1]", "\"cell\":[0,2]"),
        ("\"size\":1", "\"size\":2"),
    ] {
        let damaged = saved.replacen(from, to, 1);
        assert_ne!(damaged, saved, "{saved}");
        assert!(load(&damaged).is_err(), "{damaged}");
    }
}
