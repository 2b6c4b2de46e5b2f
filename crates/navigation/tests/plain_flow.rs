//! A crowd that flows as the book's page has its rules, for agents of one cell, without links: every walker looks at every other one.

use std::collections::BTreeMap;

use tilewright_grid::Cell;
use tilewright_navigation::crowd::{MemberId, Point, UNIT};
use tilewright_navigation::{Agent, Field, Navigation, Place, Scratch, Terrain};

/// North, east, south, west; then north-east and on clockwise.
const WAYS: [[i32; 2]; 8] =
    [[0, -1], [1, 0], [0, 1], [-1, 0], [1, -1], [1, 1], [-1, 1], [-1, -1]];
/// The directions as they follow each other clockwise.
const CLOCK: [usize; 8] = [0, 4, 1, 5, 2, 6, 3, 7];
const ACROSS: i32 = 2896;
const NEAR: f64 = 1e-9;

/// A walker.
#[derive(Clone, Debug)]
pub(crate) struct Member {
    pub(crate) id: MemberId,
    number: usize,
    group: usize,
    at: [i32; 2],
    speed: i32,
    radius: i32,
    slot: Option<[i32; 2]>,
    has_arrived: bool,
}

/// The walkers in the order in which they joined.
#[derive(Clone, Debug, Default)]
pub(crate) struct Plain {
    pub(crate) goals: Vec<Vec<Place>>,
    pub(crate) walkers: Vec<Member>,
    pub(crate) arrived: Vec<MemberId>,
    pub(crate) left: Vec<MemberId>,
    joined: usize,
}

fn cell_of(at: [i32; 2]) -> [i32; 2] {
    at.map(|part| part.div_euclid(UNIT))
}

fn middle(cell: [i32; 2]) -> [i32; 2] {
    cell.map(|part| part * UNIT + UNIT / 2)
}

const fn beside(cell: [i32; 2], way: usize) -> [i32; 2] {
    [cell[0] + WAYS[way][0], cell[1] + WAYS[way][1]]
}

/// The whole part of the root.
fn root(number: i64) -> i64 {
    i64::try_from(number.unsigned_abs().isqrt()).unwrap()
}

fn squared(vector: [i32; 2]) -> i64 {
    vector.map(|part| i64::from(part).pow(2)).iter().sum()
}

/// `part × to ÷ from`, rounded away from 0.
fn stretch(part: i32, to: i32, from: i64) -> i32 {
    let long = (i64::from(part.abs()) * i64::from(to) + from - 1) / from;
    long as i32 * part.signum()
}

/// A map as walkers see it.
struct World<'a> {
    map: &'a Navigation,
    fields: Vec<Field>,
    claims: BTreeMap<[i32; 2], usize>,
}

impl World<'_> {
    fn is_free(&self, cell: [i32; 2]) -> bool {
        cell.iter().all(|&part| part >= 0) && {
            let cell = Cell::new(cell[1] as u32, cell[0] as u32);
            self.map.terrain(cell) == Some(Terrain::FREE)
        }
    }

    /// Whether a step leads from a free cell.
    fn is_open(&self, cell: [i32; 2], way: usize) -> bool {
        let [right, down] = WAYS[way];
        self.is_free(beside(cell, way))
            && self.is_free([cell[0] + right, cell[1]])
            && self.is_free([cell[0], cell[1] + down])
    }

    fn value(&self, group: usize, cell: [i32; 2]) -> Option<f64> {
        self.fields[group].value(Cell::new(cell[1] as u32, cell[0] as u32))
    }

    fn way(&self, group: usize, cell: [i32; 2]) -> Option<usize> {
        let next = self.fields[group].next(Cell::new(cell[1] as u32, cell[0] as u32))?;
        let next = [next.cell.column.cast_signed(), next.cell.row.cast_signed()];
        (0..8).find(|&way| beside(cell, way) == next)
    }

    fn fit(&self, from: [i32; 2], to: [i32; 2], radius: i32) -> [i32; 2] {
        let here = cell_of(from);
        let step = [0, 1].map(|axis| (cell_of(to)[axis] - here[axis]).signum());
        let is_open = |step: [i32; 2]| {
            let way = WAYS.iter().position(|&way| way == step);
            way.is_none_or(|way| self.is_open(here, way))
        };
        let tries = [step, [step[0], 0], [0, step[1]]];
        let step = tries
            .into_iter()
            .find(|&step| step != [0, 0] && is_open(step))
            .unwrap_or([0, 0]);
        let cell = [here[0] + step[0], here[1] + step[1]];
        let mut at = [0, 1].map(|axis| {
            to[axis].clamp(cell[axis] * UNIT, (cell[axis] + 1) * UNIT - 1)
                - cell[axis] * UNIT
        });
        for (way, axis, is_low) in
            [(0, 1, true), (1, 0, false), (2, 1, false), (3, 0, true)]
        {
            if !self.is_open(cell, way) {
                at[axis] = if is_low {
                    at[axis].max(radius)
                } else {
                    at[axis].min(UNIT - radius)
                };
            }
        }
        for (way, step) in WAYS.into_iter().enumerate().skip(4) {
            let sides = [way - 4, (way - 3) % 4];
            if self.is_free(beside(cell, way))
                || sides.iter().any(|&side| !self.is_open(cell, side))
            {
                continue;
            }
            let corner = step.map(|part| (1 + part) / 2 * UNIT);
            let away = [at[0] - corner[0], at[1] - corner[1]];
            if away == [0, 0] {
                at[0] -= step[0] * radius;
            } else if squared(away) < i64::from(radius).pow(2) {
                at = [0, 1].map(|axis| {
                    corner[axis] + stretch(away[axis], radius, root(squared(away)))
                });
            }
        }
        [0, 1].map(|axis| cell[axis] * UNIT + at[axis].clamp(0, UNIT - 1))
    }

    /// The point towards another one that a walker comes to.
    fn toward(member: &Member, to: [i32; 2]) -> [i32; 2] {
        let way = [to[0] - member.at[0], to[1] - member.at[1]];
        let distance = root(squared(way)) as i32;
        if distance <= member.speed {
            return to;
        }
        [0, 1].map(|axis| member.at[axis] + way[axis] * member.speed / distance)
    }

    /// The aim and the key of a walker.
    fn aim(
        &mut self,
        member: &mut Member,
        arrived: &mut Vec<MemberId>,
    ) -> ([i32; 2], u32) {
        let (cell, group) = (cell_of(member.at), member.group);
        let key_of = |value: f64| ((value * 64.0 + 0.5) as u32).min(u32::MAX / 4);
        let value = self.value(group, cell).unwrap_or(f64::INFINITY);
        if let Some(slot) = member.slot {
            let is_near = cell == slot
                || (0..8).any(|way| self.is_open(cell, way) && beside(cell, way) == slot);
            if is_near {
                return (
                    Self::toward(member, middle(slot)),
                    (1 << 31) + key_of(value) / 2,
                );
            }
            self.claims.remove(&slot);
            member.slot = None;
        }
        if value.is_infinite() {
            return (member.at, u32::MAX);
        }
        let way = self.way(group, cell);
        let is_ours = |cell: [i32; 2]| self.claims.get(&cell) == Some(&group);
        let Some(way) = way.filter(|&way| !is_ours(cell) && !is_ours(beside(cell, way)))
        else {
            return (self.find_slot(member, arrived), key_of(value));
        };
        let inside = [0, 1].map(|axis| member.at[axis] % UNIT - UNIT / 2);
        let mut ahead = inside[0] * WAYS[way][0] + inside[1] * WAYS[way][1];
        if way >= 4 {
            ahead = ahead * ACROSS / UNIT;
        }
        let key = key_of(value).saturating_add_signed(64 - ahead * 64 / UNIT);
        (self.along(member, way), key)
    }

    fn find_slot(
        &mut self,
        member: &mut Member,
        arrived: &mut Vec<MemberId>,
    ) -> [i32; 2] {
        let (cell, group) = (cell_of(member.at), member.group);
        let around =
            (0..8).filter(|&way| self.is_open(cell, way)).map(|way| beside(cell, way));
        let around: Vec<[i32; 2]> = around.collect();
        let (mut least, mut best) = (f64::INFINITY, None);
        for place in std::iter::once(cell).chain(around.iter().copied()) {
            let value = self.value(group, place).unwrap_or(f64::INFINITY);
            if !self.claims.contains_key(&place) && value < least - NEAR {
                (least, best) = (value, Some(place));
            }
        }
        if best == Some(cell) {
            self.claims.insert(cell, group);
            member.slot = best;
            if !member.has_arrived {
                arrived.push(member.id);
            }
            member.has_arrived = true;
        }
        let next = best.or_else(|| self.way_out(cell));
        next.map_or(member.at, |next| Self::toward(member, middle(next)))
    }

    /// The first step of a shortest way to a cell that nobody has claimed.
    fn way_out(&self, from: [i32; 2]) -> Option<[i32; 2]> {
        let mut found = vec![(from, from)];
        for at in 0.. {
            let &(cell, first) = found.get(at)?;
            for way in (0..8).filter(|&way| self.is_open(cell, way)) {
                let next = beside(cell, way);
                if found.iter().any(|(known, _)| *known == next) {
                    continue;
                }
                let first = if cell == from { next } else { first };
                if !self.claims.contains_key(&next) {
                    return Some(first);
                }
                found.push((next, first));
            }
        }
        None
    }

    /// The aim of a step that keeps its lane.
    fn along(&self, member: &Member, way: usize) -> [i32; 2] {
        let (speed, step) = (member.speed, WAYS[way]);
        if way >= 4 {
            let across = speed * ACROSS / UNIT;
            return [0, 1].map(|axis| member.at[axis] + step[axis] * across);
        }
        let mut ahead = vec![beside(cell_of(member.at), way)];
        if self.way(member.group, ahead[0]) == Some(way) {
            ahead.push(beside(ahead[0], way));
        }
        let aside = usize::from(step[0] != 0);
        let inside = member.at[aside] % UNIT;
        let mut lane = inside;
        let [low, high] = if aside == 0 { [3, 1] } else { [0, 2] };
        if ahead.iter().any(|&cell| !self.is_open(cell, low)) {
            lane = lane.max(member.radius);
        }
        if ahead.iter().any(|&cell| !self.is_open(cell, high)) {
            lane = lane.min(UNIT - member.radius);
        }
        let mut vector = [step[0] * UNIT, step[1] * UNIT];
        vector[aside] = lane - inside;
        let length = root(squared(vector)) as i32;
        [0, 1].map(|axis| member.at[axis] + vector[axis] * speed / length)
    }

    /// The other directions of a walker that is held up.
    fn sides(&self, member: &Member) -> Vec<usize> {
        let (cell, group) = (cell_of(member.at), member.group);
        let way = self.way(group, cell).filter(|_| member.slot.is_none());
        let Some(way) = way else { return Vec::new() };
        let at = CLOCK.iter().position(|&other| other == way).unwrap();
        let turns =
            if member.number.is_multiple_of(2) { [7, 1, 6, 2] } else { [1, 7, 2, 6] };
        let turned = turns.map(|turn| CLOCK[(at + turn) % 8]);
        let value = |cell| self.value(group, cell).unwrap_or(f64::INFINITY);
        let is_good = |&way: &usize| {
            self.is_open(cell, way) && value(beside(cell, way)) <= value(cell) + NEAR
        };
        turned.into_iter().filter(is_good).collect()
    }

    /// The deepest overlap with those in place.
    fn deepest(
        placed: &[([i32; 2], i32)],
        at: [i32; 2],
        radius: i32,
    ) -> Option<(i64, [i32; 2], i32)> {
        let mut deepest: Option<(i64, [i32; 2], i32)> = None;
        for &(other, wide) in placed {
            let reach = i64::from(radius + wide);
            let away = squared([at[0] - other[0], at[1] - other[1]]);
            let depth = reach - root(away);
            if away < reach * reach && deepest.is_none_or(|known| depth > known.0) {
                deepest = Some((depth, other, wide));
            }
        }
        deepest
    }

    fn place(
        &self,
        member: &Member,
        aim: [i32; 2],
        placed: &[([i32; 2], i32)],
    ) -> [i32; 2] {
        let Member { at: from, speed, radius, .. } = *member;
        let aside = 2 * speed + UNIT / 4;
        let mut best = (i64::MAX, from);
        for start in [self.fit(from, aim, radius), from] {
            let found = self.move_out(member, start, placed);
            if found.0 == 0 {
                return self.sidestep(member, aim, found.1, placed);
            }
            if found.0 < best.0 {
                best = found;
            }
        }
        if best.0 < i64::from(radius / 8) {
            return best.1;
        }
        let mut sum = [0, 0];
        for (number, &(other, wide)) in placed.iter().enumerate() {
            let mut away = [from[0] - other[0], from[1] - other[1]];
            if away == [0, 0] {
                away = WAYS[number % 8];
            }
            let distance = root(squared(away)) as i32;
            let depth = radius + wide - distance;
            if depth > 0 {
                sum = [0, 1].map(|axis| sum[axis] + away[axis] * depth / distance);
            }
        }
        let to = [0, 1].map(|axis| from[axis] + sum[axis].clamp(-aside, aside));
        self.fit(from, to, radius)
    }

    fn move_out(
        &self,
        member: &Member,
        start: [i32; 2],
        placed: &[([i32; 2], i32)],
    ) -> (i64, [i32; 2]) {
        let Member { at: from, speed, radius, .. } = *member;
        let mut at = start;
        let mut best = (i64::MAX, at);
        for round in 0..=6 {
            let Some((depth, other, wide)) = Self::deepest(placed, at, radius) else {
                return (0, at);
            };
            if depth < best.0 {
                best = (depth, at);
            }
            if round == 6 {
                break;
            }
            let reach = radius + wide;
            let away = [at[0] - other[0], at[1] - other[1]];
            let to = if away == [0, 0] {
                [at[0] + reach, at[1]]
            } else {
                let distance = (i64::from(reach) - depth).max(1);
                [0, 1].map(|axis| other[axis] + stretch(away[axis], reach, distance))
            };
            at = self.fit(from, to, radius);
            if (0..2).any(|axis| (at[axis] - from[axis]).abs() > 2 * speed + UNIT / 4) {
                break;
            }
        }
        best
    }

    fn sidestep(
        &self,
        member: &Member,
        aim: [i32; 2],
        at: [i32; 2],
        placed: &[([i32; 2], i32)],
    ) -> [i32; 2] {
        let Member { at: from, speed, radius, .. } = *member;
        let dot = |one: [i32; 2], other: [i32; 2]| -> i64 {
            (0..2).map(|axis| i64::from(one[axis]) * i64::from(other[axis])).sum()
        };
        let way = [aim[0] - from[0], aim[1] - from[1]];
        if 2 * dot(way, [at[0] - from[0], at[1] - from[1]]) >= dot(way, way) {
            return at;
        }
        for turned in self.sides(member) {
            let across = if turned >= 4 { speed * ACROSS / UNIT } else { speed };
            let to = [0, 1].map(|axis| from[axis] + WAYS[turned][axis] * across);
            let to = self.fit(from, to, radius);
            if Self::deepest(placed, to, radius).is_none() {
                return to;
            }
        }
        at
    }
}

impl Plain {
    pub(crate) fn add(
        &mut self,
        id: MemberId,
        group: usize,
        point: Point,
        speed: i32,
        radius: i32,
    ) {
        self.walkers.push(Member {
            id,
            number: self.joined,
            group,
            at: [point.x, point.y],
            speed,
            radius,
            slot: None,
            has_arrived: false,
        });
        self.joined += 1;
    }

    pub(crate) fn points(&self) -> Vec<(MemberId, Point)> {
        let point = |it: &Member| (it.id, Point { floor: 0, x: it.at[0], y: it.at[1] });
        self.walkers.iter().map(point).collect()
    }

    pub(crate) fn update(&mut self, map: &Navigation) {
        let mut scratch = Scratch::default();
        let field = |goals: &Vec<Place>| {
            map.field(goals, Agent::default(), &mut scratch).unwrap()
        };
        let fields = self.goals.iter().map(field).collect();
        let mut world = World { map, fields, claims: BTreeMap::new() };
        (self.arrived, self.left) = (Vec::new(), Vec::new());
        let size = map.size(0).unwrap();
        for member in &mut self.walkers {
            member.slot = member.slot.filter(|&slot| world.is_free(slot));
            let here = cell_of(member.at);
            if world.is_free(here) {
                member.at = world.fit(member.at, member.at, member.radius);
                continue;
            }
            let cells = size
                .cells()
                .map(|cell| [cell.column.cast_signed(), cell.row.cast_signed()]);
            let free = cells.filter(|&cell| world.is_free(cell));
            let far = |cell: &[i32; 2]| {
                (squared([cell[0] - here[0], cell[1] - here[1]]), cell[1], cell[0])
            };
            let Some(to) = free.min_by_key(far) else {
                self.left.push(member.id);
                continue;
            };
            let inside = [0, 1].map(|axis| {
                member.at[axis].clamp(to[axis] * UNIT, (to[axis] + 1) * UNIT - 1)
            });
            member.at = world.fit(inside, inside, member.radius);
        }
        self.walkers.retain(|member| !self.left.contains(&member.id));
        world.claims =
            self.walkers.iter().filter_map(|it| Some((it.slot?, it.group))).collect();

        let mut order = Vec::new();
        for (index, member) in self.walkers.iter_mut().enumerate() {
            let (aim, key) = world.aim(member, &mut self.arrived);
            order.push((key, index, aim));
        }
        order.sort_unstable();
        let mut placed = Vec::new();
        for (_, index, aim) in order {
            let at = world.place(&self.walkers[index], aim, &placed);
            placed.push((at, self.walkers[index].radius));
            self.walkers[index].at = at;
        }
    }
}
