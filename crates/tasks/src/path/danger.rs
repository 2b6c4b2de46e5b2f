//! Danger that requests add to a map, kept out of or counted.

use anyhow::anyhow;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tilewright_grid::Cell;
use tilewright_pathplan::{Graph, Map, Source, Steps};

use super::evolution::Weight;
use crate::{Refusal, Refuse as _, Worded};

/// Danger besides that of the map, and how paths take it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Danger {
    /// A source of danger: its row, column and radius in cells. Cells within the radius are
    /// kept out of. Repeat it for several.
    #[schemars(extend("x-value" = "R,C,RADIUS"))]
    pub danger: Vec<Worded<Source>>,
    /// Do not keep out of danger, but count every unit of it as so many steps.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-value" = "WEIGHT"))]
    pub danger_weight: Option<Weight>,
}

/// The sources without their text form.
pub(super) fn sources(worded: &[Worded<Source>]) -> Vec<Source> {
    worded.iter().map(|source| source.0).collect()
}

/// The map with the danger of these sources besides its own.
pub(super) fn added(map: Map, sources: &[Source]) -> anyhow::Result<Map> {
    let added = Source::danger(sources, map.size());
    let both = map.danger().iter().zip(added);
    let both = both.map(|(own, added)| own.saturating_add(added)).collect();
    Ok(map.with_danger(both)?)
}

impl Danger {
    pub(super) fn sources(&self) -> Vec<Source> {
        sources(&self.danger)
    }

    /// Lays out a map with its danger: it costs by its weight; without one the sources are kept
    /// out of. What the map itself says of danger is then not in the way.
    pub(super) fn lay_out(&self, map: &Map, steps: Steps) -> Graph {
        match self.danger_weight {
            Some(weight) => Graph::weighted(map, steps, weight.get()),
            None => {
                Graph::masked(map, steps, &Source::reach(&self.sources(), map.size()))
            }
        }
    }
}

/// Refuses ends in the danger that is kept out of.
pub(super) fn keep_out(
    map: &Map,
    graph: &Graph,
    [start, goal]: [Cell; 2],
) -> Result<(), Refusal> {
    for (name, cell) in [("start", start), ("goal", goal)] {
        if map.is_walkable(cell) && !graph.is_walkable(cell) {
            let Cell { row, column } = cell;
            return Err(anyhow!("the {name} {row}, {column} lies in danger"))
                .hint("with {danger_weight} danger is counted, not kept out of");
        }
    }
    Ok(())
}
