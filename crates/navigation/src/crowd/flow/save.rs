//! Saved crowds that flow.

use serde::{Deserialize, Serialize};
use tilewright_grid::Cell;

use super::groups::Group;
use super::members::in_range;
use super::{Body, Crowd, Member, NO_SLOT, Point, UNIT};
use crate::crowd::MemberId;
use crate::field::Field;
use crate::map::{Floor, Navigation};
use crate::slots::Slots;
use crate::{Agent, NavigationError, Place, Scratch, plane};

/// A crowd that flows as it is saved, beside its map: groups with their goals, walkers with their handles. Fields are not saved; they are found
/// when it is loaded.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedCrowd {
    /// The version of the map that it knew.
    version: u64,
    updates: u64,
    joined: u32,
    groups: Vec<SavedGroup>,
    walkers: Slots<SavedWalker>,
    /// The places of their handles, in the order in which they joined.
    order: Vec<u32>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SavedGroup {
    agent: Agent,
    /// The goals of its field; none without a field.
    goals: Vec<Place>,
    /// New goals whose field is on its way, and in how many updates it was looked for.
    search: Option<(Vec<Place>, u32)>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SavedWalker {
    joined: u32,
    group: u16,
    point: Point,
    speed: i32,
    radius: i32,
    slot: Option<Place>,
    has_arrived: bool,
}

impl Crowd {
    /// The crowd, to be saved.
    pub fn save(&self) -> SavedCrowd {
        let place = |cell: &Cell| Floor::place_of(&self.floors, *cell);
        let goals = |field: &Field| field.goals().iter().map(place).collect();
        let group = |group: &Group| SavedGroup {
            agent: group.agent,
            goals: group.field.as_ref().map(goals).unwrap_or_default(),
            search: (group.search.as_ref())
                .map(|(search, slices)| (goals(search.field()), *slices)),
        };
        let walker = |&index: &u32| {
            let (member, body) =
                (self.members[index as usize], self.bodies[index as usize]);
            SavedWalker {
                joined: member.joined,
                group: member.group,
                point: self.point_at(index as usize),
                speed: body.speed,
                radius: body.radius,
                slot: (member.slot != NO_SLOT)
                    .then(|| place(&plane::cell(member.slot as usize, self.stride))),
                has_arrived: member.has_arrived,
            }
        };
        let there = self.members.iter().filter(|member| !member.is_gone);
        SavedCrowd {
            version: self.version,
            updates: self.updates,
            joined: self.joined,
            groups: self.groups.iter().map(group).collect(),
            walkers: self.handles.map(walker),
            order: there.map(|member| member.id.place).collect(),
        }
    }

    /// A crowd that was saved with this map. It continues with the same updates, unless the map had changed while a field of new goals was looked
    /// for, and its handles serve on.
    ///
    /// # Errors
    /// As [`Crowd::new`], [`Crowd::add_group`] and [`Crowd::add`], and [`NavigationError::SavedCrowd`] where the order is not one of the walkers.
    pub fn load(map: &Navigation, saved: &SavedCrowd) -> Result<Self, NavigationError> {
        let mut crowd = Self::new(map)?;
        (crowd.version, crowd.updates, crowd.joined) =
            (saved.version, saved.updates, saved.joined);
        for group in &saved.groups {
            crowd.load_group(map, group)?;
        }

        let mut order = saved.order.clone();
        order.sort_unstable();
        let known = saved.walkers.iter().map(|((place, _), _)| place);
        if !known.eq(order) {
            return Err(NavigationError::SavedCrowd);
        }
        crowd.handles = saved.walkers.map(|_| 0);
        for &place in &saved.order {
            let (generation, walker) = saved.walkers.at(place).expect("it is known");
            crowd.handles[place] = crowd.bodies.len() as u32;
            crowd.load_walker(map, MemberId { place, generation }, walker)?;
        }
        Ok(crowd)
    }

    fn load_group(
        &mut self,
        map: &Navigation,
        saved: &SavedGroup,
    ) -> Result<(), NavigationError> {
        self.add_group(map, saved.agent, &[])?;
        let group = self.groups.last_mut().expect("it was added");
        if !saved.goals.is_empty() {
            let scratch = &mut Scratch::default();
            group.field = Some(map.field(&saved.goals, saved.agent, scratch)?);
        }
        if let Some((goals, slices)) = &saved.search {
            group.search = Some((map.begin_field(goals, saved.agent)?, 0));
            for _ in 0..*slices {
                group.search(map)?;
            }
        }
        Ok(())
    }

    fn load_walker(
        &mut self,
        map: &Navigation,
        id: MemberId,
        saved: &SavedWalker,
    ) -> Result<(), NavigationError> {
        let group = self.groups.get(usize::from(saved.group));
        let agent = group.ok_or(NavigationError::Group(saved.group))?.agent;
        let size = i32::from(agent.size);
        in_range("a speed", saved.speed, 0, Self::MAX_SPEED)?;
        in_range("a radius", saved.radius, 1, size * UNIT / 2)?;
        let ([x, y], place) = self.corner(saved.point, agent)?;
        let ground = &map.surface(agent)?.plane;
        let is_known = self.version == map.version();
        // A wall that was built since its last update moves it in the next one.
        if is_known && !ground.is_free(ground.node(map.cell_of(place)?)) {
            return Err(NavigationError::Occupied { place });
        }

        let mut slot = NO_SLOT;
        if let Some(first) = saved.slot {
            // Its last cell is on the floor, too.
            let beyond = u32::from(agent.size) - 1;
            let row = first.cell.row.saturating_add(beyond);
            let column = first.cell.column.saturating_add(beyond);
            map.cell_of(Place::new(first.floor, Cell::new(row, column)))?;
            slot = ground.node(map.cell_of(first)?) as u32;
            for down in 0..usize::from(agent.size) {
                let from = slot as usize + down * self.stride;
                self.claims[from..][..usize::from(agent.size)].fill(saved.group);
            }
        }
        let wall = (saved.radius - (size - 1) * UNIT / 2).max(0);
        let (speed, radius) = (saved.speed, saved.radius);
        self.bodies.push(Body { x, y, radius, wall, speed });
        self.members.push(Member {
            id,
            joined: saved.joined,
            group: saved.group,
            slot,
            has_arrived: saved.has_arrived,
            is_gone: false,
        });
        Ok(())
    }
}
