//! `path/plan`: a path between two cells, or the paths of all NPCs.

use anyhow::anyhow;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tilewright_draw::{Animation, DrawError};
use tilewright_formats::tiled::Properties;
use tilewright_grid::{Cell, Seed, Size, Watch};
use tilewright_pathplan::picture::{Scene, tile_for};
use tilewright_pathplan::planners::Door;
use tilewright_pathplan::routes::{Detour, RouteSet};
use tilewright_pathplan::tiled::PathLine;
use tilewright_pathplan::{Connectivity, Graph, Map, Route, Source, Steps, animation};

use super::crowd::Crowd;
use super::danger::{added, refuse_danger};
use super::ends::there;
use super::load::{self, Loaded};
use super::save::{EDITORS, Form, Saved};
use super::search::{Record, Search};
use super::shown::{Path, Shown};
use super::trace::Trace;
use super::{
    Danger, Ends, Evolution, PlannerName, StepOptions, Walkability, during, given, timed,
};
use crate::{
    Answer, Drawing, Event, Head, Host, Input, Medium, Named, Output, Refusal,
    Refuse as _, Task, Verdict, Within, Worded,
};

/// Plan a path between two cells of a map, or one for each NPC.
///
/// Exact planners find the cheapest path. Evolved planners use four neighbours and need not find
/// it; the cost of the cheapest path is reported beside theirs. On maps with costs, where their
/// articles count cells, their fitness is the cost of the path.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(extend("required" = ["map"]))]
pub struct Plan {
    /// The map: a .map file of the MovingAI benchmarks, .tmx or .tmj of Tiled, .ldtk of LDtk, or
    /// text with `.` free, `#` wall, `~` danger and 2 to 9 costs; - for stdin. In a request also an
    /// object whose `layout` is the list of the rows of text.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-value" = "MAP", "x-position" = 1))]
    pub map: Option<Input>,
    #[expect(missing_docs, reason = "its fields are keys of the request")]
    #[serde(flatten)]
    pub ends: Ends,
    /// Plan the cheapest path of each NPC that the map marks, from its own cell to the goal.
    /// Default if the map marks NPCs but no start. For many walkers with the same start use
    /// `path/routes`.
    pub npcs: bool,
    /// Spread the paths of NPCs: each takes the least used one of eight diverse routes that cost at
    /// most this multiple of its cheapest path. Default: cheapest paths.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(
        with = "Option<f64>",
        extend("x-value" = "FACTOR", "minimum" = 1, "maximum" = 100)
    )]
    pub detour: Option<Detour>,
    #[expect(missing_docs, reason = "its fields are keys of the request")]
    #[serde(flatten)]
    pub steps: StepOptions,
    /// Planner: exact (astar, bfs, dijkstra, jps) or evolved.
    #[schemars(extend("x-value" = "PLANNER"))]
    pub planner: PlannerName,
    #[expect(missing_docs, reason = "its fields are keys of the request")]
    #[serde(flatten)]
    pub danger: Danger,
    #[expect(missing_docs, reason = "its fields are keys of the request")]
    #[serde(flatten)]
    pub evolution: Evolution,
    /// Add a door that opens and shuts: its row and column, the ticks that it stays open and shut, and
    /// how many ticks its clock is ahead. A walker takes as many ticks for a step as it costs; it
    /// waits or goes round, whatever brings it to the goal first. Can be repeated.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(extend("x-value" = "R,C,OPEN,SHUT,SHIFT", "default" = []))]
    pub door: Vec<Worded<Door>>,
    /// Number of generations of evolved planners, after the first one.
    #[schemars(extend("x-value" = "N"))]
    pub generations: Within<0, 100_000>,
    /// Add the course of the search to the JSON answer: the cells in the order of their expansion,
    /// or the paths of the generations.
    pub trace: bool,
    #[expect(missing_docs, reason = "its fields are keys of the request")]
    #[serde(flatten)]
    pub walkability: Walkability,
    /// Seed of the random numbers; default: chosen at random and reported.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<u64>")]
    pub seed: Option<Seed>,
}

impl Default for Plan {
    fn default() -> Self {
        Self {
            map: None,
            ends: Ends::default(),
            npcs: false,
            detour: None,
            steps: StepOptions::default(),
            planner: PlannerName::Astar,
            danger: Danger::default(),
            door: Vec::new(),
            evolution: Evolution::default(),
            generations: Within::of(20),
            trace: false,
            walkability: Walkability::default(),
            seed: None,
        }
    }
}

impl Task for Plan {
    const NAME: &'static str = "path/plan";
    const OUTPUTS: &'static [Output] = &[
        Output::Picture(
            "Draw the map and the path: .svg or .png; .gif and .apng animate the search.",
        ),
        Output::File(Named {
            name: "output",
            what: "maps with paths",
            endings: EDITORS,
            help: "Write the map with the paths as lines and their number per cell as a layer: .tmx or .tmj.",
        }),
    ];
    type Answer = Planned;

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
        if self.detour.is_some() && self.trace {
            return Err(anyhow!("the search of paths with a detour has no trace"))
                .hint("leave out {trace}, or {detour}");
        }
        Ok(())
    }

    fn seed(&mut self) -> Option<&mut Option<Seed>> {
        self.planner.is_evolved().then_some(&mut self.seed)
    }

    fn run(&self, host: &dyn Host) -> Result<Planned, Refusal> {
        let form = Form::wanted_with_paths(host)?;
        let file = given(self.map.as_ref(), "map")?;
        let Loaded { map, source, .. } = load::map(host, file, &self.walkability)?;
        let queries = self.queries(host, &map, file)?;
        self.check_doors(&map)?;
        let map = added(map, &self.danger.sources())?;
        let mut planned = self.plan(host, file, map, queries)?;
        if let Some(form) = form.filter(|_| !planned.paths.is_empty()) {
            let read = (&planned.map, &source, file);
            let lines = planned.lines();
            let save = || Saved::with_paths(host, read, &lines, form);
            planned.saved = Some(during(host, "writing the map", save)?);
        }
        planned.report(host);
        Ok(planned)
    }
}

/// The number of paths up to which each is drawn in a map of its own, as text.
const DRAWN: usize = 4;

/// A query of one path.
#[derive(Debug)]
pub(super) struct Query {
    pub(super) name: String,
    pub(super) ends: [Cell; 2],
}

impl Plan {
    /// The queries: one, or one for each NPC if the request says so or the map marks NPCs but no
    /// start.
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
            return Ok(vec![Query { name: "path".to_owned(), ends }]);
        }
        there(npcs.first().copied(), "npc", file)?;
        let goal = ends.goal(map, file)?;
        let numbered = npcs.iter().zip(1..);
        let query = |(&start, number)| Query {
            name: format!("npc {number}"),
            ends: [start, goal],
        };
        Ok(numbered.map(query).collect())
    }

    /// Refuses doors outside the map.
    fn check_doors(&self, map: &Map) -> Result<(), Refusal> {
        let is_outside = |door: &&Worded<Door>| !map.size().contains(door.0.cell);
        let Some(Worded(door)) = self.door.iter().find(is_outside) else { return Ok(()) };
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
    ) -> Result<Planned, Refusal> {
        let is_evolved = self.planner.is_evolved();
        let usual = if is_evolved { Connectivity::Four } else { Connectivity::Eight };
        let steps = self.steps.steps(usual);
        let lay_out = || timed(host, || self.lay_out(&map, steps));
        let (graph, prepared) = during(host, "laying out the map", lay_out);
        let (mut paths, mut first) = (Vec::new(), Record::default());
        let mut is_stopped = false;
        let search = Search { host, request: self, file, graph: &graph, map: &map };
        let mut crowd = self.detour.map(|detour| Crowd::new(&search, detour));
        for (index, query) in queries.iter().enumerate() {
            refuse_danger(&map, &graph, query.ends)?;
            let is_animated = index == 0 && host.draws_animation();
            let mut record = Record::default();
            let wanted = (is_animated || self.trace).then_some(&mut record);
            let found = match &mut crowd {
                Some(crowd) => crowd.plan(query.ends)?,
                None => search.run(query.ends, wanted)?,
            };
            let trace =
                (self.trace && crowd.is_none()).then(|| Trace::new(&record, map.size()));
            let path = |found| Path::new(self, query, found, prepared, trace);
            paths.extend(found.map(path));
            if is_animated {
                first = record;
            }
            is_stopped = host.see(Event::Look).is_break();
            if is_stopped {
                break;
            }
        }
        let request = self.clone();
        let saved = None;
        Ok(Planned { request, map, queries, paths, record: first, saved, is_stopped })
    }

    /// The graph to plan on. `weighted-sum` weighs danger by itself, so that none is masked.
    fn lay_out(&self, map: &Map, steps: Steps) -> Graph {
        let weighs = self.planner == PlannerName::WeightedSum;
        if weighs && self.danger.danger_weight.is_none() {
            return Graph::new(map, steps);
        }
        self.danger.lay_out(map, steps)
    }
}

/// The answer; its paths were reported as items.
#[derive(Debug)]
pub struct Planned {
    request: Plan,
    /// With the danger of the request.
    map: Map,
    queries: Vec<Query>,
    paths: Vec<Path>,
    /// Of the first query.
    record: Record,
    saved: Option<Saved>,
    is_stopped: bool,
}

impl Planned {
    fn report(&self, host: &dyn Host) {
        for (query, path) in self.queries.iter().zip(&self.paths) {
            let (is_single, is_drawn) =
                (self.paths.len() == 1, self.paths.len() <= DRAWN);
            let shown = Shown { map: &self.map, query, path, is_single, is_drawn };
            if host.see(Event::Item(&shown)).is_break() && !self.is_stopped {
                break;
            }
        }
    }

    /// The paths as objects for a map of the editor.
    fn lines(&self) -> Vec<PathLine> {
        let found = self.paths.iter().filter(|path| path.found);
        let line = |path: &Path| {
            let mut properties = Properties::new();
            properties.insert("planner", path.planner);
            if let Some(length) = path.length {
                properties.insert("length", length);
            }
            PathLine { name: path.name.clone(), cells: path.cells.clone(), properties }
        };
        found.map(line).collect()
    }

    /// The animation of the first search.
    fn animation(
        &self,
        sources: &[Source],
        first: &Path,
        ends: [Cell; 2],
        watch: &dyn Watch,
    ) -> Result<Animation, DrawError> {
        let Self { map, record, .. } = self;
        if record.generations.is_empty() {
            return animation::expansions(
                map,
                sources,
                &record.expanded,
                &first.cells,
                ends,
                watch,
            );
        }
        let [length, optimum] =
            [first.length, first.optimum].map(Option::unwrap_or_default);
        let path = Route { cells: first.cells.clone(), length };
        animation::generations(
            map,
            sources,
            &record.generations,
            &path,
            optimum,
            ends,
            watch,
        )
    }
}

impl Answer for Planned {
    fn verdict(&self) -> Verdict {
        match () {
            () if self.is_stopped => Verdict::Stopped,
            () if self.paths.iter().all(|path| path.found) => Verdict::Done,
            () => Verdict::No,
        }
    }

    fn text(&self, _: Medium) -> String {
        let paths = self.paths.iter().filter(|path| path.found);
        let paths = paths.map(|path| Route { cells: path.cells.clone(), length: 0.0 });
        let set = RouteSet { routes: paths.collect() };
        if set.routes.len() < 2 {
            return String::new();
        }
        let (count, load) = (set.routes.len(), set.max_load());
        format!("{count} paths, at most {load} through one cell between the ends\n")
    }

    fn reached(&self) -> Option<String> {
        let (done, all) = (self.paths.len(), self.queries.len());
        let Some(last) = self.paths.last().filter(|_| self.request.planner.is_evolved())
        else {
            return Some(format!("{done} of {all} paths were planned"));
        };
        let paths =
            if all > 1 { format!(" of path {done} of {all}") } else { String::new() };
        Some(format!(
            "after {} of {} generations{paths}; the best path so far is shown",
            last.generations,
            self.request.generations.get()
        ))
    }

    fn drawing(
        &self,
        is_moving: bool,
        watch: &dyn Watch,
    ) -> anyhow::Result<Option<Drawing>> {
        let Some((first, others)) = self.paths.split_first() else { return Ok(None) };
        let sources = self.request.danger.sources();
        let ends = self.queries[0].ends;
        let faint: Vec<_> = others.iter().map(|path| path.cells.clone()).collect();
        let npcs: Vec<_> = self.queries[1..].iter().map(|query| query.ends[0]).collect();
        let scene = Scene {
            faint: &faint,
            path: &first.cells,
            sources: &sources,
            start: Some(ends[0]),
            goal: Some(ends[1]),
            npcs: &npcs,
            ..Scene::default()
        };
        let still = self.map.picture(&scene, tile_for(self.map.size()));
        let animation = is_moving
            .then(|| self.animation(&sources, first, ends, watch))
            .transpose()?;
        Ok(Some(Drawing { still, animation }))
    }

    fn file(&self, _: &str, _: &str, _: &Head) -> anyhow::Result<Option<Vec<u8>>> {
        Ok(self.saved.as_ref().map(|saved| saved.bytes.clone()))
    }

    fn beside(&self, _: &str) -> anyhow::Result<Vec<(String, Vec<u8>)>> {
        Ok(self.saved.as_ref().map_or_else(Vec::new, |saved| saved.beside.clone()))
    }
}
