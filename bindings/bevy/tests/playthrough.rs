//! The calls that every language plays, as far as a walker of Bevy makes them: its routes on the map of the script cost the same, and are the same where
//! both are searched in slices.

use std::collections::BTreeMap;
use std::str::FromStr;

use bevy_app::App;
use bevy_tilewright::{
    Blocked, NavigationMap, NavigationPlugin, TilePosition, Walk, WalkOptions, WalkPlan,
};
use tilewright::grid::{Cell, Grid, Size};
use tilewright::navigation::{
    Agent, Layer, LayerId, Link, LinkId, Navigation, Place, Route, Terrain,
};
use tilewright::pathplan::planners::Door;
use tilewright::pathplan::{Connectivity, Corners, Ground, Map, Steps};

const SCRIPT: &str = include_str!("../../../crates/capi/tests/playthrough/walkers.txt");

fn number<T: FromStr>(words: &[&str], at: usize) -> T {
    words[at].parse().unwrap_or_else(|_| panic!("{words:?}"))
}

fn place(words: &[&str], at: usize) -> Place {
    Place::new(number(words, at + 2), Cell::new(number(words, at + 1), number(words, at)))
}

/// The map of the script before its first call.
fn plan() -> Navigation {
    let (mut floors, mut layers) = (Vec::new(), Vec::new());
    for line in SCRIPT.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        if words.first() == Some(&"floor") {
            let size = Size { columns: number(&words, 1), rows: number(&words, 2) };
            floors.push(Map::new(Grid::filled(size, Ground::Free)).unwrap());
        } else if words.first() == Some(&"layer") {
            let connectivity =
                if words[1] == "4" { Connectivity::Four } else { Connectivity::Eight };
            let bits: u8 = number(&words, 3);
            let steps = Steps { connectivity, corners: Corners::Never };
            let costs = (0..).zip(4..words.len()).map(|(terrain, at)| {
                (Terrain::new(terrain).unwrap(), number::<f64>(&words, at))
            });
            let layer = Layer::new(line, steps)
                .sizes((1..=8).filter(|size| bits >> (size - 1) & 1 == 1));
            let costs = costs.filter(|&(_, cost)| cost > 0.0);
            layers.push(
                costs.fold(layer, |layer, (terrain, cost)| layer.cost(terrain, cost)),
            );
        }
    }
    Navigation::with_floors(&floors, layers).unwrap()
}

/// Makes a change of the script.
fn change(map: &mut Navigation, words: &[&str], links: &mut Vec<LinkId>) {
    match words[0] {
        "set" => {
            let terrain = Terrain::new(number(words, 4)).unwrap();
            map.set(place(words, 1), terrain).unwrap();
        }
        "fill" => {
            let at = place(words, 1);
            let (columns, rows): (u32, u32) = (number(words, 4), number(words, 5));
            let terrain = Terrain::new(number(words, 6)).unwrap();
            let cells = Size { columns, rows }.cells().map(|cell| {
                let cell =
                    Cell::new(at.cell.row + cell.row, at.cell.column + cell.column);
                (Place::new(at.floor, cell), terrain)
            });
            map.set_all(cells).unwrap();
        }
        "cost" => map.set_cost(place(words, 1), number(words, 4)).unwrap(),
        "door" if words[4] == "0" => drop(map.remove_door(place(words, 1)).unwrap()),
        "door" => {
            let Place { floor, cell } = place(words, 1);
            let [open, shut, shift] = [4, 5, 6].map(|at| number(words, at));
            map.set_door(floor, Door { cell, open, shut, shift }).unwrap();
        }
        "link" => {
            let link = Link {
                from: place(words, 1),
                to: place(words, 4),
                cost: number(words, 7),
                mask: number(words, 8),
                is_both_ways: words[9] == "1",
            };
            links.push(map.add_link(link).unwrap());
        }
        "unlink" => drop(map.remove_link(links[number::<usize>(words, 1)]).unwrap()),
        _ => {}
    }
}

/// The places of a route, mixed.
fn mixed(route: &Route) -> u64 {
    let numbers = route.places.iter().flat_map(|place| {
        [place.cell.column, place.cell.row, place.floor.into()].map(u64::from)
    });
    numbers.fold(0, |mix, number| (mix * 65_599 + number) % 2_147_483_647)
}

#[test]
fn walkers_find_the_routes_that_every_language_finds() {
    let mut app = App::new();
    app.add_plugins(NavigationPlugin::default())
        .insert_resource(NavigationMap::new(plan()));
    let mut links = Vec::new();
    let mut found = BTreeMap::<&str, u32>::new();
    for line in SCRIPT.lines().filter(|line| !line.starts_with('#')) {
        let (call, answer) = line.split_once(" = ").unwrap_or((line, ""));
        let words: Vec<&str> = call.split_whitespace().collect();
        let mut map = app.world_mut().resource_mut::<NavigationMap>();
        if words[0] != "route" {
            change(map.change(), &words, &mut links);
            continue;
        }
        let (from, to) = (place(&words, 1), place(&words, 4));
        let agent = Agent {
            layer: LayerId(number(&words, 7)),
            size: number(&words, 8),
            mask: number(&words, 9),
        };
        // A walker stands where it is: it begins nowhere else.
        if !map.can_stand(from, agent).unwrap() {
            continue;
        }
        let options =
            WalkOptions { agent, or_nearest: words[10] == "1", ..WalkOptions::default() };
        let walker =
            app.world_mut().spawn((TilePosition(from), Walk { to }, options)).id();
        for _ in 0..50 {
            app.update();
        }
        let answer: Vec<u64> =
            answer.split_whitespace().map(|word| word.parse().unwrap()).collect();
        let route = app.world().get::<WalkPlan>(walker).and_then(WalkPlan::route);
        if let Some(route) = route {
            let cost = (route.cost * 1e6 + 0.5).floor() as u64;
            assert_eq!(cost, answer[2], "{line}");
            if words[11] != "0" {
                assert_eq!(
                    (route.places.len() as u64, mixed(route)),
                    (answer[1], answer[3])
                );
            }
            *found.entry("route").or_default() += 1;
        } else if app.world().get::<Blocked>(walker).is_some() {
            assert_eq!(answer[0], 0, "{line}");
            *found.entry("blocked").or_default() += 1;
        } else {
            // It was there from the beginning.
            assert_eq!(answer[1], 1, "{line}");
        }
        app.world_mut().despawn(walker);
    }
    assert!(found["route"] > 60, "{found:?}");
}
