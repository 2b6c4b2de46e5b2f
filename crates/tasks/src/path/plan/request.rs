//! The request of `path/plan`.

use anyhow::anyhow;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;
use smart_default::SmartDefault;
use tilewright_grid::{Cell, Seed, Size};
use tilewright_pathplan::planners::Door;
use tilewright_pathplan::routes::Detour;
use tilewright_pathplan::{Connectivity, Endpoint, Map, Npc, QueryError, Steps};

use super::super::danger::added;
use super::super::ends::{check_end, refused, there};
use super::super::load::{self, LoadedMap};
use super::super::save::{EDITORS, MapFormat, with_paths};
use super::super::{
    AgentOptions, Danger, Ends, Evolution, PlannerName, StepOptions, Walkability, during,
    given, no_effect,
};
use super::answer::PlanAnswer;
use super::each::{EachQuery, PlanResult};
use crate::{
    Answer, BoundedInteger, BoundedNumber, Host, Input, NamedOutput, Output, Refusal,
    Refuse as _, Task, TextValue,
};

/// Plan a path between two cells of a map, or one for each NPC.
///
/// Exact planners find the cheapest path. Evolved planners use four neighbours and need not find
/// it; the cost of the cheapest path is reported beside theirs. On maps with costs, where their
/// articles count cells, their fitness is the cost of the path.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, SmartDefault)]
#[serde(default)]
#[schemars(extend("required" = ["map"]))]
pub struct PlanRequest {
    /// The map: a .map file of the MovingAI benchmarks, .tmx or .tmj of Tiled, .ldtk or .ldtkl of LDtk,
    /// text with `.` free, `#` wall, `~` danger and 2 to 9 costs, where one `S` and one `G` mark the
    /// start and the goal, or a matrix of numbers where 0 is walkable, as text, CSV or JSON; - for
    /// stdin. In a request also an object whose `layout` is the list of the rows.
    #[schemars(extend("x-value" = "MAP", "x-position" = 1))]
    pub map: Option<Input>,
    /// The start and the goal.
    #[serde(flatten)]
    pub ends: Ends,
    /// If the goal is blocked or cut off, plan to the reachable cell with the least Euclidean distance
    /// from it; of several to the one with the cheapest path.
    pub nearest: bool,
    /// Plan the cheapest path of each NPC that the map marks, from its own cell to the goal; one that
    /// stands in a wall is reported by its name, and the others are planned. Default if the map marks
    /// NPCs but no start. For many walkers with the same start use `path/routes`.
    pub npcs: bool,
    /// Spread the paths of NPCs: each takes the least used one of eight diverse routes that cost at
    /// most this multiple of its cheapest path. Default: cheapest paths.
    #[schemars(
        with = "Option<f64>",
        extend("x-value" = "FACTOR", "minimum" = 1, "maximum" = 100)
    )]
    pub detour: Option<Detour>,
    /// The agent that moves. One that swims, flies or covers several cells and cannot stand at the start begins
    /// in the nearest cell where it can.
    #[serde(flatten)]
    pub agent: AgentOptions,
    /// The steps that are allowed.
    #[serde(flatten)]
    pub steps: StepOptions,
    /// Planner: exact (astar, bfs, dijkstra, jps) or evolved.
    #[schemars(extend("x-value" = "PLANNER"))]
    #[default(PlannerName::Astar)]
    pub planner: PlannerName,
    /// The sources of danger.
    #[serde(flatten)]
    pub danger: Danger,
    /// The variants of the evolved planners.
    #[serde(flatten)]
    pub evolution: Evolution,
    /// Add a door that opens and shuts: its row and column, the ticks that it stays open and shut, and
    /// how many ticks its clock is ahead. A walker takes as many ticks for a step as it costs; it
    /// waits or goes round, whatever brings it to the goal first. Can be repeated.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(extend("x-value" = "R,C,OPEN,SHUT,SHIFT", "default" = []))]
    pub door: Vec<TextValue<Door>>,
    /// Time at which the walkers leave, in ticks, where there are doors; default: 0.
    #[schemars(extend("x-value" = "TICKS"))]
    pub departure: Option<BoundedNumber<0, 1_000_000_000>>,
    /// Number of generations of evolved planners, after the first one.
    #[schemars(extend("x-value" = "N"))]
    #[default(BoundedInteger::of(20))]
    pub generations: BoundedInteger<0, 100_000>,
    /// Add the course of the search to the JSON answer: the cells in the order of their expansion,
    /// or the paths of the generations.
    pub trace: bool,
    /// Which cells are walkable.
    #[serde(flatten)]
    pub walkability: Walkability,
    /// Seed of the random numbers; default: chosen at random and reported.
    #[schemars(with = "Option<u64>")]
    pub seed: Option<Seed>,
}

impl Task for PlanRequest {
    const NAME: &'static str = "path/plan";
    const OUTPUTS: &'static [Output] = &[
        Output::Picture(
            "Draw the map and the path: .svg or .png; .gif and .apng animate the search.",
        ),
        Output::File(NamedOutput {
            name: "output",
            what: "maps with paths",
            endings: EDITORS,
            help: "Write the map with the paths as lines and their number per cell as a layer: .tmx or .tmj.",
        }),
    ];

    fn check(&self) -> Result<(), Refusal> {
        given(self.map.as_ref(), "map")?;
        self.ends.check()?;

        if self.npcs && (self.ends.from.is_some() || self.ends.scenario.is_some()) {
            return Err(anyhow!("a start is given, but NPCs start in their own cells"))
                .hint("leave out {npcs}, or {from} and {scenario}");
        }
        if self.detour.is_some() && self.planner != PlannerName::Astar {
            return Err(anyhow!("paths with a detour have a planner of their own"))
                .hint("leave out {planner}, or {detour}");
        }

        if !self.door.is_empty()
            && (self.detour.is_some() || self.planner != PlannerName::Astar)
        {
            return Err(anyhow!("only A* without a detour knows when doors open"))
                .hint("leave out {door}, or {planner} and {detour}");
        }

        if self.door.is_empty() && self.departure.is_some() {
            return Err(no_effect("departure", "without doors, all times are alike"));
        }
        self.check_agent()?;

        if self.detour.is_some() && self.trace {
            return Err(anyhow!("the search of paths with a detour has no trace"))
                .hint("leave out {trace}, or {detour}");
        }

        self.check_planner()
    }

    fn seed(&mut self) -> Option<&mut Option<Seed>> {
        self.planner.is_evolved().then_some(&mut self.seed)
    }

    fn run(&self, host: &dyn Host) -> Result<Box<dyn Answer>, Refusal> {
        let form = MapFormat::wanted_with_paths(host)?;
        if host.draws_animation() && !self.agent.is_usual() {
            return Err(anyhow!("the search for {} is not animated", self.agent.words()))
                .hint("name a .svg or .png");
        }
        let file = given(self.map.as_ref(), "map")?;
        let LoadedMap { map, source, .. } = load::map(host, file, &self.walkability)?;
        self.steps.check_on(host, file, &map)?;

        let queries = self.queries(host, &map, file)?;
        self.check_doors(&map)?;
        let map = added(map, &self.danger.sources())?;
        self.danger.check(file, &map)?;

        let mut planned = self.plan(host, file, map, queries)?;
        if let Some(form) = form.filter(|_| !planned.paths.is_empty()) {
            let read = (&planned.map, &source);
            let lines = planned.lines();
            let save = || with_paths(host, read, &lines, form);
            planned.saved = Some(during(host, "writing the map", save)?);
        }

        planned.report(host);
        Ok(Box::new(planned))
    }
}

/// A query of one path.
pub(super) struct Query {
    pub(super) name: String,
    /// Whether it is the path of an NPC, whose failure leaves those of others alone.
    pub(super) is_npc: bool,
    pub(super) ends: [Cell; 2],
    /// Why an NPC cannot start in its cell.
    wrong: Option<QueryError>,
}

impl Query {
    /// Why no path can begin at the start.
    pub(super) fn refusal(&self) -> Option<Refusal> {
        let hint = Some("rows and columns count from 0".into());
        self.wrong.map(|error| Refusal { error: error.into(), hint, key: None })
    }
}

impl PlanRequest {
    /// Refuses options of other planners.
    fn check_planner(&self) -> Result<(), Refusal> {
        let is_evolved = self.planner.is_evolved();
        if self.generations != Self::default().generations && !is_evolved {
            let why = self.planner.is_not("evolved planners");
            return Err(no_effect("generations", &why));
        }
        self.evolution.check(self.planner)?;
        self.steps.check(self.usual())
    }

    /// Refuses what only planners for walkers of one cell can do.
    fn check_agent(&self) -> Result<(), Refusal> {
        if self.agent.is_usual() {
            return Ok(());
        }
        if self.detour.is_some() || self.planner != PlannerName::Astar {
            return Err(anyhow!(
                "only A* without a detour plans for {}",
                self.agent.words()
            ))
            .hint("leave out {planner} and {detour}, or {size} and {movement}");
        }
        if self.trace {
            return Err(anyhow!("the search for {} has no trace", self.agent.words()))
                .hint("leave out {trace}, or {size} and {movement}");
        }
        Ok(())
    }

    /// The time at which walkers leave.
    pub(super) fn departure(&self) -> f64 {
        self.departure.map_or(0.0, BoundedNumber::get)
    }

    /// The number of neighbours by default.
    const fn usual(&self) -> Connectivity {
        if self.planner.is_evolved() { Connectivity::Four } else { Connectivity::Eight }
    }

    /// The queries: one, or one for each NPC if the request says so or the map marks NPCs but no
    /// start. Their cells are checked here, before a graph takes memory.
    fn queries(
        &self,
        host: &dyn Host,
        map: &Map,
        file: &Input,
    ) -> Result<Vec<Query>, Refusal> {
        let (npcs, ends) = (&map.places.npcs, &self.ends);
        let has_start = map.places.start.is_some() || ends.from.is_some();
        let is_without = !has_start && !npcs.is_empty();
        if !self.npcs && (ends.scenario.is_some() || !is_without) {
            if self.detour.is_some() {
                return Err(anyhow!("a detour is for the paths of NPCs")).hint(
                    "use {npcs}, or {path/routes} for several routes of one walker",
                );
            }

            let ends = ends.of(host, map, file)?;
            let start = self.check_start(map, ends[0]);
            start.map_err(|error| refused(error, file))?;
            self.check_goal(map, ends[1], file)?;
            let (name, is_npc, wrong) = ("path".to_owned(), false, None);
            return Ok(vec![Query { name, is_npc, ends, wrong }]);
        }

        there(npcs.first().map(|npc| npc.cell), "npc", file)?;
        let goal = ends.goal(map, file)?;
        // All go there: if it is wrong, none has a path.
        self.check_goal(map, goal, file)?;

        let numbered = npcs.iter().zip(1..);
        let query = |(npc, number): (&Npc, u32)| Query {
            name: npc.name.clone().unwrap_or_else(|| format!("npc {number}")),
            is_npc: true,
            ends: [npc.cell, goal],
            wrong: self.check_start(map, npc.cell).err(),
        };
        Ok(numbered.map(query).collect())
    }

    /// Refuses a start outside the map, and one in a wall unless the agent may begin beside it.
    fn check_start(&self, map: &Map, start: Cell) -> Result<(), QueryError> {
        match check_end(map, Endpoint::Start, start) {
            Err(QueryError::Blocked { .. }) if !self.agent.is_usual() => Ok(()),
            checked => checked,
        }
    }

    /// Refuses a goal outside the map, and one in a wall unless the nearest cell will do, or what is a wall depends on the agent.
    fn check_goal(&self, map: &Map, goal: Cell, file: &Input) -> Result<(), Refusal> {
        let is_open = self.nearest || !self.agent.is_usual();
        match check_end(map, Endpoint::Goal, goal) {
            Err(QueryError::Blocked { .. }) if is_open => Ok(()),
            checked => checked.map_err(|error| refused(error, file)),
        }
    }

    /// Refuses doors outside the map.
    fn check_doors(&self, map: &Map) -> Result<(), Refusal> {
        let is_outside = |door: &&TextValue<Door>| !map.size().contains(door.0.cell);
        let Some(TextValue(door)) = self.door.iter().find(is_outside) else {
            return Ok(());
        };
        let Size { rows, columns } = map.size();
        Err(anyhow!("the door {door} is outside the map of {rows} × {columns} cells"))
            .hint("count rows and columns of {door} from 0")
    }

    fn plan(
        &self,
        host: &dyn Host,
        file: &Input,
        map: Map,
        queries: Vec<Query>,
    ) -> Result<PlanAnswer, Refusal> {
        let each = EachQuery { host, request: self, file, map: &map, queries: &queries };
        let PlanResult { paths, record, is_stopped } =
            if self.agent.is_usual() { each.on_graph() } else { each.for_agents() }?;
        let request = self.clone();
        Ok(PlanAnswer { request, map, queries, paths, record, saved: None, is_stopped })
    }

    /// The steps that are allowed.
    pub(super) fn allowed_steps(&self) -> Steps {
        self.steps.steps(self.usual())
    }
}
