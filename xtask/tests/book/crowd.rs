//! `how-to/crowd.md`: one route for each of many NPCs.

// ANCHOR: example
use tilewright::grid::Cell;
use tilewright::pathplan::routes::{Detour, DiverseRoutes, RouteRequest, Router};
use tilewright::pathplan::{Graph, Map, Steps};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let map: Map = "............\n....##......\n....##......\n............\n".parse()?;
    let graph = Graph::new(&map, Steps::EIGHT);
    let request = RouteRequest {
        start: Cell::new(1, 0),
        goal: Cell::new(2, 11),
        count: 8,
        detour: Detour::new(1.2).ok_or("a detour is at least 1")?,
    };
    let routes = DiverseRoutes::new(&graph).routes(&request, &())?.routes;

    // NPC i takes route i modulo the number of routes.
    for npc in 0..500 {
        let route = &routes[npc % routes.len()];
        if npc < 3 {
            println!("NPC {npc} walks {} cells", route.cells.len());
        }
    }
    Ok(())
}
// ANCHOR_END: example

#[test]
fn it_runs() {
    main().unwrap();
}
