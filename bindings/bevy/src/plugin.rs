//! The plugin: which systems run, in which order.

use bevy_app::{App, Plugin, Update};
use bevy_ecs::intern::Interned;
use bevy_ecs::prelude::*;
use bevy_ecs::schedule::ScheduleLabel;

use crate::map::{self, NavigationMap, TileChange, TileError};
use crate::plan::{self, PlanQueue};
use crate::{flow, space};

/// Adds the systems of walkers to a schedule, [`Update`] if no other is named; they do nothing until there is a [`NavigationMap`].
///
/// In a game that is played in lockstep, or whose walkers must not depend on the frame rate, that is `NavigationPlugin::new(FixedUpdate)`.
#[derive(Clone, Copy, Debug)]
pub struct NavigationPlugin(Interned<dyn ScheduleLabel>);

impl NavigationPlugin {
    /// In this schedule.
    pub fn new(schedule: impl ScheduleLabel) -> Self {
        Self(schedule.intern())
    }
}

impl Default for NavigationPlugin {
    fn default() -> Self {
        Self::new(Update)
    }
}

/// The systems of the plugin: a game that acts on a [`NextStep`](crate::NextStep) in the same update runs after them.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NavigationSystems;

/// How much is done in an update. Insert another one before or after the plugin.
#[derive(Resource, Clone, Copy, Debug)]
pub struct NavigationSettings {
    /// The cells that searches for routes expand in an update, of all walkers together; the rest goes on in the next one. At least one
    /// search is served.
    pub budget: u64,
    /// How many updates after its request a field is applied. If it is not found by then, the update waits for it.
    pub field_updates: u32,
}

impl Default for NavigationSettings {
    /// 20,000 cells, which take one to two milliseconds (`cargo run --release --example frames`); fields after ten updates.
    fn default() -> Self {
        Self { budget: 20_000, field_updates: 10 }
    }
}

impl Plugin for NavigationPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<NavigationSettings>()
            .init_resource::<PlanQueue>()
            .add_message::<TileChange>()
            .add_message::<TileError>()
            .add_observer(map::forget)
            .add_observer(plan::ask);

        let systems = (
            map::change_tiles,
            (plan::recheck, plan::request, plan::serve, plan::advance).chain(),
            (flow::request, flow::apply, flow::follow).chain(),
            space::glide,
        );
        let is_there = resource_exists::<NavigationMap>;
        app.add_systems(
            self.0,
            systems.chain().in_set(NavigationSystems).run_if(is_there),
        );
    }
}
