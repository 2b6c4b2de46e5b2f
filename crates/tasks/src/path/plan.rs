//! `path/plan`: a map and two cells in, a path out.

use anyhow::anyhow;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tilewright_draw::{Animation, DrawError};
use tilewright_formats::tiled::Properties;
use tilewright_grid::{Cell, Seed, Watch};
use tilewright_pathplan::evolved::Method;
use tilewright_pathplan::picture::{Scene, tile_for};
use tilewright_pathplan::tiled::Line;
use tilewright_pathplan::{Connectivity, Graph, Map, Route, Source, Steps, animation};

use super::danger::{added, keep_out};
use super::ends::there;
use super::load::{self, Loaded};
use super::save::{EDITORS, Form, Saved};
use super::search::{Record, Search};
use super::shown::{Path, Shown};
use super::{
    Allowed, Danger, Ends, Evolution, PlannerName, Walkability, during, given, timed,
};
use crate::{
    Answer, Event, Head, Host, Input, Named, Output, Paper, Refusal, Refuse as _, Task,
    Verdict, Within, Worded,
};

/// Plan a path between two cells of a map.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(extend("required" = ["map"]))]
pub struct Plan {
    /// The map: .map of the MovingAI benchmarks, .tmx or .tmj of the editor Tiled, a project
    /// of LDtk, or text with . free, # a wall, ~ danger and 2 to 9 a cost; `-` is stdin.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-value" = "MAP", "x-position" = 1))]
    pub map: Option<Input>,
    #[expect(missing_docs, reason = "its fields are keys of the request")]
    #[serde(flatten)]
    pub ends: Ends,
    /// Plan for each npc of the map; so it is too where the map has npcs and no start.
    pub npcs: bool,
    #[expect(missing_docs, reason = "its fields are keys of the request")]
    #[serde(flatten)]
    pub steps: Allowed,
    /// Who plans: astar, bfs, dijkstra, jps, or by evolution improved (the article's),
    /// traditional, regrow, astar-mutation, complexity or weighted-sum. Evolved paths have four
    /// neighbours and need not be optimal; the least cost by A* is shown beside theirs. The
    /// articles know no costs: on maps that have some, fitness is the cost of the path.
    #[schemars(extend("x-value" = "PLANNER"))]
    pub planner: Worded<PlannerName>,
    #[expect(missing_docs, reason = "its fields are keys of the request")]
    #[serde(flatten)]
    pub danger: Danger,
    #[expect(missing_docs, reason = "its fields are keys of the request")]
    #[serde(flatten)]
    pub evolution: Evolution,
    /// For how many generations a path evolves.
    #[schemars(extend("x-value" = "N"))]
    pub generations: Within<0, 100_000>,
    #[expect(missing_docs, reason = "its fields are keys of the request")]
    #[serde(flatten)]
    pub walkability: Walkability,
    /// The number from which everything random comes; chosen and told when absent.
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
            steps: Allowed::default(),
            planner: Worded(PlannerName::Astar),
            danger: Danger::default(),
            evolution: Evolution::default(),
            generations: Within::of(20),
            walkability: Walkability::default(),
            seed: None,
        }
    }
}

impl Task for Plan {
    const NAME: &'static str = "path/plan";
    const OUTPUTS: &'static [Output] = &[
        Output::Picture(
            "Draw the map and the path here: .svg or .png; .gif or .apng show the search.",
        ),
        Output::File(Named {
            name: "output",
            what: "maps with paths",
            endings: EDITORS,
            help: "Write the map with the path as a line and a layer of heat: .tmx or .tmj.",
        }),
    ];
    type Answer = Planned;

    fn check(&self) -> Result<(), Refusal> {
        given(self.map.as_ref(), "map")?;
        self.ends.check()?;
        if self.npcs && (self.ends.from.is_some() || self.ends.scenario.is_some()) {
            return Err(anyhow!("npcs start where they stand"))
                .hint("leave {npcs} out, or {from} and {scenario}");
        }
        Ok(())
    }

    fn seed(&mut self) -> Option<&mut Option<Seed>> {
        self.planner.0.is_evolved().then_some(&mut self.seed)
    }

    fn run(&self, host: &dyn Host) -> Result<Planned, Refusal> {
        let form = Form::wanted_with_paths(host)?;
        let file = given(self.map.as_ref(), "map")?;
        let Loaded { map, source, .. } = load::map(host, file, &self.walkability)?;
        let queries = self.queries(host, &map, file)?;
        let map = added(map, &self.danger.sources())?;
        let mut planned = self.plan(host, file, map, queries)?;
        if let Some(form) = form.filter(|_| !planned.paths.is_empty()) {
            let read = (&planned.map, &source, file);
            let lines = planned.lines();
            let save = || Saved::with_paths(host, read, lines, form);
            planned.saved = Some(during(host, "writing the map", save)?);
        }
        planned.hand_out(host);
        Ok(planned)
    }
}

/// From where to where, and who goes.
#[derive(Debug)]
pub(super) struct Query {
    pub(super) name: String,
    pub(super) ends: [Cell; 2],
}

impl Plan {
    /// What is asked of the map: one path, or one of each npc where it has no start or they are
    /// asked for.
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

    fn plan(
        &self,
        host: &dyn Host,
        file: &Input,
        map: Map,
        queries: Vec<Query>,
    ) -> Result<Planned, Refusal> {
        let is_evolved = self.planner.0.is_evolved();
        let usual = if is_evolved { Connectivity::Four } else { Connectivity::Eight };
        let steps = self.steps.steps(usual);
        let lay_out = || timed(host, || self.lay_out(&map, steps));
        let (graph, prepared) = during(host, "laying out the map", lay_out);
        let (mut paths, mut record) = (Vec::new(), Record::default());
        let mut is_stopped = false;
        for (index, query) in queries.iter().enumerate() {
            keep_out(&map, &graph, query.ends)?;
            let search = Search { host, request: self, file, graph: &graph, map: &map };
            let is_animated = index == 0 && host.draws_motion();
            let found = search.run(query.ends, is_animated.then_some(&mut record))?;
            paths.extend(found.map(|found| Path::new(self, query, found, prepared)));
            is_stopped = host.see(Event::Look).is_break();
            if is_stopped {
                break;
            }
        }
        let request = self.clone();
        let saved = None;
        Ok(Planned { request, map, queries, paths, record, saved, is_stopped })
    }

    /// The graph to plan on; a planner that weighs danger itself keeps out of none.
    fn lay_out(&self, map: &Map, steps: Steps) -> Graph {
        let weighs = self.planner.0 == PlannerName::Evolved(Method::WeightedSum);
        if weighs && self.danger.danger_weight.is_none() {
            return Graph::new(map, steps);
        }
        self.danger.lay_out(map, steps)
    }
}

/// What was planned; the paths were handed on as items.
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
    fn hand_out(&self, host: &dyn Host) {
        for (query, path) in self.queries.iter().zip(&self.paths) {
            let is_single = self.paths.len() == 1;
            let shown = Shown { map: &self.map, query, path, is_single };
            if host.see(Event::Item(&shown)).is_break() && !self.is_stopped {
                break;
            }
        }
    }

    /// The paths as lines for a map of the editor.
    fn lines(&self) -> Vec<Line> {
        let found = self.paths.iter().filter(|path| path.found);
        let line = |path: &Path| {
            let mut properties = Properties::new();
            properties.insert("planner", path.planner);
            if let Some(length) = path.length {
                properties.insert("length", length);
            }
            Line { name: path.name.clone(), cells: path.cells.clone(), properties }
        };
        found.map(line).collect()
    }

    /// The search for the first path, in motion.
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

    fn reached(&self) -> Option<String> {
        let (done, all) = (self.paths.len(), self.queries.len());
        let Some(last) =
            self.paths.last().filter(|_| self.request.planner.0.is_evolved())
        else {
            return Some(format!("{done} of {all} paths were planned"));
        };
        let paths =
            if all > 1 { format!(" of path {done} of {all}") } else { String::new() };
        Some(format!(
            "after {} of {} generations{paths}; the best so far is shown",
            last.generations,
            self.request.generations.get()
        ))
    }

    fn paper(&self, is_moving: bool, watch: &dyn Watch) -> anyhow::Result<Option<Paper>> {
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
        Ok(Some(Paper { still, animation }))
    }

    fn file(&self, _: &str, _: &str, _: &Head) -> anyhow::Result<Option<Vec<u8>>> {
        Ok(self.saved.as_ref().map(|saved| saved.bytes.clone()))
    }

    fn beside(&self, _: &str) -> anyhow::Result<Vec<(String, Vec<u8>)>> {
        Ok(self.saved.as_ref().map_or_else(Vec::new, |saved| saved.beside.clone()))
    }
}
