//! Maps that were saved and loaded.

use serde_json::{Value, json};
use tilewright_grid::{Cell, Seed};
use tilewright_navigation::{
    Agent, Layer, Link, Navigation, NavigationError, Outcome, Place, Query, Route,
    Scratch, Terrain, Walker,
};
use tilewright_pathplan::{Map, Steps};

use crate::frames::{frame, town};
use crate::random::{World, below, worlds};

fn saved_and_loaded(map: &Navigation) -> Navigation {
    serde_json::from_str(&serde_json::to_string(map).unwrap()).unwrap()
}

#[test]
fn a_loaded_map_goes_on_with_the_same_bytes() {
    let (mut map, mut scratch, mut rng) = (town(), Scratch::default(), Seed(3).rng());
    for _ in 0..12 {
        for _ in 0..100 {
            frame(&mut map, &mut scratch, &mut rng, 0);
        }
        let mut loaded = saved_and_loaded(&map);
        let mut scratches = [Scratch::default(), Scratch::default()];
        let mut rngs = [rng.clone(), rng.clone()];
        let mut run = |map: &mut Navigation, number: usize| {
            let (scratch, rng) = (&mut scratches[number], &mut rngs[number]);
            (0..100).fold(0, |sum, _| frame(map, scratch, rng, sum))
        };
        assert_eq!(run(&mut map.clone(), 0), run(&mut loaded, 1));
    }
}

#[test]
fn random_worlds_are_the_same_after_loading() {
    for number in 0..worlds() / 3 {
        let mut rng = Seed(9000 + number).rng();
        let mut world = World::new(&mut rng);
        for _ in 0..below(&mut rng, 60) {
            world.change(&mut rng);
        }
        let loaded = saved_and_loaded(&world.map);
        assert_eq!(
            serde_json::to_value(&loaded).unwrap(),
            serde_json::to_value(&world.map).unwrap()
        );

        let mut scratches = [Scratch::default(), Scratch::default()];
        for _ in 0..10 {
            let agent = world.agent(&mut rng);
            let query = Query::new(world.place(&mut rng), world.place(&mut rng));
            let query = query.agent(agent).departure(f64::from(below(&mut rng, 9)));
            let mut ask = |map: &Navigation, number: usize| -> Option<Route> {
                match map.route(&query, &mut scratches[number]).unwrap() {
                    Outcome::Reached(route) => Some(route.clone()),
                    _ => None,
                }
            };
            assert_eq!(ask(&world.map, 0), ask(&loaded, 1), "{number} {agent:?}");
        }
    }
}

fn house() -> Navigation {
    let floor: Map = "....\n.##.\n....\n".parse().unwrap();
    let mut map =
        Navigation::with_floors([&floor, &floor], [Layer::walk(Steps::EIGHT)]).unwrap();
    map.set_cost(Cell::new(0, 1), 2.0).unwrap();
    map
}

#[test]
fn handles_and_routes_serve_on_and_removed_ones_do_not() {
    let mut map = house();
    let up = Place::new(1, Cell::new(0, 0));
    let gone = map.add_link(Link::both_ways(Cell::new(0, 0), up, 1.0)).unwrap();
    map.remove_link(gone).unwrap();
    let stairs = map.add_link(Link::both_ways(Cell::new(0, 0), up, 1.0)).unwrap();
    let cat = Walker::new("cat", Cell::new(2, 3), Agent::default());
    let cat = map.add_walker(cat).unwrap();
    map.set_door(1, "0,1,2,3,0".parse().unwrap()).unwrap();
    let mut scratch = Scratch::default();
    let query = Query::new(Cell::new(2, 2), Place::new(1, Cell::new(2, 2)));
    let Ok(Outcome::Reached(route)) = map.route(&query, &mut scratch) else { panic!() };

    let route = serde_json::to_string(route).unwrap();
    let route: Route = serde_json::from_str(&route).unwrap();
    let mut loaded = saved_and_loaded(&map);
    assert!(loaded.is_valid(&route) && !loaded.may_improve(&route));
    assert_eq!(loaded.walker(cat).unwrap().name, "cat");
    assert_eq!(loaded.link(gone), Err(NavigationError::Link(gone)));
    assert_eq!(loaded.link(stairs), map.link(stairs));
    loaded.set(route.places[1], Terrain::WALL).unwrap();
    assert!(!loaded.is_valid(&route));
    assert_eq!(loaded.version(), map.version() + 1);
}

#[test]
fn weights_that_a_document_makes_up_change_no_cost() {
    let mut document = serde_json::to_value(house()).unwrap();
    *document.pointer_mut("/surfaces/0/weights").unwrap() = json!([[7.0, 1.0]]);
    let map: Navigation = serde_json::from_value(document).unwrap();
    let mut scratch = Scratch::default();
    let query = Query::new(Cell::new(2, 0), Cell::new(2, 3));
    let Ok(Outcome::Reached(route)) = map.route(&query, &mut scratch) else { panic!() };
    assert!((route.cost - 3.0).abs() < 1e-9);
}

#[test]
fn damaged_documents_are_refused_in_words() {
    let whole = serde_json::to_value(house()).unwrap();
    let damaged: [(&str, Value, &str); 12] = [
        ("/schema", json!("tilewright/map/2"), "found the schema"),
        ("/floors", json!([]), "found 0 floors"),
        ("/floors/0/columns", json!(5), "rows of other lengths"),
        ("/floors/0/terrain/0", json!("...."), "no hexadecimal digit"),
        ("/floors/0/terrain", json!([]), "no cells"),
        ("/floors/0/costs", json!([1.0]), "more or fewer cells"),
        ("/floors/0/costs/0", json!(-1.0), "a cost outside"),
        ("/layers", json!([]), "found 0 layers"),
        ("/links/free", json!([3]), "a free place"),
        ("/doors", json!([{"floor": 4, "door": "0,1,2,3,0"}]), "within the map"),
        ("/surfaces/0/changed", json!([0, 0]), "the versions"),
        ("/version", json!(0), "the versions"),
    ];
    for (at, value, expected) in damaged {
        let mut document = whole.clone();
        *document.pointer_mut(at).unwrap() = value;
        let error = serde_json::from_value::<Navigation>(document).map(drop).unwrap_err();
        assert!(error.to_string().contains(expected), "{at}: {error}");
    }
}
