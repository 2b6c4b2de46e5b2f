//! Tiles in the world.

use bevy_math::{Vec2, Vec3};
use bevy_tilewright::TileSpace;
use tilewright::grid::Cell;
use tilewright::navigation::Place;

#[test]
fn each_point_of_a_tile_leads_back_to_it() {
    let flat = TileSpace::flat(Vec2::new(-40.0, 24.0), Vec2::new(16.0, 8.0));
    let isometric = TileSpace {
        origin: Vec3::ZERO,
        column: Vec3::new(32.0, -16.0, 0.0),
        row: Vec3::new(-32.0, -16.0, 0.0),
        floor: Vec3::new(0.0, 64.0, 1.0),
    };
    let room = TileSpace {
        origin: Vec3::new(1.0, 0.0, 1.0),
        column: Vec3::X * 2.0,
        row: Vec3::Z * 2.0,
        floor: Vec3::Y * 3.0,
    };
    for space in [flat, isometric, room] {
        for (row, column, floor) in [(0, 0, 0), (3, 9, 0), (120, 7, 2)] {
            let place = Place::new(floor, Cell::new(row, column));
            let point = space.point(place);
            for (across, down) in [(0.0, 0.0), (0.4, -0.4), (-0.4, 0.4)] {
                let point = point + space.column * across + space.row * down;
                assert_eq!(space.place(point, floor), Some(place));
            }
        }
        let outside = space.point(Cell::new(0, 0).into()) - space.column;
        assert_eq!(space.place(outside, 0), None);
    }
}

#[test]
fn the_corner_of_a_flat_map_is_that_of_its_first_tile() {
    let space = TileSpace::flat(Vec2::new(0.0, 100.0), Vec2::splat(10.0));
    assert_eq!(space.point(Cell::new(0, 0).into()), Vec3::new(5.0, 95.0, 0.0));
    assert_eq!(space.point(Cell::new(2, 1).into()), Vec3::new(15.0, 75.0, 0.0));
}

#[test]
fn a_space_without_extent_has_no_tiles() {
    let space = TileSpace::flat(Vec2::ZERO, Vec2::ZERO);
    assert_eq!(space.place(Vec3::ONE, 0), None);
    assert_eq!(space.place(Vec3::NAN, 0), None);
}
