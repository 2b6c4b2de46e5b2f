//! Hexagonal maps: every exact planner finds what a search by the distances of the middles of cells finds.

use std::collections::{BTreeMap, BTreeSet};

use tilewright_grid::{Cell, CellShape, Grid, Rng, Seed, Size, Stagger};
use tilewright_pathplan::planners::{Astar, Bfs, Dijkstra, Jps, Planner};
use tilewright_pathplan::{Graph, Ground, Map, Steps};

/// The cost from a cell to every other, by stepping to the cells whose middles are one apart.
fn plain(map: &Map, stagger: Stagger, start: Cell) -> BTreeMap<Cell, f64> {
    let mut costs = BTreeMap::from([(start, 0.0)]);
    let mut waiting = BTreeSet::from([start]);
    while let Some(cell) = waiting.pop_first() {
        for row in cell.row.saturating_sub(1)..cell.row + 2 {
            for column in cell.column.saturating_sub(1)..cell.column + 2 {
                let next = Cell::new(row, column);
                if CellShape::Hexagon(stagger).apart(cell, next) != 4
                    || !map.is_walkable(next)
                {
                    continue;
                }
                let cost = costs[&cell] + map.costs()[map.size().index(next)];
                let known = costs.entry(next).or_insert(f64::INFINITY);
                if cost < *known {
                    *known = cost;
                    waiting.insert(next);
                }
            }
        }
    }
    costs
}

/// A small map of squares, with walls and where wanted costs.
pub(crate) fn random(rng: &mut Rng, is_weighted: bool) -> Map {
    let size = Size::new(1 + rng.below(12), 1 + rng.below(12));
    let walls = rng.below(50);
    let is_wall = (0..size.area()).map(|_| rng.below(100) < walls).collect::<Vec<_>>();
    let ground = is_wall.iter().map(|&it| if it { Ground::Wall } else { Ground::Free });
    let map = Map::new(Grid::from_values(size, ground.collect()).unwrap()).unwrap();
    if !is_weighted {
        return map;
    }
    let costs = (0..size.area()).map(|_| [0.5, 1.0, 3.0][rng.below(3) as usize]);
    map.with_costs(costs.collect()).unwrap()
}

#[test]
fn every_exact_planner_finds_the_cheapest_route_over_hexagons() {
    let mut found = 0;
    for number in 0..2000 {
        let mut rng = Seed(number).rng();
        let is_weighted = number % 2 == 0;
        let stagger = Stagger::ALL[rng.below(4) as usize];
        let map = random(&mut rng, is_weighted).with_hexagons(stagger);
        let size = map.size();
        let cell =
            |rng: &mut Rng| Cell::new(rng.below(size.rows), rng.below(size.columns));
        let (start, goal) = (cell(&mut rng), cell(&mut rng));
        if !map.is_walkable(start) || !map.is_walkable(goal) {
            continue;
        }

        let costs = plain(&map, stagger, start);
        let steps = [Steps::FOUR, Steps::EIGHT][rng.below(2) as usize];
        let graph = Graph::new(&map, steps);
        let mut planners: Vec<Box<dyn Planner>> =
            vec![Box::new(Astar::new(&graph)), Box::new(Dijkstra::new(&graph))];
        if !is_weighted {
            planners.push(Box::new(Bfs::new(&graph)));
        }
        for planner in &mut planners {
            let route = planner.plan(start, goal, &()).unwrap();
            let length = route.map(|route| route.length);
            let expected = costs.get(&goal).copied();
            assert_eq!(length.is_some(), expected.is_some(), "{number}");
            let apart = length.unwrap_or(0.0) - expected.unwrap_or(0.0);
            assert!(apart.abs() < 1e-9, "{number}: {length:?} instead of {expected:?}");
            found += u32::from(length.is_some());
            for step in route.map(|route| &route.cells[..]).unwrap_or_default().windows(2)
            {
                assert_eq!(map.shape().apart(step[0], step[1]), 4, "{number}");
            }
        }
        assert!(Jps::new(&graph).is_err());
    }
    assert!(found > 2000, "{found}");
}
