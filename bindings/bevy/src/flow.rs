//! Fields: one search in the background for all that go to the same goals.

use std::pin::Pin;

use bevy_ecs::lifecycle::HookContext;
use bevy_ecs::prelude::*;
use bevy_ecs::world::DeferredWorld;
use bevy_tasks::{AsyncComputeTaskPool, TaskPool, block_on};
use tilewright::navigation::{Agent, Field, NavigationError, Place, Scratch};

use crate::walk::{arrive, give_step};
use crate::{Blocked, Cause, NavigationMap, NavigationSettings, NextStep, TilePosition};

/// Goals that many walkers have in common, on an entity of their own. It gets a [`FlowField`], or is [`Blocked`] if the goals cannot be meant.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq)]
#[component(on_remove = forget)]
pub struct FlowGoals {
    /// The goals: walkers go to the nearest.
    pub places: Vec<Place>,
    /// Who walks there.
    pub agent: Agent,
}

/// What it costs from every place to the nearest goal, and the step there. Changes of the map repair it in the next update.
#[derive(Component, Clone, Debug)]
pub struct FlowField(
    /// The field.
    pub Field,
);

/// A walker that goes to the goals of an entity. As one with a [`Walk`](crate::Walk) it gets [`NextStep`], [`Blocked`] and
/// [`Arrival`](crate::Arrival); it has only one of both.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
#[component(on_remove = crate::walk::stop)]
pub struct Follow {
    /// The entity with the [`FlowGoals`].
    pub goals: Entity,
}

/// A field that is being found, and in how many updates it is applied.
#[derive(Component)]
pub(crate) struct FieldTask {
    search: Pin<Box<dyn Future<Output = Result<Field, NavigationError>> + Send + Sync>>,
    updates: u32,
}

/// Takes the answer away, or the search for it.
fn forget(mut world: DeferredWorld, context: HookContext) {
    let mut commands = world.commands();
    commands.entity(context.entity).try_remove::<(FlowField, FieldTask, Blocked)>();
}

/// Begins to find the fields of new and other goals.
pub(crate) fn request(
    map: Res<NavigationMap>,
    settings: Res<NavigationSettings>,
    goals: Query<(Entity, &FlowGoals), Changed<FlowGoals>>,
    mut commands: Commands,
) {
    for (entity, FlowGoals { places, agent }) in &goals {
        let (map, places, agent) = (map.shared(), places.clone(), *agent);
        let search = async move { map.field(&places, agent, &mut Scratch::default()) };
        // In a browser nobody may wait for another thread: it is found when it is due.
        let search: Pin<Box<dyn Future<Output = _> + Send + Sync>> =
            if cfg!(target_arch = "wasm32") {
                Box::pin(search)
            } else {
                let pool = AsyncComputeTaskPool::get_or_init(TaskPool::default);
                Box::pin(pool.spawn(search))
            };
        let updates = settings.field_updates;
        commands.entity(entity).try_insert(FieldTask { search, updates });
    }
}

/// Applies the fields that are due, and repairs those on a map that has changed.
pub(crate) fn apply(
    map: Res<NavigationMap>,
    mut scratch: Local<Scratch>,
    mut tasks: Query<(Entity, &mut FieldTask)>,
    mut fields: Query<&mut FlowField>,
    mut commands: Commands,
) {
    for mut field in &mut fields {
        if field.0.version() != map.version() {
            // It is of this map, since those of another one are taken away.
            _ = map.update(&mut field.0, &mut scratch);
        }
    }
    for (entity, mut running) in &mut tasks {
        if running.updates > 0 {
            running.updates -= 1;
            continue;
        }
        // Always now, whether it was found long ago or not yet: nothing depends on the machine.
        let found = block_on(&mut running.search).and_then(|mut field| {
            map.update(&mut field, &mut scratch)?;
            Ok(field)
        });
        let mut entity = commands.entity(entity);
        entity.try_remove::<FieldTask>();
        match found {
            Ok(field) => entity.try_insert(FlowField(field)).try_remove::<Blocked>(),
            Err(error) => entity
                .try_insert(Blocked { why: Cause::Refused(error) })
                .try_remove::<FlowField>(),
        };
    }
}

/// Gives all that follow a field their next step.
pub(crate) fn follow(
    fields: Query<&FlowField>,
    mut walkers: Query<(
        Entity,
        &TilePosition,
        &Follow,
        Option<&mut NextStep>,
        Has<Blocked>,
    )>,
    mut commands: Commands,
) {
    let mut arrived = Vec::new();
    for (entity, position, follow, step, is_blocked) in &mut walkers {
        let Ok(FlowField(field)) = fields.get(follow.goals) else {
            if step.is_some() {
                commands.entity(entity).try_remove::<NextStep>();
            }
            continue;
        };
        let next = field.next(position.0);
        if next.is_none() && field.value(position.0).is_some() {
            arrived.push(entity);
            continue;
        }
        let mut walker = commands.entity(entity);
        if next.is_none() && !is_blocked {
            walker.try_insert(Blocked { why: Cause::NoWay }).try_remove::<NextStep>();
        } else if let Some(place) = next {
            if is_blocked {
                walker.try_remove::<Blocked>();
            }
            give_step(walker, step, place);
        }
    }
    arrive::<Follow>(arrived, &mut commands);
}
