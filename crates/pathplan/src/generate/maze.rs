//! Mazes by recursive backtracking.

use tilewright_grid::{Cell, Grid, Rng, Watch};

use super::{GenerateError, look};

/// The number of corridors carved between two looks at the watch: less than 1 ms.
const SOME: usize = 1 << 14;

/// The maze's cells that corridors connect: those at odd rows and columns.
#[derive(Clone, Copy)]
struct Nodes {
    rows: u32,
    columns: u32,
}

impl Nodes {
    const fn cell(self, node: u32) -> Cell {
        Cell::new(2 * (node / self.columns) + 1, 2 * (node % self.columns) + 1)
    }

    /// The adjacent nodes.
    fn around(self, node: u32) -> impl Iterator<Item = u32> {
        let (row, column) = (node / self.columns, node % self.columns);
        [
            (row > 0).then(|| node - self.columns),
            (column + 1 < self.columns).then(|| node + 1),
            (row + 1 < self.rows).then(|| node + self.columns),
            (column > 0).then(|| node - 1),
        ]
        .into_iter()
        .flatten()
    }

    /// The cell between two adjacent nodes.
    const fn between(self, one: u32, other: u32) -> Cell {
        let (one, other) = (self.cell(one), self.cell(other));
        Cell::new(
            u32::midpoint(one.row, other.row),
            u32::midpoint(one.column, other.column),
        )
    }
}

/// Carves a perfect maze, then opens a share of its dead ends.
pub(super) fn carve(
    free: &mut Grid<bool>,
    braid: f64,
    rng: &mut Rng,
    watch: &dyn Watch,
) -> Result<(), GenerateError> {
    let size = free.size();
    let nodes = Nodes { rows: (size.rows - 1) / 2, columns: (size.columns - 1) / 2 };
    look(watch)?;
    // A depth-first search with backtracking: each node is entered once, so that there is exactly
    // one path between two nodes.
    let mut trail = vec![rng.below(nodes.rows * nodes.columns)];
    free[nodes.cell(trail[0])] = true;

    let mut carved = 0;
    while let Some(&node) = trail.last() {
        let closed: Vec<u32> =
            nodes.around(node).filter(|&next| !free[nodes.cell(next)]).collect();
        let Some(&next) = rng.pick(&closed) else {
            trail.pop();
            continue;
        };

        free[nodes.between(node, next)] = true;
        free[nodes.cell(next)] = true;
        trail.push(next);
        carved += 1;

        if carved % SOME == 0 {
            look(watch)?;
        }
    }

    open_dead_ends(free, nodes, braid, rng, watch)
}

/// Opens a share of the dead ends: each to an adjacent node, to another dead end where there is
/// one.
fn open_dead_ends(
    free: &mut Grid<bool>,
    nodes: Nodes,
    braid: f64,
    rng: &mut Rng,
    watch: &dyn Watch,
) -> Result<(), GenerateError> {
    for node in 0..nodes.rows * nodes.columns {
        if node % nodes.columns == 0 {
            look(watch)?;
        }

        if !is_dead_end(free, nodes, node) || !rng.chance(braid) {
            continue;
        }

        let walled: Vec<u32> =
            nodes.around(node).filter(|&next| !free[nodes.between(node, next)]).collect();
        let is_dead = |next: &u32| is_dead_end(free, nodes, *next);
        let dead: Vec<u32> = walled.iter().copied().filter(is_dead).collect();
        let choice = rng.pick(if dead.is_empty() { &walled } else { &dead });

        if let Some(&next) = choice {
            free[nodes.between(node, next)] = true;
        }
    }

    Ok(())
}

fn is_dead_end(free: &Grid<bool>, nodes: Nodes, node: u32) -> bool {
    nodes.around(node).filter(|&next| free[nodes.between(node, next)]).count() == 1
}
