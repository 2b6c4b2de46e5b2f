//! The smallest sum of one layer on the way to the goal.

use tilewright_grid::Watch;

use crate::planners::{check, look};
use crate::search::OpenList;
use crate::steps::each_way;
use crate::{Graph, QueryError};

/// The sum of nodes that cannot reach the goal.
const NEVER: u32 = u32::MAX;

/// Computes for every node the smallest sum of a layer over the cells entered on a path from
/// there to the goal, by Dijkstra's algorithm. `sums` has one element per node.
pub(super) fn min_sums(
    graph: &Graph,
    goal: usize,
    values: &[[u32; 2]],
    layer: usize,
    open: &mut OpenList,
    sums: &mut [u32],
    watch: &dyn Watch,
) -> Result<(), QueryError> {
    check(watch)?;
    let mut expansions = 0;
    sums.fill(NEVER);
    open.clear();
    sums[goal] = 0;
    open.push_key(0, goal as u32);

    while let Some((key, node)) = open.pop_key() {
        let node = node as usize;
        if key != u64::from(sums[node]) {
            continue;
        }

        expansions += 1;
        look(expansions, watch)?;
        // Every step into this node adds its value.
        let sum = sums[node] + values[node][layer];

        let ways =
            if graph.is_undirected { graph.ways[node] } else { graph.ways_in(node) };
        for way in each_way(ways) {
            let before = graph.neighbor(node, way);

            if sum < sums[before] {
                sums[before] = sum;
                open.push_key(sum.into(), before as u32);
            }
        }
    }

    Ok(())
}
