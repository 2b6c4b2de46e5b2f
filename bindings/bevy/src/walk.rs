//! What walkers are given, and what they get.

use bevy_ecs::lifecycle::HookContext;
use bevy_ecs::prelude::*;
use bevy_ecs::world::DeferredWorld;
use tilewright::navigation::{Agent, NavigationError, Place, Route};

/// Where a walker is. The game sets it to the [`NextStep`] when the walker is there, or a [`Pace`](crate::Pace) does; any other place
/// lets it plan again from there.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct TilePosition(
    /// The place.
    pub Place,
);

/// Where a walker goes. Set another one at any time: each change asks for a route anew. It is removed at the [`Arrival`]; remove it to stop.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
#[component(on_remove = stop)]
#[require(WalkPlan)]
pub struct Walk {
    /// The goal.
    pub to: Place,
}

/// How a walker plans, if not as by default.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WalkOptions {
    /// Its layer, its size, and the links that it may use.
    pub agent: Agent,
    /// Whether it walks to the nearest cell that it can reach where the goal is out of reach.
    pub or_nearest: bool,
    /// Whether routes over large maps with costs are found sooner, and cost some more.
    pub coarse: bool,
}

/// The place to walk to next. It changes when the walker is there, and goes when it has arrived, or when there is no way any more.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct NextStep(
    /// The place.
    pub Place,
);

/// A walker has no way. It is asked for again whenever the map has changed, and goes when there is one.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
pub struct Blocked {
    /// Why.
    pub why: Cause,
}

/// Why a walker is [`Blocked`].
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Cause {
    /// No way leads there.
    NoWay,
    /// The request cannot be meant: its goal is outside the map, or the map has no such agents.
    Refused(NavigationError),
}

/// An event: a walker has come to its goal, or to the nearest cell for one that walks there.
#[derive(EntityEvent, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrival {
    /// The walker.
    pub entity: Entity,
}

/// The route of a walker, kept by the plugin.
#[derive(Component, Clone, Debug, Default)]
pub struct WalkPlan {
    pub(crate) route: Option<Route>,
    /// The number of the place on the route that comes next.
    pub(crate) next: usize,
    /// Where the walker was when its search began.
    pub(crate) from: Option<Place>,
    /// Whether it waits for a route, or for a better one.
    pub(crate) is_waiting: bool,
}

impl WalkPlan {
    /// The whole route, to ask the map about it; none while no route is known.
    pub const fn route(&self) -> Option<&Route> {
        self.route.as_ref()
    }

    /// The places that are ahead; none while no route is known.
    pub fn ahead(&self) -> &[Place] {
        let places = self.route.as_ref().and_then(|route| route.places.get(self.next..));
        places.unwrap_or_default()
    }

    /// That of a walker that has asked for a route.
    pub(crate) fn waiting() -> Self {
        Self { is_waiting: true, ..Self::default() }
    }

    /// Takes a route, if the walker is on it.
    pub(crate) fn take(&mut self, route: Route, at: Place) -> bool {
        let plan = Self { route: Some(route), from: self.from, ..Self::default() };
        let Some(next) = plan.next_from(at) else { return false };
        *self = Self { next, ..plan };
        true
    }

    /// The number of the place that comes after one of the route, where the walker is now; none off the route.
    pub(crate) fn next_from(&self, at: Place) -> Option<usize> {
        let first = self.next.saturating_sub(1);
        let mut places = self.route.as_ref()?.places.iter().skip(first);
        match places.position(|&place| place == at) {
            Some(ahead) => Some(first + ahead + 1),
            // Nobody can stand where it stands, and the route begins beside.
            None => (self.next == 0 && self.from == Some(at)).then_some(0),
        }
    }
}

/// Gives a walker a step, unless it has it.
pub(crate) fn give_step(
    mut walker: EntityCommands,
    step: Option<Mut<NextStep>>,
    place: Place,
) {
    match step {
        Some(mut step) => _ = step.set_if_neq(NextStep(place)),
        None => _ = walker.try_insert(NextStep(place)),
    }
}

/// Takes from those who have arrived what they were sent with, in the order of their numbers.
pub(crate) fn arrive<Errand: Bundle>(mut arrived: Vec<Entity>, commands: &mut Commands) {
    arrived.sort_unstable_by_key(|entity| entity.index_u32());
    for entity in arrived {
        commands.entity(entity).try_remove::<Errand>();
        commands.trigger(Arrival { entity });
    }
}

/// Takes everything away that belongs to a walk that has ended.
pub(crate) fn stop(mut world: DeferredWorld, context: HookContext) {
    let mut commands = world.commands();
    commands.entity(context.entity).try_remove::<(WalkPlan, NextStep, Blocked)>();
}
