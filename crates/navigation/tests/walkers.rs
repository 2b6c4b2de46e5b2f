//! Agents that the map knows.

use tilewright_grid::Cell;
use tilewright_navigation::{
    Agent, Layer, Navigation, NavigationError, Outcome, Place, Scratch, Walker,
};
use tilewright_pathplan::{Map, Steps};

fn corridor() -> Navigation {
    let tiles: Map = "......\n.####.\n......\n".parse().unwrap();
    Navigation::new(&tiles, [Layer::walk(Steps::FOUR)]).unwrap()
}

#[test]
fn a_walker_walks_around_the_others_but_not_around_itself() {
    let (mut map, mut scratch) = (corridor(), Scratch::default());
    let [west, east] = [0, 5].map(|column| Cell::new(0, column));
    let cat = Walker::new("cat", west, Agent::default());
    let cat = map.add_walker(cat).unwrap();
    let dog = Walker::new("dog", Cell::new(0, 2), Agent::default());
    let dog = map.add_walker(dog).unwrap();

    let query = map.query_of(cat, east).unwrap();
    let mut steps = |map: &Navigation, query| match map.route(&query, &mut scratch) {
        Ok(Outcome::Reached(route)) => route.places.len() - 1,
        other => panic!("{other:?}"),
    };
    assert_eq!(steps(&map, query), 5);
    assert_eq!(steps(&map, query.around_walkers()), 9);
    map.move_walker(dog, Cell::new(2, 2)).unwrap();
    assert_eq!(steps(&map, query.around_walkers()), 5);
    assert_eq!(map.walker(dog).unwrap().place, Place::from(Cell::new(2, 2)));
}

#[test]
fn the_handle_of_a_removed_walker_is_an_error() {
    let (mut map, mut scratch) = (corridor(), Scratch::default());
    let cat = Walker::new("cat", Cell::new(0, 0), Agent::default());
    let id = map.add_walker(cat.clone()).unwrap();
    let query = map.query_of(id, Cell::new(2, 0)).unwrap().around_walkers();
    assert_eq!(map.remove_walker(id), Ok(cat.clone()));

    // Another one in its place has another handle.
    let other = map.add_walker(cat).unwrap();
    assert_ne!(id, other);
    let removed = NavigationError::Walker(id);
    assert_eq!(map.walker(id).unwrap_err(), removed);
    assert_eq!(map.move_walker(id, Cell::new(0, 0)).unwrap_err(), removed);
    assert_eq!(map.remove_walker(id).unwrap_err(), removed);
    assert_eq!(map.query_of(id, Cell::new(0, 0)).unwrap_err(), removed);
    assert_eq!(map.route(&query, &mut scratch).unwrap_err(), removed);
}
