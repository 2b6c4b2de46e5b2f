//! `polyanya`: shortest ways on a mesh of polygons, in any direction. Other work than ours, and on a mesh that cannot change.

use polyanya::{Mesh, Triangulation};
use tilewright_grid::Cell;
use tilewright_pathplan::Steps;

use crate::clock::{Times, shown};
use crate::contest::Ask;
use crate::ours::Ours;
use crate::scene::{SEED, SIDE, rooms};
use crate::world::World;

/// A mesh around the walls, which are given as rectangles: its triangles joined to larger polygons as long as that goes.
fn mesh(world: &World) -> Mesh {
    let corners = |[left, top, right, bottom]: [u32; 4]| {
        [[left, top], [right, top], [right, bottom], [left, bottom]]
            .map(|place| place.map(|at| at as f32).into())
    };
    let mut triangulation =
        Triangulation::from_outer_edges(&corners([0, 0, world.side, world.side]));
    triangulation.add_obstacles(walls(world).into_iter().map(corners));
    let mut mesh = triangulation.as_navmesh();
    while mesh.merge_polygons() {}
    mesh.bake();
    mesh
}

/// The walls as rectangles: left, top, right and bottom edge.
fn walls(world: &World) -> Vec<[u32; 4]> {
    let mut is_left: Vec<bool> = world.planes[0].open.iter().map(|open| !open).collect();
    let mut found = Vec::new();
    for cell in world.cells() {
        let is_wall = |left: &[bool], row: u32, column: u32| {
            row.max(column) < world.side && left[world.index(Cell::new(row, column))]
        };
        if !is_wall(&is_left, cell.row, cell.column) {
            continue;
        }
        let beside = (cell.column..).take_while(|&at| is_wall(&is_left, cell.row, at));
        let right = cell.column + beside.count() as u32;
        let is_row =
            |&row: &u32| (cell.column..right).all(|at| is_wall(&is_left, row, at));
        let bottom = cell.row + (cell.row..world.side).take_while(is_row).count() as u32;
        for row in cell.row..bottom {
            for column in cell.column..right {
                is_left[world.index(Cell::new(row, column))] = false;
            }
        }
        found.push([cell.column, cell.row, right, bottom]);
    }
    found
}

/// Ways between the same cells of the scene as it is at first.
pub(crate) fn compare() {
    let (world, _) = rooms(Steps::EIGHT);
    let mut ours = Ours::new(&world, 0);
    let mut made = Times::default();
    let mesh = made.take(|| mesh(&world));
    let middle = |cell: Cell| [cell.column as f32 + 0.5, cell.row as f32 + 0.5];

    let mut rng = SEED.child(2).rng();
    let (mut our_times, mut their_times) = (Times::default(), Times::default());
    let (mut our_length, mut their_length) = (0.0, 0.0);
    let mut missed = 0;
    for _ in 0..500 {
        let [start, goal] = [0, 1].map(|_| Cell::new(rng.below(SIDE), rng.below(SIDE)));
        let ask = Ask { walker: 0, plane: 0, start, goal };
        if !ours.is_free(start) || !ours.is_reachable(0, start, goal) {
            continue;
        }
        let one = our_times.take(|| ours.route(&ask).map(|route| route.cost));
        let [from, to] = [start, goal].map(middle);
        let from = polyanya::Coords::on_mesh(from.into());
        let to = polyanya::Coords::on_mesh(to.into());
        let other = their_times.take(|| mesh.path(from, to).map(|path| path.length));
        match (one, other) {
            (Some(one), Some(other)) => {
                our_length += one;
                their_length += f64::from(other);
            }
            _ => missed += 1,
        }
    }
    let [ours, theirs] =
        [&mut our_times, &mut their_times].map(|times| times.percentile(50));
    println!(
        "By polyanya a way in any direction over the scene as it is at first takes {} µs, for agents without a size, and is {:.1} % shorter than a route over eight neighbours, which takes {} µs. It found none for {missed} of 500 pairs of cells. Its mesh takes {} µs to make, and has to be made anew when a door moves.",
        shown(theirs),
        100.0 * (1.0 - their_length / our_length),
        shown(ours),
        shown(made.percentile(50))
    );
}
