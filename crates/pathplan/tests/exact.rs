//! The exact planners against a plain search that goes through the map cell by cell.

use std::f64::consts::SQRT_2;

use crate::common::{ends, is_step, maps, next_cells, plain_costs, steps, with_terrain};
use proptest::prelude::*;
use tilewright_formats::movingai::{self, scenarios};
use tilewright_grid::{Cell, Size};
use tilewright_pathplan::check::{CheckSummary, Trial};
use tilewright_pathplan::planners::{Astar, Bfs, Dijkstra, Jps, Planner};
use tilewright_pathplan::{Graph, Map, Route, Steps};

/// Plans between two cells and checks the answer against the plain costs.
fn check(
    planner: &mut dyn Planner,
    graph: &Graph,
    map: &Map,
    weight: f64,
    ends: [Cell; 2],
    costs: &[f64],
) {
    let steps = graph.steps();
    let [start, goal] = ends;
    let expected = costs[map.size().index(goal)];
    let mut seen = 0;
    let found = planner.plan_observed(start, goal, &mut |_| seen += 1, &()).unwrap();
    let Some(route) = found else {
        assert!(expected.is_infinite(), "{start:?} to {goal:?} costs {expected}\n{map}");
        return;
    };
    assert!((route.length - expected).abs() < 1e-9, "{} {expected}\n{map}", route.length);
    assert_eq!([route.cells[0], *route.cells.last().unwrap()], ends);
    let mut length = 0.0;
    for step in route.cells.windows(2) {
        assert!(is_step(map, steps, step[0], step[1]), "{step:?}\n{map}");
        let at = map.size().index(step[1]);
        length +=
            Route::measure(step) * map.costs()[at] + weight * f64::from(map.danger()[at]);
    }
    assert!((length - expected).abs() < 1e-9);
    assert_eq!(planner.expansions(), seen);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn neighbours_are_the_cells_that_a_step_leads_to(map in with_terrain(), steps in steps()) {
        let graph = Graph::new(&map, steps);
        for cell in map.size().cells() {
            let mut found: Vec<(Cell, f64)> =
                (0..8).filter_map(|direction| graph.step(cell, direction)).collect();
            found.sort_by_key(|&(next, _)| next);
            let can_be = map.is_walkable(cell);
            let expected = if can_be { next_cells(&map, steps, cell) } else { Vec::new() };
            let cost = |(next, length): (Cell, f64)| {
                (next, length * map.costs()[map.size().index(next)])
            };
            let expected: Vec<_> = expected.into_iter().map(cost).collect();
            prop_assert_eq!(found, expected);
        }
        let Size { rows, columns } = map.size();
        prop_assert!((0..8).all(|to| graph.step(Cell::new(rows, columns), to).is_none()));
        prop_assert!(graph.check_ends(Cell::new(rows, 0), Cell::new(0, 0)).is_err());
    }

    #[test]
    fn astar_and_dijkstra_find_the_best_path(
        map in with_terrain(),
        steps in steps(),
        picks in any::<[usize; 2]>(),
        weight in proptest::sample::select(vec![0.0, 0.5, 3.0]),
    ) {
        let Some(ends) = ends(&map, picks) else { return Ok(()) };
        let graph = Graph::weighted(&map, steps, weight);
        let costs = plain_costs(&map, steps, weight, ends[0]);
        check(&mut Astar::new(&graph), &graph, &map, weight, ends, &costs);
        check(&mut Dijkstra::new(&graph), &graph, &map, weight, ends, &costs);
    }

    #[test]
    fn jump_point_search_finds_the_best_path(
        map in prop_oneof![maps(1..=12, 1..=12), maps(2..=6, 60..=140), maps(60..=140, 2..=6)],
        picks in any::<[[usize; 2]; 6]>(),
    ) {
        let graph = Graph::new(&map, Steps::EIGHT);
        let mut jps = Jps::new(&graph).unwrap();
        // Its memory must not carry over from one query to the next.
        for picks in picks {
            let Some(ends) = ends(&map, picks) else { return Ok(()) };
            let costs = plain_costs(&map, Steps::EIGHT, 0.0, ends[0]);
            check(&mut jps, &graph, &map, 0.0, ends, &costs);
        }
    }

    #[test]
    fn breadth_first_search_takes_the_fewest_steps(
        map in maps(1..=12, 1..=12),
        picks in any::<[usize; 2]>(),
    ) {
        let Some(ends) = ends(&map, picks) else { return Ok(()) };
        let graph = Graph::new(&map, Steps::FOUR);
        let costs = plain_costs(&map, Steps::FOUR, 0.0, ends[0]);
        let mut bfs = Bfs::new(&graph);
        check(&mut bfs, &graph, &map, 0.0, ends, &costs);
        let distances = bfs.distances(ends[0], &()).unwrap();
        let plain: Vec<_> = costs.iter().map(|&cost| cost.is_finite().then_some(cost as u32)).collect();
        prop_assert_eq!(distances, plain);
    }
}

#[test]
fn a_walker_does_not_leave_the_land_for_the_water_but_the_water_for_the_land() {
    let map: Map = "..W.\n..W.\n".parse().unwrap();
    let graph = Graph::new(&map, Steps::EIGHT);
    let mut jps = Jps::new(&graph).unwrap();
    let mut plan = |start, goal| {
        let found = jps.plan(start, goal, &()).unwrap();
        found.map(|route| route.length)
    };
    let [land, water, far] = [Cell::new(0, 0), Cell::new(1, 2), Cell::new(0, 3)];
    assert_eq!(plan(land, water), None);
    assert_eq!(plan(land, far), None);
    assert_eq!(plan(water, far), Some(SQRT_2));
    assert_eq!(plan(water, land), Some(SQRT_2 + 1.0));
}

#[test]
fn a_planner_of_the_wrong_steps_is_refused() {
    let map: Map = "...\n".parse().unwrap();
    assert!(Jps::new(&Graph::new(&map, Steps::FOUR)).is_err());
    let rough: Map = ".3.\n".parse().unwrap();
    assert!(Jps::new(&Graph::new(&rough, Steps::EIGHT)).is_err());
}

#[test]
fn scenarios_are_checked_one_by_one() {
    let map: movingai::Map = include_str!("data/movingai/lak304d.map").parse().unwrap();
    let map = Map::from_movingai(&map).unwrap();
    let all = scenarios(include_str!("data/movingai/lak304d.map.scen")).unwrap();
    let graph = Graph::new(&map, Steps::EIGHT);
    let mut astar = Astar::new(&graph);
    let mut clock = |work: &mut dyn FnMut()| {
        work();
        2.0
    };
    let checked = CheckSummary::of(all.iter().take(5).map(|scenario| {
        let trial = Trial::of(&mut astar, map.size(), scenario, &mut clock);
        let text = serde_json::to_string(&trial).unwrap();
        assert_eq!(serde_json::from_str::<Trial>(&text).unwrap(), trial);
        (scenario, trial)
    }));
    assert_eq!(checked.times, [2.0; 5]);
    assert_eq!((checked.queries, checked.optimal), (5, 5));
}
