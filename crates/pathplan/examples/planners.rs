//! The exact planners compared with those of the crates `pathfinding` and `grid_pathfinding`: the
//! median time of a query over every scenario of three maps, on one core. Paths of
//! `grid_pathfinding` 0.3 that count as "not optimal" are shorter, since it cuts corners.
//!
//! `cargo xtask bench planners`

#![expect(clippy::print_stdout, reason = "prints a table")]

use std::time::{Duration, Instant};

use grid_util::grid::ValueGrid;
use grid_util::point::Point;
use tilewright_formats::movingai::{self, Scenario};
use tilewright_grid::Cell;
use tilewright_pathplan::planners::{Astar, Bfs, Jps, Planner};
use tilewright_pathplan::{Graph, Map, Steps};

macro_rules! data {
    ($name:literal, $extension:literal) => {
        include_str!(concat!("../tests/data/movingai/", $name, $extension))
    };
}

const MAPS: [(&str, &str, &str); 3] = [
    ("lak304d", data!("lak304d", ".map"), data!("lak304d", ".map.scen")),
    ("brc202d", data!("brc202d", ".map"), data!("brc202d", ".map.scen")),
    ("Aftershock", data!("Aftershock", ".map"), data!("Aftershock", ".map.scen")),
];

fn main() {
    println!(
        "map         planner                   median µs  mean µs  not optimal  prepared once"
    );
    for (name, map, scenarios) in MAPS {
        let map: movingai::Map = map.parse().expect("the map is whole");
        let map = Map::from_movingai(&map).expect("the map is whole");
        let queries = movingai::scenarios(scenarios).expect("the scenarios are whole");
        ours(name, &map, &queries);
        theirs(name, &map, &queries);
        flood(name, &map, &queries);
    }
}

/// Times every query, the best of three, and prints a line.
fn table(
    name: &str,
    planner: &str,
    queries: &[Scenario],
    prepared: Duration,
    mut plan: impl FnMut(&Scenario) -> f64,
) {
    let mut wrong = 0;
    let mut times: Vec<f64> = Vec::new();
    for query in queries {
        let mut best = f64::INFINITY;
        let mut length = 0.0;
        for _ in 0..3 {
            let begun = Instant::now();
            length = plan(query);
            best = best.min(begun.elapsed().as_secs_f64() * 1e6);
        }
        times.push(best);
        let is_as_long = (length - query.length).abs() <= query.unit.max(1e-4);
        wrong += u32::from(!is_as_long);
    }
    times.sort_by(f64::total_cmp);
    let mean = times.iter().sum::<f64>() / times.len() as f64;
    let median = times[times.len() / 2];
    println!(
        "{name:<11} {planner:<25} {median:9.1} {mean:8.1} {wrong:12}  {:.1} ms",
        prepared.as_secs_f64() * 1e3
    );
}

fn ours(name: &str, map: &Map, queries: &[Scenario]) {
    let begun = Instant::now();
    let graph = Graph::new(map, Steps::EIGHT);
    let laid_out = begun.elapsed();
    let mut jps = Jps::new(&graph).expect("these are its steps");
    let prepared = begun.elapsed();
    let mut astar = Astar::new(&graph);
    let length = |planner: &mut dyn Planner, query: &Scenario| {
        let found = planner.plan(query.start, query.goal, &());
        found.ok().flatten().map_or(f64::INFINITY, |route| route.length)
    };
    table(name, "tilewright A*", queries, laid_out, |query| length(&mut astar, query));
    table(name, "tilewright JPS", queries, prepared, |query| length(&mut jps, query));
}

fn theirs(name: &str, map: &Map, queries: &[Scenario]) {
    let size = map.size();
    let begun = Instant::now();
    let (columns, rows) = (size.columns as usize, size.rows as usize);
    let mut grid = grid_pathfinding::PathingGrid::new(columns, rows, true);
    for cell in size.cells() {
        let is_blocked = !map.is_walkable(cell);
        grid.set(cell.column.cast_signed(), cell.row.cast_signed(), is_blocked);
    }
    grid.allow_diagonal_move = true;
    grid.improved_pruning = false;
    grid.initialize();
    grid.generate_components();
    let prepared = begun.elapsed();
    let point =
        |cell: Cell| Point::new(cell.column.cast_signed(), cell.row.cast_signed());
    table(name, "grid_pathfinding JPS", queries, prepared, |query| {
        let path =
            grid.get_path_single_goal(point(query.start), point(query.goal), false);
        let across = |step: &[Point]| step[0].x != step[1].x && step[0].y != step[1].y;
        path.map_or(f64::INFINITY, |path| {
            let across = path.windows(2).filter(|step| across(step)).count() as f64;
            (path.len() - 1) as f64 - across + across * std::f64::consts::SQRT_2
        })
    });
    let few: Vec<Scenario> = queries.iter().step_by(10).cloned().collect();
    table(name, "pathfinding astar (1 in 10)", &few, Duration::ZERO, |query| {
        generic_astar(map, query)
    });
}

/// The A* of `pathfinding`, with integer costs as in its own examples; the exact length is computed
/// afterwards.
fn generic_astar(map: &Map, query: &Scenario) -> f64 {
    type Place = (i32, i32);
    let size = map.size();
    let walls: &[tilewright_pathplan::Ground] = map.grounds().values();
    let free = |(row, column): Place| {
        row >= 0
            && column >= 0
            && row.cast_unsigned() < size.rows
            && column.cast_unsigned() < size.columns
            && !walls[row as usize * size.columns as usize + column as usize].is_blocked()
    };
    let goal: Place = (query.goal.row.cast_signed(), query.goal.column.cast_signed());
    let next = |&(row, column): &Place| {
        let mut next: Vec<(Place, u32)> = Vec::with_capacity(8);
        for down in -1..=1 {
            for right in -1..=1 {
                let is_across = down != 0 && right != 0;
                let to = (row + down, column + right);
                let is_open = (down, right) != (0, 0)
                    && free(to)
                    && (!is_across
                        || free((row + down, column)) && free((row, column + right)));
                if is_open {
                    next.push((to, if is_across { 19_601 } else { 13_860 }));
                }
            }
        }
        next
    };
    let estimate = |&(row, column): &Place| {
        let (down, right) =
            ((row - goal.0).unsigned_abs(), (column - goal.1).unsigned_abs());
        let (short, long) = (down.min(right), down.max(right));
        13_860 * (long - short) + 19_601 * short
    };
    let start: Place = (query.start.row.cast_signed(), query.start.column.cast_signed());
    let found =
        pathfinding::prelude::astar(&start, next, estimate, |&place| place == goal);
    let is_across = |step: &[Place]| step[0].0 != step[1].0 && step[0].1 != step[1].1;
    found.map_or(f64::INFINITY, |(path, _)| {
        let across = path.windows(2).filter(|step| is_across(step)).count() as f64;
        (path.len() - 1) as f64 - across + across * std::f64::consts::SQRT_2
    })
}

/// The number of cells per second of a breadth-first search.
fn flood(name: &str, map: &Map, queries: &[Scenario]) {
    let graph = Graph::new(map, Steps::FOUR);
    let mut bfs = Bfs::new(&graph);
    let few: Vec<&Scenario> = queries.iter().rev().take(100).collect();
    let (mut cells, mut seconds) = (0, 0.0);
    for query in few {
        let begun = Instant::now();
        let found = bfs.plan(query.start, query.goal, &());
        assert!(found.is_ok());
        seconds += begun.elapsed().as_secs_f64();
        cells += bfs.expansions();
    }
    println!(
        "{name:<11} tilewright BFS: {:.0} million cells per second",
        cells as f64 / seconds / 1e6
    );
}
