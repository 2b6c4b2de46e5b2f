//! `how-to/navigation.md`: many agents that share a field.

// ANCHOR: example
use tilewright::grid::Cell;
use tilewright::navigation::{Agent, Layer, Navigation, Place, Scratch, Terrain};
use tilewright::pathplan::{Map, Steps};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let tiles: Map = "........\n.####.#.\n........\n".parse()?;
    let mut map = Navigation::new(&tiles, [Layer::walk(Steps::EIGHT)])?;
    let mut scratch = Scratch::default();

    // What it costs from every cell to the nearer of two exits, and the step that leads there.
    let exits = [Cell::new(0, 0), Cell::new(2, 7)].map(Place::from);
    let mut field = map.field(&exits, Agent::default(), &mut scratch)?;
    let mut walker = Place::from(Cell::new(0, 6));
    while let Some(next) = field.next(walker) {
        walker = next; // a thousand others do the same, each at the cost of a look
    }
    assert_eq!(walker, exits[1]);

    // A wall: only what led over it is found anew.
    map.set(Cell::new(1, 7), Terrain::WALL)?;
    assert!(map.update(&mut field, &mut scratch)? > 0);
    assert_eq!(field.next(Cell::new(0, 7)), Some(Cell::new(0, 6).into()));

    // The exits are where the monsters come from: the hare runs from them, the archer stays four steps away.
    let hare = map.flee(&field, Agent::default(), 1.2, &mut scratch)?;
    assert_eq!(hare.next(Cell::new(0, 1)), Some(Cell::new(0, 2).into()));
    let archer = map.keep_distance(&field, Agent::default(), 3.0, &mut scratch)?;
    assert_eq!(archer.next(Cell::new(0, 3)), None);

    // Towards the exits, but rather past the shop.
    let shop = map.field(&[Cell::new(2, 2).into()], Agent::default(), &mut scratch)?;
    let stroll = map.blend(&[(1.0, &field), (0.5, &shop)], Agent::default())?;
    assert!(stroll.next(Cell::new(0, 6)).is_some());
    Ok(())
}
// ANCHOR_END: example

#[test]
fn many_agents_share_a_field() {
    main().unwrap();
}
