//! `tilewright-navigation` beside other crates, in one run, in turns and by CPU time: a scene of 300 walkers, then single questions.
//!
//! `cargo xtask bench navigation`

mod clock;
mod contest;
mod frames;
mod ours;
mod peers;
mod questions;
mod rows;
mod scene;
mod script;
mod world;

use tilewright_pathplan::Steps;

use crate::frames::Table;
use crate::peers::{
    condor, grid_pathfinding, hierarchical, northstar, pathfinding, polyanya,
};
use crate::script::Script;
use crate::world::CUTTING;

/// Frames of the scene.
const FRAMES: usize = 300;

/// The crates that were compiled.
const LOCK: &str = include_str!("../Cargo.lock");
const CRATES: [&str; 6] = [
    "bevy_northstar",
    "condor-pathfinding-grid",
    "grid_pathfinding",
    "hierarchical_pathfinding",
    "pathfinding",
    "polyanya",
];

fn main() {
    let version = |name: &str| {
        let begin = format!("name = \"{name}\"\nversion = \"");
        let rest = LOCK.split(&begin).nth(1).unwrap_or_default();
        format!("{name} {}", rest.split('"').next().unwrap_or_default())
    };
    println!("\nBeside {}:\n", CRATES.map(version).join(", "));

    let script = Script::new(Steps::FOUR, FRAMES);
    let mut table = Table::begin(&script);
    table.play::<northstar::Hierarchy>("bevy_northstar");
    table.play::<northstar::Astar>("bevy_northstar, A\\*");
    table.play::<hierarchical::Hierarchy>("hierarchical_pathfinding");
    table.play::<condor::OnlineAstar>("condor-pathfinding-grid, A\\*");
    table.play::<pathfinding::Astar>("pathfinding, A\\*");
    table.play::<grid_pathfinding::JumpGrids>("grid_pathfinding, no danger");
    table.end();

    let script = Script::new(Steps::EIGHT, FRAMES);
    let mut table = Table::begin(&script);
    table.play::<pathfinding::Astar>("pathfinding, A\\*");
    table.end();

    let script = Script::new(CUTTING, FRAMES);
    let mut table = Table::begin(&script);
    table.play::<pathfinding::Astar>("pathfinding, A\\*");
    table.play::<grid_pathfinding::JumpGrids>("grid_pathfinding, no danger");
    table.end();

    questions::print();
    polyanya::compare();
}
