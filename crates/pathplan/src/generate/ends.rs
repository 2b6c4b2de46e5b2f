//! A start and a goal that are far apart.

use tilewright_grid::{Cell, Watch};

use super::GenerateError;
use crate::planners::Bfs;
use crate::{Graph, Map, Steps};

/// A cell farthest from the first walkable one, and one farthest from that; the first of equal
/// ones. None if no cell is walkable.
pub(super) fn far_apart(
    map: &Map,
    watch: &dyn Watch,
) -> Result<Option<[Cell; 2]>, GenerateError> {
    let Some(first) = map.size().cells().find(|&cell| map.is_walkable(cell)) else {
        return Ok(None);
    };

    let graph = Graph::new(map, Steps::FOUR);
    let mut bfs = Bfs::new(&graph);

    // Two searches find the longest path of a tree, and a long one elsewhere.
    let mut farthest = |from: Cell| -> Result<Cell, GenerateError> {
        let steps = bfs.distances(from, watch)?;
        let cells = map.size().cells().zip(steps).rev();
        let far = cells.max_by_key(|&(_, steps)| steps);
        Ok(far.map_or(from, |(cell, _)| cell))
    };
    let start = farthest(first)?;
    Ok(Some([start, farthest(start)?]))
}
