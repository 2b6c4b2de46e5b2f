//! `how-to/navigation.md`: a crowd that flows.

// ANCHOR: example
use tilewright::grid::Cell;
use tilewright::navigation::crowd::{Crowd, Point, UNIT};
use tilewright::navigation::{Agent, Layer, Navigation, Place, Scratch, Terrain};
use tilewright::pathplan::{Map, Steps};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // A hall with one door; the street is in the east.
    let tiles: Map = "......#...\n......#...\n..........\n......#...\n".parse()?;
    let mut map = Navigation::new(&tiles, [Layer::walk(Steps::EIGHT)])?;
    let street: Vec<Place> = (0..4).map(|row| Cell::new(row, 9).into()).collect();
    let mut crowd = Crowd::new(&map)?;
    let people = crowd.add_group(&map, Agent::default(), &street)?;
    for cell in (0..4).flat_map(|row| (0..6).map(move |column| Cell::new(row, column))) {
        // An eighth of a cell an update, circles of 0.8 cells.
        crowd.add(&map, people, Point::middle(cell), UNIT / 8, UNIT * 2 / 5)?;
    }

    let mut scratch = Scratch::default();
    let (mut out, mut updates) = (0, 0);
    while out < 24 {
        if updates == 40 {
            // A second door is broken into the wall, and the field of the group is repaired.
            map.set(Cell::new(0, 6), Terrain::FREE)?;
        }
        let arrived = crowd.update(&map, &mut scratch)?.arrived.clone();
        for walker in arrived {
            crowd.remove(walker)?; // or leave it there: it comes to rest, others beside it
            out += 1;
        }
        updates += 1;
    }
    println!("all are out after {updates} updates");
    Ok(())
}
// ANCHOR_END: example

#[test]
fn all_are_out() {
    main().unwrap();
}
