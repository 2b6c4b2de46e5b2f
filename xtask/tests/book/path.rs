//! `how-to/rust.md`: a path.

// ANCHOR: example
use tilewright::grid::{Cell, Grid, Size};
use tilewright::pathplan::planners::{Astar, Planner};
use tilewright::pathplan::{Graph, Ground, Map, Steps};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Your game's collision data: here a wall in column 3, with a gap in row 7.
    let is_blocked = |cell: Cell| cell.column == 3 && cell.row != 7;
    let ground = Grid::from_fn(Size::new(10, 10), |cell| {
        if is_blocked(cell) { Ground::Wall } else { Ground::Free }
    });
    let map = Map::new(ground)?;

    // The graph is made once and serves all queries until the map changes.
    let graph = Graph::new(&map, Steps::EIGHT);
    let mut astar = Astar::new(&graph);
    match astar.plan(Cell::new(0, 0), Cell::new(0, 9), &())? {
        Some(route) => println!("length {}: {:?}", route.length, route.cells),
        None => println!("there is no path"),
    }
    Ok(())
}
// ANCHOR_END: example

#[test]
fn it_runs() {
    main().unwrap();
}
