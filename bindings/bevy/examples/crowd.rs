//! Walkers who make room for each other: the crowd of tilewright by steps, `Pibt`, as a resource and two systems. Of the plugin it needs the
//! pace alone, which lets the walkers glide from tile to tile.
//!
//! ```sh
//! cargo run --example crowd
//! ```

#![expect(clippy::print_stdout, reason = "a game in the terminal")]

use std::collections::BTreeMap;
use std::error::Error;

use bevy_app::{App, Update};
use bevy_ecs::prelude::*;
use bevy_math::Vec2;
use bevy_tilewright::{
    NavigationMap, NavigationPlugin, NavigationSystems, Pace, TilePosition, TileSpace,
};
use bevy_transform::components::Transform;
use tilewright::grid::{Cell, Seed};
use tilewright::navigation::crowd::{MemberId, Pibt};
use tilewright::navigation::{Agent, Layer, Navigation, Place};
use tilewright::pathplan::{Map, Steps};

/// Two halls, and the way between them.
const HALLS: &str =
    "....#####....\n....#####....\n.............\n.............\n....#####....\n";

/// How many updates a step of the crowd takes.
const STEP: u32 = 4;

/// Where a walker of the crowd goes.
#[derive(Component)]
struct CrowdGoal(Place);

/// The crowd, and who is who.
#[derive(Resource)]
struct Crowd {
    pibt: Pibt,
    walkers: BTreeMap<MemberId, Entity>,
}

/// Takes new walkers into the crowd.
fn join(
    mut crowd: ResMut<Crowd>,
    new: Query<(Entity, &TilePosition, &CrowdGoal), Added<CrowdGoal>>,
) {
    let mut new: Vec<_> = new.iter().collect();
    new.sort_unstable_by_key(|(entity, ..)| entity.index_u32());
    for (entity, position, goal) in new {
        match crowd.pibt.add(position.0, Some(goal.0)) {
            Ok(member) => _ = crowd.walkers.insert(member, entity),
            Err(error) => println!("a walker stays away: {error}"),
        }
    }
}

/// Takes a step of the crowd, when the one before has been shown.
fn step(
    mut updates: Local<u32>,
    mut crowd: ResMut<Crowd>,
    map: Res<NavigationMap>,
    mut positions: Query<&mut TilePosition>,
) -> Result<(), BevyError> {
    *updates += 1;
    if *updates % STEP != 1 {
        return Ok(());
    }
    let Crowd { pibt, walkers } = &mut *crowd;
    for moved in &pibt.step(&map)?.moves {
        positions.get_mut(walkers[&moved.walker])?.0 = moved.to;
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let tiles: Map = HALLS.parse()?;
    let map = Navigation::new(&tiles, [Layer::walk(Steps::FOUR)])?;
    let pibt = Pibt::new(&map, Agent::default(), Seed(1))?;
    let mut app = App::new();
    app.add_plugins(NavigationPlugin::default())
        .insert_resource(NavigationMap::new(map))
        .insert_resource(TileSpace::flat(Vec2::ZERO, Vec2::splat(16.0)))
        .insert_resource(Crowd { pibt, walkers: BTreeMap::new() })
        .add_systems(Update, (join, step).chain().before(NavigationSystems));

    // Eight on each side, who change sides.
    let place = |row, column| Place::from(Cell::new(row, column));
    for row in 0..4 {
        for (from, to) in [(0, 12), (1, 11), (12, 0), (11, 1)] {
            app.world_mut().spawn((
                TilePosition(place(row, from)),
                CrowdGoal(place(row, to)),
                Pace::new(STEP),
                Transform::default(),
            ));
        }
    }

    let mut walkers = app.world_mut().query::<(&TilePosition, &CrowdGoal)>();
    let mut updates = 0;
    let there = loop {
        app.update();
        updates += 1;
        let world = app.world();
        let there = walkers.iter(world).filter(|(at, goal)| at.0 == goal.0).count();
        if there == 16 || updates == 1_000 {
            break there;
        }
    };
    println!("{there} of 16 are there after {updates} updates");
    Ok(())
}
