//! Staggered maps: every planner finds what a search by the middles of cells in the world finds.

use std::collections::{BTreeMap, BTreeSet};

use tilewright_grid::{Cell, Grid, Rng, Seed, Size, Stagger, World};
use tilewright_pathplan::pareto::{FrontSearch, Layers};
use tilewright_pathplan::planners::{
    Astar, Bfs, Dijkstra, DoorAstar, Jps, NearestSearch, Planner,
};
use tilewright_pathplan::routes::{
    Detour, DiverseRoutes, Penalty, RandomWalk, RouteRequest, Router, Yen,
};
use tilewright_pathplan::{
    Connectivity, Corners, DangerSource, Graph, Ground, Map, MapError, Steps,
};

use crate::hexagons;

/// Diamonds as pictures show them: those that share an edge are 1 apart in both directions, those that share a corner 2 in one.
struct Plain<'a> {
    map: &'a Map,
    world: World,
    steps: Steps,
}

impl Plain<'_> {
    fn middle(&self, cell: Cell) -> [f64; 2] {
        self.world.middle(cell)
    }

    /// How far a cell is from another, right or left and up or down.
    fn by(&self, from: Cell, to: Cell) -> [i64; 2] {
        let ([x, y], [a, b]) = (self.middle(from), self.middle(to));
        // Diagonals are 2, so that middles lie at whole numbers.
        [(a - x).abs(), (b - y).abs()].map(|by| by as i64)
    }

    fn has_edge(&self, one: Cell, other: Cell) -> bool {
        self.by(one, other) == [1, 1]
    }

    /// The length of the step from a cell to another; none if there is no such step.
    fn step(&self, from: Cell, to: Cell) -> Option<f64> {
        if !self.map.is_walkable(from) || !self.map.is_walkable(to) {
            return None;
        }
        if self.has_edge(from, to) {
            return Some(1.0);
        }
        let has_corner = [[2, 0], [0, 2]].contains(&self.by(from, to));
        if !has_corner || self.steps.connectivity == Connectivity::Four {
            return None;
        }
        let beside = self.map.size().cells().filter(|&cell| {
            self.map.is_walkable(cell)
                && self.has_edge(cell, from)
                && self.has_edge(cell, to)
        });
        let least = match self.steps.corners {
            Corners::Never => 2,
            Corners::One => 1,
            Corners::Always => 0,
        };
        (beside.count() >= least).then_some(f64::sqrt(2.0))
    }

    fn cost(&self, from: Cell, to: Cell) -> Option<f64> {
        let length = self.step(from, to)?;
        Some(length * self.map.costs()[self.map.size().index(to)])
    }

    /// The cost of a way, which must consist of steps.
    fn measure(&self, cells: &[Cell]) -> f64 {
        let steps = cells.windows(2);
        steps.map(|step| self.cost(step[0], step[1]).expect("a step")).sum()
    }

    /// The cost from a cell to every other.
    fn costs(&self, start: Cell) -> BTreeMap<Cell, f64> {
        let mut costs = BTreeMap::from([(start, 0.0)]);
        let mut waiting = BTreeSet::from([start]);
        while let Some(cell) = waiting.pop_first() {
            // No step leads farther.
            let rows = cell.row.saturating_sub(2)..=cell.row + 2;
            for row in rows {
                for column in cell.column.saturating_sub(2)..=cell.column + 2 {
                    let next = Cell::new(row, column);
                    let Some(step) = self.cost(cell, next) else { continue };
                    let cost = costs[&cell] + step;
                    let known = costs.entry(next).or_insert(f64::INFINITY);
                    if cost < *known - 1e-12 {
                        *known = cost;
                        waiting.insert(next);
                    }
                }
            }
        }
        costs
    }
}

fn random(rng: &mut Rng, is_weighted: bool) -> Map {
    let map = hexagons::random(rng, is_weighted);
    map.with_diamonds(Stagger::ALL[rng.below(4) as usize]).unwrap()
}

fn random_steps(rng: &mut Rng) -> Steps {
    let corners = [Corners::Never, Corners::One, Corners::Always][rng.below(3) as usize];
    match rng.below(3) {
        0 => Steps::FOUR,
        1 => Steps::EIGHT,
        _ => Steps { corners, ..Steps::EIGHT },
    }
}

fn plain(map: &Map, steps: Steps) -> Plain<'_> {
    let stagger = map.shape().stagger().unwrap();
    Plain { map, world: World::staggered(map.size(), [2.0; 2], stagger), steps }
}

/// A number of random maps, each with its steps, a start and a goal that are walkable.
fn queries(count: u64) -> impl Iterator<Item = (u64, Map, Steps, [Cell; 2])> {
    (0..count).filter_map(|number| {
        let mut rng = Seed(number).rng();
        let map = random(&mut rng, number % 2 == 0);
        let steps = random_steps(&mut rng);
        let Size { rows, columns } = map.size();
        let ends = [(); 2].map(|()| Cell::new(rng.below(rows), rng.below(columns)));
        let is_open = ends.iter().all(|&cell| map.is_walkable(cell));
        is_open.then_some((number, map, steps, ends))
    })
}

fn is_near(one: f64, other: f64) -> bool {
    (one - other).abs() < 1e-9
}

#[test]
fn every_exact_planner_finds_the_cheapest_route_over_diamonds() {
    let (mut found, mut jumps) = (0, 0);
    for (number, map, steps, [start, goal]) in queries(2000) {
        let plain = plain(&map, steps);
        let expected = plain.costs(start).get(&goal).copied();
        let graph = Graph::new(&map, steps);
        let mut planners: Vec<Box<dyn Planner>> = vec![
            Box::new(Astar::new(&graph)),
            Box::new(Dijkstra::new(&graph)),
            Box::new(DoorAstar::new(&graph, &[])),
        ];
        if map.is_uniform() && steps == Steps::FOUR {
            planners.push(Box::new(Bfs::new(&graph)));
        }
        if let Ok(jps) = Jps::new(&graph) {
            planners.push(Box::new(jps));
            jumps += 1;
        }
        for planner in &mut planners {
            let mut expanded = Vec::new();
            let mut note = |cell| expanded.push(cell);
            let route = planner.plan_observed(start, goal, &mut note, &()).unwrap();
            let length = route.map(|route| route.length);
            assert_eq!(length.is_some(), expected.is_some(), "{number} {steps:?}");
            assert!(expanded.iter().all(|&cell| map.is_walkable(cell)), "{number}");
            let Some(route) = route else { continue };
            assert!(is_near(route.length, expected.unwrap()), "{number} {steps:?}");
            assert!(is_near(route.length, plain.measure(&route.cells)), "{number}");
            assert_eq!([route.cells[0], *route.cells.last().unwrap()], [start, goal]);
            found += 1;
        }
    }
    assert!(found > 2000 && jumps > 200, "{found} {jumps}");
}

#[test]
fn distances_in_steps_are_those_of_a_plain_search() {
    for (number, map, _, [start, _]) in queries(300) {
        let map = map.leveled();
        let costs = plain(&map, Steps::FOUR).costs(start);
        let graph = Graph::new(&map, Steps::FOUR);
        let found = Bfs::new(&graph).distances(start, &()).unwrap();
        for (cell, steps) in map.size().cells().zip(found) {
            let expected = costs.get(&cell).map(|&cost| cost as u32);
            assert_eq!(steps, expected, "{number} {cell}");
        }
    }
}

#[test]
fn every_router_keeps_to_the_steps_and_starts_with_the_cheapest_route() {
    let mut count = 0;
    for (number, map, steps, [start, goal]) in queries(400) {
        let plain = plain(&map, steps);
        let expected = plain.costs(start).get(&goal).copied();
        let graph = Graph::new(&map, steps);
        let detour = Detour::new(1.4).unwrap();
        let request = RouteRequest { start, goal, count: 4, detour };
        let mut routers: Vec<Box<dyn Router>> = vec![
            Box::new(Yen::new(&graph)),
            Box::new(DiverseRoutes::new(&graph)),
            Box::new(Penalty::new(&graph)),
            Box::new(RandomWalk::new(&graph, Seed(number))),
        ];
        for router in &mut routers {
            let found = router.routes(&request, &()).unwrap().routes;
            assert_eq!(found.is_empty(), expected.is_none(), "{number}");
            for route in &found {
                assert!(is_near(route.length, plain.measure(&route.cells)), "{number}");
                count += 1;
            }
            let Some(first) = found.first() else { continue };
            assert!(is_near(first.length, expected.unwrap()), "{number} {steps:?}");
        }
    }
    assert!(count > 1000, "{count}");
}

#[test]
fn fronts_hold_the_cheapest_and_the_safest_route() {
    let mut count = 0;
    for (number, map, steps, [start, goal]) in queries(600) {
        let camp = DangerSource { cell: goal, radius: 3.5 };
        let danger = DangerSource::danger(&[camp], &map);
        let plain = plain(&map, steps);
        for (cell, &danger) in map.size().cells().zip(&danger) {
            let [right, down] = plain.by(goal, cell);
            let apart = ((right * right + down * down) as f64 / 2.0).sqrt();
            assert_eq!(danger, (3.5 - apart).max(0.0) as u32, "{number} {cell}");
        }

        let graph = Graph::new(&map, steps);
        let layers = Layers::new(map.size(), std::slice::from_ref(&danger)).unwrap();
        let front = FrontSearch::new(&graph, &layers).front(start, goal, &()).unwrap();
        let expected = plain.costs(start).get(&goal).copied();
        let length = front.paths.iter().map(|path| path.route.length);
        let cheapest = length.fold(f64::INFINITY, f64::min);
        assert!(is_near(cheapest.min(1e9), expected.unwrap_or(1e9)), "{number}");
        for path in &front.paths {
            let route = &path.route;
            assert!(is_near(route.length, plain.measure(&route.cells)), "{number}");
            let entered = route.cells[1..].iter().map(|&cell| map.size().index(cell));
            assert_eq!(path.sums[0], entered.map(|at| danger[at]).sum::<u32>());
            count += 1;
        }
    }
    assert!(count > 200, "{count}");
}

#[test]
fn the_nearest_cell_is_the_nearest_in_the_world() {
    for (number, map, steps, [start, _]) in queries(400) {
        let plain = plain(&map, steps);
        let costs = plain.costs(start);
        let graph = Graph::new(&map, steps);
        let mut nearest = NearestSearch::new(&graph);
        for goal in map.size().cells() {
            let apart = |cell: Cell| {
                let [right, down] = plain.by(cell, goal);
                (right * right + down * down) as f64
            };
            let found = nearest.find(start, goal, &()).unwrap();
            let least =
                costs.keys().map(|&cell| apart(cell)).fold(f64::INFINITY, f64::min);
            assert!(costs.contains_key(&found), "{number}");
            assert!(is_near(apart(found), least), "{number} {goal}");
        }
    }
}

#[test]
fn long_staggered_maps_are_refused() {
    let row = |columns: u32| {
        Map::new(Grid::filled(Size::new(1, columns), Ground::Free)).unwrap()
    };
    assert!(row(4096).with_diamonds(Stagger::OddRows).is_ok());
    let refused = row(4097).with_diamonds(Stagger::OddRows);
    assert_eq!(refused, Err(MapError::Diamonds { rows: 1, columns: 4097 }));
    // A zigzag down: half as many cells across.
    assert!(row(8190).with_diamonds(Stagger::OddColumns).is_ok());
}
