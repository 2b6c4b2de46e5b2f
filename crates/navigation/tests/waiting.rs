//! Searches that wait while the map changes.

use tilewright_grid::{Cell, Seed};
use tilewright_navigation::{
    Goals, Layer, Navigation, Outcome, Place, Query, Scratch, Terrain,
};
use tilewright_pathplan::{Map, Steps};

use crate::random::{World, below, worlds};

/// The answer to a query of the map as it is, from the beginning.
fn anew(world: &World, query: &Query<'_>) -> (bool, Option<(Place, f64)>) {
    let mut scratch = Scratch::default();
    let outcome = world.map.route(query, &mut scratch).unwrap();
    (matches!(outcome, Outcome::Partial(_)), ending(&outcome))
}

/// Where a route ends, and what it costs.
fn ending(outcome: &Outcome<'_>) -> Option<(Place, f64)> {
    match outcome {
        Outcome::Reached(route) | Outcome::Partial(route) => {
            Some((*route.places.last().unwrap(), route.cost))
        }
        _ => None,
    }
}

#[test]
fn a_search_that_waited_while_the_map_changed_answers_for_the_map_as_it_is() {
    let mut found = 0;
    for number in 0..4 * worlds() {
        let mut rng = Seed(5000 + number).rng();
        let mut world = World::new(&mut rng);
        let mut scratch = Scratch::default();
        let agent = world.agent(&mut rng);
        let goals = [(); 2].map(|()| world.place(&mut rng));
        let query = Query::to(world.place(&mut rng), Goals::Any(&goals)).budget(5);
        let query = query.agent(agent);
        let query = if below(&mut rng, 2) == 0 { query.or_nearest() } else { query };

        let mut outcome = world.map.route(&query, &mut scratch).unwrap();
        while let Outcome::Unfinished(search) = outcome {
            // Now and then, so that most searches come to their end.
            if below(&mut rng, 4) == 0 {
                (0..3).for_each(|_| world.change(&mut rng));
            }
            outcome = world.map.resume(search, &mut scratch).unwrap();
            found += 1;
        }
        let (is_partial, expected) = anew(&world, &query.budget(u64::MAX));
        assert_eq!(matches!(outcome, Outcome::Partial(_)), is_partial, "{number}");
        match (ending(&outcome), expected) {
            (Some((end, cost)), Some((place, least))) => {
                assert!(
                    (cost - least).abs() < 1e-6,
                    "{number}: {cost} instead of {least}"
                );
                assert_eq!(end, place, "{number}");
            }
            (end, expected) => assert_eq!(end, expected, "{number}"),
        }
    }
    assert!(found > 500, "{found} parts");
}

/// The end and the cost of a query, of which five cells are expanded before a change.
#[track_caller]
fn after(
    map: &mut Navigation,
    query: Query<'_>,
    change: impl FnOnce(&mut Navigation),
) -> (Place, f64) {
    let mut scratch = Scratch::default();
    let outcome = map.route(&query.budget(5), &mut scratch).unwrap();
    let Outcome::Unfinished(mut search) = outcome else { panic!("{outcome:?}") };
    change(map);
    loop {
        match map.resume(search, &mut scratch).unwrap() {
            Outcome::Unfinished(next) => search = next,
            outcome => return ending(&outcome).unwrap(),
        }
    }
}

fn field() -> Navigation {
    let tiles: Map = (".".repeat(64) + "\n").repeat(64).parse().unwrap();
    let mut map = Navigation::new(&tiles, [Layer::walk(Steps::EIGHT)]).unwrap();
    map.set_cost(Cell::new(63, 63), 2.0).unwrap();
    map
}

#[test]
fn a_road_that_is_built_elsewhere_is_taken() {
    let query = Query::new(Cell::new(30, 0), Cell::new(30, 63));
    let (_, cost) = after(&mut field(), query, |map| {
        for column in 20..45 {
            map.set_cost(Cell::new(10, column), 0.01).unwrap();
        }
    });
    assert!(
        cost < 60.0,
        "{cost}, though the road is shorter than the 63 cells of the straight way"
    );
}

#[test]
fn a_nearer_goal_that_is_opened_elsewhere_is_taken() {
    let mut map = field();
    // The search goes east, and would never look at the nearer one.
    let [near, far] = [10, 60].map(|column| Place::from(Cell::new(30, column)));
    map.set(near, Terrain::WALL).unwrap();
    let goals = [near, far];
    let query = Query::to(Cell::new(30, 30), Goals::Any(&goals));
    let (end, _) = after(&mut map, query, |map| map.set(near, Terrain::FREE).unwrap());
    assert_eq!(end, near);
}

#[test]
fn a_map_that_gets_its_first_cost_is_searched_by_costs() {
    let tiles: Map = (".".repeat(64) + "\n").repeat(2).parse().unwrap();
    let mut map = Navigation::new(&tiles, [Layer::walk(Steps::FOUR)]).unwrap();
    let query = Query::new(Cell::new(0, 0), Cell::new(0, 63));
    let (_, cost) = after(&mut map, query, |map| {
        for row in 0..2 {
            map.set_cost(Cell::new(row, 40), 9.0).unwrap();
        }
    });
    assert!((cost - 71.0).abs() < 1e-9, "{cost}");
}
