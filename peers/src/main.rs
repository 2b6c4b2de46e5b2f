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

fn main() {
    let script = Script::new(Steps::FOUR, FRAMES);
    eprintln!("{} walkers cannot go on, at the median", script.broken);
    let mut table = Table::begin(&script);
    table.play::<northstar::Hierarchy>("bevy_northstar");
    table.play::<northstar::Astar>("bevy_northstar, A*");
    table.play::<hierarchical::Hierarchy>("hierarchical_pathfinding");
    table.play::<condor::OnlineAstar>("condor-pathfinding-grid, A*");
    table.play::<pathfinding::Astar>("pathfinding, A*");
    table.play::<grid_pathfinding::Jumping>("grid_pathfinding");

    println!();
    let script = Script::new(Steps::EIGHT, FRAMES);
    eprintln!("{} walkers cannot go on, at the median", script.broken);
    let mut table = Table::begin(&script);
    table.play::<pathfinding::Astar>("pathfinding, A*");

    println!();
    let script = Script::new(CUTTING, FRAMES);
    let mut table = Table::begin(&script);
    table.play::<pathfinding::Astar>("pathfinding, A*");
    table.play::<grid_pathfinding::Jumping>("grid_pathfinding");

    println!();
    questions::print();
    polyanya::compare();
}
