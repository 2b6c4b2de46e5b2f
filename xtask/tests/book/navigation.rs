//! `how-to/navigation.md`: a map that changes.

// ANCHOR: example
use tilewright::grid::Cell;
use tilewright::navigation::{Layer, Link, Navigation, Outcome, Query, Scratch, Terrain};
use tilewright::pathplan::{Map, Steps};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // A map of Tiled or LDtk is read by `tilewright::pathplan::tiled::read` and `ldtk::read`.
    let tiles: Map = "......\n####.#\n......\n......\n".parse()?;
    let walk = Layer::walk(Steps::EIGHT).sizes([2]);
    let mut map = Navigation::new(&tiles, [walk])?;
    let mut scratch = Scratch::default(); // the memory of queries, one a thread

    let query = Query::new(Cell::new(0, 0), Cell::new(3, 0));
    let Outcome::Reached(route) = map.route(&query, &mut scratch)? else { return Ok(()) };
    let mut walking = route.clone();
    assert_eq!(walking.places.len(), 11);

    // The door shuts: this route is over, and no other one leads there.
    map.set(Cell::new(1, 4), Terrain::WALL)?;
    assert!(!map.is_valid(&walking) && !map.is_reachable(&query, &mut scratch)?);

    // As near as it goes; a hole in the wall is wide enough for the small ones alone.
    if let Outcome::Partial(route) = map.route(&query.or_nearest(), &mut scratch)? {
        walking = route.clone();
    }
    assert_eq!(walking.places.len(), 1);
    map.set(Cell::new(1, 1), Terrain::FREE)?;
    assert!(map.is_reachable(&query, &mut scratch)?);
    assert!(!map.is_reachable(&query.size(2), &mut scratch)?);

    // A ladder for those who climb: a query and a link have masks.
    let climbers = 1;
    map.add_link(Link::one_way(Cell::new(0, 5), Cell::new(3, 5), 1.0).mask(climbers))?;
    let query = Query::new(Cell::new(0, 5), Cell::new(3, 5)).mask(climbers);
    let Outcome::Reached(route) = map.route(&query, &mut scratch)? else { return Ok(()) };
    assert_eq!((route.cost, route.links.len()), (1.0, 1));

    // At most two cells in this frame, the rest in the next ones.
    let query = Query::new(Cell::new(0, 0), Cell::new(3, 5)).budget(2);
    let mut outcome = map.route(&query, &mut scratch)?;
    let mut frames = 1;
    while let Outcome::Unfinished(search) = outcome {
        outcome = map.resume(search, &mut scratch)?;
        frames += 1;
    }
    assert!(matches!(outcome, Outcome::Reached(_)) && frames > 2);
    Ok(())
}
// ANCHOR_END: example

#[test]
fn it_runs() {
    main().unwrap();
}
