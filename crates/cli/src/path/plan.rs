//! `tilewright path plan`: a map and two cells in, a path out.

use std::path::Path;

use serde::Serialize;
use serde_json::{Value, json};
use tilewright_draw::{Format, Movie, export};
use tilewright_formats::tiled::Properties;
use tilewright_grid::{Cell, Seed};
use tilewright_pathplan::evolved::Method;
use tilewright_pathplan::picture::{Scene, tile_for};
use tilewright_pathplan::tiled::Line;
use tilewright_pathplan::{Connectivity, Graph, Map, Route, Steps, film};

use super::ends::{Query, queries};
use super::load::{self, Loaded, Source};
use super::save::{self, Form};
use super::search::{Found, Record, Search};
use super::{danger, micros, steps};
use crate::arguments::{self, Plan};
use crate::context::Context;
use crate::failure::{Failure, Verdict};
use crate::files;
use crate::progress::Progress;

/// The largest map that is drawn in characters.
const MOST_SHOWN: u32 = 120;

pub(crate) fn run(arguments: &Plan, context: &Context) -> Result<Verdict, Failure> {
    let form = arguments.output.as_deref().map(save::editors_form).transpose()?;
    let format = arguments.picture.as_deref().map(Format::from_path).transpose()?;
    for path in [&arguments.output, &arguments.picture].into_iter().flatten() {
        files::check_free(path, context.force)?;
    }
    let planned = plan(arguments, format, context)?;
    if let Some((path, format)) = arguments.picture.as_deref().zip(format) {
        let drawn = Progress::during(context, "drawing", || planned.draw(format))?;
        files::write(path, &drawn, context.force)?;
    }
    if let Some((path, form)) = arguments.output.as_deref().zip(form) {
        planned.write(path, form, context)?;
    }
    planned.print(context)?;
    if context.is_cancelled() {
        context.say(&planned.interrupted());
        return Ok(Verdict::Interrupted);
    }
    let is_found = planned.answers.iter().all(|answer| answer.found);
    Ok(if is_found { Verdict::Done } else { Verdict::No })
}

/// What was planned.
struct Planned<'a> {
    arguments: &'a Plan,
    source: Source,
    /// With the danger of the arguments.
    map: Map,
    queries: Vec<Query>,
    answers: Vec<Answer>,
    /// Of the first query.
    record: Record,
}

fn plan<'a>(
    arguments: &'a Plan,
    format: Option<Format>,
    context: &Context,
) -> Result<Planned<'a>, Failure> {
    let Loaded { map, source, .. } =
        load::map(&arguments.map, &arguments.walkability, context)?;
    let queries = queries(arguments, &map)?;
    let is_evolved = matches!(arguments.planner, arguments::Planner::Evolved(_));
    let fewest = if is_evolved { Connectivity::Four } else { Connectivity::Eight };
    let steps = steps(&arguments.steps, fewest);
    let map = danger::added(map, &arguments.danger)?;
    let mut graph = None;
    let prepared = Progress::during(context, "laying out the map", || {
        micros(&mut || graph = Some(lay_out(&map, steps, arguments)))
    });
    let graph = graph.expect("it was just laid out");
    if is_evolved {
        context.heed_interrupt();
    }
    let seed = is_evolved.then(|| context.seed());
    let mut answers = Vec::new();
    let mut record = Record::default();
    for (index, query) in queries.iter().enumerate() {
        danger::keep_out(&map, &graph, [query.start, query.goal])?;
        let search = Search { arguments, graph: &graph, map: &map, seed, context };
        let is_filmed = index == 0 && format.is_some_and(Format::is_moving);
        let found = search.run(query, is_filmed.then_some(&mut record))?;
        answers.push(Answer::new(arguments, query, found, seed, prepared));
        if context.is_cancelled() {
            break;
        }
    }
    Ok(Planned { arguments, source, map, queries, answers, record })
}

/// The graph to plan on; a planner that weighs danger itself keeps out of none.
fn lay_out(map: &Map, steps: Steps, arguments: &Plan) -> Graph {
    let weighs = arguments.planner == arguments::Planner::Evolved(Method::WeightedSum);
    if weighs && arguments.danger.weight.is_none() {
        return Graph::new(map, steps);
    }
    danger::lay_out(map, steps, &arguments.danger)
}

impl Planned<'_> {
    /// What was done until Ctrl-C.
    fn interrupted(&self) -> String {
        let (done, all) = (self.answers.len(), self.queries.len());
        let last = self.answers.last().map_or(0, |answer| answer.generations);
        let paths =
            if all > 1 { format!(" of path {done} of {all}") } else { String::new() };
        format!(
            "interrupted: after {last} of {} generations{paths}; the best so far is shown",
            self.arguments.generations
        )
    }

    /// The picture or the moving picture of it.
    fn draw(&self, format: Format) -> Result<Vec<u8>, Failure> {
        let Self { map, queries, answers, record, .. } = self;
        let sources = &self.arguments.danger.sources[..];
        let (first, path) = (&queries[0], &answers[0].cells);
        let ends = [first.start, first.goal];
        let faint: Vec<_> =
            answers[1..].iter().map(|answer| answer.cells.clone()).collect();
        let npcs: Vec<_> = queries[1..].iter().map(|query| query.start).collect();
        let scene = Scene {
            faint: &faint,
            path,
            sources,
            start: Some(first.start),
            goal: Some(first.goal),
            npcs: &npcs,
            ..Scene::default()
        };
        let still = map.picture(&scene, tile_for(map.size()));
        let movie: Option<Movie> = format.is_moving().then(|| {
            if record.generations.is_empty() {
                film::expansions(map, sources, &record.expanded, path, ends)
            } else {
                let Answer { length, optimum, .. } = answers[0];
                let [length, optimum] = [length, optimum].map(Option::unwrap_or_default);
                let path = Route { cells: path.clone(), length };
                film::generations(map, sources, &record.generations, &path, optimum, ends)
            }
        });
        Ok(export(&still, movie.as_ref(), format)?)
    }

    /// Writes the map with the paths in it.
    fn write(&self, path: &Path, form: Form, context: &Context) -> Result<(), Failure> {
        let found = self.answers.iter().filter(|answer| answer.found);
        let lines = found.map(|answer| {
            let mut properties = Properties::new();
            properties.insert("planner", answer.planner);
            if let Some(length) = answer.length {
                properties.insert("length", length);
            }
            Line { name: answer.name.clone(), cells: answer.cells.clone(), properties }
        });
        let read = (&self.map, &self.source, &*self.arguments.map);
        save::results(read, lines.collect(), (path, form), context)
    }

    fn print(&self, context: &Context) -> Result<(), Failure> {
        if context.json {
            for answer in &self.answers {
                context.print_json(answer)?;
            }
            return Ok(());
        }
        let size = self.map.size();
        let is_shown = size.columns <= MOST_SHOWN && size.rows <= MOST_SHOWN;
        for (query, answer) in self.queries.iter().zip(&self.answers) {
            let mut text = String::new();
            if answer.found && is_shown {
                let scene = Scene {
                    path: &answer.cells,
                    start: Some(query.start),
                    goal: Some(query.goal),
                    ..Scene::default()
                };
                text += &self.map.picture(&scene, 1.0).to_text(context.color);
                text.push('\n');
            }
            if self.answers.len() > 1 {
                text = text + &query.name + ": ";
            }
            context.print((text + &answer.line()).as_bytes())?;
        }
        Ok(())
    }
}

/// The JSON answer, `tilewright/path/1`.
#[derive(Serialize)]
struct Answer {
    schema: &'static str,
    #[serde(skip)]
    name: String,
    found: bool,
    planner: &'static str,
    length: Option<f64>,
    /// The least length by the same steps, where the planner does not promise it.
    #[serde(skip_serializing_if = "Option::is_none")]
    optimum: Option<f64>,
    #[serde(skip)]
    optimum_cells: usize,
    cells: Vec<Cell>,
    expansions: u64,
    /// How many generations followed the first.
    #[serde(skip)]
    generations: u64,
    /// Where the npc stands whose path it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    npc: Option<Cell>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<Seed>,
    timing: Value,
}

impl Answer {
    fn new(
        arguments: &Plan,
        query: &Query,
        found: Found,
        seed: Option<Seed>,
        prepared: f64,
    ) -> Self {
        let Found { route, optimum, expansions, generations, took } = found;
        Self {
            schema: "tilewright/path/1",
            name: query.name.clone(),
            found: route.is_some(),
            planner: arguments.planner.name(),
            length: route.as_ref().map(|route| route.length),
            optimum: optimum.as_ref().map(|route| route.length),
            optimum_cells: optimum.map_or(0, |route| route.cells.len()),
            cells: route.map(|route| route.cells).unwrap_or_default(),
            expansions,
            generations,
            npc: (query.name != "path").then_some(query.start),
            seed,
            timing: json!({ "prepare_us": prepared, "plan_us": took }),
        }
    }

    /// What it is.
    fn line(&self) -> String {
        let Some(length) = self.length else {
            return "no way leads from the start to the goal\n".to_owned();
        };
        let (cells, judged) = (self.cells.len(), self.expansions);
        let (Some(optimum), Some(seed)) = (self.optimum, self.seed) else {
            return format!(
                "{}: length {length:.5}, {cells} cells, {judged} cells expanded\n",
                self.planner
            );
        };
        format!(
            "{}: cost {length:.5}, {cells} cells; least cost on the same steps, by A*: {optimum:.5}, {} cells; {judged} paths evaluated, seed {seed}\n",
            self.planner, self.optimum_cells
        )
    }
}
