//! Crowds: walkers that go from cell to cell, and walkers that flow.

use tilewright_grid::Seed;
use tilewright_navigation::crowd::{Crowd, GroupId, MemberId, Move, Pibt};

use super::fields::places;
use super::{
    HeldMap, TwAgent, TwBody, TwCrowdEvent, TwCrowdEventKind, TwPlace, TwPoint,
    TwWalkerState, wrong,
};
use crate::status::Failure;

/// A crowd of walkers, one a cell, and what has happened in its last step.
pub(crate) struct HeldCrowd {
    crowd: Pibt,
    pub(crate) events: Vec<TwCrowdEvent>,
}

/// A crowd of walkers that flow to the goals of their groups, where they are, and what has happened in its last update.
pub(crate) struct HeldFlow {
    crowd: Crowd,
    pub(crate) bodies: Vec<TwBody>,
    pub(crate) events: Vec<TwCrowdEvent>,
}

/// The events of walkers that were put elsewhere, have moved, have arrived, have left.
fn tell(
    events: &mut Vec<TwCrowdEvent>,
    [displaced, moves]: [&[Move]; 2],
    [arrived, left]: [&[MemberId]; 2],
) {
    let to = |kind| {
        move |moved: &Move| TwCrowdEvent {
            walker: moved.walker.to_bits(),
            at: moved.to.into(),
            kind,
        }
    };
    let of = |kind| {
        move |walker: &MemberId| TwCrowdEvent {
            walker: walker.to_bits(),
            at: TwPlace::default(),
            kind,
        }
    };
    events.clear();
    events.extend(displaced.iter().map(to(TwCrowdEventKind::Displaced)));
    events.extend(moves.iter().map(to(TwCrowdEventKind::Moved)));
    events.extend(arrived.iter().map(of(TwCrowdEventKind::Arrived)));
    events.extend(left.iter().map(of(TwCrowdEventKind::Left)));
}

impl HeldCrowd {
    pub(crate) fn new(map: &HeldMap, agent: TwAgent, seed: u64) -> Result<Self, Failure> {
        let crowd = Pibt::new(&map.map, agent.into(), Seed(seed));
        Ok(Self { crowd: crowd.map_err(|it| wrong(&it))?, events: Vec::new() })
    }

    pub(crate) fn add(
        &mut self,
        at: TwPlace,
        goal: Option<TwPlace>,
    ) -> Result<u64, Failure> {
        let walker = self.crowd.add(at, goal.map(Into::into));
        walker.map(MemberId::to_bits).map_err(|it| wrong(&it))
    }

    pub(crate) fn remove(&mut self, walker: u64) -> Result<(), Failure> {
        self.crowd.remove(MemberId::from_bits(walker)).map_err(|it| wrong(&it))
    }

    pub(crate) fn set_goal(
        &mut self,
        walker: u64,
        goal: Option<TwPlace>,
    ) -> Result<(), Failure> {
        let set = self.crowd.set_goal(MemberId::from_bits(walker), goal.map(Into::into));
        set.map_err(|it| wrong(&it))
    }

    /// Lets a walker stand still, or walk again.
    pub(crate) fn set_still(
        &mut self,
        walker: u64,
        is_still: bool,
    ) -> Result<(), Failure> {
        let set = self.crowd.set_still(MemberId::from_bits(walker), is_still);
        set.map_err(|it| wrong(&it))
    }

    pub(crate) fn walker(
        &self,
        walker: u64,
    ) -> Result<(TwPlace, TwWalkerState), Failure> {
        let walker = MemberId::from_bits(walker);
        let place = self.crowd.place(walker).map_err(|it| wrong(&it))?;
        let state = self.crowd.state(walker).map_err(|it| wrong(&it))?;
        Ok((place.into(), state.into()))
    }

    /// Moves every walker by one step.
    pub(crate) fn step(&mut self, map: &HeldMap) -> Result<(), Failure> {
        let step = self.crowd.step(&map.map).map_err(|it| wrong(&it))?;
        let (moved, others) =
            ([&step.displaced[..], &step.moves], [&step.arrived[..], &step.left]);
        tell(&mut self.events, moved, others);
        Ok(())
    }
}

impl HeldFlow {
    pub(crate) fn new(map: &HeldMap) -> Result<Self, Failure> {
        let crowd = Crowd::new(&map.map).map_err(|it| wrong(&it))?;
        Ok(Self { crowd, bodies: Vec::new(), events: Vec::new() })
    }

    pub(crate) fn add_group(
        &mut self,
        map: &HeldMap,
        agent: TwAgent,
        goals: &[TwPlace],
    ) -> Result<u32, Failure> {
        let group = self.crowd.add_group(&map.map, agent.into(), &places(goals));
        group.map(|group| group.number().into()).map_err(|it| wrong(&it))
    }

    pub(crate) fn set_goals(
        &mut self,
        map: &HeldMap,
        group: u32,
        goals: &[TwPlace],
    ) -> Result<(), Failure> {
        let set = self.crowd.set_goals(&map.map, numbered(group), &places(goals));
        set.map_err(|it| wrong(&it))
    }

    pub(crate) fn add(
        &mut self,
        map: &HeldMap,
        group: u32,
        point: TwPoint,
        [speed, radius]: [i32; 2],
    ) -> Result<u64, Failure> {
        let group = numbered(group);
        let walker = self.crowd.add(&map.map, group, point.into(), speed, radius);
        walker.map(MemberId::to_bits).map_err(|it| wrong(&it))
    }

    pub(crate) fn remove(&mut self, walker: u64) -> Result<(), Failure> {
        self.crowd.remove(MemberId::from_bits(walker)).map_err(|it| wrong(&it))
    }

    /// Moves all walkers by one update, and says where they are, in the order in which they joined.
    pub(crate) fn update(&mut self, map: &mut HeldMap) -> Result<(), Failure> {
        let update = self.crowd.update(&map.map, &mut map.scratch);
        let update = update.map_err(|it| wrong(&it))?;
        let (moved, others) =
            ([&update.displaced[..], &[]], [&update.arrived[..], &update.left]);
        tell(&mut self.events, moved, others);
        self.bodies.clear();
        for (walker, point) in self.crowd.walkers() {
            let state = self.crowd.state(walker).map_err(|it| wrong(&it))?;
            let (walker, point, state) = (walker.to_bits(), point.into(), state.into());
            self.bodies.push(TwBody { walker, point, state });
        }
        Ok(())
    }
}

/// The group of a number; one that is too large is that of no group.
fn numbered(group: u32) -> GroupId {
    GroupId::new(u16::try_from(group).unwrap_or(u16::MAX))
}
