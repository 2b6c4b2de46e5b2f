//! From nothing to a moving thing, without a window: two walkers cross a yard, and a wall is built in their way.
//!
//! ```sh
//! cargo run --example walkers
//! ```

#![expect(clippy::print_stdout, reason = "a game in the terminal")]

// ANCHOR: example
use std::error::Error;

use bevy_app::{App, Startup, Update};
use bevy_ecs::prelude::*;
use bevy_math::Vec2;
use bevy_tilewright::{
    Arrival, NavigationMap, NavigationPlugin, Pace, TileChange, TilePosition, TileSpace,
    Walk,
};
use bevy_transform::components::Transform;
use tilewright::grid::Cell;
use tilewright::navigation::{Layer, Navigation, Terrain};
use tilewright::pathplan::{Map, Steps};

const YARD: &str =
    "............\n............\n............\n............\n............\n";

/// Two walkers, who take a step in four updates, from the west to the east.
fn enter(mut commands: Commands) {
    for row in [1, 3] {
        let (from, to) = (Cell::new(row, 0), Cell::new(row, 11));
        commands.spawn((
            TilePosition(from.into()),
            Walk { to: to.into() },
            Pace::new(4),
            Transform::default(),
        ));
    }
}

/// In update 10 somebody builds a wall, whose only gap is in the south.
fn build(mut updates: Local<u32>, mut changes: MessageWriter<TileChange>) {
    *updates += 1;
    if *updates == 10 {
        changes.write_batch((0..4).map(|row| TileChange {
            place: Cell::new(row, 6).into(),
            terrain: Terrain::WALL,
        }));
    }
}

/// Who is there says so.
fn greet(arrival: On<Arrival>, walkers: Query<&TilePosition>) {
    if let Ok(position) = walkers.get(arrival.entity) {
        println!("a walker has come to {}", position.0);
    }
}

/// Where walkers have been.
#[derive(Resource, Default)]
struct Tracks(Vec<Cell>);

fn follow(
    mut tracks: ResMut<Tracks>,
    walkers: Query<&TilePosition, Changed<TilePosition>>,
) {
    tracks.0.extend(walkers.iter().map(|position| position.0.cell));
}

fn main() -> Result<(), Box<dyn Error>> {
    let tiles: Map = YARD.parse()?;
    let map = Navigation::new(&tiles, [Layer::walk(Steps::EIGHT)])?;

    let mut app = App::new();
    app.add_plugins(NavigationPlugin::default())
        .insert_resource(NavigationMap::new(map))
        .insert_resource(TileSpace::flat(Vec2::ZERO, Vec2::splat(16.0)))
        .init_resource::<Tracks>()
        .add_systems(Startup, enter)
        .add_systems(Update, (build, follow))
        .add_observer(greet);
    for _ in 0..60 {
        app.update();
    }

    let map = app.world().resource::<NavigationMap>();
    let tracks = &app.world().resource::<Tracks>().0;
    for row in 0..5 {
        let line = (0..12).map(|column| match Cell::new(row, column) {
            cell if tracks.contains(&cell) => 'o',
            cell if map.terrain(cell) == Some(Terrain::WALL) => '#',
            _ => '.',
        });
        println!("{}", line.collect::<String>());
    }
    Ok(())
}
// ANCHOR_END: example
