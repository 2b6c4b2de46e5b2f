//! Random danger and terrain for benchmarks.

use tilewright_grid::{Cell, Rng, Size};

use crate::{DangerSource, Map};

/// The side of the blocks of equal terrain.
const BLOCK: u32 = 8;

/// The given number of sources of danger, each in a random walkable cell; none on a map without
/// walkable cells. Several may share a cell.
pub fn random_sources(
    map: &Map,
    count: u32,
    radius: f64,
    rng: &mut Rng,
) -> Vec<DangerSource> {
    let size = map.size();
    let walkable: Vec<Cell> =
        size.cells().filter(|&cell| map.is_walkable(cell)).collect();
    let draw = |_| rng.pick(&walkable).map(|&cell| DangerSource { cell, radius });
    (0..count).filter_map(draw).collect()
}

/// Random terrain in blocks of 8 × 8 cells: every block has a uniformly random value from 0 to 3.
pub fn random_terrain(size: Size, rng: &mut Rng) -> Vec<u32> {
    let across = size.columns.div_ceil(BLOCK);
    let blocks: Vec<u32> =
        (0..across * size.rows.div_ceil(BLOCK)).map(|_| rng.below(4)).collect();
    let block = |cell: Cell| cell.row / BLOCK * across + cell.column / BLOCK;
    size.cells().map(|cell| blocks[block(cell) as usize]).collect()
}
