//! What a step of a thousand walkers costs, each with a new random goal as soon as it has come to one: microseconds on one core, and goals reached
//! in 1,000 steps. First with goals that nobody had before, whose distances have to be found, then with 1,000 goals that come again; the same where
//! turns take time.
//!
//! `cargo xtask bench crowds`

#![expect(clippy::print_stdout, reason = "prints a table")]

use std::error::Error;
use std::fs;
use std::path::Path;
use std::time::Instant;

use tilewright_grid::{Cell, Rng, Seed};
use tilewright_navigation::crowd::Pibt;
use tilewright_navigation::{Agent, Layer, Navigation, NavigationError};
use tilewright_pathplan::{Map, Steps};

const WALKERS: usize = 1_000;
const STEPS: usize = 1_000;

/// Makes a crowd, with turns or without.
type Make = fn(&Navigation, Agent, Seed) -> Result<Pibt, NavigationError>;

fn main() -> Result<(), Box<dyn Error>> {
    println!("map        goals      turns      mean   99 %  goals reached");
    let folder =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../pathplan/tests/data/movingai");
    let read = |name: &str| -> Result<Map, Box<dyn Error>> {
        let file = fs::read_to_string(folder.join(name))?.parse()?;
        Ok(Map::from_movingai(&file)?)
    };
    for (name, map) in [
        ("warehouse", warehouse().parse()?),
        ("lak304d", read("lak304d.map")?),
        ("brc202d", read("brc202d.map")?),
    ] {
        for (turns, make) in
            [("free", Pibt::new as Make), ("take time", Pibt::with_turns)]
        {
            for (what, goals) in [("new", usize::MAX), ("come again", WALKERS)] {
                walk(&format!("{name:10} {what:10} {turns:9}"), &map, goals, make)?;
            }
        }
    }
    Ok(())
}

/// 20 by 10 shelves of 2 by 10 cells, with aisles of one cell between them and a hall on both sides: 63 by 161 cells.
fn warehouse() -> String {
    let is_shelf = |row: u32, column: u32| {
        (2..62).contains(&row)
            && (row - 2) % 3 < 2
            && (26..136).contains(&column)
            && (column - 26) % 11 < 10
    };
    let glyph = |row, column| if is_shelf(row, column) { '#' } else { '.' };
    (0..63)
        .map(|row| (0..161).map(|column| glyph(row, column)).collect::<String>() + "\n")
        .collect()
}

/// Walks, with this number of different goals.
fn walk(what: &str, map: &Map, goals: usize, make: Make) -> Result<(), Box<dyn Error>> {
    let map = Navigation::new(map, [Layer::walk(Steps::FOUR)])?;
    let mut cells = largest_island(&map)?;
    let mut rng = Seed(1).rng();
    let mut crowd = make(&map, Agent::default(), Seed(1))?;
    crowd.set_budget(u64::MAX);
    let starts: Vec<Cell> = (0..WALKERS)
        .map(|_| cells.swap_remove(rng.below(cells.len() as u32) as usize))
        .collect();
    cells.extend_from_slice(&starts);
    // Shuffled, so that the first ones are random goals too.
    rng.shuffle(&mut cells);
    let goals = goals.min(cells.len()) as u32;
    let goal = |rng: &mut Rng| Some(cells[rng.below(goals) as usize].into());
    // Each of those that come again is found in the first step, which is not measured.
    for (&start, &goal) in starts.iter().zip(&cells) {
        crowd.add(start, Some(goal.into()))?;
    }
    crowd.step(&map)?;

    let (mut times, mut reached) = (Vec::new(), 0);
    for _ in 0..STEPS {
        let begun = Instant::now();
        let arrived = crowd.step(&map)?.arrived.clone();
        times.push(begun.elapsed().as_secs_f64() * 1e6);
        reached += arrived.len();
        for walker in arrived {
            crowd.set_goal(walker, goal(&mut rng))?;
        }
    }
    times.sort_by(f64::total_cmp);
    let mean = times.iter().sum::<f64>() / STEPS as f64;
    println!("{what} {mean:8.0} {:6.0} {reached:14}", times[STEPS * 99 / 100]);
    Ok(())
}

/// The cells from each of which every other one can be reached, of the largest such set.
fn largest_island(map: &Navigation) -> Result<Vec<Cell>, Box<dyn Error>> {
    let size = map.size(0).ok_or("a map has a floor")?;
    let mut islands = std::collections::BTreeMap::<_, Vec<Cell>>::new();
    for cell in size.cells() {
        if let Some(island) = map.island(cell, Agent::default())? {
            islands.entry(island).or_default().push(cell);
        }
    }
    Ok(islands.into_values().max_by_key(Vec::len).unwrap_or_default())
}
