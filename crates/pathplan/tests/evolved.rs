//! The planners that evolve paths: what they promise, and what the article's comparison shows.

use std::fs;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicU64, Ordering};

use proptest::prelude::*;
use tilewright_formats::movingai::{self, scenarios};
use tilewright_grid::{Cell, Grid, Seed, Size};
use tilewright_pathplan::compare::{CompareError, Comparison, Instance, Row, Run};
use tilewright_pathplan::evolved::{
    Distance, EvolveError, EvolvedPlanner, Initialization, Method, Options, Replacement,
    ResultSource,
};
use tilewright_pathplan::planners::{Astar, Bfs, Planner, Stopwatch};
use tilewright_pathplan::{Graph, Ground, Map, Steps};

/// One of the ten maps of `tilewright redo`.
fn instance(name: &str) -> Instance {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../cli/src/redo/maps");
    let read = |end| fs::read_to_string(format!("{folder}/{name}.{end}")).unwrap();
    let map = Map::from_movingai(&read("map").parse::<movingai::Map>().unwrap()).unwrap();
    let first = scenarios(&read("map.scen")).unwrap().swap_remove(0);
    Instance { name: name.to_owned(), map, start: first.start, goal: first.goal }
}

fn small() -> Vec<Instance> {
    [
        "m01_13x13",
        "m02_13x13",
        "m03_13x13",
        "m04_13x13",
        "m05_13x13_u",
        "m06_13x13_u",
        "m07_12x20",
        "m08_12x20_u",
        "m09_15x16",
        "m10_15x16_u",
    ]
    .map(instance)
    .into()
}

/// The rows of all runs, that of A* first.
fn compare(
    instances: &[Instance],
    planners: &[Options],
    runs: u32,
    seed: Seed,
    stopwatch: Stopwatch<'_>,
) -> Result<Vec<Row>, CompareError> {
    let comparison = Comparison::new(instances, planners, runs, seed)?;
    let mut found = Vec::new();
    let mut on_run = |run| {
        found.push(run);
        ControlFlow::Continue(())
    };
    let _ = comparison.run(0..comparison.total(), stopwatch, &mut on_run, &())?;
    Ok(comparison.rows((0..).zip(&found)))
}

fn accuracy(options: Options, generations: u32) -> f64 {
    let options = Options { generations, ..options };
    let rows = compare(&small(), &[options], 100, Seed(1), &mut |work| {
        work();
        0.0
    });
    let rows: Vec<Row> = rows.unwrap();
    assert_eq!((rows[0].planner.as_str(), rows[0].accuracy.mean), ("astar", 1.0));
    assert_eq!(rows[1].runs, 1000);
    100.0 * rows[1].accuracy.mean
}

/// The accuracy that the project's specification states, from an independent port: after
/// 4, 10 and 20 generations, ten maps, 100 runs each.
#[test]
fn the_articles_comparison_comes_out_as_known() {
    let walks = |method| Options {
        initialization: Initialization::RandomWalk,
        ..Options::new(method)
    };
    let literal = Options {
        distance: Distance::Manhattan,
        result: ResultSource::FinalPopulation,
        ..Options::new(Method::Improved)
    };
    for (options, expected, tolerance) in [
        (Options::new(Method::Improved), [99.0, 99.9, 100.0], 1.0),
        (literal, [67.0, 67.0, 68.0], 5.0),
        (Options::new(Method::Traditional), [9.0, 19.0, 30.0], 5.0),
        (Options::new(Method::Regrow), [18.0, 47.0, 70.0], 5.0),
        (Options::new(Method::AstarMutation), [100.0; 3], 0.5),
        (walks(Method::AstarMutation), [100.0; 3], 0.5),
    ] {
        for (generations, expected) in [4, 10, 20].into_iter().zip(expected) {
            let found = accuracy(options, generations);
            assert!(
                (found - expected).abs() <= tolerance,
                "{options:?} {generations}: {found}"
            );
        }
    }
    for method in [Method::Traditional, Method::Regrow] {
        assert!(accuracy(walks(method), 10) < 1.0, "{method}");
    }
}

fn options() -> impl Strategy<Value = Options> {
    let method = proptest::sample::select(Method::ALL.to_vec());
    (method, 0..6_u32, any::<[bool; 4]>()).prop_map(|(method, generations, flags)| {
        let [manhattan, last, if_shorter, walks] = flags;
        Options {
            generations,
            distance: if manhattan { Distance::Manhattan } else { Distance::Euclidean },
            result: if last {
                ResultSource::FinalPopulation
            } else {
                ResultSource::BestEver
            },
            replacement: if if_shorter {
                Replacement::IfShorter
            } else {
                Replacement::Always
            },
            initialization: if walks {
                Initialization::RandomWalk
            } else {
                Initialization::DepthFirst
            },
            ..Options::new(method)
        }
    })
}

fn maps() -> impl Strategy<Value = Map> {
    (1..8_u32, 1..8_u32).prop_flat_map(|(rows, columns)| {
        let size = Size::new(rows, columns);
        let ground = prop_oneof![3 => Just(Ground::Free), 1 => Just(Ground::Wall)];
        proptest::collection::vec(ground, size.area()).prop_map(move |cells| {
            Map::new(Grid::from_values(size, cells).unwrap()).unwrap()
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Whatever the options, what is found is a walk from start to goal, no shorter than the
    /// shortest, and the same again from the same seed; it is found where there is a way.
    #[test]
    fn what_evolves_is_a_path(map in maps(), options in options(), picks in any::<[usize; 2]>(), seed in any::<u64>()) {
        let free: Vec<Cell> = map.size().cells().filter(|&cell| map.is_walkable(cell)).collect();
        if free.is_empty() {
            return Ok(());
        }
        let [start, goal] = picks.map(|pick| free[pick % free.len()]);
        let graph = Graph::new(&map, Steps::FOUR);
        let mut bfs = Bfs::new(&graph);
        let shortest = bfs.plan(start, goal, &()).unwrap().map(|route| route.cells.len());
        let mut planner = EvolvedPlanner::new(&graph, &map, options, Seed(seed)).unwrap();
        let mut generations = 0;
        let found = planner.evolve(start, goal, &mut |evolving| {
            generations += 1;
            assert!(evolving.paths().all(|path| path[0] == start && path.last() == Some(&goal)));
            ControlFlow::Continue(())
        }, &());
        let found = found.unwrap().cloned();
        prop_assert_eq!(found.is_some(), shortest.is_some());
        let Some(route) = found else { return Ok(()) };
        prop_assert_eq!(generations, u64::from(options.generations) + 1);
        prop_assert!(route.cells.len() >= shortest.unwrap());
        prop_assert_eq!([route.cells[0], *route.cells.last().unwrap()], [start, goal]);
        for step in route.cells.windows(2) {
            let (down, right) = (step[0].row.abs_diff(step[1].row), step[0].column.abs_diff(step[1].column));
            prop_assert!(down + right == 1 && map.is_walkable(step[1]));
        }
        let again = planner.plan(start, goal, &()).unwrap().cloned();
        prop_assert_eq!(again, Some(route));
    }
}

#[test]
fn eight_neighbours_and_instances_without_a_path_are_refused() {
    let map: Map = "..#.\n..#.\n".parse().unwrap();
    let graph = Graph::new(&map, Steps::EIGHT);
    let options = Options::new(Method::Improved);
    assert!(EvolvedPlanner::new(&graph, &map, options, Seed(1)).is_err());
    let [start, goal] = [Cell::new(0, 0), Cell::new(1, 3)];
    let walled = Instance { name: "walled".to_owned(), map, start, goal };
    let found = compare(&[walled], &[options], 1, Seed(1), &mut |_| 0.0);
    assert_eq!(found, Err(CompareError::NoPath { name: "walled".to_owned() }));
}

/// A meadow with a brook, which has a ford in its fifth row.
fn brook() -> Instance {
    let mut rows = vec!["......................99......"; 13];
    rows[4] = "..............................";
    rows[7] = "......####......####..99..##..";
    let map = rows.join("\n").parse().unwrap();
    let [start, goal] = [Cell::new(11, 3), Cell::new(9, 28)];
    Instance { name: "brook".to_owned(), map, start, goal }
}

/// The planner of the article counted cells whatever they cost, and waded.
#[test]
fn the_articles_planner_goes_by_the_ford() {
    let Instance { map, start, goal, .. } = brook();
    let graph = Graph::new(&map, Steps::FOUR);
    let mut astar = Astar::new(&graph);
    let optimum = astar.plan(start, goal, &()).unwrap().unwrap().length;
    for seed in 0..30 {
        let options = Options::new(Method::Improved);
        let mut planner = EvolvedPlanner::new(&graph, &map, options, Seed(seed)).unwrap();
        let route = planner.plan(start, goal, &()).unwrap().unwrap();
        assert!((route.length - optimum).abs() < 1e-9, "{seed}: {}", route.length);
        assert!(route.cells.contains(&Cell::new(4, 22)), "{seed}");
    }
}

#[test]
fn a_comparison_on_a_map_with_costs_asks_for_the_least_cost() {
    let planners = [Options::new(Method::Improved), Options::new(Method::Traditional)];
    let rows = compare(&[brook()], &planners, 30, Seed(2), &mut |work| {
        work();
        1.0
    })
    .unwrap();
    let accuracy: Vec<f64> = rows.iter().map(|row| row.accuracy.mean).collect();
    assert_eq!(accuracy, [1.0, 1.0, 0.0]);
    assert!(rows[2].length_ratio > 1.2, "{}", rows[2].length_ratio);
}

#[test]
fn a_search_ends_when_its_watcher_breaks() {
    let Instance { map, start, goal, .. } = brook();
    let graph = Graph::new(&map, Steps::FOUR);
    let options = Options { generations: 1000, ..Options::new(Method::Improved) };
    let mut planner = EvolvedPlanner::new(&graph, &map, options, Seed(1)).unwrap();
    let mut best = f64::INFINITY;
    let found = planner.evolve(
        start,
        goal,
        &mut |seen| {
            best = best.min(seen.best().length);
            if seen.generation < 3 {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        },
        &(),
    );
    let length = found.unwrap().unwrap().length;
    assert!((length - best).abs() < 1e-9, "{length} {best}");
}

#[test]
fn a_map_on_which_a_population_would_take_too_much_memory_is_refused() {
    let map = Map::new(Grid::filled(Size::new(1000, 1000), Ground::Free)).unwrap();
    let graph = Graph::new(&map, Steps::FOUR);
    let refused =
        EvolvedPlanner::new(&graph, &map, Options::new(Method::Improved), Seed(1));
    let expected = EvolveError::Memory { population: 1000, cells: 1_000_000 };
    assert_eq!(refused.err(), Some(expected));
    assert!(
        EvolvedPlanner::new(&graph, &map, Options::new(Method::Regrow), Seed(1)).is_ok()
    );
}

/// A comparison that ends after any run, is kept as text and resumed comes to the same bytes.
#[test]
fn a_comparison_is_resumed_after_any_run() {
    let mut instances = vec![instance("m01_13x13"), instance("m05_13x13_u")];
    instances.push(brook());
    let planners = [Method::Improved, Method::Regrow]
        .map(|method| Options { generations: 3, ..Options::new(method) });
    let comparison = Comparison::new(&instances, &planners, 2, Seed(7)).unwrap();
    assert_eq!(comparison.total(), 18);
    let run = |numbers: Range<u64>, most: usize| {
        let mut clock = |work: &mut dyn FnMut()| {
            work();
            3.0
        };
        let mut found = Vec::new();
        let flow = comparison.run(
            numbers,
            &mut clock,
            &mut |run| {
                found.push(run);
                if found.len() == most {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            },
            &(),
        );
        assert_eq!(flow.unwrap().is_break(), found.len() == most);
        found
    };
    let whole = run(0..18, usize::MAX);
    assert_eq!(whole.len(), 18);
    for (number, found) in (0..).zip(&whole) {
        let text = serde_json::to_string(found).unwrap();
        assert_eq!(serde_json::from_str::<Run>(&text).unwrap(), *found);
        assert!(comparison.is_possible(number, found));
    }
    for end in 1..18 {
        let mut runs = run(0..18, end);
        assert_eq!(runs.len(), end);
        runs.extend(run(end as u64..18, usize::MAX));
        assert_eq!(runs, whole);
    }
    let rows = comparison.rows((0..).zip(&whole));
    assert_eq!(rows.iter().map(|row| row.runs).collect::<Vec<_>>(), [6, 6, 6]);
    assert_eq!(comparison.rows((0..).zip(&whole[..7])).len(), 2);
    // Impossible results are detected, and other comparisons have another fingerprint.
    let short = Run { cost: Some(1.0), ..whole[0] };
    assert!(!comparison.is_possible(0, &short));
    let other = Comparison::new(&instances[..2], &planners, 2, Seed(7)).unwrap();
    assert_ne!(other.fingerprint(), comparison.fingerprint());
}

/// A run that is stopped, within a generation or between two, is not counted.
#[test]
fn a_run_that_is_stopped_is_not_counted() {
    let instances = [brook()];
    let planners = [Options::new(Method::Improved)];
    let comparison = Comparison::new(&instances, &planners, 2, Seed(7)).unwrap();
    // The flow, how many runs are done, and how many looks there were.
    let stopped_at = |last: u64| {
        let (looks, mut done) = (AtomicU64::new(0), 0);
        let flow = comparison.run(
            2..4,
            &mut |work| {
                work();
                3.0
            },
            &mut |_| {
                done += 1;
                ControlFlow::Continue(())
            },
            &|| {
                if 1 + looks.fetch_add(1, Ordering::Relaxed) == last {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            },
        );
        (flow.unwrap(), done, looks.into_inner())
    };
    let (flow, done, looks) = stopped_at(u64::MAX);
    assert_eq!((flow, done), (ControlFlow::Continue(()), 2));
    for (last, done) in
        [(1, 0), (2, 0), (looks / 2 - 5, 0), (looks / 2 + 9, 1), (looks, 1)]
    {
        assert_eq!(stopped_at(last), (ControlFlow::Break(()), done, last));
    }
}

#[test]
fn a_weighted_sum_shuns_danger() {
    let rows = ["..........", "..........", "..........", "..........", ".........."];
    let mut map: Map = rows.join("\n").parse().unwrap();
    let danger =
        map.size().cells().map(|cell| if cell.row == 2 { 20 } else { 0 }).collect();
    map = map.with_danger(danger).unwrap();
    let graph = Graph::new(&map, Steps::FOUR);
    let mut total = [0; 2];
    for seed in 0..20 {
        for (side, fitness_danger_weight) in [0.0, 1.0].into_iter().enumerate() {
            let options = Options {
                fitness_danger_weight,
                generations: 40,
                ..Options::new(Method::WeightedSum)
            };
            let mut planner =
                EvolvedPlanner::new(&graph, &map, options, Seed(seed)).unwrap();
            let ends = [Cell::new(2, 0), Cell::new(2, 9)];
            let route = planner.plan(ends[0], ends[1], &()).unwrap().unwrap();
            total[side] += route.cells.iter().filter(|cell| cell.row == 2).count();
        }
    }
    assert!(total[1] < total[0], "{total:?}");
}
