//! `polyanya`: shortest ways on a mesh of polygons, in any direction. Other work than ours, and on a mesh that cannot change.

use polyanya::{Mesh, Trimesh};
use tilewright_grid::Cell;
use tilewright_pathplan::Steps;

use crate::clock::{Times, shown};
use crate::contest::Ask;
use crate::ours::Ours;
use crate::scene::{SEED, SIDE, rooms};
use crate::world::World;

/// A mesh of the free cells: two triangles each, joined to larger polygons as long as that goes.
fn mesh(world: &World) -> Mesh {
    let across = world.side as usize + 1;
    let mut numbers = vec![usize::MAX; across * across];
    let mut trimesh = Trimesh { vertices: Vec::new(), triangles: Vec::new() };
    for cell in world.cells().filter(|&cell| world.planes[0].open[world.index(cell)]) {
        let corner = cell.row as usize * across + cell.column as usize;
        let corners =
            [corner, corner + 1, corner + across + 1, corner + across].map(|at| {
                if numbers[at] == usize::MAX {
                    numbers[at] = trimesh.vertices.len();
                    let place = [(at % across) as f32, (at / across) as f32];
                    trimesh.vertices.push(place.into());
                }
                numbers[at]
            });
        let [one, two, three, four] = corners;
        trimesh.triangles.extend([[one, two, three], [one, three, four]]);
    }
    let mut mesh = Mesh::try_from(trimesh).expect("a mesh");
    while mesh.merge_polygons() {}
    mesh.bake();
    mesh
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
        let one = our_times.take(|| ours.route(&ask, 1.0).map(|route| route.cost));
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
        "A way in any direction over the scene, for agents without a size, by polyanya: {} µs, {:.1} % shorter than a route over eight neighbours, which takes {} µs; its mesh is made in {} µs and made anew after a change.",
        shown(theirs),
        100.0 * (1.0 - their_length / our_length),
        shown(ours),
        shown(made.percentile(50))
    );
    eprintln!("{missed} missed");
}
