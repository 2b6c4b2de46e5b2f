//! Walks: the return of the best one is the cost of the best path.

use tilewright_environments::{Environment as _, Maps, Outcome, Walk, WalkError};
use tilewright_grid::{Cell, Seed, Size};
use tilewright_pathplan::generate::{MapKind, MapRequest};
use tilewright_pathplan::planners::{Astar, Planner as _};
use tilewright_pathplan::{Graph, Map, Steps};

fn given(text: &str, start: [u32; 2], goal: [u32; 2]) -> Maps {
    let mut map: Map = text.parse().unwrap();
    map.places.start = Some(Cell::new(start[0], start[1]));
    map.places.goal = Some(Cell::new(goal[0], goal[1]));
    Maps::Given(map)
}

#[test]
fn a_walk_by_hand() {
    let maps = given("..#\n.3~\nW..\n", [0, 0], [1, 2]);
    let mut walk = Walk::new(maps, Steps::FOUR, 0.5).unwrap();
    walk.reset(Seed(1));
    let mut seen = [0; 36];
    walk.observe(&mut seen);
    assert_eq!(seen[..12], [1, 1, 1, 0, 0, 1, 1, 0, 0, 0, 1, 0]);
    assert_eq!(seen[12..24], [0, 1, 1, 0, 0, 1, 3, 0, 2, 1, 1, 1]);
    assert_eq!(seen[24..28], [0, 3, 1, 0]);
    let mut legal = [9; 4];
    walk.mask(&mut legal);
    assert_eq!(legal, [0, 1, 1, 0]);
    assert_eq!(walk.step(0), Outcome { reward: -1.0, is_over: false });
    assert_eq!(walk.at(), Cell::new(0, 0));
    assert_eq!(walk.step(2), Outcome { reward: -1.0, is_over: false });
    walk.mask(&mut legal);
    assert_eq!(legal, [1, 1, 0, 0], "water is not entered from the land");
    assert_eq!(walk.step(1), Outcome { reward: -3.0, is_over: false });
    assert_eq!(walk.text(), "..#\n.AB\nW..");
    assert_eq!(walk.step(1), Outcome { reward: -1.5, is_over: true });
    walk.mask(&mut legal);
    assert_eq!((legal, walk.best_action()), ([0; 4], None));
    assert_eq!(walk.step(3), Outcome { reward: 0.0, is_over: true });
}

#[test]
fn the_best_walk_costs_as_much_as_the_best_path_and_less_than_a_random_one() {
    for (kind, steps) in [(MapKind::Caves, Steps::EIGHT), (MapKind::Maze, Steps::FOUR)] {
        let request = MapRequest::new(kind, Size::new(13, 15));
        let mut walk = Walk::new(Maps::Random(request, 3), steps, 0.5).unwrap();
        let mut last = None;
        for seed in 0..10 {
            walk.reset(Seed(seed));
            assert_ne!(last.as_ref(), Some(walk.map()), "another map for another seed");
            last = Some(walk.map().clone());
            let graph = Graph::weighted(walk.map(), steps, 0.5);
            let goal = walk.map().places.goal.unwrap();
            let mut astar = Astar::new(&graph);
            let cost = astar.plan(walk.at(), goal, &()).unwrap().unwrap().length;
            let mut best = 0.0;
            while let Some(action) = walk.best_action() {
                best += walk.step(action).reward;
            }
            assert_eq!(walk.at(), goal);
            assert!((f64::from(best) + cost).abs() < 1e-3, "{best} and {cost}");
            walk.reset(Seed(seed));
            let (mut random, mut rng) = (0.0, Seed(seed).child(9).rng());
            for _ in 0..2000 {
                let outcome = walk.step(rng.below(walk.space().actions as u32));
                random += outcome.reward;
                if outcome.is_over {
                    break;
                }
            }
            assert!(random < best);
        }
    }
}

#[test]
fn wrong_maps_are_refused() {
    let walk = |maps, weight| Walk::new(maps, Steps::FOUR, weight).map(drop);
    let unmarked = Maps::Given("...\n".parse().unwrap());
    assert_eq!(walk(unmarked, 0.0), Err(WalkError::Unmarked("start")));
    assert_eq!(walk(given(".#.\n", [0, 0], [0, 2]), 0.0), Err(WalkError::NoPath));
    assert_eq!(walk(given(".#.\n", [0, 0], [0, 0]), 0.0), Err(WalkError::Same));
    assert!(matches!(
        walk(given(".#.\n", [0, 0], [0, 1]), 0.0),
        Err(WalkError::Query(_))
    ));
    let weight = walk(given("...\n", [0, 0], [0, 1]), -1.0);
    assert_eq!(weight, Err(WalkError::Weight(-1.0)));
    let solid =
        MapRequest { density: 1.0, ..MapRequest::new(MapKind::Random, Size::new(5, 5)) };
    assert!(matches!(walk(Maps::Random(solid, 0), 0.0), Err(WalkError::Generate(_))));
}
