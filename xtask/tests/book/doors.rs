//! `how-to/navigation.md`: doors by the clock, walkers, straight lines, and a map that is saved.

// ANCHOR: example
use tilewright::grid::{Cell, Stagger};
use tilewright::navigation::{Agent, Layer, Navigation, Outcome, Query, Scratch, Walker};
use tilewright::pathplan::{Map, Steps};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let tiles: Map = "........\n####.###\n........\n".parse()?;
    let mut map = Navigation::new(&tiles, [Layer::walk(Steps::EIGHT)])?;
    let mut scratch = Scratch::default();

    // A gate: row, column, ticks open, ticks shut, and how many of them have passed at time 0.
    map.set_door(0, "1,4,2,10,2".parse()?)?;
    let query = Query::new(Cell::new(0, 4), Cell::new(2, 4));
    let Outcome::Reached(route) = map.route(&query.departure(3.0), &mut scratch)? else {
        return Ok(());
    };
    assert_eq!(route.departures, [10.0, 11.0, 12.0]); // it waits for the gate
    map.remove_door(Cell::new(1, 4))?;

    // Walkers that the map knows block each other's ways, if a query says so.
    let guard = Walker::new("guard", Cell::new(1, 4), Agent::default());
    let guard = map.add_walker(guard)?;
    let thief =
        map.add_walker(Walker::new("thief", Cell::new(0, 0), Agent::default()))?;
    let query = map.query_of(thief, Cell::new(2, 0))?.around_walkers();
    assert!(matches!(map.route(&query, &mut scratch)?, Outcome::Unreachable));
    map.remove_walker(guard)?;
    assert!(map.walker(guard).is_err()); // a handle of a removed one is an error, never mixed up

    // Straight lines instead of steps: the corners where the thief turns.
    let Outcome::Reached(route) = map.route(&query, &mut scratch)? else { return Ok(()) };
    let route = route.clone();
    let walk = map.any_angle(&route, &[], &mut scratch)?;
    assert!(walk.length <= route.cost && walk.turns.len() < route.places.len());

    // Saved whole, with its versions and handles: both maps go on alike.
    let saved = serde_json::to_string(&map)?;
    let loaded: Navigation = serde_json::from_str(&saved)?;
    assert!(loaded.is_valid(&route) && loaded.walker(thief).is_ok());

    // The same on hexagons: rows 1, 3, 5 … are shifted by half a cell.
    let hexagons = tiles.with_hexagons(Stagger::OddRows);
    let map = Navigation::new(&hexagons, [Layer::walk(Steps::EIGHT)])?;
    let query = Query::new(Cell::new(0, 4), Cell::new(2, 4));
    let Outcome::Reached(route) = map.route(&query, &mut scratch)? else { return Ok(()) };
    assert_eq!(route.places.len(), 3); // all neighbours are one step away
    Ok(())
}
// ANCHOR_END: example

#[test]
fn doors_walkers_lines_and_saves() {
    main().unwrap();
}
