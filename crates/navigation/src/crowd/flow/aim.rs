//! Where each walker would go if nobody were in its way, and who goes first.

use tilewright_pathplan::search::WAYS;

use super::outward::Outward;
use super::walls::root;
use super::{Body, Crowd, FREE, Member, NO_SLOT, UNIT};
use crate::NavigationError;
use crate::crowd::MemberId;
use crate::field::{Field, NO_STEP};
use crate::map::Navigation;
use crate::plane::Plane;
use crate::route::LINK;
use crate::search::ROUNDING;

/// The key of those that have a slot, from which on they make room for all that walk.
const SLOT_KEY: u32 = 1 << 31;
/// The key of those that wait.
const WAIT_KEY: u32 = u32::MAX;
/// How many keys there are for a cost of 1.
const PARTS: i32 = 64;
/// A speed across is this much of one along a row or column, in parts of [`UNIT`]: 1 / √2, rounded.
pub(super) const ACROSS: i32 = 2896;

/// What walkers of a group go by.
struct Guide<'a> {
    plane: &'a Plane,
    field: &'a Field,
    claims: &'a mut [u16],
    arrived: &'a mut Vec<MemberId>,
    outward: &'a mut Outward,
}

impl Crowd {
    /// Finds the aims of all walkers, and the keys of their order.
    pub(super) fn find_aims(&mut self, map: &Navigation) -> Result<(), NavigationError> {
        let Self {
            bodies, members, groups, aims, sorter, claims, outward, report, ..
        } = self;
        aims.clear();
        report.arrived.reserve(bodies.len());
        sorter.list.clear();
        let mut known: Option<(u16, &Plane)> = None;
        for index in 0..bodies.len() {
            let member = &mut members[index];
            let group = &groups[usize::from(member.group)];
            let plane = match known {
                Some((number, plane)) if number == member.group => plane,
                _ => &map.surface(group.agent)?.plane,
            };
            known = Some((member.group, plane));
            let body = &mut bodies[index];
            let (aim, key) = match &group.field {
                None => ([body.x, body.y], WAIT_KEY),
                Some(field) => {
                    let arrived = &mut report.arrived;
                    Guide { plane, field, claims, arrived, outward }.aim(body, member)
                }
            };
            aims.push(aim);
            sorter.list.push(u64::from(key) << 32 | index as u64);
        }
        Ok(())
    }
}

impl Guide<'_> {
    /// The aim of a walker and its key.
    #[inline]
    fn aim(&mut self, body: &mut Body, member: &mut Member) -> ([i32; 2], u32) {
        let mut node = node_of(self.plane.stride, body);
        let mut value = self.field.value_at(node);
        if member.slot != NO_SLOT {
            if self.is_beside(node, member.slot as usize) {
                let key = SLOT_KEY + (key_of(value) >> 1);
                return (self.toward(body, member.slot as usize), key);
            }
            self.set_claims(member.slot as usize, FREE);
            member.slot = NO_SLOT;
        }
        if value.is_infinite() {
            return ([body.x, body.y], WAIT_KEY);
        }

        let mut way = self.field.way_at(node);
        if way == LINK
            && let Some(exit) = self.field.exit_at(node)
        {
            let middle = middle_of(self.plane, node);
            let far = [0, 1].map(|axis| (middle[axis] - [body.x, body.y][axis]).abs());
            if far[0].max(far[1]) > body.speed {
                return (self.toward(body, node), key_of(value));
            }
            [body.x, body.y] = middle_of(self.plane, exit);
            (node, value, way) =
                (exit, self.field.value_at(exit), self.field.way_at(exit));
        }
        if self.is_at_end(node, way, member.group) {
            return (self.find_slot(body, member, node), key_of(value));
        }
        if way == LINK {
            return (self.toward(body, node), key_of(value));
        }

        let way = usize::from(way);
        // Within a cell, who has gone farther in the direction of its step goes first.
        let inside = [body.x, body.y].map(|at| (at & (UNIT - 1)) - UNIT / 2);
        let ahead = inside[0] * WAYS[way].right + inside[1] * WAYS[way].down;
        let ahead = if way >= 4 { ahead * ACROSS / UNIT } else { ahead };
        let key = key_of(value).saturating_add_signed(PARTS - (ahead * PARTS / UNIT));
        (self.along(body, node, way), key)
    }

    /// Whether a walker is in the cell of its slot, or one step away.
    fn is_beside(&self, node: usize, slot: usize) -> bool {
        let is_step = |way: usize| {
            self.plane.ways[node] >> way & 1 == 1
                && self.plane.neighbor(node, way) == slot
        };
        node == slot || (0..WAYS.len()).any(is_step)
    }

    /// Whether a walker looks for a slot: it is at a goal, or at those of its group who have one.
    fn is_at_end(&self, node: usize, way: u8, group: u16) -> bool {
        if way == NO_STEP || self.is_claimed(node, |by| by == group) {
            return true;
        }
        way < LINK && {
            let next = self.plane.neighbor(node, usize::from(way));
            self.is_claimed(next, |by| by == group)
        }
    }

    fn is_claimed(&self, node: usize, by: impl Fn(u16) -> bool) -> bool {
        is_claimed(self.plane, self.claims, node, by)
    }

    fn set_claims(&mut self, node: usize, by: u16) {
        let size = usize::from(self.plane.size);
        for down in 0..size {
            self.claims[node + down * self.plane.stride..][..size].fill(by);
        }
    }

    /// Goes down to the nearest place without a claim around, and claims it where there is none lower.
    fn find_slot(&mut self, body: &Body, member: &mut Member, node: usize) -> [i32; 2] {
        let is_taken = |guide: &Self, node| guide.is_claimed(node, |by| by != FREE);
        let mut least =
            if is_taken(self, node) { f64::INFINITY } else { self.field.value_at(node) };
        let mut best = least.is_finite().then_some(node);
        for way in (0..WAYS.len()).filter(|way| self.plane.ways[node] >> way & 1 == 1) {
            let next = self.plane.neighbor(node, way);
            let value = self.field.value_at(next);
            if value < least - ROUNDING && !is_taken(self, next) {
                (least, best) = (value, Some(next));
            }
        }
        if best == Some(node) {
            self.set_claims(node, member.group);
            member.slot = node as u32;
            if !std::mem::replace(&mut member.has_arrived, true) {
                self.arrived.push(member.id);
            }
        }
        let next = best.or_else(|| {
            let Self { plane, claims, outward, .. } = &mut *self;
            let is_claimed = |node| is_claimed(plane, claims, node, |by| by != FREE);
            outward.step(plane, node, is_claimed)
        });
        next.map_or([body.x, body.y], |next| self.toward(body, next))
    }

    /// The point towards the middle of a node that a walker comes to.
    fn toward(&self, body: &Body, node: usize) -> [i32; 2] {
        let [x, y] = middle_of(self.plane, node);
        let [dx, dy] = [x - body.x, y - body.y];
        let distance = root((dx * dx + dy * dy).unsigned_abs());
        if distance <= body.speed {
            return [x, y];
        }
        [body.x + dx * body.speed / distance, body.y + dy * body.speed / distance]
    }

    /// The point that a walker comes to by its step. It keeps its lane, as far as that leads past the walls beside the next cell.
    fn along(&self, body: &Body, node: usize, way: usize) -> [i32; 2] {
        let Body { x, y, speed, wall, .. } = *body;
        let [right, down] = [WAYS[way].right, WAYS[way].down];
        if way >= 4 {
            let across = speed * ACROSS / UNIT;
            return [x + right * across, y + down * across];
        }

        let next = self.plane.neighbor(node, way);
        let beyond = self.plane.neighbor(next, way);
        let mut open = self.plane.ways[next];
        if usize::from(self.field.way_at(next)) == way {
            open &= self.plane.ways[beyond];
        }
        let is_upright = right == 0;
        let at = if is_upright { x } else { y } & (UNIT - 1);
        // West and east, or north and south.
        let [before, after] = if is_upright { [3, 1] } else { [0, 2] };
        let mut lane = at;
        if open >> before & 1 == 0 {
            lane = lane.max(wall);
        }
        if open >> after & 1 == 0 {
            lane = lane.min(UNIT - wall);
        }
        let aside = lane - at;
        if aside == 0 {
            return [x + right * speed, y + down * speed];
        }
        let length = root((UNIT * UNIT + aside * aside).unsigned_abs());
        let [ahead, aside] = [UNIT, aside].map(|part| part * speed / length);
        if is_upright {
            [x + aside, y + down * ahead]
        } else {
            [x + right * ahead, y + aside]
        }
    }
}

/// Whether one of the cells of an agent is claimed by somebody of whom that holds.
fn is_claimed(
    plane: &Plane,
    claims: &[u16],
    node: usize,
    by: impl Fn(u16) -> bool,
) -> bool {
    let size = usize::from(plane.size);
    let row = |down: usize| &claims[node + down * plane.stride..][..size];
    (0..size).any(|down| row(down).iter().any(|&claim| by(claim)))
}

/// The node of a walker.
#[inline]
pub(super) const fn node_of(stride: usize, body: &Body) -> usize {
    (body.y / UNIT + 1) as usize * stride + (body.x / UNIT + 1) as usize
}

/// The point in the middle of a node.
pub(super) const fn middle_of(plane: &Plane, node: usize) -> [i32; 2] {
    let cell = plane.cell(node);
    let [x, y] = [cell.column.cast_signed(), cell.row.cast_signed()];
    [x * UNIT + UNIT / 2, y * UNIT + UNIT / 2]
}

/// The key of a value.
#[inline]
fn key_of(value: f64) -> u32 {
    // Rounded to the nearest, so that values that differ by rounding alone have one key. At most a quarter of all numbers, so that what is
    // added never reaches the keys of those that do not walk.
    ((value * f64::from(PARTS) + 0.5) as u32).min(u32::MAX / 4)
}
