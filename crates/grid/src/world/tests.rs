use super::World;
use crate::{Cell, Seed, Size, Stagger};

fn worlds() -> Vec<World> {
    let size = Size::new(7, 5);
    let mut worlds = vec![
        World::orthogonal(size, [16.0, 10.0]),
        World::isometric(size, [64.0, 32.0]),
        World::isometric(Size::new(1, 9), [10.0, 30.0]),
    ];
    for stagger in Stagger::ALL {
        worlds.push(World::staggered(size, [64.0, 32.0], stagger));
        worlds.push(World::hexagonal(size, [14.0, 12.0], stagger, 6.0));
        worlds.push(World::hexagonal(Size::new(1, 4), [28.0, 33.0], stagger, 16.5));
        // Sides as long as the tile: bricks.
        worlds.push(World::hexagonal(size, [20.0, 20.0], stagger, 99.0));
    }
    let moved = worlds.clone();
    let moved = moved.into_iter().map(|world| world.at([-31.5, 1000.25]));
    worlds.extend(moved.flat_map(|world| [world, world.y_up()]));
    worlds
}

/// The cross products of the sides of a cell with a point: above 0 inside, 0 on an edge.
fn sides(world: &World, cell: Cell, point: [f64; 2]) -> Vec<f64> {
    let corners: Vec<[f64; 2]> = world.corners(cell).collect();
    let next = corners.iter().cycle().skip(1);
    let side = |(a, b): (&[f64; 2], &[f64; 2])| {
        let product =
            (b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0]);
        if world.is_up { -product } else { product }
    };
    corners.iter().zip(next).map(side).collect()
}

#[test]
fn the_middle_of_every_cell_is_in_it() {
    for world in worlds() {
        for cell in world.size().cells() {
            assert_eq!(world.cell_at(world.middle(cell)), Some(cell), "{world:?}");
            let inside = sides(&world, cell, world.middle(cell));
            assert!(inside.iter().all(|&side| side > 0.0), "{world:?} {cell}");
        }
    }
}

#[test]
fn points_belong_to_the_cell_whose_corners_lie_around_them() {
    let mut rng = Seed(1).rng();
    for world in worlds() {
        let [width, height] = world.extent();
        for _ in 0..2000 {
            let share =
                |rng: &mut crate::Rng| f64::from(rng.below(1 << 20)) / f64::from(1 << 20);
            let [right, down] =
                [share(&mut rng), share(&mut rng)].map(|it| it * 1.2 - 0.1);
            let point = world.in_world([right * width, down * height]);
            let contains = |&cell: &Cell| {
                sides(&world, cell, point).iter().all(|&side| side >= -1e-6)
            };
            // On an edge there may be two, and rounding decides which it is.
            let around: Vec<Cell> = world.size().cells().filter(contains).collect();
            let inside = |cell: &&Cell| {
                sides(&world, **cell, point).iter().all(|&side| side > 1e-6)
            };
            let found = world.cell_at(point);
            let is_right = match found {
                Some(cell) => around.contains(&cell),
                None => around.iter().find(inside).is_none(),
            };
            assert!(is_right, "{world:?} {point:?} {found:?}");
        }
    }
}

#[test]
fn the_extent_is_that_of_all_corners() {
    for world in worlds() {
        let corners: Vec<[f64; 2]> =
            world.size().cells().flat_map(|cell| world.corners(cell)).collect();
        let ends = |axis: usize| {
            let places = corners.iter().map(|corner| corner[axis]);
            let least = places.clone().fold(f64::INFINITY, f64::min);
            [least, places.fold(f64::NEG_INFINITY, f64::max)]
        };
        let extent = world.extent();
        for axis in [0, 1] {
            let [least, most] = ends(axis);
            let (start, end) = match axis {
                1 if world.is_up => (world.origin[1] - extent[1], world.origin[1]),
                _ => (world.origin[axis], world.origin[axis] + extent[axis]),
            };
            // A single line that is shifted begins half a tile later.
            let room =
                if world.size().rows == 1 { world.tile()[axis] / 2.0 } else { 0.0 };
            assert!(least - start <= room + 1e-9 && start <= least + 1e-9, "{world:?}");
            assert!((end - most).abs() < 1e-9, "{world:?}");
        }
    }
}

#[test]
fn points_far_away_or_of_no_number_are_in_no_cell() {
    for world in worlds() {
        for far in [f64::NAN, f64::INFINITY, -1e300, 1e300] {
            assert_eq!(world.cell_at([far, 0.0]), None);
            assert_eq!(world.cell_at([0.0, far]), None);
        }
    }
}

#[test]
fn edges_belong_to_the_cell_on_the_right_or_below() {
    let size = Size::new(4, 4);
    let at =
        |world: World, point| world.cell_at(point).map(|cell| (cell.row, cell.column));
    let square = World::orthogonal(size, [10.0, 10.0]);
    assert_eq!(at(square, [10.0, 20.0]), Some((2, 1)));
    let hexagons = World::hexagonal(size, [10.0, 12.0], Stagger::OddRows, 6.0);
    assert_eq!(at(hexagons, [5.0, 0.0]), Some((0, 0)));
    assert_eq!(at(hexagons, [10.0, 5.0]), Some((0, 1)));
    assert_eq!(at(hexagons, [7.5, 10.5]), Some((1, 0)));
    assert_eq!(at(hexagons, [7.5, 10.4]), Some((0, 0)));
}
