//! A planned path as a document and as text.

use serde::Serialize;
use serde_json::{Value, json};
use tilewright_grid::{Cell, Seed};
use tilewright_pathplan::Map;
use tilewright_pathplan::picture::Scene;

use super::glyphs::is_shown;
use super::plan::Query;
use super::search::{Found, Schedule};
use super::trace::Trace;
use super::{NO_PATH, Plan};
use crate::{Head, Hint, Item, Medium};

/// The document of a path, `tilewright/path/2`.
#[derive(Debug, Serialize)]
pub(super) struct Path {
    #[serde(skip)]
    pub(super) name: String,
    pub(super) found: bool,
    pub(super) planner: &'static str,
    pub(super) length: Option<f64>,
    /// The cost of the cheapest path by the same steps, for planners that need not find it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) optimum: Option<f64>,
    #[serde(skip)]
    optimum_cells: usize,
    pub(super) cells: Vec<Cell>,
    /// When the walker is in each cell, and when it leaves it, if there are doors.
    #[serde(flatten)]
    schedule: Option<Schedule>,
    #[serde(skip_serializing_if = "Option::is_none")]
    expansions: Option<u64>,
    /// The number of generations after the first one.
    #[serde(skip)]
    pub(super) generations: u64,
    /// The cell of the NPC, if the path is that of one.
    #[serde(skip_serializing_if = "Option::is_none")]
    npc: Option<Cell>,
    #[serde(skip_serializing_if = "Option::is_none")]
    trace: Option<Trace>,
    #[serde(skip)]
    seed: Option<Seed>,
    timing: Value,
}

impl Path {
    pub(super) fn new(
        request: &Plan,
        query: &Query,
        found: Found,
        prepared: Option<f64>,
        trace: Option<Trace>,
    ) -> Self {
        let Found { route, optimum, expansions, generations, took, schedule } = found;
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
            npc: (query.name != "path").then_some(query.ends[0]),
            trace,
            seed: request.seed.filter(|_| planner.is_evolved()),
            timing: json!({ "prepare_us": prepared, "plan_us": took }),
        }
    }

    /// A line about the path.
    fn line(&self) -> String {
        let Some(length) = self.length else { return NO_PATH.to_owned() };
        let cells = self.cells.len();
        let Some(expansions) = self.expansions else {
            let factor = length / self.optimum.unwrap_or(length).max(f64::MIN_POSITIVE);
            let factor = if length > 0.0 { factor } else { 1.0 };
            return format!(
                "{}: cost {length:.5}, {factor:.4} × the cheapest, {cells} cells\n",
                self.planner
            );
        };
        let (Some(optimum), Some(seed)) = (self.optimum, self.seed) else {
            let arrival = self.schedule.as_ref().and_then(|it| it.arrivals.last());
            let arrival = arrival.map_or_else(String::new, |&arrival| {
                let waits = (arrival - length).max(0.0);
                format!("; arrival after {arrival:.5} ticks, {waits:.5} of them waiting")
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
#[derive(Debug)]
pub(super) struct Shown<'a> {
    pub(super) map: &'a Map,
    pub(super) query: &'a Query,
    pub(super) path: &'a Path,
    pub(super) is_single: bool,
    /// Whether the map with the path is drawn; many of them would hide the costs.
    pub(super) is_drawn: bool,
}

impl Item for Shown<'_> {
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
        let mut text = String::new();
        if self.is_drawn && path.found && is_shown(map) {
            let [start, goal] = query.ends.map(Some);
            let scene = Scene { path: &path.cells, start, goal, ..Scene::default() };
            text += &map.picture(&scene, 1.0).to_text(medium.color);
            text.push('\n');
        }
        if !self.is_single {
            text = text + &query.name + ": ";
        }
        Ok(text + &path.line())
    }
}
