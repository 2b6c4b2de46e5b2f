//! Groups of walkers, their fields, and what a change of the map does to them.

use super::aim::node_of;
use super::walls::fit;
use super::{Crowd, FREE, NO_SLOT, UNIT};
use crate::crowd::Move;
use crate::crowd::nearest::nearest;
use crate::field::{Field, FieldSearch};
use crate::map::Navigation;
use crate::{Agent, NavigationError, Scratch};

/// In how many updates the field of new goals is found.
const SLICES: u32 = 10;

/// Walkers with the same goals.
#[derive(Clone, Debug)]
pub(super) struct Group {
    pub(super) agent: Agent,
    /// What its walkers go by; none as long as they have no goals.
    pub(super) field: Option<Field>,
    /// The field of new goals, on its way, and in how many updates it was looked for.
    pub(super) search: Option<(FieldSearch, u32)>,
}

impl Group {
    /// Finds the field of new goals further; returns whether it is found.
    pub(super) fn search(&mut self, map: &Navigation) -> Result<bool, NavigationError> {
        let Some((search, slices)) = self.search.take() else { return Ok(false) };
        // As many places in each update; in the last one what is left, when some had to be looked at twice.
        let nodes = map.surface(self.agent)?.plane.ways.len() as u64;
        let is_last = slices + 1 == SLICES;
        let budget = if is_last { u64::MAX } else { nodes.div_ceil(SLICES.into()) };
        match map.resume_field(search, budget)? {
            Ok(field) => self.field = Some(field),
            Err(search) => self.search = Some((search, slices + 1)),
        }
        Ok(self.search.is_none())
    }
}

impl Crowd {
    /// Takes those who have left out of the lists.
    pub(super) fn tidy(&mut self) {
        if !std::mem::take(&mut self.has_gone) {
            return;
        }
        let mut kept = 0;
        for index in 0..self.members.len() {
            if self.members[index].is_gone {
                continue;
            }
            self.members[kept] = self.members[index];
            self.bodies[kept] = self.bodies[index];
            self.handles[self.members[kept].id.place] = kept as u32;
            kept += 1;
        }
        self.members.truncate(kept);
        self.bodies.truncate(kept);
    }

    /// Takes changes of the map, and finds the fields of new goals further.
    pub(super) fn follow(
        &mut self,
        map: &Navigation,
        scratch: &mut Scratch,
    ) -> Result<(), NavigationError> {
        for number in 0..self.groups.len() {
            let group = &mut self.groups[number];
            if group.search(map)? {
                self.free_slots(number as u16);
            } else if let Some(field) = &mut group.field {
                map.update(field, scratch)?;
            }
        }
        if std::mem::replace(&mut self.version, map.version()) != map.version() {
            self.displace(map)?;
            self.tidy();
        }
        Ok(())
    }

    /// Takes the slots of a group, which looks for others.
    pub(super) fn free_slots(&mut self, group: u16) {
        for index in 0..self.members.len() {
            if self.members[index].group == group {
                self.free_slot(index);
                self.members[index].has_arrived = false;
            }
        }
    }

    /// Takes the slot of a walker, if it has one.
    pub(super) fn free_slot(&mut self, index: usize) {
        let member = &mut self.members[index];
        let slot = std::mem::replace(&mut member.slot, NO_SLOT);
        if slot == NO_SLOT {
            return;
        }
        let size = usize::from(self.groups[usize::from(member.group)].agent.size);
        for down in 0..size {
            self.claims[slot as usize + down * self.stride..][..size].fill(FREE);
        }
    }

    /// Puts those on whom a wall was built into the nearest free cells, and takes slots where nobody can stand.
    fn displace(&mut self, map: &Navigation) -> Result<(), NavigationError> {
        for index in 0..self.bodies.len() {
            let member = self.members[index];
            let agent = self.groups[usize::from(member.group)].agent;
            let plane = &map.surface(agent)?.plane;
            if member.slot != NO_SLOT && !plane.is_free(member.slot as usize) {
                self.free_slot(index);
            }
            let node = node_of(plane.stride, &self.bodies[index]);
            let body = &mut self.bodies[index];
            if plane.is_free(node) {
                // There may be a wall beside it.
                [body.x, body.y] =
                    fit(plane, [body.x, body.y], [body.x, body.y], body.wall);
                continue;
            }
            let from = plane.cell(node);
            let is_free = |cell| plane.is_free(plane.node(cell));
            let Some(to) = nearest(&self.floors, from, is_free) else {
                self.leave(index);
                self.report.left.push(member.id);
                continue;
            };
            // It keeps as much of its place as it can, so that two of one cell do not come to one point.
            let body = &mut self.bodies[index];
            let first = [to.column, to.row].map(|at| at.cast_signed() * UNIT);
            let [x, y] = [body.x, body.y];
            let inside = [
                x.clamp(first[0], first[0] + UNIT - 1),
                y.clamp(first[1], first[1] + UNIT - 1),
            ];
            [body.x, body.y] = fit(plane, inside, inside, body.wall);
            let [from, to] = [from, to].map(|cell| map.place_of(cell));
            self.report.displaced.push(Move { walker: member.id, from, to });
        }
        Ok(())
    }

    /// Takes a walker out of the crowd; the lists are tidied before the next update.
    pub(super) fn leave(&mut self, index: usize) {
        self.free_slot(index);
        let member = &mut self.members[index];
        member.is_gone = true;
        self.has_gone = true;
        self.handles.remove(member.id.place, member.id.generation);
    }
}
