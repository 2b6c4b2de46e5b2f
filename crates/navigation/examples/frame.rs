//! What changes and queries of a map cost within a frame: medians and the slowest hundredth, in microseconds, on one core.
//!
//! `cargo xtask bench navigation`

#![expect(clippy::print_stdout, reason = "prints a table")]

use std::hint::black_box;
use std::time::Instant;

use tilewright_grid::{Cell, Rng, Seed, Size};
use tilewright_navigation::{
    Agent, Layer, Navigation, Outcome, Query, Route, Scratch, Terrain,
};
use tilewright_pathplan::planners::{Astar, Planner as _};
use tilewright_pathplan::{Graph, Map, Steps};

const SIDE: u32 = 512;

fn main() {
    println!(
        "what                                                     median   99 %    max"
    );
    for walls in [0, 10, 20, 35, 40] {
        changes(walls, &[], "");
    }
    changes(20, &[2, 3], ", sizes 1 to 3");
    routes();
    costs();
}

/// The times of a kind of work, in microseconds.
#[derive(Default)]
struct Times(Vec<f64>);

impl Times {
    fn take<T>(&mut self, work: impl FnOnce() -> T) -> T {
        let begun = Instant::now();
        let made = black_box(work());
        self.0.push(begun.elapsed().as_secs_f64() * 1e6);
        made
    }

    fn print(mut self, what: &str) {
        self.0.sort_by(f64::total_cmp);
        let share = |percent: usize| self.0[(self.0.len() - 1) * percent / 100];
        println!("{what:54} {:8.2} {:7.1} {:7.0}", share(50), share(99), share(100));
    }
}

fn cell(rng: &mut Rng) -> Cell {
    Cell::new(rng.below(SIDE), rng.below(SIDE))
}

/// A map with this share of walls.
fn scattered(percent: u32) -> Map {
    let mut rng = Seed(1).rng();
    let mut row = || {
        let glyph = |_| if rng.below(100) < percent { '#' } else { '.' };
        (0..SIDE).map(glyph).collect::<String>() + "\n"
    };
    let text: String = (0..SIDE).map(|_| row()).collect();
    text.parse().expect("rows of the same length")
}

/// A wall more or less, and whether one random cell can be reached from another one then.
fn changes(percent: u32, sizes: &[u8], more: &str) {
    let layer = Layer::walk(Steps::EIGHT).sizes(sizes.iter().copied());
    let mut map = Navigation::new(&scattered(percent), [layer]).expect("a map");
    let (mut scratch, mut rng) = (Scratch::default(), Seed(2).rng());
    let mut times = Times::default();
    for _ in 0..20_000 {
        let (changed, query) =
            (cell(&mut rng), Query::new(cell(&mut rng), cell(&mut rng)));
        let before = map.terrain(changed).expect("on the map");
        let after = if before == Terrain::FREE { Terrain::WALL } else { Terrain::FREE };
        times
            .take(|| {
                map.set(changed, after).expect("on the map");
                map.is_reachable(&query, &mut scratch)
            })
            .expect("a query");
        map.set(changed, before).expect("on the map");
    }
    times.print(&format!("change, reachability: {percent} % walls{more}"));
}

/// Routes that outlast changes, goals in walls.
fn routes() {
    let mut map =
        Navigation::new(&scattered(20), [Layer::walk(Steps::EIGHT)]).expect("a map");
    let (mut scratch, mut rng) = (Scratch::default(), Seed(5).rng());
    let mut routes: Vec<Route> = Vec::new();
    while routes.len() < 300 {
        let query = Query::new(cell(&mut rng), cell(&mut rng));
        if let Ok(Outcome::Reached(route)) = map.route(&query, &mut scratch) {
            routes.push(route.clone());
        }
    }

    let mut valid = Times::default();
    for _ in 0..200 {
        for _ in 0..3 {
            map.set(cell(&mut rng), Terrain::WALL).expect("on the map");
        }
        let begun = Instant::now();
        black_box(map.invalidated(&routes).count());
        valid.0.push(begun.elapsed().as_secs_f64() * 1e6 / routes.len() as f64);
    }
    valid.print("is_valid, of 300 routes after 3 walls more each time");

    let (mut unreachable, mut nearest) = (Times::default(), Times::default());
    for _ in 0..2_000 {
        let goal = cell(&mut rng);
        if map.terrain(goal) == Some(Terrain::FREE) {
            continue;
        }
        let query = Query::new(Cell::new(256, 256), goal);
        unreachable.take(|| map.route(&query, &mut scratch).is_ok());
        nearest.take(|| map.nearest_reachable(&query, &mut scratch)).expect("a query");
    }
    unreachable.print("a goal in a wall is unreachable");
    nearest.print("the nearest cell to a goal in a wall");
}

/// Random costs of 1 to 5: exact, bounded, and prepared, beside A* on a graph.
fn costs() {
    let mut rng = Seed(1).rng();
    let size = Size::new(SIDE, SIDE);
    let costs = size.cells().map(|_| f64::from(1 + rng.below(5))).collect();
    let ground = scattered(0).with_costs(costs).expect("a cost for each cell");
    let graph = Graph::new(&ground, Steps::EIGHT);
    let (mut astar, mut scratch) = (Astar::new(&graph), Scratch::default());
    let mut map = Navigation::new(&ground, [Layer::walk(Steps::EIGHT)]).expect("a map");
    let queries: Vec<[Cell; 2]> =
        (0..60).map(|_| [cell(&mut rng), cell(&mut rng)]).collect();

    let mut graphs = Times::default();
    for &[start, goal] in &queries {
        graphs.take(|| astar.plan(start, goal, &()).is_ok());
    }
    graphs.print("costs of 1 to 5: A* on a graph that cannot change");
    for is_prepared in [false, true] {
        let word = if is_prepared { "prepared" } else { "changing" };
        if is_prepared {
            let mut times = Times::default();
            times.take(|| map.prepare(Agent::default())).expect("the map has it");
            times.print("costs of 1 to 5: preparing");
        }
        for weight in [1.0, 1.2] {
            let mut times = Times::default();
            for &[start, goal] in &queries {
                let query = Query::new(start, goal).weight(weight);
                times.take(|| map.route(&query, &mut scratch).is_ok());
            }
            times.print(&format!(
                "costs of 1 to 5: {word}, at most {weight} times the least"
            ));
        }
    }
}
