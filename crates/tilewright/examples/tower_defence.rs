//! A tower defence without a window: walkers cross a map while walls are built in their way, and plan again when one concerns them.
//! Small ones may climb a ladder; the large ones cover 2 × 2 cells and need wider gaps.
//!
//! ```text
//! cargo run --release -p tilewright --features navigation --example tower_defence
//! ```

#![expect(clippy::print_stdout, reason = "a game in the terminal")]

use std::error::Error;

use tilewright::grid::{Cell, Rng, Seed};
use tilewright::navigation::{
    Layer, Link, Navigation, Outcome, Query, Route, Scratch, Terrain,
};
use tilewright::pathplan::{Map, Steps};

const ROWS: u32 = 24;
const COLUMNS: u32 = 60;
const CLIMBERS: u32 = 1;

struct Walker {
    size: u8,
    route: Route,
    /// How far it has come on its route.
    at: usize,
}

impl Walker {
    fn cell(&self) -> Cell {
        self.route.places[self.at].cell
    }
}

fn query(from: Cell, size: u8) -> Query<'static> {
    let goal = Cell::new(ROWS / 2, COLUMNS - 2);
    Query::new(from, goal).size(size).mask(if size == 1 { CLIMBERS } else { 0 })
}

/// The route of a walker, if it has one.
fn plan(map: &Navigation, scratch: &mut Scratch, from: Cell, size: u8) -> Option<Route> {
    match map.route(&query(from, size), scratch) {
        Ok(Outcome::Reached(route)) => Some(route.clone()),
        _ => None,
    }
}

/// Builds a wall, unless it would shut somebody in.
fn build(
    map: &mut Navigation,
    walkers: &[Walker],
    scratch: &mut Scratch,
    at: Cell,
) -> bool {
    let stands_there = |walker: &Walker| {
        let cell = walker.cell();
        let size = u32::from(walker.size);
        (cell.row..cell.row + size).contains(&at.row)
            && (cell.column..cell.column + size).contains(&at.column)
    };
    if walkers.iter().any(stands_there) || map.set(at, Terrain::WALL).is_err() {
        return false;
    }
    let entrance = Cell::new(ROWS / 2, 0);
    let mut is_open =
        |from, size| map.is_reachable(&query(from, size), scratch) == Ok(true);
    let all_can_go = walkers.iter().all(|walker| is_open(walker.cell(), walker.size))
        && is_open(entrance, 1)
        && is_open(entrance, 2);
    if !all_can_go {
        map.set(at, Terrain::FREE).expect("it was set before");
    }
    all_can_go
}

fn main() -> Result<(), Box<dyn Error>> {
    let tiles: Map =
        (".".repeat(COLUMNS as usize) + "\n").repeat(ROWS as usize).parse()?;
    let mut map = Navigation::new(&tiles, [Layer::walk(Steps::EIGHT).sizes([2])])?;
    map.add_link(Link::one_way(Cell::new(2, 10), Cell::new(2, 50), 4.0).mask(CLIMBERS))?;
    let (mut scratch, mut rng): (Scratch, Rng) = (Scratch::default(), Seed(7).rng());
    let mut walkers: Vec<Walker> = Vec::new();
    let (mut sent, mut built, mut planned, mut arrived) = (0, 0, 0, 0);

    for frame in 0.. {
        // A walker enters in every frame, every fourth one a large one.
        if sent < 200 {
            let size = if sent % 4 == 3 { 2 } else { 1 };
            if let Some(route) = plan(&map, &mut scratch, Cell::new(ROWS / 2, 0), size) {
                walkers.push(Walker { size, route, at: 0 });
                sent += 1;
            }
        }
        let at = Cell::new(rng.below(ROWS), 1 + rng.below(COLUMNS - 4));
        built += u32::from(build(&mut map, &walkers, &mut scratch, at));

        // Those whose way was built upon plan again; the others need not be asked.
        for walker in &mut walkers {
            if !map.is_valid_from(&walker.route, walker.at) {
                let (cell, size) = (walker.cell(), walker.size);
                walker.route =
                    plan(&map, &mut scratch, cell, size).ok_or("nobody is shut in")?;
                walker.at = 0;
                planned += 1;
            }
            walker.at += 1;
        }
        let before = walkers.len();
        walkers.retain(|walker| walker.at + 1 < walker.route.places.len());
        arrived += before - walkers.len();
        if frame % 60 == 0 || arrived == 200 {
            println!(
                "frame {frame}: {} walk, {arrived} arrived, {built} walls, {planned} planned again",
                walkers.len()
            );
        }
        if arrived == 200 {
            return Ok(());
        }
    }
    Ok(())
}
