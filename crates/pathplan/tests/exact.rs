//! The exact planners against a plain search that goes through the map cell by cell.

use std::f64::consts::SQRT_2;

use proptest::prelude::*;
use tilewright_grid::{Cell, Grid, Size};
use tilewright_pathplan::planners::{Astar, Bfs, Dijkstra, Jps, Planner};
use tilewright_pathplan::{Connectivity, Corners, Graph, Ground, Map, Steps};

/// Whether a walker in one cell can step into another; straight from the words of the rules.
fn is_step(map: &Map, steps: Steps, from: Cell, to: Cell) -> bool {
    let can_be = |cell: Option<Cell>| {
        let ground = cell.and_then(|cell| map.ground(cell));
        let is_wet = map.ground(from) == Some(Ground::Water);
        ground.is_some_and(|ground| {
            !ground.is_blocked() && (ground != Ground::Water || is_wet)
        })
    };
    let (down, right) = (to.row.abs_diff(from.row), to.column.abs_diff(from.column));
    let sides = [Cell::new(to.row, from.column), Cell::new(from.row, to.column)];
    let free = sides.into_iter().filter(|&side| can_be(Some(side))).count();
    let corner = match steps.corners {
        Corners::Never => free == 2,
        Corners::One => free >= 1,
        Corners::Always => true,
    };
    let is_beside = down + right == 1;
    let is_across = down == 1 && right == 1 && steps.connectivity == Connectivity::Eight;
    can_be(Some(to)) && (is_beside || is_across && corner)
}

/// The costs of the best paths to every cell, relaxed until nothing changes.
fn plain_costs(map: &Map, steps: Steps, weight: f64, start: Cell) -> Vec<f64> {
    let size = map.size();
    let mut costs = vec![f64::INFINITY; size.area()];
    costs[size.index(start)] = 0.0;
    loop {
        let mut has_changed = false;
        for from in size.cells() {
            for down in -1..=1 {
                for right in -1..=1 {
                    let row = from.row.checked_add_signed(down);
                    let column = from.column.checked_add_signed(right);
                    let Some((row, column)) = row.zip(column) else { continue };
                    let to = Cell::new(row, column);
                    if !size.contains(to) || !is_step(map, steps, from, to) {
                        continue;
                    }
                    let length = if down != 0 && right != 0 { SQRT_2 } else { 1.0 };
                    let at = size.index(to);
                    let cost = costs[size.index(from)]
                        + length * map.costs()[at]
                        + weight * f64::from(map.danger()[at]);
                    if cost < costs[at] - 1e-9 {
                        costs[at] = cost;
                        has_changed = true;
                    }
                }
            }
        }
        if !has_changed {
            return costs;
        }
    }
}

fn grounds() -> impl Strategy<Value = Ground> {
    prop_oneof![
        20 => Just(Ground::Free),
        6 => Just(Ground::Wall),
        2 => Just(Ground::Trees),
        2 => Just(Ground::Swamp),
        2 => Just(Ground::Water),
    ]
}

fn maps(
    rows: std::ops::RangeInclusive<u32>,
    columns: std::ops::RangeInclusive<u32>,
) -> impl Strategy<Value = Map> {
    (rows, columns).prop_flat_map(|(rows, columns)| {
        let size = Size::new(rows, columns);
        proptest::collection::vec(grounds(), size.area()).prop_map(move |cells| {
            Map::new(Grid::from_values(size, cells).unwrap()).unwrap()
        })
    })
}

fn with_terrain() -> impl Strategy<Value = Map> {
    maps(1..=9, 1..=9).prop_flat_map(|map| {
        let area = map.size().area();
        let costs = proptest::collection::vec(
            proptest::sample::select(vec![0.5, 1.0, 1.0, 2.0, 9.0]),
            area,
        );
        let danger = proptest::collection::vec(0..3_u32, area);
        (Just(map), costs, danger).prop_map(|(map, costs, danger)| {
            map.with_costs(costs).unwrap().with_danger(danger).unwrap()
        })
    })
}

fn steps() -> impl Strategy<Value = Steps> {
    let connectivity = [Connectivity::Four, Connectivity::Eight];
    let corners = [Corners::Never, Corners::One, Corners::Always];
    (
        proptest::sample::select(connectivity.to_vec()),
        proptest::sample::select(corners.to_vec()),
    )
        .prop_map(|(connectivity, corners)| Steps { connectivity, corners })
}

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
    let found = planner.plan(start, goal, &mut |_| seen += 1).unwrap();
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

use tilewright_pathplan::Route;

fn ends(map: &Map, picks: [usize; 2]) -> Option<[Cell; 2]> {
    let free: Vec<Cell> =
        map.size().cells().filter(|&cell| map.is_walkable(cell)).collect();
    (!free.is_empty()).then(|| picks.map(|pick| free[pick % free.len()]))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

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
        let distances = bfs.distances(ends[0]).unwrap();
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
        let found = jps.plan(start, goal, &mut |_| {}).unwrap();
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
