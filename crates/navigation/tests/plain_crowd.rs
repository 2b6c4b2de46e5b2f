//! A plain program of the rules of crowds, written from `docs/src/crowds.md` alone.

use std::collections::{BTreeMap, VecDeque};

use tilewright_grid::{Cell, Seed, Size};

/// The steps north, east, south and west.
const WAYS: [(i64, i64); 4] = [(-1, 0), (0, 1), (1, 0), (0, -1)];

/// A walker as the rules describe it.
#[derive(Clone, Debug)]
pub(crate) struct Plain {
    pub(crate) cell: Cell,
    pub(crate) goal: Option<Cell>,
    /// Where it faces, by its place in the list of steps.
    pub(crate) heading: usize,
    pub(crate) waited: u32,
    pub(crate) is_still: bool,
    pub(crate) has_arrived: bool,
}

/// Who has memory for times, as the rules describe it.
pub(crate) struct Rooms {
    /// For how many goals there is memory.
    most: usize,
    users: BTreeMap<Cell, u32>,
    waiting: Vec<Cell>,
    /// The goals with memory and the steps in which they were given it.
    served: Vec<(Cell, u64)>,
    /// Those of them that nobody has, the one that has been so the longest first.
    idle: Vec<Cell>,
    /// How many goals have lost their memory to others while somebody had them.
    pub(crate) ended: u32,
}

impl Rooms {
    pub(crate) const fn new(most: usize) -> Self {
        Self {
            most,
            users: BTreeMap::new(),
            waiting: Vec::new(),
            served: Vec::new(),
            idle: Vec::new(),
            ended: 0,
        }
    }

    fn has(&self, goal: Cell) -> bool {
        self.served.iter().any(|&(other, _)| other == goal)
    }

    pub(crate) fn want(&mut self, goal: Cell) {
        let has_room = self.has(goal);
        let users = self.users.entry(goal).or_default();
        *users += 1;
        if *users == 1 && has_room {
            self.idle.retain(|&other| other != goal);
        } else if *users == 1 {
            self.waiting.push(goal);
        }
    }

    pub(crate) fn leave(&mut self, goal: Cell) {
        let has_room = self.has(goal);
        let users = self.users.get_mut(&goal).unwrap();
        *users -= 1;
        if *users == 0 && has_room {
            self.idle.push(goal);
        } else if *users == 0 {
            self.waiting.retain(|&other| other != goal);
        }
    }

    fn share(&mut self, step: u64) {
        let mut has_taken = false;
        while let Some(&goal) = self.waiting.first() {
            if self.served.len() == self.most && !self.idle.is_empty() {
                let idle = self.idle.remove(0);
                self.served.retain(|&(other, _)| other != idle);
            } else if self.served.len() == self.most {
                if has_taken || step < self.served[0].1 + 256 {
                    break;
                }
                has_taken = true;
                self.ended += 1;
                let (other, _) = self.served.remove(0);
                self.waiting.push(other);
            }
            self.waiting.remove(0);
            self.served.push((goal, step));
        }
    }
}

/// The quarter turns from one direction to another one.
const fn quarters(from: usize, to: usize) -> u32 {
    [0, 1, 2, 1][(to + 4 - from) % 4]
}

/// A crowd as the rules describe it, by the numbers of its walkers.
pub(crate) struct Crowd {
    pub(crate) size: Size,
    pub(crate) free: Vec<bool>,
    pub(crate) seed: Seed,
    pub(crate) steps: u64,
    pub(crate) walkers: BTreeMap<u32, Plain>,
    /// Who has memory for times, where turns take time.
    pub(crate) rooms: Option<Rooms>,
    /// Who turned in the last step.
    pub(crate) turned: Vec<u32>,
}

impl Crowd {
    pub(crate) fn is_free(&self, cell: Cell) -> bool {
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

    pub(crate) fn at(&self, cell: Cell) -> Option<u32> {
        self.walkers.iter().find(|(_, it)| it.cell == cell).map(|(&number, _)| number)
    }

    /// The times to a goal, by cell and heading.
    pub(crate) fn times(&self, goal: Cell) -> BTreeMap<(Cell, usize), u32> {
        let mut times = BTreeMap::new();
        let mut queue = VecDeque::new();
        if self.is_free(goal) {
            for heading in 0..4 {
                times.insert((goal, heading), 0);
                queue.push_back((goal, heading));
            }
        }
        while let Some((cell, heading)) = queue.pop_front() {
            // From where a step leads here: facing another way here, or the same way in the cell behind.
            let mut before = vec![(cell, (heading + 1) % 4), (cell, (heading + 3) % 4)];
            let behind = self.beside(cell, (heading + 2) % 4);
            before.extend(behind.map(|behind| (behind, heading)));
            for state in before {
                if !times.contains_key(&state) {
                    times.insert(state, times[&(cell, heading)] + 1);
                    queue.push_back(state);
                }
            }
        }
        times
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

        let is_at_own = |cell: Cell| u32::from(cell != walker.cell);
        let goal = walker.goal.filter(|_| distances.is_some());
        let times = goal.filter(|_| self.rooms.is_some()).map(|goal| self.known(goal));
        let cost = |cell: Cell, way: usize| match (&self.rooms, &distances, &times) {
            (None, Some(known), _) => known[&cell],
            (None, None, _) => is_at_own(cell),
            (Some(_), _, Some(times)) => {
                quarters(walker.heading, way) + 1 + times(cell, way)
            }
            (Some(_), ..) => {
                is_at_own(cell) * (quarters(walker.heading, way) + is_at_own(cell))
            }
        };
        // Of equally good ones its own comes first, then those without a walker.
        let mut cells: Vec<(u32, u32, Cell)> =
            vec![(cost(walker.cell, walker.heading), 0, walker.cell)];
        for way in ways {
            if let Some(next) = self.beside(walker.cell, way) {
                let rank = 1 + u32::from(self.at(next).is_some());
                cells.push((cost(next, way), rank, next));
            }
        }
        cells.sort_by_key(|&(cost, rank, _)| (cost, rank));
        cells.into_iter().map(|(.., cell)| cell).collect()
    }

    /// The times to a goal from cells and headings, as far as they are known.
    fn known(&self, goal: Cell) -> Box<dyn Fn(Cell, usize) -> u32> {
        if self.rooms.as_ref().is_some_and(|rooms| rooms.has(goal)) {
            let times = self.times(goal);
            return Box::new(move |cell, heading| times[&(cell, heading)]);
        }
        // On a floor without walls.
        Box::new(move |cell, heading| {
            let [down, right] =
                [goal.row.abs_diff(cell.row), goal.column.abs_diff(cell.column)];
            let upright = if goal.row < cell.row { 0 } else { 2 };
            let level = if goal.column < cell.column { 3 } else { 1 };
            let first_upright = quarters(heading, upright);
            let first_level = quarters(heading, level);
            let turns = match (down, right) {
                (0, 0) => 0,
                (_, 0) => first_upright,
                (0, _) => first_level,
                _ => first_upright.min(first_level) + 1,
            };
            down + right + turns
        })
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

    /// Lets those turn who do not face where they would go; who follows them stays too.
    fn turn(&mut self, order: &[u32], next: &mut BTreeMap<u32, Cell>) {
        let mut stay = Vec::new();
        for &number in order {
            let walker = &self.walkers[&number];
            let target = next[&number];
            let way = (0..4).find(|&way| self.beside(walker.cell, way) == Some(target));
            match way {
                Some(way) if way != walker.heading => {
                    let quarter = if (way + 4 - walker.heading) % 4 == 3 { 3 } else { 1 };
                    let heading = (walker.heading + quarter) % 4;
                    self.walkers.get_mut(&number).unwrap().heading = heading;
                    self.turned.push(number);
                    stay.push(number);
                }
                Some(_) => {}
                None => stay.push(number),
            }
        }

        // A walker that goes to the cell of somebody who stays, stays.
        loop {
            let is_held = |number: &u32| {
                let there = self.at(next[number]);
                !stay.contains(number) && there.is_some_and(|there| stay.contains(&there))
            };
            let Some(&held) = order.iter().find(|number| is_held(number)) else { break };
            stay.push(held);
        }
        for number in stay {
            next.insert(number, self.walkers[&number].cell);
        }
    }

    pub(crate) fn step(&mut self) -> Vec<u32> {
        let goals: BTreeMap<u32, Option<Cell>> =
            self.walkers.iter().map(|(&number, walker)| (number, walker.goal)).collect();
        let left = self.displace();
        if let Some(rooms) = &mut self.rooms {
            for goal in left.iter().filter_map(|number| goals[number]) {
                rooms.leave(goal);
            }
            rooms.share(self.steps);
        }
        let mut order: Vec<u32> = self.walkers.keys().copied().collect();
        order.sort_by_key(|number| u32::MAX - self.walkers[number].waited);
        let still = self.walkers.iter().filter(|(_, walker)| walker.is_still);
        let mut next: BTreeMap<u32, Cell> =
            still.map(|(&number, walker)| (number, walker.cell)).collect();
        for &number in &order {
            if !next.contains_key(&number) {
                self.plan(number, None, &mut next);
            }
        }
        self.turned.clear();
        if self.rooms.is_some() {
            self.turn(&order, &mut next);
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
