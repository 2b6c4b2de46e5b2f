//! An app of walkers, and what tests ask of it.

use bevy_app::App;
use bevy_ecs::prelude::*;
use bevy_math::Vec2;
use bevy_tilewright::{
    Arrival, Blocked, NavigationMap, NavigationPlugin, NavigationSettings, NextStep,
    Pace, TileChange, TilePosition, TileSpace, Walk, WalkPlan,
};
use bevy_transform::components::Transform;
use tilewright::grid::Cell;
use tilewright::navigation::{Layer, Navigation, Place, Terrain};
use tilewright::pathplan::Steps;

/// Who has arrived, in this order.
#[derive(Resource, Default)]
pub(crate) struct Arrivals(pub(crate) Vec<Entity>);

pub(crate) fn place(row: u32, column: u32) -> Place {
    Cell::new(row, column).into()
}

pub(crate) fn navigation(tiles: &str) -> Navigation {
    let layer = Layer::walk(Steps::EIGHT).sizes([2]);
    Navigation::new(&tiles.parse().unwrap(), [layer]).unwrap()
}

/// An app with this map, whose tiles have a size of 10.
pub(crate) fn app(tiles: &str) -> App {
    let mut app = App::new();
    app.add_plugins(NavigationPlugin::default())
        .insert_resource(NavigationMap::new(navigation(tiles)))
        .insert_resource(TileSpace::flat(Vec2::ZERO, Vec2::splat(10.0)))
        .init_resource::<Arrivals>()
        .add_observer(|arrival: On<Arrival>, mut arrivals: ResMut<Arrivals>| {
            arrivals.0.push(arrival.entity);
        });
    app
}

/// A walker that takes a step in every update.
pub(crate) fn send(app: &mut App, from: Place, to: Place) -> Entity {
    let walker = (TilePosition(from), Walk { to }, Pace::new(1), Transform::default());
    app.world_mut().spawn(walker).id()
}

pub(crate) fn update(app: &mut App, times: u32) {
    for _ in 0..times {
        app.update();
    }
}

/// Changes tiles in the next update.
pub(crate) fn change(app: &mut App, places: &[Place], terrain: Terrain) {
    let changes = places.iter().map(|&place| TileChange { place, terrain });
    app.world_mut().write_message_batch(changes);
}

pub(crate) fn budget(app: &mut App, budget: u64) {
    app.world_mut().resource_mut::<NavigationSettings>().budget = budget;
}

pub(crate) fn position(app: &App, walker: Entity) -> Place {
    app.world().get::<TilePosition>(walker).unwrap().0
}

pub(crate) fn next(app: &App, walker: Entity) -> Option<Place> {
    app.world().get::<NextStep>(walker).map(|next| next.0)
}

pub(crate) fn blocked(app: &App, walker: Entity) -> Option<Blocked> {
    app.world().get(walker).copied()
}

pub(crate) fn ahead(app: &App, walker: Entity) -> usize {
    app.world().get::<WalkPlan>(walker).map_or(0, |plan| plan.ahead().len())
}

pub(crate) fn arrivals(app: &App) -> &[Entity] {
    &app.world().resource::<Arrivals>().0
}
