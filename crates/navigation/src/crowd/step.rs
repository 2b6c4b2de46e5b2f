//! One step of all walkers.

use tilewright_grid::Seed;

use super::nearest::nearest;
use super::tables::NONE;
use super::{CrowdStep, Member, Move, Pibt};
use crate::map::Navigation;
use crate::surface::Surface;
use crate::{NavigationError, plane};

/// A walker that looks for a cell to go to, and the cells that it has not tried yet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    pub(super) number: u32,
    /// The cell of the walker for whom it makes room, to which it must not go.
    pub(super) behind: u32,
    /// The cells, the best first.
    pub(super) cells: [u32; 5],
    pub(super) count: u8,
    pub(super) tried: u8,
}

impl Pibt {
    /// Moves all walkers by one step.
    ///
    /// # Errors
    /// [`NavigationError::Foreign`] for a map of other floors or layers than the one that the crowd was made for.
    pub fn step(&mut self, map: &Navigation) -> Result<&CrowdStep, NavigationError> {
        let surface = self.surface(map)?;
        self.report.displaced.clear();
        self.report.left.clear();
        self.report.turns.clear();
        self.report.moves.clear();
        self.report.arrived.clear();

        if self.version != map.version() {
            if self.ground.follow(surface, self.version) {
                self.tables.outdate();
                self.displace();
                for &number in &self.order {
                    self.members[number].has_way = None;
                }
            }
            self.version = map.version();
        }
        self.look_up_ways(surface);
        self.tables.find(&self.ground, self.budget, self.steps);

        self.sort();
        self.plan();
        if self.has_turns() {
            self.turn();
        }
        self.go();
        self.steps += 1;
        Ok(&self.report)
    }

    /// Looks up whether there is a way to the goal of each walker of whom that is not known.
    fn look_up_ways(&mut self, surface: &Surface) {
        let island =
            |node: u32| surface.regions.island(plane::cell(node as usize, self.stride));
        for &number in &self.order {
            let member = &mut self.members[number];
            if member.has_way.is_none() {
                member.has_way = Some(
                    member.table != NONE && {
                        let goal = self.tables.goal(member.table);
                        self.ground.is_free(goal as usize)
                            && island(goal) == island(member.node)
                    },
                );
            }
        }
    }

    /// Puts those on whom a wall was built onto the nearest free cells.
    fn displace(&mut self) {
        let is_shut =
            |number: &u32| !self.ground.is_free(self.members[*number].node as usize);
        let mut shut: Vec<u32> = self.order.iter().copied().filter(is_shut).collect();
        shut.sort_unstable_by_key(|&number| self.members[number].joined);
        let mut room = self.ground.free() + shut.len();
        room = room.saturating_sub(self.order.len());

        for number in shut {
            let from = self.members[number].node;
            let id = self.id(number).expect("in the crowd");
            let to = if room > 0 { self.nearest_room(from) } else { None };
            let Some(to) = to else {
                self.remove(id).expect("in the crowd");
                self.report.left.push(id);
                continue;
            };
            room -= 1;
            self.here[from as usize] = NONE;
            self.here[to as usize] = number;
            self.members[number].node = to;
            let [from, to] = [from, to].map(|node| self.place_of(node));
            self.report.displaced.push(Move { walker: id, from, to });
        }
    }

    /// The nearest free cell where nobody is.
    fn nearest_room(&self, from: u32) -> Option<u32> {
        let cell = plane::cell(from as usize, self.stride);
        let is_room = |cell| {
            let node = plane::node(cell, self.stride);
            self.ground.is_free(node) && self.here[node] == NONE
        };
        let found = nearest(&self.floors, cell, is_room);
        found.map(|cell| plane::node(cell, self.stride) as u32)
    }

    /// Sorts the walkers by how long they have waited, the longest first, then by who joined first.
    ///
    /// Those on their way have all waited one step more than before, so that their order stays; only those that have not waited are sorted.
    fn sort(&mut self) {
        let Self { members, order, memory, .. } = self;
        let rested = &mut memory.order;
        rested.clear();
        order.retain(|&number| {
            let has_waited = members[number].waited > 0;
            if !has_waited {
                rested.push(number);
            }
            has_waited
        });
        rested.sort_unstable_by_key(|&number| members[number].joined);
        order.extend_from_slice(rested);
    }

    /// Finds where each walker goes.
    fn plan(&mut self) {
        for &number in &self.order {
            let member = &mut self.members[number];
            member.next = NONE;
            if member.is_still {
                member.next = member.node;
                self.next[member.node as usize] = number;
            }
        }

        let step = self.seed.child(self.steps);
        let mut stack = std::mem::take(&mut self.memory.stack);
        for at in 0..self.order.len() {
            let number = self.order[at];
            if self.members[number].next == NONE {
                stack.clear();
                stack.push(self.frame(step, number, NONE));
                self.make_room(step, &mut stack);
            }
        }
        self.memory.stack = stack;
    }

    /// Lets the first walker of a stack go to the best cell that it can: a walker in that cell that has not been planned inherits its
    /// turn, and looks for a cell before it. Where that finds none, the one before tries its next cell.
    fn make_room(&mut self, step: Seed, stack: &mut Vec<Frame>) {
        while let Some(frame) = stack.last_mut() {
            let number = frame.number;
            if frame.tried == frame.count {
                // It stays. The one that wanted its cell looks for another.
                let node = self.members[number].node;
                self.members[number].next = node;
                self.next[node as usize] = number;
                stack.pop();
                continue;
            }
            let cell = frame.cells[usize::from(frame.tried)];
            frame.tried += 1;
            if self.next[cell as usize] != NONE || cell == frame.behind {
                continue;
            }

            self.next[cell as usize] = number;
            self.members[number].next = cell;
            let there = self.here[cell as usize];
            if there == NONE || there == number || self.members[there].next != NONE {
                return;
            }
            let behind = self.members[number].node;
            stack.push(self.frame(step, there, behind));
        }
    }

    /// The cells that a walker would go to, the best first: those nearer to its goal, its own, the others; of equally good ones those
    /// where nobody is, then by the draw of the step.
    fn frame(&self, step: Seed, number: u32, behind: u32) -> Frame {
        if self.has_turns() {
            return self.frame_by_time(step, number, behind);
        }
        let &Member { joined, node, table, has_way, .. } = &self.members[number];
        let nearer = if has_way == Some(true) { self.nearer(node, table) } else { 0 };
        let mut frame = Frame { number, behind, cells: [NONE; 5], count: 0, tried: 0 };
        let mut add = |cell| {
            frame.cells[usize::from(frame.count)] = cell;
            frame.count += 1;
        };

        let ways = permutation(step.child(u64::from(joined)).0);
        let steps = ways.map(|way| (way, self.ground.step(node, way)));
        for is_nearer in [true, false] {
            for is_taken in [false, true] {
                for (way, cell) in steps {
                    let Some(cell) = cell else { continue };
                    if (nearer >> way & 1 == 1) == is_nearer
                        && (self.here[cell as usize] != NONE) == is_taken
                    {
                        add(cell);
                    }
                }
            }
            if is_nearer {
                add(node);
            }
        }
        frame
    }

    /// Which of the steps from a node bring a walker nearer to the goal of a table, as bits.
    fn nearer(&self, node: u32, table: u32) -> u8 {
        let goal = self.tables.goal(table);
        if node == goal {
            return 0;
        }
        if !self.tables.is_made(table) {
            let [here, goal] =
                [node, goal].map(|node| plane::cell(node as usize, self.stride));
            return u8::from(goal.row < here.row)
                | u8::from(goal.column > here.column) << 1
                | u8::from(goal.row > here.row) << 2
                | u8::from(goal.column < here.column) << 3;
        }

        // From an even distance on, the one before has the other second bit; from an odd one on, the same.
        let is_odd = self.ground.is_odd(node) != self.ground.is_odd(goal);
        let sought = self.tables.bit(table, node) == is_odd;
        let mut nearer = 0;
        for way in 0..4 {
            if let Some(next) = self.ground.step(node, way) {
                nearer |= u8::from(self.tables.bit(table, next) == sought) << way;
            }
        }
        nearer
    }

    /// Moves everybody to where it was planned.
    fn go(&mut self) {
        for at in 0..self.order.len() {
            let number = self.order[at];
            let Member { node, next, .. } = self.members[number];
            if self.here[node as usize] == number {
                self.here[node as usize] = NONE;
            }
            self.here[next as usize] = number;
            self.next[next as usize] = NONE;

            let goal = match self.members[number].table {
                NONE => NONE,
                table => self.tables.goal(table),
            };
            let id = self.id(number).expect("in the crowd");
            if node != next {
                let [from, to] = [node, next].map(|node| self.place_of(node));
                self.report.moves.push(Move { walker: id, from, to });
            }
            let member = &mut self.members[number];
            member.node = next;
            let rests = next == goal || member.has_way != Some(true);
            member.waited = if rests { 0 } else { member.waited.saturating_add(1) };
            if next == goal && !std::mem::replace(&mut member.has_arrived, true) {
                self.report.arrived.push(id);
            }
        }
    }
}

/// The four ways in an order that a number draws: north, east, south and west, of which the first is the one at `number mod 4`, the next
/// of those left the one at `number div 4 mod 3`, and so on.
pub(super) fn permutation(number: u64) -> [u8; 4] {
    let mut left = [0, 1, 2, 3];
    let mut number = number % 24;
    for first in 0..3 {
        let count = 4 - first as u64;
        let at = first + (number % count) as usize;
        number /= count;
        left[first..=at].rotate_right(1);
    }
    left
}
