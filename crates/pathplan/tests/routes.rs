//! Several routes between two cells: what every router guarantees, and how diverse its routes are.

use crate::common::{ends, is_step, maps, next_cells, plain_costs, steps, with_terrain};
use proptest::prelude::*;
use tilewright_formats::movingai::{self, scenarios};
use tilewright_grid::{Cell, Grid, Seed};
use tilewright_pathplan::routes::{
    Detour, DiverseRoutes, Penalty, RandomWalk, RouteRequest, RouteSet, Router, Yen,
};
use tilewright_pathplan::{DangerSource, Graph, Ground, Map, QueryError, Route, Steps};

fn detours() -> impl Strategy<Value = Detour> {
    proptest::sample::select(vec![1.0, 1.02, 1.1, 1.5, 3.0])
        .prop_map(|factor| Detour::new(factor).unwrap())
}

/// What a path costs by the words of the rules, its danger by its weight.
fn length(map: &Map, weight: f64, cells: &[Cell]) -> f64 {
    let cost = |step: &[Cell]| {
        let entered = map.size().index(step[1]);
        let danger = weight * f64::from(map.danger()[entered]);
        Route::measure(step) * map.costs()[entered] + danger
    };
    cells.windows(2).map(cost).sum()
}

/// A map with sources of danger on it, and the danger that they bring.
fn with_sources() -> impl Strategy<Value = (Map, Vec<DangerSource>)> {
    let source = (0..9_u32, 0..9_u32, 0..6_u32).prop_map(|(row, column, halves)| {
        let radius = f64::from(halves) / 2.0;
        DangerSource { cell: Cell::new(row, column), radius }
    });
    (with_terrain(), proptest::collection::vec(source, 1..3)).prop_map(
        |(map, sources)| {
            let danger = DangerSource::danger(&sources, &map);
            (map.with_danger(danger).unwrap(), sources)
        },
    )
}

/// All routers.
fn routers<'a>(graph: &'a Graph) -> [Box<dyn Router + 'a>; 4] {
    [
        Box::new(DiverseRoutes::new(graph)),
        Box::new(Penalty::new(graph)),
        Box::new(Yen::new(graph)),
        Box::new(RandomWalk::new(graph, Seed(1))),
    ]
}

/// Checks routes against the plain costs.
fn check(
    found: &RouteSet,
    map: &Map,
    steps: Steps,
    request: &RouteRequest,
    shortest: f64,
) {
    check_weighed(found, map, (steps, 0.0), request, shortest);
}

/// The same where a unit of danger has a weight.
fn check_weighed(
    found: &RouteSet,
    map: &Map,
    (steps, weight): (Steps, f64),
    request: &RouteRequest,
    shortest: f64,
) {
    let routes = &found.routes;
    assert_eq!(routes.is_empty(), shortest.is_infinite(), "{request:?}\n{map}");
    assert!(routes.len() <= request.count as usize);
    for (index, route) in routes.iter().enumerate() {
        let cells = &route.cells;
        assert_eq!([cells[0], *cells.last().unwrap()], [request.start, request.goal]);
        assert!(cells.windows(2).all(|step| is_step(map, steps, step[0], step[1])));
        assert!((route.length - length(map, weight, cells)).abs() < 1e-9);
        assert!(
            route.length <= shortest * f64::from(request.detour) + 2e-9,
            "{request:?}\n{map}"
        );
        assert!(routes[..index].iter().all(|other| other.cells != *cells));
    }
    let first = routes.first().map_or(shortest, |route| route.length);
    assert!(shortest.is_infinite() || (first - shortest).abs() < 1e-9);
}

/// The lengths of all paths that visit no cell twice, up to a bound, from the shortest on.
fn all_lengths(
    map: &Map,
    (steps, weight): (Steps, f64),
    request: &RouteRequest,
    bound: f64,
) -> Vec<f64> {
    fn go(
        map: &Map,
        (steps, weight): (Steps, f64),
        goal: Cell,
        bound: f64,
        path: &mut Vec<Cell>,
        lengths: &mut Vec<f64>,
    ) {
        let at = *path.last().unwrap();
        let sum = length(map, weight, path);
        if sum > bound {
            return;
        }
        if at == goal {
            lengths.push(sum);
            return;
        }
        for (next, _) in next_cells(map, steps, at) {
            if !path.contains(&next) {
                path.push(next);
                go(map, (steps, weight), goal, bound, path, lengths);
                path.pop();
            }
        }
    }
    let mut lengths = Vec::new();
    let start = &mut vec![request.start];
    go(map, (steps, weight), request.goal, bound, start, &mut lengths);
    lengths.sort_by(f64::total_cmp);
    lengths
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn routes_are_different_paths_that_are_short_enough(
        map in prop_oneof![with_terrain(), maps(1..=14, 1..=14)],
        steps in steps(),
        requests in proptest::collection::vec((any::<[usize; 2]>(), 0..6_u32, detours()), 1..4),
    ) {
        let graph = Graph::new(&map, steps);
        let mut routers = routers(&graph);
        // Their memory must not carry over from one request to the next.
        for (picks, count, detour) in requests {
            let Some([start, goal]) = ends(&map, picks) else { return Ok(()) };
            let request = RouteRequest { start, goal, count: count + 1, detour };
            let shortest = plain_costs(&map, steps, 0.0, start)[map.size().index(goal)];
            for router in &mut routers {
                let found = router.routes(&request, &()).unwrap();
                check(&found, &map, steps, &request, shortest);
                prop_assert_eq!(router.routes(&request, &()).unwrap(), found);
            }
        }
    }

    #[test]
    fn yens_are_the_shortest_of_all_paths(
        map in prop_oneof![maps(1..=4, 1..=4), maps(2..=2, 5..=7)],
        costs in proptest::collection::vec(proptest::sample::select(vec![1.0, 1.0, 2.5]), 16),
        steps in steps(),
        picks in any::<[usize; 2]>(),
        count in 1..30_u32,
        detour in detours(),
    ) {
        let area = map.size().area();
        let map = map.with_costs(costs.into_iter().cycle().take(area).collect()).unwrap();
        let Some([start, goal]) = ends(&map, picks) else { return Ok(()) };
        let request = RouteRequest { start, goal, count, detour };
        let shortest = plain_costs(&map, steps, 0.0, start)[map.size().index(goal)];
        let bound = shortest * f64::from(detour) + 1e-9;
        let mut expected = all_lengths(&map, (steps, 0.0), &request, bound.min(100.0));
        expected.truncate(count as usize);
        let graph = Graph::new(&map, steps);
        let found = Yen::new(&graph).routes(&request, &()).unwrap();
        check(&found, &map, steps, &request, shortest);
        let lengths: Vec<f64> = found.routes.iter().map(|route| route.length).collect();
        prop_assert_eq!(lengths.len(), expected.len(), "{}", map);
        for (found, expected) in lengths.iter().zip(&expected) {
            prop_assert!((found - expected).abs() < 1e-9, "{lengths:?} {expected:?}\n{map}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Danger that is counted is part of the cost that bounds every route, and danger that is kept
    /// out of is on none.
    #[test]
    fn routes_take_danger_as_a_plan_does(
        (map, sources) in with_sources(),
        steps in steps(),
        picks in any::<[usize; 2]>(),
        weight in proptest::sample::select(vec![0.25, 1.0, 7.5]),
        detour in detours(),
    ) {
        let Some([start, goal]) = ends(&map, picks) else { return Ok(()) };
        let request = RouteRequest { start, goal, count: 4, detour };
        let at_goal = map.size().index(goal);
        let graph = Graph::weighted(&map, steps, weight);
        let least = plain_costs(&map, steps, weight, start)[at_goal];
        for router in &mut routers(&graph) {
            let found = router.routes(&request, &()).unwrap();
            check_weighed(&found, &map, (steps, weight), &request, least);
        }
        let reach = DangerSource::reach(&sources, &map);
        let masked = Graph::masked(&map, steps, &reach);
        let ground = map.size().cells().map(|cell| {
            let index = map.size().index(cell);
            if reach[index] { Ground::Wall } else { map.grounds().values()[index] }
        });
        let ground = Grid::from_values(map.size(), ground.collect()).unwrap();
        let walled = Map::new(ground).unwrap().with_costs(map.costs().to_vec()).unwrap();
        for router in &mut routers(&masked) {
            let found = router.routes(&request, &());
            if !walled.is_walkable(start) || !walled.is_walkable(goal) {
                prop_assert!(found.is_err());
                continue;
            }
            let least = plain_costs(&walled, steps, 0.0, start)[at_goal];
            check(&found.unwrap(), &walled, steps, &request, least);
        }
    }

    /// On maps so small that all paths can be listed, the bound is exact: the cheapest paths of
    /// all come out in their order, and no route costs more than any path may.
    #[test]
    fn the_bound_counts_danger_exactly(
        map in prop_oneof![maps(1..=4, 1..=4), maps(2..=2, 5..=7)],
        danger in proptest::collection::vec(0..4_u32, 16),
        steps in steps(),
        picks in any::<[usize; 2]>(),
        weight in proptest::sample::select(vec![0.5, 2.0]),
        detour in detours(),
    ) {
        let area = map.size().area();
        let map = map.with_danger(danger.into_iter().cycle().take(area).collect()).unwrap();
        let Some([start, goal]) = ends(&map, picks) else { return Ok(()) };
        let request = RouteRequest { start, goal, count: 12, detour };
        let graph = Graph::weighted(&map, steps, weight);
        let least = plain_costs(&map, steps, weight, start)[map.size().index(goal)];
        let bound = (least * f64::from(detour) + 1e-9).min(100.0);
        let all = all_lengths(&map, (steps, weight), &request, bound);
        let found = Yen::new(&graph).routes(&request, &()).unwrap();
        prop_assert_eq!(found.routes.len(), all.len().min(12), "{}", map);
        for (route, expected) in found.routes.iter().zip(&all) {
            prop_assert!((route.length - expected).abs() < 1e-9, "{map}");
        }
        for route in DiverseRoutes::new(&graph).routes(&request, &()).unwrap().routes {
            let listed = all.iter().any(|length| (length - route.length).abs() < 1e-9);
            prop_assert!(listed, "{} {map}", route.length);
        }
    }
}

#[test]
fn diverse_routes_are_less_similar_than_random_walks() {
    let map: movingai::Map = include_str!("data/movingai/lak304d.map").parse().unwrap();
    let map = Map::from_movingai(&map).unwrap();
    let all = scenarios(include_str!("data/movingai/lak304d.map.scen")).unwrap();
    let graph = Graph::new(&map, Steps::EIGHT);
    let mean = |router: &mut dyn Router| {
        let queries = (0..60).map(|index| &all[index * all.len() / 60]);
        let of = |query: &movingai::Scenario| {
            let detour = Detour::new(1.05).unwrap();
            let request =
                RouteRequest { start: query.start, goal: query.goal, count: 8, detour };
            let routes = router.routes(&request, &()).unwrap();
            let bound = query.length * 1.05 + query.unit;
            assert!(routes.routes.iter().all(|route| route.length <= bound));
            routes.dissimilarity()
        };
        queries.map(of).sum::<f64>() / 60.0
    };
    let diverse = mean(&mut DiverseRoutes::new(&graph));
    let walk = mean(&mut RandomWalk::new(&graph, Seed(1)));
    assert!(diverse > 0.87, "{diverse}");
    assert!((0.3..0.45).contains(&walk), "{walk}");
}

#[test]
fn what_routes_have_in_common_is_counted() {
    let cells = |places: &[[u32; 2]]| {
        let cells: Vec<Cell> =
            places.iter().map(|&[row, column]| Cell::new(row, column)).collect();
        Route { length: Route::measure(&cells), cells }
    };
    let straight = cells(&[[1, 0], [1, 1], [1, 2]]);
    let above = cells(&[[1, 0], [0, 1], [1, 2]]);
    let both = RouteSet { routes: vec![straight.clone(), above] };
    // Two of three cells are shared.
    assert!((both.dissimilarity() - 1.0 / 3.0).abs() < 1e-12);
    assert_eq!(both.max_load(), 1);
    let load = both.load(tilewright_grid::Size::new(2, 3));
    assert_eq!(load.values(), [0, 1, 0, 2, 1, 2]);
    let same = RouteSet { routes: vec![straight.clone(), straight] };
    assert_eq!((same.dissimilarity(), same.max_load()), (0.0, 2));
    assert_eq!(
        (RouteSet::default().dissimilarity(), RouteSet::default().max_load()),
        (0.0, 0)
    );
}

#[test]
fn ends_in_walls_are_refused() {
    let map: Map = ".#.\n".parse().unwrap();
    let graph = Graph::new(&map, Steps::EIGHT);
    let [start, wall, goal] = [0, 1, 2].map(|column| Cell::new(0, column));
    let detour = Detour::new(1.0).unwrap();
    let mut diverse = DiverseRoutes::new(&graph);
    let refused =
        diverse.routes(&RouteRequest { start, goal: wall, count: 2, detour }, &());
    assert!(matches!(refused, Err(QueryError::Blocked { .. })));
    let parted = diverse.routes(&RouteRequest { start, goal, count: 2, detour }, &());
    assert_eq!(parted, Ok(RouteSet::default()));
    let stays = diverse
        .routes(&RouteRequest { start, goal: start, count: 2, detour }, &())
        .unwrap();
    assert_eq!(stays.routes, [Route { cells: vec![start], length: 0.0 }]);
    for wrong in [0.99, 101.0, f64::NAN] {
        assert!(Detour::try_from(wrong).is_err(), "{wrong}");
    }
}
