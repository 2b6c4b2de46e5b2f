//! The fronts of length, danger and terrain against a plain search.

use crate::common::{ends, is_step, maps, next_cells, plain_costs, steps, with_terrain};
use proptest::prelude::*;
use tilewright_grid::{Cell, Seed, Size};
use tilewright_pathplan::pareto::{
    FrontSearch, Layers, LayersError, random_sources, random_terrain,
};
use tilewright_pathplan::{DangerSource, Graph, Map, Route, Steps};

/// Length and sums.
type ParetoPath = (f64, [u32; 2]);

/// Whether one is as good as another in all.
fn covers(one: ParetoPath, other: ParetoPath) -> bool {
    one.0 <= other.0 + 1e-9 && one.1[0] <= other.1[0] && one.1[1] <= other.1[1]
}

/// The Pareto front of all paths to the goal: every cell passes its labels to its neighbours until
/// nothing changes.
fn plain_front(
    map: &Map,
    steps: Steps,
    values: &[[u32; 2]],
    [start, goal]: [Cell; 2],
) -> Vec<ParetoPath> {
    let size = map.size();
    let mut fronts: Vec<Vec<ParetoPath>> = vec![Vec::new(); size.area()];
    fronts[size.index(start)].push((0.0, [0; 2]));
    let mut changed = vec![start];
    while let Some(from) = changed.pop() {
        for (to, length) in next_cells(map, steps, from) {
            let at = size.index(to);
            for (before, sums) in fronts[size.index(from)].clone() {
                let length = before + length * map.costs()[at];
                let sums = [sums[0] + values[at][0], sums[1] + values[at][1]];
                let new = (length, sums);
                if fronts[at].iter().any(|&other| covers(other, new)) {
                    continue;
                }
                fronts[at].retain(|&other| !covers(new, other));
                fronts[at].push(new);
                changed.push(to);
            }
        }
    }
    let mut front = fronts.swap_remove(size.index(goal));
    front.sort_by(|one, other| one.0.total_cmp(&other.0));
    for same in front.chunk_by_mut(|one, next| next.0 - one.0 < 1e-6) {
        same.sort_by_key(|path| path.1);
    }
    front
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn the_front_is_that_of_a_plain_search(
        map in prop_oneof![with_terrain(), maps(1..=9, 1..=9)],
        numbers in proptest::collection::vec(proptest::sample::select(vec![0, 0, 0, 1, 2, 7, 30]), 200),
        steps in steps(),
        layers in 1..=2_usize,
        picks in proptest::collection::vec(any::<[usize; 2]>(), 1..4),
    ) {
        let area = map.size().area();
        let chosen: Vec<Vec<u32>> =
            (0..layers).map(|layer| numbers[layer * 100..][..area].to_vec()).collect();
        let graph = Graph::new(&map, steps);
        let sums = Layers::new(map.size(), &chosen).unwrap();
        let mut search = FrontSearch::new(&graph, &sums);
        let values: Vec<[u32; 2]> = (0..area)
            .map(|cell| [chosen[0][cell], chosen.get(1).map_or(0, |layer| layer[cell])])
            .collect();
        // Its memory must not carry over from one query to the next.
        for picks in picks {
            let Some(ends) = ends(&map, picks) else { return Ok(()) };
            let expected = plain_front(&map, steps, &values, ends);
            let found = search.front(ends[0], ends[1], &()).unwrap();
            let shortest = plain_costs(&map, steps, 0.0, ends[0])[map.size().index(ends[1])];
            prop_assert_eq!(found.paths.is_empty(), shortest.is_infinite());
            prop_assert_eq!(found.paths.len(), expected.len(), "{:?} {:?}\n{}", found, expected, map);
            for (path, expected) in found.paths.iter().zip(&expected) {
                let route = &path.route;
                prop_assert!((route.length - expected.0).abs() < 1e-9);
                prop_assert_eq!(path.sums, expected.1);
                prop_assert_eq!(sums.sums(route), expected.1);
                prop_assert_eq!([route.cells[0], *route.cells.last().unwrap()], ends);
                let mut length = 0.0;
                for step in route.cells.windows(2) {
                    prop_assert!(is_step(&map, steps, step[0], step[1]));
                    length += Route::measure(step) * map.costs()[map.size().index(step[1])];
                }
                prop_assert!((length - route.length).abs() < 1e-9);
            }
        }
    }
}

#[test]
fn the_front_has_the_path_around_the_danger() {
    let map: Map = ".....\n.....\n.....\n".parse().unwrap();
    let source = DangerSource { cell: Cell::new(1, 2), radius: 1.0 };
    let danger = DangerSource::danger(&[source], &map);
    let graph = Graph::new(&map, Steps::FOUR);
    let layers = Layers::new(map.size(), &[danger]).unwrap();
    let front =
        FrontSearch::new(&graph, &layers).front(Cell::new(1, 0), Cell::new(1, 4), &());
    let paths = front.unwrap().paths;
    let found: Vec<_> = paths.iter().map(|it| (it.route.length, it.sums[0])).collect();
    assert_eq!(found, [(4.0, 1), (6.0, 0)]);
}

#[test]
fn layers_that_do_not_fit_are_refused() {
    let size = Size::new(1, 2);
    let refused = |layers: &[Vec<u32>]| Layers::new(size, layers).unwrap_err();
    assert_eq!(refused(&[]), LayersError::Count { found: 0 });
    assert_eq!(refused(&vec![vec![0, 0]; 3]), LayersError::Count { found: 3 });
    assert_eq!(refused(&[vec![0]]), LayersError::Values { expected: 2, found: 1 });
    assert_eq!(refused(&[vec![1 << 30, 1 << 30]]), LayersError::Sum);
}

#[test]
fn random_sources_and_terrain_are_uniform() {
    let map: Map = ".#\n..\n".parse().unwrap();
    let mut rng = Seed(3).rng();
    let sources = random_sources(&map, 3000, 2.0, &mut rng);
    for cell in map.size().cells() {
        let count = sources.iter().filter(|source| source.cell == cell).count();
        let expected = if map.is_walkable(cell) { 1000 } else { 0 };
        // Four standard deviations of a third of 3000.
        assert!(count.abs_diff(expected) < 104, "{cell:?} {count}");
        assert!(expected > 0 || count == 0);
    }
    let size = Size::new(160, 200);
    let terrain = random_terrain(size, &mut rng);
    let mut counts = [0; 4];
    for cell in size.cells() {
        let value = terrain[size.index(cell)];
        let corner = Cell::new(cell.row / 8 * 8, cell.column / 8 * 8);
        assert_eq!(value, terrain[size.index(corner)]);
        counts[value as usize] += u32::from(cell == corner);
    }
    // Of 500 blocks a quarter each, within four standard deviations.
    assert!(counts.iter().all(|&count| (86..=164).contains(&count)), "{counts:?}");
}
