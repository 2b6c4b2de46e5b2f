//! A planned path as a document and as text.

use serde::Serialize;
use serde_json::Value;
use serde_with::skip_serializing_none;
use tilewright_grid::{Cell, Seed};
use tilewright_pathplan::Map;
use tilewright_pathplan::picture::Scene;

use super::super::NO_PATH;
use super::super::glyphs::is_shown;
use super::request::PlanRequest;
use super::request::Query;
use super::search::{Schedule, SearchResult};
use crate::{Head, Hint, Item, Medium, Refusal};

/// The document of a path, `tilewright/path/2`.
#[skip_serializing_none]
#[derive(Debug, Serialize)]
pub(super) struct Path {
    /// The name of the NPC, or `path`.
    #[serde(skip)]
    pub(super) name: String,
    pub(super) found: bool,
    pub(super) planner: &'static str,
    #[serialize_always]
    pub(super) length: Option<f64>,
    /// The cost of the cheapest path by the same steps, for planners that need not find it.
    pub(super) optimum: Option<f64>,
    #[serde(skip)]
    optimum_cells: usize,
    pub(super) cells: Vec<Cell>,
    /// When the walker is in each cell, and when it leaves it, if there are doors.
    #[serde(flatten)]
    schedule: Option<Schedule>,
    expansions: Option<u64>,
    /// The number of generations after the first one.
    #[serde(skip)]
    pub(super) generations: u64,
    /// The cell of the NPC, if the path is that of one.
    npc: Option<Cell>,
    /// The name of the NPC, such as `Ann`, or `npc 2` if the map does not name it.
    #[serde(rename = "name")]
    npc_name: Option<String>,
    /// The cell that the path leads to where the goal cannot be reached.
    nearest: Option<Cell>,
    /// The cell that the path begins in where the agent cannot stand at the start.
    pub(super) start: Option<Cell>,
    /// Why nothing was planned.
    error: Option<String>,
    #[serde(skip)]
    hint: Option<Hint>,
    trace: Option<Value>,
    #[serde(skip)]
    seed: Option<Seed>,
}

impl Path {
    pub(super) fn new(
        request: &PlanRequest,
        query: &Query,
        found: SearchResult,
        trace: Option<Value>,
    ) -> Self {
        let SearchResult {
            route,
            optimum,
            expansions,
            generations,
            schedule,
            nearest,
            start,
            ..
        } = found;

        let schedule = schedule.filter(|_| route.is_some());
        let planner = request.planner;
        Self {
            name: query.name.clone(),
            found: route.is_some(),
            planner: if request.detour.is_some() { "diverse" } else { planner.name() },
            length: route.as_ref().map(|route| route.length),
            optimum: optimum.as_ref().map(|route| route.length),
            optimum_cells: optimum.map_or(0, |route| route.cells.len()),
            cells: route.map(|route| route.cells).unwrap_or_default(),
            schedule,
            expansions,
            generations,
            npc: query.is_npc.then_some(query.ends[0]),
            npc_name: query.is_npc.then(|| query.name.clone()),
            nearest,
            start,
            error: None,
            hint: None,
            trace,
            seed: request.seed.filter(|_| planner.is_evolved()),
        }
    }

    /// The path of an NPC that cannot start.
    ///
    /// # Errors
    /// The reason, if the walker is no NPC.
    pub(super) fn failed(
        request: &PlanRequest,
        query: &Query,
        why: Refusal,
    ) -> Result<Self, Refusal> {
        if !query.is_npc {
            return Err(why);
        }
        let Refusal { error, hint, .. } = why;
        let path = Self::new(request, query, SearchResult::default(), None);
        Ok(Self { error: Some(error.to_string()), hint, ..path })
    }

    /// Whether nothing was planned because the NPC cannot start.
    pub(super) const fn is_wrong(&self) -> bool {
        self.error.is_some()
    }

    /// Lines about the path.
    fn lines(&self, [start, goal]: [Cell; 2]) -> String {
        let start = self.start.map(|near| {
            format!(
                "the agent cannot stand at the start {}, {}; it begins in {}, {}, the nearest cell where it can\n",
                start.row, start.column, near.row, near.column
            )
        });
        let nearest = self.nearest.filter(|_| self.found).map(|near| {
            format!(
                "the goal {}, {} cannot be reached; the path leads to {}, {}, the nearest cell that can\n",
                goal.row, goal.column, near.row, near.column
            )
        });
        [Some(self.line()), start, nearest].into_iter().flatten().collect()
    }

    /// When the walker comes to its start.
    fn departure(&self) -> f64 {
        let arrivals = self.schedule.as_ref().map(|it| &it.arrivals[..]);
        arrivals.and_then(|it| it.first()).copied().unwrap_or(0.0)
    }

    /// A line about the path.
    fn line(&self) -> String {
        let Some(length) = self.length else { return NO_PATH.to_owned() };

        let cells = self.cells.len();
        // A path with a detour is the only one without a number of expansions.
        let Some(expansions) = self.expansions else {
            let factor = length / self.optimum.unwrap_or(length).max(f64::MIN_POSITIVE);
            let factor = if length > 0.0 { factor } else { 1.0 };
            return format!(
                "{}: cost {length:.5}, {factor:.4} × the cheapest, {cells} cells\n",
                self.planner
            );
        };

        // Of the others, only an evolved path has an optimum and a seed.
        let (Some(optimum), Some(seed)) = (self.optimum, self.seed) else {
            let arrival = self.schedule.as_ref().and_then(|it| it.arrivals.last());
            let arrival = arrival.map_or_else(String::new, |&arrival| {
                let took = arrival - self.departure();
                let waits = (took - length).max(0.0);
                let after = if took.to_bits() == arrival.to_bits() {
                    format!("after {took:.5} ticks")
                } else {
                    format!("at {arrival:.5}, after {took:.5} ticks")
                };
                format!("; arrival {after}, {waits:.5} of them waiting")
            });
            return format!(
                "{}: cost {length:.5}, {cells} cells{arrival}; {expansions} cells expanded\n",
                self.planner
            );
        };

        format!(
            "{}: cost {length:.5}, {cells} cells; cheapest path, by A*: cost {optimum:.5}, {} cells; {expansions} paths evaluated, seed {seed}\n",
            self.planner, self.optimum_cells
        )
    }
}

/// A path that is reported.
pub(super) struct PathItem<'a> {
    pub(super) map: &'a Map,
    pub(super) agent_size: u32,
    pub(super) query: &'a Query,
    pub(super) path: &'a Path,
    pub(super) is_single: bool,
    /// Whether the map with the path is drawn; many of them would hide the costs.
    pub(super) is_drawn: bool,
}

impl Item for PathItem<'_> {
    fn json(&self, head: &Head) -> serde_json::Result<Vec<u8>> {
        match self.path.npc {
            Some(Cell { row, column }) => {
                let from = format!("{row},{column}");
                head.only("npcs", false).only("from", from).line("path", self.path)
            }
            None => head.line("path", self.path),
        }
    }

    fn text(&self, medium: Medium) -> Result<String, (String, Option<Hint>)> {
        let Self { map, query, path, .. } = self;
        if let Some(error) = &path.error {
            return Err((format!("{}: {error}", query.name), path.hint.clone()));
        }

        let mut text = String::new();
        if self.is_drawn && path.found && is_shown(map) {
            let [start, goal] =
                [path.start.unwrap_or(query.ends[0]), query.ends[1]].map(Some);
            let agent_size = self.agent_size;
            let path = &path.cells;
            let scene = Scene { path, start, goal, agent_size, ..Scene::default() };
            text += &map.picture(&scene, 1.0).to_text(medium.color);
            text.push('\n');
        }

        if !self.is_single {
            text = text + &query.name + ": ";
        }

        Ok(text + &path.lines(query.ends))
    }
}
