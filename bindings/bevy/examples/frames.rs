//! How long an update takes: walkers on random maps, at first all with a new goal, then with a change of the map in each update.
//!
//! ```sh
//! cargo run --release --example frames
//! ```

#![expect(clippy::print_stdout, reason = "prints a table")]

use std::error::Error;
use std::time::Instant;

use bevy_app::App;
use bevy_tilewright::{
    NavigationMap, NavigationPlugin, Pace, TileChange, TilePosition, Walk,
};
use tilewright::grid::{Cell, Rng, Seed};
use tilewright::navigation::{Layer, Navigation, Place, Terrain};
use tilewright::pathplan::{Map, Steps};

/// The updates before the first change, and all of them.
const QUIET: usize = 100;
const UPDATES: usize = 600;

fn any_place(side: u32, rng: &mut Rng) -> Place {
    Cell::new(rng.below(side), rng.below(side)).into()
}

/// A square map of which about a fifth is walls, with walkers from anywhere to anywhere.
fn crowded(walkers: u32, side: u32, rng: &mut Rng) -> Result<App, Box<dyn Error>> {
    let tiles: Map = (".".repeat(side as usize) + "\n").repeat(side as usize).parse()?;
    let mut map = Navigation::new(&tiles, [Layer::walk(Steps::EIGHT)])?;
    let walls = (0..side * side / 5).map(|_| (any_place(side, rng), Terrain::WALL));
    map.set_all(walls)?;

    let mut app = App::new();
    app.add_plugins(NavigationPlugin::default()).insert_resource(NavigationMap::new(map));
    for _ in 0..walkers {
        let (from, to) = (any_place(side, rng), any_place(side, rng));
        app.world_mut().spawn((TilePosition(from), Walk { to }, Pace::new(4)));
    }
    Ok(app)
}

fn main() -> Result<(), Box<dyn Error>> {
    println!("walkers  side                  median   99 %    max, in microseconds");
    for (walkers, side) in [(300, 128), (1_000, 256), (1_000, 512)] {
        let mut rng = Seed(1).rng();
        let mut app = crowded(walkers, side, &mut rng)?;
        let mut times = Vec::new();
        for number in 0..UPDATES {
            if number >= QUIET {
                let terrain = [Terrain::WALL, Terrain::FREE][number % 2];
                let place = any_place(side, &mut rng);
                app.world_mut().write_message(TileChange { place, terrain });
            }
            let begun = Instant::now();
            app.update();
            times.push(begun.elapsed().as_micros());
        }

        let (quiet, changing) = times.split_at_mut(QUIET);
        for (name, times) in [("new goals", quiet), ("a change each", changing)] {
            times.sort_unstable();
            let at = |share: usize| times[(times.len() - 1) * share / 100];
            println!(
                "{walkers:7}  {side:4}  {name:14}  {:6}  {:5}  {:5}",
                at(50),
                at(99),
                at(100)
            );
        }
    }
    Ok(())
}
