//! Danger that requests add to a map, avoided or counted as a cost.

use anyhow::anyhow;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;
use tilewright_grid::Cell;
use tilewright_pathplan::{DangerSource, Endpoint, Graph, Map, Steps};

use super::evolution::Weight;
use super::no_effect_on;
use crate::{Input, Refusal, Refuse as _, TextValue};

/// Sources of danger, and whether paths avoid it or pay for it.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Danger {
    /// Add a source of danger: its row, column and radius in cells. Paths avoid all cells within
    /// the radius, unless `danger_weight` is given. Can be repeated.
    #[schemars(extend("x-value" = "R,C,RADIUS"))]
    pub danger: Vec<TextValue<DangerSource>>,
    /// Cost of a unit of danger, in steps. Paths may then pass through danger, of the map and of
    /// the sources. Default: avoid the sources, ignore the danger of the map.
    #[schemars(extend("x-value" = "WEIGHT"))]
    pub danger_weight: Option<Weight>,
}

/// The sources as values.
pub(super) fn sources(worded: &[TextValue<DangerSource>]) -> Vec<DangerSource> {
    worded.iter().map(|source| source.0).collect()
}

/// The map with the danger of these sources added to its own.
pub(super) fn added(map: Map, sources: &[DangerSource]) -> anyhow::Result<Map> {
    let added = DangerSource::danger(sources, &map);
    let both = map.danger().iter().zip(added);
    let both = both.map(|(own, added)| own.saturating_add(added)).collect();
    Ok(map.with_danger(both)?)
}

impl Danger {
    pub(super) fn sources(&self) -> Vec<DangerSource> {
        sources(&self.danger)
    }

    /// Refuses a weight of danger where there is none. `map` has the danger of the sources too.
    pub(super) fn check(&self, file: &Input, map: &Map) -> Result<(), Refusal> {
        // A source with the radius 0 adds no danger, but a weight unmasks its cell.
        let has_danger = !self.danger.is_empty() || map.danger().iter().any(|&it| it > 0);
        if self.danger_weight.is_some() && !has_danger {
            let why = "neither the map nor the request has danger";
            return Err(no_effect_on(file, "danger_weight", why));
        }
        Ok(())
    }

    /// The graph of a map. With a weight, danger costs; without one, the cells within the radius
    /// of a source are masked, and the danger of the map is ignored.
    pub(super) fn lay_out(&self, map: &Map, steps: Steps) -> Graph {
        if let Some(weight) = self.danger_weight {
            return Graph::weighted(map, steps, weight.get());
        }
        let mask = DangerSource::reach(&self.sources(), map);
        Graph::masked(map, steps, &mask)
    }
}

/// Refuses an end of a path in masked danger.
pub(super) fn refuse_danger(
    map: &Map,
    graph: &Graph,
    end: Endpoint,
    cell: Cell,
) -> Result<(), Refusal> {
    if !map.is_walkable(cell) || graph.is_walkable(cell) {
        return Ok(());
    }
    let Cell { row, column } = cell;
    Err(anyhow!("the {end} {row}, {column} is within the radius of a source of danger"))
        .hint("move it, or use {danger_weight}, so that danger costs but is not avoided")
}
