//! Who is in a crowd, and where to.

use tilewright_grid::Cell;
use tilewright_pathplan::{Connectivity, Corners};

use super::aim::node_of;
use super::groups::Group;
use super::walls::fit;
use super::{Body, Crowd, FREE, GroupId, Member, NO_SLOT, Point, UNIT};
use crate::crowd::{MemberId, WalkerState};
use crate::map::{Floor, Navigation};
use crate::{Agent, NavigationError, Place, plane};

impl Crowd {
    /// Adds a group of agents with these goals; without goals they stand still. Its field is found in the next ten updates.
    ///
    /// # Errors
    /// [`NavigationError::Outside`] for a goal that is on no floor, [`NavigationError::Layer`] and [`NavigationError::Size`] for
    /// agents that the map does not have, [`NavigationError::Crowd`] for layers whose diagonal steps pass between two walls,
    /// [`NavigationError::Count`] for more than 65,535 groups, [`NavigationError::Foreign`] for a map of other floors.
    pub fn add_group(
        &mut self,
        map: &Navigation,
        agent: Agent,
        goals: &[Place],
    ) -> Result<GroupId, NavigationError> {
        self.check(map)?;
        map.surface(agent)?;
        let steps = map.layers()[usize::from(agent.layer.0)].steps();
        if steps.connectivity == Connectivity::Eight && steps.corners == Corners::Always {
            return Err(NavigationError::Crowd);
        }
        let (found, most) = (self.groups.len() + 1, usize::from(FREE));
        if found > most {
            return Err(NavigationError::Count { what: "groups", found, most });
        }
        let search = match goals {
            [] => None,
            goals => Some((map.begin_field(goals, agent)?, 0)),
        };
        self.groups.push(Group { agent, field: None, search });
        Ok(GroupId(found as u16 - 1))
    }

    /// Gives a group other goals; without goals it stands still. Their field is found in ten updates, with as much work in each; until then the
    /// walkers go by the one before.
    ///
    /// # Errors
    /// [`NavigationError::Group`] for a group that the crowd does not have, else as [`Crowd::add_group`].
    pub fn set_goals(
        &mut self,
        map: &Navigation,
        group: GroupId,
        goals: &[Place],
    ) -> Result<(), NavigationError> {
        self.check(map)?;
        let agent = self.group(group)?.agent;
        if goals.is_empty() {
            let known = &mut self.groups[usize::from(group.0)];
            (known.field, known.search) = (None, None);
            self.free_slots(group.0);
            return Ok(());
        }
        let search = map.begin_field(goals, agent)?;
        self.groups[usize::from(group.0)].search = Some((search, 0));
        Ok(())
    }

    /// Adds a walker with its middle at a point, or as near to that as walls let it stand in the same cell. `speed` is how far it goes in
    /// an update, from 0 to [`Crowd::MAX_SPEED`]; its radius is at most half of its agent's size, so that it fits through corridors of its size.
    /// It may overlap others, who make room then.
    ///
    /// # Errors
    /// [`NavigationError::Group`] for a group that the crowd does not have, [`NavigationError::Range`] for another speed or radius,
    /// [`NavigationError::Outside`] for a point on no floor, [`NavigationError::Occupied`] where its agent cannot stand,
    /// [`NavigationError::Foreign`] for a map of other floors.
    pub fn add(
        &mut self,
        map: &Navigation,
        group: GroupId,
        point: Point,
        speed: i32,
        radius: i32,
    ) -> Result<MemberId, NavigationError> {
        self.check(map)?;
        let agent = self.group(group)?.agent;
        let ground = &map.surface(agent)?.plane;
        let size = i32::from(agent.size);
        in_range("a speed", speed, 0, Self::MAX_SPEED)?;
        in_range("a radius", radius, 1, size * UNIT / 2)?;

        let (corner, place) = self.corner(point, agent)?;
        if !ground.is_free(ground.node(map.cell_of(place)?)) {
            return Err(NavigationError::Occupied { place });
        }
        let wall = (radius - (size - 1) * UNIT / 2).max(0);
        let [x, y] = fit(ground, corner, corner, wall);

        let (number, generation) = self.handles.insert(self.bodies.len() as u32);
        let id = MemberId { place: number, generation };
        self.bodies.push(Body { x, y, radius, wall, speed });
        self.members.push(Member {
            id,
            joined: self.joined,
            group: group.0,
            slot: NO_SLOT,
            has_arrived: false,
            is_gone: false,
        });
        self.joined = self.joined.wrapping_add(1);
        Ok(id)
    }

    /// Takes a walker out of the crowd.
    ///
    /// # Errors
    /// [`NavigationError::Member`] when it left before.
    pub fn remove(&mut self, id: MemberId) -> Result<(), NavigationError> {
        let index = self.index(id)?;
        self.leave(index);
        Ok(())
    }

    /// Where the middle of a walker is.
    ///
    /// # Errors
    /// [`NavigationError::Member`] when it has left.
    pub fn point(&self, id: MemberId) -> Result<Point, NavigationError> {
        Ok(self.point_at(self.index(id)?))
    }

    /// What a walker is doing, as of the last update.
    ///
    /// # Errors
    /// [`NavigationError::Member`] when it has left.
    pub fn state(&self, id: MemberId) -> Result<WalkerState, NavigationError> {
        let index = self.index(id)?;
        let Member { group, slot, .. } = self.members[index];
        let node = node_of(self.stride, &self.bodies[index]);
        Ok(match &self.groups[usize::from(group)].field {
            None => WalkerState::Idle,
            Some(_) if slot != NO_SLOT => WalkerState::Arrived,
            Some(field) if field.value_at(node).is_infinite() => WalkerState::Unreachable,
            Some(_) => WalkerState::Walking,
        })
    }

    /// Whether the field of a group's latest goals is found, so that it goes by them.
    ///
    /// # Errors
    /// [`NavigationError::Group`] for a group that the crowd does not have.
    pub fn is_ready(&self, group: GroupId) -> Result<bool, NavigationError> {
        Ok(self.group(group)?.search.is_none())
    }

    /// All walkers with the points of their middles, in the order in which they joined.
    pub fn walkers(&self) -> impl Iterator<Item = (MemberId, Point)> {
        let there = (0..self.members.len()).filter(|&index| !self.members[index].is_gone);
        there.map(|index| (self.members[index].id, self.point_at(index)))
    }

    /// The number of updates so far.
    pub const fn updates(&self) -> u64 {
        self.updates
    }

    fn check(&self, map: &Navigation) -> Result<(), NavigationError> {
        let is_same = self.floors == map.all_floors();
        if is_same { Ok(()) } else { Err(NavigationError::Foreign) }
    }

    fn group(&self, id: GroupId) -> Result<&Group, NavigationError> {
        let group = self.groups.get(usize::from(id.0));
        group.ok_or(NavigationError::Group(id.0))
    }

    fn index(&self, id: MemberId) -> Result<usize, NavigationError> {
        let index = self.handles.get(id.place, id.generation);
        index.map(|&index| index as usize).ok_or(NavigationError::Member(id))
    }

    /// The point of the upper left cell of an agent whose middle is at a point, from the corner of the stacked floors on, and the place of
    /// that cell.
    pub(super) fn corner(
        &self,
        point: Point,
        agent: Agent,
    ) -> Result<([i32; 2], Place), NavigationError> {
        let corner = (i32::from(agent.size) - 1) * UNIT / 2;
        let [x, y] = [point.x, point.y].map(|at| at.saturating_sub(corner));
        let cell = Cell::new((y.max(0) / UNIT) as u32, (x.max(0) / UNIT) as u32);
        let place = Place::new(point.floor, cell);
        let stacked = Floor::cell_of(&self.floors, place).filter(|_| x >= 0 && y >= 0);
        let stacked = stacked.ok_or(NavigationError::Outside { place })?;
        let above = (stacked.row - cell.row).cast_signed() * UNIT;
        Ok(([x, y + above], place))
    }

    pub(super) fn point_at(&self, index: usize) -> Point {
        let Body { x, y, .. } = self.bodies[index];
        let agent = self.groups[usize::from(self.members[index].group)].agent;
        let cell = plane::cell(node_of(self.stride, &self.bodies[index]), self.stride);
        let Place { floor, cell: on_floor } = Floor::place_of(&self.floors, cell);
        let corner = (i32::from(agent.size) - 1) * UNIT / 2;
        let above = (cell.row - on_floor.row).cast_signed() * UNIT;
        Point { floor, x: x + corner, y: y - above + corner }
    }
}

/// Refuses numbers outside a range.
pub(super) fn in_range(
    what: &'static str,
    found: i32,
    least: i32,
    most: i32,
) -> Result<(), NavigationError> {
    if (least..=most).contains(&found) {
        Ok(())
    } else {
        Err(NavigationError::Range { what, found, least, most })
    }
}
