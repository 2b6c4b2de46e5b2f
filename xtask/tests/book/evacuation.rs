//! `how-to/crowd.md`: everybody leaves a hall, none through another.

// ANCHOR: example
use tilewright::grid::{Cell, Seed};
use tilewright::navigation::crowd::Pibt;
use tilewright::navigation::{Agent, Layer, Navigation, Terrain};
use tilewright::pathplan::{Map, Steps};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // A hall on the left, a door, and the exit on the right.
    let tiles: Map =
        "........#....\n........#....\n.............\n........#....\n........#....\n"
            .parse()?;
    let mut map = Navigation::new(&tiles, [Layer::walk(Steps::FOUR)])?;
    let exit = Cell::new(2, 12);

    let mut crowd = Pibt::new(&map, Agent::default(), Seed(1))?;
    for row in 0..5 {
        for column in 0..6 {
            crowd.add(Cell::new(row, column), Some(exit.into()))?;
        }
    }

    let mut steps = 0;
    while crowd.walkers().len() > 0 {
        if steps == 10 {
            map.set(Cell::new(0, 8), Terrain::FREE)?; // a second door is opened
        }
        let step = crowd.step(&map)?;
        // Draw `step.moves`: who has gone from where to where. Those at the exit are outside.
        let outside = step.arrived.clone();
        for walker in outside {
            crowd.remove(walker)?;
        }
        steps += 1;
    }
    println!("all are outside after {steps} steps");
    Ok(())
}
// ANCHOR_END: example

#[test]
fn everybody_leaves() {
    main().unwrap();
}
