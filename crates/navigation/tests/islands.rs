//! Islands, clearance and starts against the plain way: cell by cell.

use std::collections::BTreeSet;

use tilewright_grid::{Cell, Rng, Seed};
use tilewright_navigation::{
    Agent, Layer, Link, Navigation, NavigationError, Place, Query, Scratch,
};
use tilewright_pathplan::{Connectivity, Corners, Map, Steps};

fn random_map(rng: &mut Rng) -> Map {
    let [rows, columns] = [1 + rng.below(22), 1 + rng.below(22)];
    let walls = 1 + rng.below(9);
    let glyph = |rng: &mut Rng| if rng.below(10) < walls { '#' } else { '.' };
    let row = |rng: &mut Rng| (0..columns).map(|_| glyph(rng)).collect::<String>() + "\n";
    (0..rows).map(|_| row(rng)).collect::<String>().parse().unwrap()
}

#[test]
fn places_of_an_island_reach_each_other_and_no_others() {
    let mut rng = Seed(5).rng();
    let mut scratch = Scratch::default();
    for round in 0..300 {
        let tiles = random_map(&mut rng);
        let corners = [Corners::Never, Corners::One, Corners::Always][round % 3];
        let steps = Steps { connectivity: Connectivity::Eight, corners };
        let map = Navigation::new(&tiles, [Layer::walk(steps).sizes([2, 3])]).unwrap();
        let cells: Vec<Cell> = tiles.size().cells().collect();
        for size in 1..=3 {
            let agent = Agent::default().size(size);
            let stands = |cell: &Cell| map.can_stand(*cell, agent).unwrap();
            for _ in 0..20 {
                let [one, other] =
                    [0, 1].map(|_| cells[rng.below(cells.len() as u32) as usize]);
                let islands = [one, other].map(|cell| map.island(cell, agent).unwrap());
                assert_eq!(
                    islands.map(|it| it.is_some()),
                    [stands(&one), stands(&other)]
                );
                if islands.contains(&None) {
                    continue;
                }
                let query = Query::new(one, other).agent(agent);
                let is_reachable = map.is_reachable(&query, &mut scratch).unwrap();
                assert_eq!(
                    islands[0] == islands[1],
                    is_reachable,
                    "{tiles}{one} {other}"
                );
            }
        }
    }
}

#[test]
fn clearance_is_the_largest_square_and_a_start_the_nearest_place() {
    let mut rng = Seed(6).rng();
    for _ in 0..200 {
        let tiles = random_map(&mut rng);
        let layers = [Layer::walk(Steps::FOUR).sizes([2, 3])];
        let map = Navigation::new(&tiles, layers).unwrap();
        let is_clear = |cell: Cell, size: u32| {
            let rows = cell.row..cell.row + size;
            rows.flat_map(|row| {
                (cell.column..cell.column + size).map(move |at| Cell::new(row, at))
            })
            .all(|cell| tiles.is_walkable(cell))
        };
        for cell in tiles.size().cells() {
            let largest = (1..=8).filter(|&size| is_clear(cell, size)).max().unwrap_or(0);
            let clearance = map.clearance(cell, Agent::default().layer).unwrap();
            assert_eq!(u32::from(clearance), largest, "{tiles}{cell}");

            let agent = Agent::default().size(3);
            let apart = |other: Cell| {
                let [row, column] =
                    [other.row.abs_diff(cell.row), other.column.abs_diff(cell.column)];
                row * row + column * column
            };
            let free = tiles.size().cells().filter(|&other| is_clear(other, 3));
            let nearest = free.min_by_key(|&other| apart(other));
            let start = map.nearest_start(cell, agent).unwrap();
            assert_eq!(start, nearest.map(Place::from), "{tiles}{cell}");
        }
    }
}

#[test]
fn links_lead_to_islands() {
    let tiles: Map = "..#..#..\n".parse().unwrap();
    let mut map = Navigation::new(&tiles, [Layer::walk(Steps::FOUR)]).unwrap();
    let [west, middle, east] = [0, 3, 6].map(|column| Cell::new(0, column));
    map.add_link(Link::one_way(west, middle, 2.0).mask(1)).unwrap();
    map.add_link(Link::both_ways(middle, east, 2.0).mask(2)).unwrap();
    let agent = Agent::default();
    let count = |map: &Navigation, from, mask| {
        map.islands_from(from, agent.mask(mask)).unwrap().len()
    };
    assert_eq!([1, 2, 3].map(|mask| count(&map, west, mask)), [2, 1, 3]);
    assert_eq!([1, 2, 3].map(|mask| count(&map, east, mask)), [1, 2, 2]);
    assert_eq!(count(&map, Cell::new(0, 2), 3), 0);
    let all: BTreeSet<_> = map.islands_from(west, agent).unwrap().into_iter().collect();
    let each = [west, middle, east].map(|cell| map.island(cell, agent).unwrap().unwrap());
    assert_eq!(all, BTreeSet::from(each));

    let outside = map.island(Cell::new(1, 0), agent);
    assert!(matches!(outside, Err(NavigationError::Outside { .. })));
    assert!(matches!(
        map.clearance(west, tilewright_navigation::LayerId(1)),
        Err(NavigationError::Layer(_))
    ));
    assert!(matches!(
        map.can_stand(west, agent.size(2)),
        Err(NavigationError::Size { .. })
    ));
}
