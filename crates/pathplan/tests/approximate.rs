//! Approximate fronts beside the exact ones.

use std::cell::Cell as Counter;
use std::time::Duration;

use crate::common::{ends, is_step, maps, plain_costs, steps, with_terrain};
use proptest::prelude::*;
use tilewright_formats::movingai;
use tilewright_grid::{Cell, Grid, Seed, Size};
use tilewright_pathplan::pareto::{
    ApproximateSearch, Budget, EvolvedSearch, Front, FrontSearch, Layers, ParetoPath,
    RandomWeights, hypervolume, random_sources, random_terrain,
};
use tilewright_pathplan::planners::{Astar, Planner};
use tilewright_pathplan::{DangerSource, Graph, Ground, Map, QueryError, Route, Steps};

/// Whether one path is as good as another in all.
fn covers(one: &ParetoPath, other: &ParetoPath) -> bool {
    one.route.length <= other.route.length + 1e-6
        && one.sums[0] <= other.sums[0]
        && one.sums[1] <= other.sums[1]
}

/// Checks that every path is legal, leads from end to end and has the right sums, and that none
/// dominates another one.
fn check(
    front: &Front,
    [start, goal]: [Cell; 2],
    map: &Map,
    steps: Steps,
    layers: &Layers,
) -> Result<(), TestCaseError> {
    for path in &front.paths {
        let cells = &path.route.cells;
        prop_assert_eq!([cells[0], *cells.last().unwrap()], [start, goal]);
        prop_assert_eq!(layers.sums(&path.route), path.sums);
        let mut length = 0.0;
        for step in cells.windows(2) {
            prop_assert!(is_step(map, steps, step[0], step[1]));
            length += Route::measure(step) * map.costs()[map.size().index(step[1])];
        }
        prop_assert!((length - path.route.length).abs() < 1e-9);
        let mut others = front.paths.iter().filter(|&other| !std::ptr::eq(path, other));
        prop_assert!(!others.any(|other| covers(other, path)));
    }
    let lengths = front.paths.iter().map(|path| path.route.length);
    prop_assert!(lengths.is_sorted_by(|one, next| *one <= next + 1e-6));
    Ok(())
}

/// The hypervolume of a front as a share of the exact one's.
fn share(front: &Front, exact: &Front) -> f64 {
    let of = |front: &Front| -> Vec<[f64; 3]> {
        let paths = front.paths.iter();
        paths.map(|it| [it.route.length, it.sums[0].into(), it.sums[1].into()]).collect()
    };
    let exact = of(exact);
    let low = [0, 1, 2].map(|at| exact.iter().map(|it| it[at]).fold(f64::MAX, f64::min));
    let high = [0, 1, 2].map(|at| exact.iter().map(|it| it[at]).fold(0.0, f64::max));
    let volume = |points: &[[f64; 3]]| {
        let scaled = points.iter().map(|point| {
            [0, 1, 2].map(|at| (point[at] - low[at]) / (high[at] - low[at]).max(1e-9))
        });
        hypervolume(&scaled.collect::<Vec<_>>(), [1.1; 3])
    };
    volume(&of(front)) / volume(&exact)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn a_front_without_a_limit_is_nearly_the_exact_one(
        map in prop_oneof![with_terrain(), maps(1..=9, 1..=9)],
        numbers in proptest::collection::vec(proptest::sample::select(vec![0, 0, 0, 1, 2, 7, 30]), 200),
        steps in steps(),
        count in 1..=2_usize,
        picks in proptest::collection::vec(any::<[usize; 2]>(), 1..4),
    ) {
        let area = map.size().area();
        let layers: Vec<Vec<u32>> =
            (0..count).map(|layer| numbers[layer * 100..][..area].to_vec()).collect();
        let graph = Graph::new(&map, steps);
        let layers = Layers::new(map.size(), &layers).unwrap();
        let mut exact = FrontSearch::new(&graph, &layers);
        let mut search = ApproximateSearch::new(&graph, &layers);
        for picks in picks {
            let Some([start, goal]) = ends(&map, picks) else { return Ok(()) };
            let expected = exact.front(start, goal, &()).unwrap();
            let found = search.front(start, goal, Budget::new(), &()).unwrap();
            check(&found, [start, goal], &map, steps, &layers)?;
            prop_assert_eq!(found.paths.is_empty(), expected.paths.is_empty());
            if expected.paths.is_empty() {
                continue;
            }
            // No path is better than the exact front.
            for path in &found.paths {
                prop_assert!(expected.paths.iter().any(|it| covers(it, path)));
            }
            let share = share(&found, &expected);
            prop_assert!(share > 0.99, "{share}: {found:?} {expected:?}\n{map}");

            // With the smallest budget there is at least the shortest path.
            let least = Budget::new().expansions(0);
            let least = search.front(start, goal, least, &()).unwrap();
            check(&least, [start, goal], &map, steps, &layers)?;
            let shortest = plain_costs(&map, steps, 0.0, start)[map.size().index(goal)];
            prop_assert!((least.paths[0].route.length - shortest).abs() < 1e-6);
        }
    }

    #[test]
    fn the_hypervolume_is_the_share_of_covered_cells(
        points in proptest::collection::vec([0..7_u32, 0..7, 0..7], 0..9),
    ) {
        let points: Vec<[f64; 3]> = points.iter().map(|point| point.map(f64::from)).collect();
        let mut covered = 0;
        for cell in 0..6 * 6 * 6 {
            let cell = [cell / 36, cell / 6 % 6, cell % 6].map(f64::from);
            let is_covered = |point: &[f64; 3]| (0..3).all(|at| point[at] <= cell[at]);
            covered += u32::from(points.iter().any(is_covered));
        }
        prop_assert!((hypervolume(&points, [6.0; 3]) - f64::from(covered)).abs() < 1e-9);
    }
}

/// A field with random walls, danger and terrain.
fn field(length: u32) -> (Map, Layers) {
    let mut rng = Seed(7).rng();
    let size = Size::new(length, length);
    let ground = Grid::from_fn(size, |cell| {
        let is_near = |end: u32| cell.row.abs_diff(end) + cell.column.abs_diff(end) < 5;
        let is_end = is_near(0) || is_near(length - 1);
        if rng.below(10) < 2 && !is_end { Ground::Wall } else { Ground::Free }
    });
    let map = Map::new(ground).unwrap();
    let danger = DangerSource::danger(&random_sources(&map, 20, 12.0, &mut rng), &map);
    let layers = Layers::new(size, &[danger, random_terrain(size, &mut rng)]).unwrap();
    (map, layers)
}

#[test]
fn a_larger_budget_gives_the_same_front_again_or_a_better_one() {
    let (map, layers) = field(60);
    let graph = Graph::new(&map, Steps::EIGHT);
    let ends = [Cell::new(0, 0), Cell::new(59, 59)];
    let mut used = ApproximateSearch::new(&graph, &layers);
    let exact = FrontSearch::new(&graph, &layers).front(ends[0], ends[1], &()).unwrap();
    let mut before = 0.0;
    for count in [0, 1, 1000, 5000, 20_000, 100_000] {
        let budget = Budget::new().expansions(count);
        let front = used.front(ends[0], ends[1], budget, &()).unwrap();
        check(&front, ends, &map, Steps::EIGHT, &layers).unwrap();
        let mut fresh = ApproximateSearch::new(&graph, &layers);
        assert_eq!(fresh.front(ends[0], ends[1], budget, &()), Ok(front.clone()));
        assert!(front.expansions <= count);
        let share = share(&front, &exact);
        assert!(share >= before - 1e-9, "{share} after {before}");
        before = share;
    }
    assert!(before > 0.95, "{before}");
}

#[test]
fn the_clock_ends_the_search() {
    let (map, layers) = field(60);
    let graph = Graph::new(&map, Steps::EIGHT);
    let mut search = ApproximateSearch::new(&graph, &layers);
    let looks = Counter::new(0);
    let clock = || {
        looks.set(looks.get() + 1);
        Duration::from_millis(looks.get())
    };
    let budget = Budget::new().elapsed(Duration::from_millis(5), &clock);
    let front = search.front(Cell::new(0, 0), Cell::new(59, 59), budget, &()).unwrap();
    assert!(!front.paths.is_empty());
    assert_eq!(looks.get(), 5);
}

#[test]
fn no_path_of_an_evolved_front_dominates_another_one() {
    let (map, layers) = field(40);
    let ends = [Cell::new(0, 0), Cell::new(39, 39)];
    for (steps, seed) in [(Steps::EIGHT, 1), (Steps::EIGHT, 2), (Steps::FOUR, 3)] {
        let graph = Graph::new(&map, steps);
        let mut search = EvolvedSearch::new(&graph, &layers);
        let budget = Budget::new().expansions(3000);
        let front = search.front(ends[0], ends[1], budget, Seed(seed), &()).unwrap();
        check(&front, ends, &map, steps, &layers).unwrap();
        assert!(front.paths.len() > 5, "{}", front.paths.len());
    }
}

/// Both paths have four steps, and the shorter one leads through danger.
#[test]
fn evolution_measures_diagonal_steps() {
    let map: Map = "..~..\n.....\n".parse().unwrap();
    let graph = Graph::new(&map, Steps::EIGHT);
    let layers = Layers::new(map.size(), &[map.danger().to_vec()]).unwrap();
    let ends = [Cell::new(0, 0), Cell::new(0, 4)];
    let exact = FrontSearch::new(&graph, &layers).front(ends[0], ends[1], &()).unwrap();
    let mut search = EvolvedSearch::new(&graph, &layers);
    let budget = Budget::new().expansions(500);
    let front = search.front(ends[0], ends[1], budget, Seed(1), &()).unwrap();
    assert_eq!((front.paths.len(), front.paths), (2, exact.paths));
}

#[test]
fn an_evolved_search_keeps_within_small_budgets_and_has_a_shortest_path() {
    let (map, layers) = field(60);
    let graph = Graph::new(&map, Steps::EIGHT);
    let ends = [Cell::new(0, 0), Cell::new(59, 59)];
    let shortest = Astar::new(&graph).plan(ends[0], ends[1], &()).unwrap().cloned();
    let shortest = shortest.unwrap().length;
    let mut search = EvolvedSearch::new(&graph, &layers);
    for count in [1, 5, 99, 100, 250, 1000] {
        let budget = Budget::new().expansions(count);
        let front = search.front(ends[0], ends[1], budget, Seed(1), &()).unwrap();
        check(&front, ends, &map, Steps::EIGHT, &layers).unwrap();
        assert!((front.paths[0].route.length - shortest).abs() < 1e-9);
        assert!(front.evaluations <= count, "{} of {count}", front.evaluations);
        assert!(front.evaluations > 0 && front.expansions > 0);
    }
    for limit in [0, 1, 5, 50] {
        let looks = Counter::new(0);
        let clock = || {
            looks.set(looks.get() + 1);
            Duration::from_millis(looks.get())
        };
        let budget = Budget::new().elapsed(Duration::from_millis(limit), &clock);
        let front = search.front(ends[0], ends[1], budget, Seed(1), &()).unwrap();
        assert!((front.paths[0].route.length - shortest).abs() < 1e-9);
        // Each path to begin with looks at least once, and the first one may be over the limit.
        assert!(looks.get() <= limit + 6, "{} looks for {limit} ms", looks.get());
        assert!(front.evaluations <= 1 + 100 * limit);
    }
}

/// The sum of no numbers is -0.
#[test]
fn a_path_from_a_cell_to_itself_has_length_zero_without_a_sign() {
    let map: Map = "..\n".parse().unwrap();
    let map = map.with_costs(vec![2.0, 3.0]).unwrap();
    let graph = Graph::new(&map, Steps::EIGHT);
    let layers = Layers::new(map.size(), &[vec![1; 2]]).unwrap();
    let here = Cell::new(0, 1);
    let mut exact = FrontSearch::new(&graph, &layers);
    let mut evolved = EvolvedSearch::new(&graph, &layers);
    for front in [
        exact.front(here, here, &()),
        ApproximateSearch::new(&graph, &layers).front(here, here, Budget::new(), &()),
        evolved.front(here, here, Budget::new(), Seed(1), &()),
    ] {
        let paths = front.unwrap().paths;
        assert_eq!(paths.len(), 1);
        assert_eq!(paths[0].route.length.to_bits(), 0.0_f64.to_bits());
    }
}

#[test]
fn ends_in_walls_are_refused_and_unreachable_ones_have_no_front() {
    let map: Map = "..#.\n".parse().unwrap();
    let graph = Graph::new(&map, Steps::EIGHT);
    let layers = Layers::new(map.size(), &[vec![1; 4]]).unwrap();
    let mut search = ApproximateSearch::new(&graph, &layers);
    let mut front = |from: u32, to: u32| {
        search.front(Cell::new(0, from), Cell::new(0, to), Budget::new(), &())
    };
    assert_eq!(front(0, 3), Ok(Front::default()));
    assert!(matches!(front(0, 2), Err(QueryError::Blocked { .. })));
    assert!(matches!(front(4, 0), Err(QueryError::Outside { .. })));
    let here = front(1, 1).unwrap().paths;
    assert_eq!(here.len(), 1);
    assert_eq!((here[0].route.length, here[0].sums), (0.0, [0, 0]));
}

/// On this map the exact search of three objectives can need too much memory.
#[test]
fn a_large_map_has_a_front() {
    let text = include_str!("data/movingai/brc202d.map");
    let map: movingai::Map = text.parse().unwrap();
    let map = Map::from_movingai(&map).unwrap();
    let list = include_str!("data/movingai/brc202d.map.scen");
    let query = movingai::scenarios(list).unwrap().pop().unwrap();
    let mut rng = Seed(1).rng();
    let danger = DangerSource::danger(&random_sources(&map, 40, 20.0, &mut rng), &map);
    let layers = [danger, random_terrain(map.size(), &mut rng)];
    let layers = Layers::new(map.size(), &layers).unwrap();
    let graph = Graph::new(&map, Steps::EIGHT);
    let mut search = ApproximateSearch::new(&graph, &layers);
    let budget = Budget::new().expansions(200_000);
    let front = search.front(query.start, query.goal, budget, &()).unwrap();
    assert!(front.paths.len() > 10, "{}", front.paths.len());
    assert!((front.paths[0].route.length - query.length).abs() < 0.01);
    check(&front, [query.start, query.goal], &map, Steps::EIGHT, &layers).unwrap();
}

#[test]
fn random_weights_find_paths_that_the_exact_front_covers() {
    let (map, layers) = field(40);
    let graph = Graph::new(&map, Steps::EIGHT);
    let ends = [Cell::new(0, 0), Cell::new(39, 39)];
    let exact = FrontSearch::new(&graph, &layers).front(ends[0], ends[1], &()).unwrap();
    let mut search = RandomWeights::new(&graph, &layers);
    let rng = &mut Seed(1).rng();
    let front = search.front(ends[0], ends[1], 20, rng, &()).unwrap();
    check(&front, ends, &map, Steps::EIGHT, &layers).unwrap();
    assert!(front.paths.len() > 1);
    for path in &front.paths {
        assert!(exact.paths.iter().any(|it| covers(it, path) && covers(path, it)));
    }
}
