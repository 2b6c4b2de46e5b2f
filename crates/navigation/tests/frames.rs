//! Many frames of a game: no memory is taken after the first ones, and the bytes are the same on every machine.

use allocation_counter::measure;
use tilewright_grid::{Cell, Rng, Seed, checksum_on};
use tilewright_navigation::{
    Layer, LayerId, Link, Navigation, Outcome, Query, Scratch, Terrain,
};
use tilewright_pathplan::{Map, Steps};

const SIDE: u32 = 48;

/// A town of rooms with doors, a swamp, and a way over the roofs.
pub(crate) fn town() -> Navigation {
    let row = |row: u32| {
        let glyph = |column: u32| match (row % 6, column % 8) {
            (0, 4) | (3, 0) => '.',
            (0, _) | (_, 0) => '#',
            (2, 5) => 'S',
            _ => '.',
        };
        (0..SIDE).map(glyph).collect::<String>() + "\n"
    };
    // Letters would be a start and a goal in this form.
    let tiles: String = (0..SIDE).map(row).collect::<String>().replace('S', "3");
    let tiles: Map = tiles.parse().unwrap();
    let walk = Layer::walk(Steps::EIGHT).sizes([2]);
    let creep = Layer::walk(Steps::FOUR).danger_weight(0.5);
    let mut map = Navigation::new(&tiles, [walk, creep]).unwrap();
    let rope = Link::both_ways(Cell::new(2, 2), Cell::new(44, 44), 9.0).mask(2);
    map.add_link(rope).unwrap();
    map
}

fn cell(rng: &mut Rng) -> Cell {
    Cell::new(rng.below(SIDE), rng.below(SIDE))
}

/// One frame: a change, and a query of one of several kinds. Returns the sum of what came out.
pub(crate) fn frame(
    map: &mut Navigation,
    scratch: &mut Scratch,
    rng: &mut Rng,
    sum: u64,
) -> u64 {
    let changed = cell(rng);
    match rng.below(3) {
        0 => map.set(changed, Terrain::FREE).unwrap(),
        1 => map.set(changed, Terrain::WALL).unwrap(),
        _ => map.set_danger([(changed.into(), rng.below(4))]).unwrap(),
    }

    let query = Query::new(cell(rng), cell(rng)).or_nearest().mask(1 + rng.below(2));
    let query = match rng.below(4) {
        0 => query.size(2),
        1 => query.layer(LayerId(1)),
        2 => query.weight(1.5),
        _ => query,
    };
    match map.route(&query, scratch).unwrap() {
        Outcome::Reached(route) | Outcome::Partial(route) => {
            let end = route.places.last().unwrap().cell;
            let numbers =
                [u64::from(end.row), u64::from(end.column), route.cost.to_bits()];
            let sum = numbers
                .iter()
                .fold(sum, |sum, number| checksum_on(sum, &number.to_le_bytes()));
            let cells = route.places.iter().flat_map(|place| place.cell.xy());
            cells.fold(sum, |sum, number| checksum_on(sum, &number.to_le_bytes()))
        }
        Outcome::Unreachable => checksum_on(sum, b"none"),
        Outcome::Unfinished(_) => unreachable!("there is no budget"),
    }
}

#[test]
fn ten_thousand_frames_have_the_same_bytes_on_every_machine() {
    let (mut map, mut scratch, mut rng) = (town(), Scratch::default(), Seed(1).rng());
    let sum = (0..10_000).fold(0, |sum, _| frame(&mut map, &mut scratch, &mut rng, sum));
    assert_eq!(format!("{sum:016x}"), "f0fde1be8d95c0c8");
}

#[test]
fn a_frame_takes_no_memory_after_the_first_ones() {
    let (mut map, mut scratch, mut rng) = (town(), Scratch::default(), Seed(2).rng());
    let mut taken = 0;
    for number in 0..9_000 {
        let memory = measure(|| {
            frame(&mut map, &mut scratch, &mut rng, 0);
        });
        // Lists grow to the largest that came so far, and a chunk takes memory when it is first divided.
        if number >= 8_000 {
            taken += memory.count_total;
        }
    }
    assert!(taken <= 20, "{taken} in 1,000 frames");
}
