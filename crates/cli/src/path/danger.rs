//! Danger that the arguments add to a map, kept out of or counted.

use anyhow::anyhow;
use tilewright_grid::Cell;
use tilewright_pathplan::{Graph, Map, Source, Steps};

use crate::arguments::Danger;
use crate::failure::{Failure, Hint};

/// The map with the danger of the sources besides its own.
pub(super) fn added(map: Map, danger: &Danger) -> Result<Map, Failure> {
    let added = Source::danger(&danger.sources, map.size());
    let both = map.danger().iter().zip(added);
    let both = both.map(|(own, added)| own.saturating_add(added)).collect();
    Ok(map.with_danger(both)?)
}

/// Lays out a map with its danger: it costs by its weight; without one the sources are kept out
/// of. What the map itself says of danger is then not in the way.
pub(super) fn lay_out(map: &Map, steps: Steps, danger: &Danger) -> Graph {
    match danger.weight {
        Some(weight) => Graph::weighted(map, steps, weight),
        None => Graph::masked(map, steps, &Source::reach(&danger.sources, map.size())),
    }
}

/// Refuses ends in the danger that is kept out of.
pub(super) fn keep_out(
    map: &Map,
    graph: &Graph,
    [start, goal]: [Cell; 2],
) -> Result<(), Failure> {
    for (name, cell) in [("start", start), ("goal", goal)] {
        if map.is_walkable(cell) && !graph.is_walkable(cell) {
            let Cell { row, column } = cell;
            return Err(anyhow!("the {name} {row}, {column} lies in danger"))
                .hint("with --danger-weight danger is counted, not kept out of");
        }
    }
    Ok(())
}
