//! Where walkers find room: those that go first have their places, the others go around them.

use tilewright_pathplan::search::WAYS;

use super::aim::node_of;
use super::sides::{Sides, is_held_up};
use super::walls::{fit, root, stretch};
use super::{Body, Crowd, NO_SLOT, UNIT};
use crate::NavigationError;
use crate::map::Navigation;
use crate::plane::Plane;

/// No walker.
const NONE: u32 = u32::MAX;

/// How often a walker moves out of the deepest overlap before it takes the best of the points that it has tried. With 4 the jams of
/// `examples/flow.rs` overlap by a fourth more and take 2 % less time.
const ROUNDS: usize = 6;

/// How far from where it was a walker looks for room, beside twice its speed. An eighth of a cell lets those before a
/// corridor overlap twice as much.
const ASIDE: i32 = UNIT / 4;

/// How many walkers there is memory for beside one from the first update on: more come together only where many are added to one point.
const MANY: usize = 256;

/// From an overlap of the radius divided by this on, a walker goes away from all that it overlaps.
const CROWDED: i32 = 8;

/// A walker that has its place in this update.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    x: i32,
    y: i32,
    radius: i32,
    /// The one before it in the same bin.
    before: u32,
}

/// The walkers that have their places, by bins of the map.
#[derive(Clone, Debug, Default)]
pub(super) struct Room {
    marks: Vec<Mark>,
    /// The last walker in each bin.
    heads: Vec<u32>,
    /// How many bins are side by side.
    width: i32,
    height: i32,
    /// A bin's side is a power of two.
    shift: u32,
    /// The walkers around the one whose place is sought.
    near: Vec<(u32, Mark)>,
    /// The largest radius of a walker.
    largest: i32,
    /// How many walkers looked for room aside in this update, and whether many did in the one before.
    held: usize,
    is_jam: bool,
}

impl Room {
    /// Begins with nobody in place, on a map of this many rows and columns.
    fn begin(&mut self, rows: u32, columns: u32, largest: i32) {
        self.largest = largest;
        // Bins of two cells: those of one take a tenth longer where walkers are few, and as long in a jam.
        self.shift = UNIT.ilog2() + 1;
        while 1 << self.shift < 2 * largest {
            self.shift += 1;
        }
        let count = |cells: u32| ((cells.cast_signed() * UNIT) >> self.shift) + 1;
        (self.width, self.height) = (count(columns), count(rows));
        self.is_jam = 4 * self.held > self.marks.len();
        self.held = 0;
        self.marks.clear();
        self.near.clear();
        self.near.reserve(MANY);
        let bins = self.width as usize * self.height as usize;
        if self.heads.len() < bins {
            self.heads.resize(bins, NONE);
        }
    }

    fn bin(&self, x: i32, y: i32) -> usize {
        let [column, row] = [x, y].map(|at| at >> self.shift);
        (row * self.width + column) as usize
    }

    /// Puts a walker in its place.
    fn put(&mut self, x: i32, y: i32, radius: i32) {
        let bin = self.bin(x, y);
        let number = self.marks.len() as u32;
        let before = std::mem::replace(&mut self.heads[bin], number);
        self.marks.push(Mark { x, y, radius, before });
    }

    /// Forgets everybody.
    fn end(&mut self) {
        for at in 0..self.marks.len() {
            let Mark { x, y, .. } = self.marks[at];
            let bin = self.bin(x, y);
            self.heads[bin] = NONE;
        }
    }

    /// Finds those that a walker of a radius may touch near a point.
    fn find_near(&mut self, x: i32, y: i32, radius: i32, aside: i32) {
        let reach = radius + self.largest + aside;
        self.near.clear();
        let bins = |at: i32, most: i32| {
            let [first, last] = [at - reach, at + reach].map(|at| at >> self.shift);
            first.max(0)..last.min(most - 1) + 1
        };
        for row in bins(y, self.height) {
            for column in bins(x, self.width) {
                let mut number = self.heads[(row * self.width + column) as usize];
                while number != NONE {
                    let mark = self.marks[number as usize];
                    let reach = radius + mark.radius + aside;
                    if (mark.x - x).abs() < reach && (mark.y - y).abs() < reach {
                        self.near.push((number, mark));
                    }
                    number = mark.before;
                }
            }
        }
    }

    /// The deepest overlap of a circle with those near, in units, and whose it is; of equal ones that who has had its place for longer.
    pub(super) fn deepest(&self, x: i32, y: i32, radius: i32) -> Option<(i32, Mark)> {
        let mut deepest: Option<(i32, u32, Mark)> = None;
        for &(number, mark) in &self.near {
            let reach = (radius + mark.radius).unsigned_abs();
            let [dx, dy] = [x.abs_diff(mark.x), y.abs_diff(mark.y)];
            let squared = dx * dx + dy * dy;
            if squared >= reach * reach {
                continue;
            }
            let depth = reach.cast_signed() - root(squared);
            let is_deeper = deepest.is_none_or(|(known, other, _)| {
                depth > known || (depth == known && number < other)
            });
            if is_deeper {
                deepest = Some((depth, number, mark));
            }
        }
        deepest.map(|(depth, _, mark)| (depth, mark))
    }

    /// The place of a walker that would go to a point: there, or beside those that are in the way.
    fn place(
        &mut self,
        plane: &Plane,
        body: Body,
        aim: [i32; 2],
        sides: Sides,
    ) -> [i32; 2] {
        let Body { radius, wall, speed, .. } = body;
        let from = [body.x, body.y];
        // Walls are found by the upper left cell of an agent, the others by their middles.
        let middle = UNIT / 2 * (i32::from(plane.size) - 1);
        let [x, y] = from.map(|at| at + middle);
        let aside = 2 * speed + ASIDE;
        // Most walkers come to where they would go, so that those farther away need not be looked at; in a jam that would be done twice.
        self.find_near(x, y, radius, if self.is_jam { aside } else { 2 * speed });
        let start = fit(plane, from, aim, wall);
        let is_free =
            self.deepest(start[0] + middle, start[1] + middle, radius).is_none();
        if is_free && !is_held_up(from, aim, start) {
            return start;
        }
        self.held += 1;
        if !self.is_jam {
            self.find_near(x, y, radius, aside);
        }

        let mut best = (i32::MAX, from);
        for start in [start, from] {
            let found = self.move_out(plane, body, start);
            if found.0 == 0 {
                return self.aside(plane, body, aim, found.1, sides);
            }
            if found.0 < best.0 {
                best = found;
            }
        }
        if best.0 < radius / CROWDED {
            return best.1;
        }

        // Where it is this crowded, away from all that are too near at once: they go before it, so that this leads out of the crowd.
        let mut sum = [0, 0];
        for &(number, mark) in &self.near {
            let mut away = [x - mark.x, y - mark.y];
            if away == [0, 0] {
                let way = WAYS[number as usize % WAYS.len()];
                away = [way.right, way.down];
            }
            let distance = root(away.map(|part| part.unsigned_abs().pow(2)).iter().sum());
            let depth = radius + mark.radius - distance;
            if depth > 0 {
                sum = [0, 1].map(|axis| sum[axis] + away[axis] * depth / distance);
            }
        }
        let to = [0, 1].map(|axis| from[axis] + sum[axis].clamp(-aside, aside));
        fit(plane, from, to, wall)
    }

    /// Moves a walker from a point out of those that it overlaps, the deepest first, and returns the point with the least overlap among those where
    /// it came.
    fn move_out(&self, plane: &Plane, body: Body, start: [i32; 2]) -> (i32, [i32; 2]) {
        let Body { radius, wall, speed, .. } = body;
        let from = [body.x, body.y];
        let middle = UNIT / 2 * (i32::from(plane.size) - 1);
        let mut at = start;
        let mut best = (i32::MAX, at);
        for round in 0..=ROUNDS {
            let [x, y] = at.map(|at| at + middle);
            let Some((depth, mark)) = self.deepest(x, y, radius) else { return (0, at) };
            if depth < best.0 {
                best = (depth, at);
            }
            if round == ROUNDS {
                break;
            }
            let reach = radius + mark.radius;
            let away = [x - mark.x, y - mark.y];
            let to = if away == [0, 0] {
                [at[0] + reach, at[1]]
            } else {
                let distance = reach - depth;
                let part = |part: i32| stretch(part, reach, distance.max(1));
                [mark.x + part(away[0]) - middle, mark.y + part(away[1]) - middle]
            };
            at = fit(plane, from, to, wall);
            if (0..2).any(|axis| (at[axis] - from[axis]).abs() > 2 * speed + ASIDE) {
                break;
            }
        }
        best
    }
}

impl Crowd {
    /// Gives every walker its place, in the order of the keys.
    pub(super) fn find_places(
        &mut self,
        map: &Navigation,
    ) -> Result<(), NavigationError> {
        let Self { bodies, members, groups, aims, sorter, room, .. } = self;
        let largest = bodies.iter().map(|body| body.radius).max().unwrap_or(0);
        let area = map.area();
        room.begin(area.rows, area.columns, largest);
        let mut group = None;
        for &item in &sorter.list {
            let index = item as u32 as usize;
            let number = members[index].group;
            let plane = match group {
                Some((known, plane)) if known == number => plane,
                _ => &map.surface(groups[usize::from(number)].agent)?.plane,
            };
            group = Some((number, plane));
            let body = bodies[index];
            let member = &members[index];
            let sides = Sides {
                field: groups[usize::from(number)]
                    .field
                    .as_ref()
                    .filter(|_| member.slot == NO_SLOT),
                plane,
                node: node_of(plane.stride, &body),
                is_left_first: member.joined % 2 == 0,
            };
            let [x, y] = room.place(plane, body, aims[index], sides);
            let middle = UNIT / 2 * (i32::from(plane.size) - 1);
            room.put(x + middle, y + middle, body.radius);
            (bodies[index].x, bodies[index].y) = (x, y);
        }
        room.end();
        Ok(())
    }
}
