//! The least that a way to the goal counts in one layer.

use crate::Graph;
use crate::planners::open::Open;

/// The mark of a node from which no way leads to the goal.
const NEVER: u32 = u32::MAX;

/// Finds for every node the least sum of a layer over the cells entered on a way from there to the
/// goal. `sums` is as long as the graph.
pub(super) fn least_sums(
    graph: &Graph,
    goal: usize,
    values: &[[u32; 2]],
    layer: usize,
    open: &mut Open,
    sums: &mut [u32],
) {
    sums.fill(NEVER);
    open.clear();
    sums[goal] = 0;
    open.push_key(0, goal as u32);
    while let Some((key, node)) = open.pop_key() {
        let node = node as usize;
        if key != u64::from(sums[node]) {
            continue;
        }
        // What the step into this node counts, from wherever it comes.
        let sum = sums[node] + values[node][layer];
        let mut ways = if graph.is_even { graph.ways[node] } else { graph.ways_in(node) };
        while ways != 0 {
            let way = ways.trailing_zeros() as usize;
            ways &= ways - 1;
            let before = graph.neighbor(node, way);
            if sum < sums[before] {
                sums[before] = sum;
                open.push_key(sum.into(), before as u32);
            }
        }
    }
}
