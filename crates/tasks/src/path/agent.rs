//! Agents of any size on a kind of ground, and the map as they see it.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ops::ControlFlow;

use anyhow::anyhow;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smart_default::SmartDefault;
use tilewright_grid::Cell;
use tilewright_navigation::{
    Agent, Island, Layer, Navigation, NavigationError, Outcome, Query, Route, Scratch,
    Terrain,
};
use tilewright_pathplan::{DangerSource, Map, Steps};

use super::Danger;
use super::evolution::Weight;
use crate::{BoundedInteger, Host, Input, Refusal, Refuse as _};

/// The number of cells that a search expands between two looks at the host: about a millisecond.
const SLICE: u64 = 1 << 13;

/// The agent that moves.
#[derive(
    Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, SmartDefault,
)]
#[serde(default)]
pub struct AgentOptions {
    /// Size of the agent: it covers N × N cells, and stands where the upper left one of them is.
    #[schemars(extend("x-value" = "N"))]
    #[default(BoundedInteger::of(1))]
    pub size: BoundedInteger<1, 8>,
    /// Kind of movement, by the ground of the cells: walk (free ground and swamp), swim (water) or fly
    /// (all but walls).
    #[schemars(extend("x-value" = "KIND"))]
    #[default(Movement::Walk)]
    pub movement: Movement,
}

/// A kind of movement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Movement {
    /// On free ground and swamp.
    Walk,
    /// In water.
    Swim,
    /// Over all but walls.
    Fly,
}

impl Movement {
    /// The layer of such agents of size 1, where a unit of danger costs its weight.
    pub(super) fn layer(self, steps: Steps, danger: &Danger) -> Layer {
        let layer = match self {
            Self::Walk => Layer::walk(steps),
            Self::Swim => Layer::swim(steps),
            Self::Fly => Layer::fly(steps),
        };
        layer.danger_weight(danger.danger_weight.map_or(0.0, Weight::get))
    }
}

impl AgentOptions {
    /// Whether it is an agent that every planner knows: it walks, and covers one cell.
    pub(super) fn is_usual(&self) -> bool {
        *self == Self::default()
    }

    /// The map for this agent, with walls where it must not go.
    pub(super) fn lay_out(
        &self,
        map: &Map,
        steps: Steps,
        danger: &Danger,
    ) -> Result<AgentMap, NavigationError> {
        let size = self.size.get() as u8;
        let layer = self.movement.layer(steps, danger).sizes([size]);
        let mut navigation = Navigation::new(map, [layer])?;

        let sources = danger.sources();
        if danger.danger_weight.is_none() && !sources.is_empty() {
            let masked = DangerSource::reach(&sources, map);
            let cells =
                map.size().cells().zip(masked).filter(|(_, is_masked)| *is_masked);
            navigation.set_all(cells.map(|(cell, _)| (cell.into(), Terrain::WALL)))?;
        }
        let agent = Agent::default().size(size);
        Ok(AgentMap { navigation, agent })
    }

    /// The agent in words, such as `a walking agent of size 2`.
    pub(super) fn words(&self) -> String {
        let doing = match self.movement {
            Movement::Walk => "walking",
            Movement::Swim => "swimming",
            Movement::Fly => "flying",
        };
        format!("a {doing} agent of size {}", self.size.get())
    }
}

/// A map for one kind of agent.
#[derive(Debug)]
pub(super) struct AgentMap {
    pub(super) navigation: Navigation,
    pub(super) agent: Agent,
}

impl AgentMap {
    /// The cell where the agent begins that is to start in another one.
    pub(super) fn start(
        &self,
        cell: Cell,
        options: &AgentOptions,
        file: &Input,
    ) -> Result<Cell, Refusal> {
        let place = self.navigation.nearest_start(cell, self.agent);
        let place = place.map_err(|error| refused(error, file))?;
        let nowhere =
            || anyhow!("{file}: {} can stand nowhere on the map", options.words());
        place
            .map(|place| place.cell)
            .ok_or_else(nowhere)
            .hint("use a smaller {size} or another {movement}")
    }

    /// Refuses a goal where the agent cannot stand.
    pub(super) fn check_goal(
        &self,
        goal: Cell,
        options: &AgentOptions,
        file: &Input,
        hint: &'static str,
    ) -> Result<(), Refusal> {
        let can_stand = self.navigation.can_stand(goal, self.agent);
        if can_stand.map_err(|error| refused(error, file))? {
            return Ok(());
        }
        let (Cell { row, column }, words) = (goal, options.words());
        Err(anyhow!("{file}: {words} cannot stand at the goal {row}, {column}"))
            .hint(hint)
    }

    /// Refuses goals where the agent cannot stand, if there is no other one.
    pub(super) fn check_goals(
        &self,
        goals: impl IntoIterator<Item = Cell>,
        options: &AgentOptions,
        file: &Input,
        hint: &'static str,
    ) -> Result<(), Refusal> {
        let mut wrong = None;
        for goal in goals {
            match self.check_goal(goal, options, file, hint) {
                Ok(()) => return Ok(()),
                Err(error) => wrong = wrong.or(Some(error)),
            }
        }
        wrong.map_or(Ok(()), Err)
    }

    /// The cells of the largest region, in reading order; of equally large ones the one whose first cell comes first.
    pub(super) fn largest_region(&self) -> Vec<Cell> {
        let mut regions: BTreeMap<Island, Vec<Cell>> = BTreeMap::new();
        for cell in self.size().cells() {
            if let Some(island) = self.island(cell) {
                regions.entry(island).or_default().push(cell);
            }
        }
        let all = regions.into_values();
        all.max_by_key(|cells| (cells.len(), Reverse(cells[0]))).unwrap_or_default()
    }

    /// The route of a query, and whether it leads to a goal; none if there is none. Breaks if the host stops it.
    pub(super) fn route(
        &self,
        query: &Query<'_>,
        host: &dyn Host,
        scratch: &mut Scratch,
    ) -> Result<ControlFlow<(), Option<(Route, bool)>>, NavigationError> {
        let mut outcome = self.navigation.route(&query.budget(SLICE), scratch)?;
        loop {
            let search = match outcome {
                Outcome::Reached(route) => {
                    return Ok(ControlFlow::Continue(Some((route.clone(), true))));
                }
                Outcome::Partial(route) => {
                    return Ok(ControlFlow::Continue(Some((route.clone(), false))));
                }
                Outcome::Unreachable => return Ok(ControlFlow::Continue(None)),
                Outcome::Unfinished(search) => search,
            };
            if host.look().is_break() {
                return Ok(ControlFlow::Break(()));
            }
            outcome = self.navigation.resume(search, scratch)?;
        }
    }
}

/// The refusal of an error of navigation, with the name of the map.
pub(super) fn refused(error: NavigationError, file: &Input) -> Refusal {
    // Requests count rows and columns from 0, errors of the crate from 1.
    if let NavigationError::Outside { place } = error {
        let Cell { row, column } = place.cell;
        let outside = anyhow!("{file}: the cell {row}, {column} is outside the map");
        return Refusal {
            hint: Some("rows and columns count from 0".into()),
            ..Refusal::from(outside)
        };
    }
    anyhow::Error::new(error).context(file.to_string()).into()
}
