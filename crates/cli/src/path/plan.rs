//! `tilewright path plan`: a map and two cells in, a path out.

use anyhow::{Context as _, anyhow};
use serde::Serialize;
use serde_json::{Value, json};
use tilewright_grid::{Cell, Seed};
use tilewright_pathplan::evolved::Evolved;
use tilewright_pathplan::planners::{Astar, Bfs, Dijkstra, Jps, Planner};
use tilewright_pathplan::{Connectivity, Graph, Map, Source};

use super::{load, micros, read, steps};
use crate::arguments::{self, Plan};
use crate::context::Context;
use crate::failure::{Failure, Hint, Verdict};

pub(crate) fn run(arguments: &Plan, context: &Context) -> Result<Verdict, Failure> {
    let map = load::map(&arguments.map)?;
    let [start, goal] = ends(arguments)?;
    let is_evolved = matches!(arguments.planner, arguments::Planner::Evolved(_));
    let fewest = if is_evolved { Connectivity::Four } else { Connectivity::Eight };
    let steps = steps(&arguments.steps, fewest);
    let map = with_danger(map, arguments)?;
    let mut graph = None;
    let prepared = micros(&mut || graph = Some(lay_out(&map, steps, arguments)));
    let graph = graph.expect("it was just laid out");
    keep_out(&map, &graph, [start, goal])?;
    let seed = is_evolved.then(|| context.seed());
    let mut planner = planner(arguments, &graph, &map, seed.unwrap_or(Seed(0)))?;
    let mut found = None;
    let took = micros(&mut || {
        let route = planner.plan(start, goal, &mut |_| {});
        found = Some(route.map(Option::<&_>::cloned));
    });
    let found = found.expect("a path was just planned");
    let found = found.with_context(|| arguments.map.display().to_string());
    let route = found.hint("cells are given by row and column, from 0")?;
    let is_found = route.is_some();
    let answer = Answer {
        schema: "tilewright/path/1",
        found: is_found,
        planner: arguments.planner.name(),
        length: route.as_ref().map(|route| route.length),
        cells: route.map(|route| route.cells).unwrap_or_default(),
        expansions: planner.expansions(),
        seed,
        timing: json!({ "prepare_us": prepared, "plan_us": took }),
    };
    if context.json {
        context.print_json(&answer)?;
    } else {
        context.print(answer.to_text(&map).as_bytes())?;
    }
    Ok(if is_found { Verdict::Done } else { Verdict::No })
}

fn ends(arguments: &Plan) -> Result<[Cell; 2], Failure> {
    if let Some(path) = &arguments.scenario {
        let scenarios = load::scenarios(path)?;
        let (index, count) = (arguments.index, scenarios.len());
        let scenario = scenarios.get(index).with_context(|| {
            format!("{} has {count} scenarios, and none of index {index}", path.display())
        })?;
        return Ok([scenario.start, scenario.goal]);
    }
    let ends = arguments.from.zip(arguments.to);
    let (from, to) = ends.expect("clap asks for both");
    Ok([from.0, to.0])
}

/// The map with the danger of the sources besides its own.
fn with_danger(map: Map, arguments: &Plan) -> Result<Map, Failure> {
    let added = Source::danger(&arguments.danger, map.size());
    let danger = map.danger().iter().zip(added).map(|(own, added)| own + added).collect();
    Ok(map.with_danger(danger)?)
}

/// Danger costs by its weight; without one it is kept out of.
fn lay_out(map: &Map, steps: tilewright_pathplan::Steps, arguments: &Plan) -> Graph {
    if let Some(weight) = arguments.danger_weight {
        return Graph::weighted(map, steps, weight);
    }
    let reach = Source::reach(&arguments.danger, map.size());
    let mask: Vec<bool> = reach
        .iter()
        .zip(map.danger())
        .map(|(&near, &danger)| near || danger > 0)
        .collect();
    Graph::masked(map, steps, &mask)
}

/// Refuses ends in the danger that is kept out of.
fn keep_out(map: &Map, graph: &Graph, ends: [Cell; 2]) -> Result<(), Failure> {
    for (name, cell) in ["start", "goal"].into_iter().zip(ends) {
        if map.is_walkable(cell) && !graph.is_walkable(cell) {
            let Cell { row, column } = cell;
            return Err(anyhow!("the {name} {row}, {column} lies in danger"))
                .hint("with --danger-weight danger is counted, not kept out of");
        }
    }
    Ok(())
}

fn planner<'a>(
    arguments: &Plan,
    graph: &'a Graph,
    map: &Map,
    seed: Seed,
) -> Result<Box<dyn Planner + 'a>, Failure> {
    Ok(match arguments.planner {
        arguments::Planner::Astar => Box::new(Astar::new(graph)),
        arguments::Planner::Bfs => Box::new(Bfs::new(graph)),
        arguments::Planner::Dijkstra => Box::new(Dijkstra::new(graph)),
        arguments::Planner::Jps => {
            let jps = Jps::new(graph);
            Box::new(jps.hint("use --planner astar, which takes any steps and costs")?)
        }
        arguments::Planner::Evolved(method) => {
            let options =
                read::options(method, arguments.generations, &arguments.evolution);
            let evolved = Evolved::new(graph, map, options, seed);
            Box::new(evolved.hint("leave --connect 8 out")?)
        }
    })
}

/// The JSON answer, `tilewright/path/1`.
#[derive(Serialize)]
struct Answer {
    schema: &'static str,
    found: bool,
    planner: &'static str,
    length: Option<f64>,
    cells: Vec<Cell>,
    expansions: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<Seed>,
    timing: Value,
}

impl Answer {
    /// The map with the path on it, and what it is.
    fn to_text(&self, map: &Map) -> String {
        let Some(length) = self.length else {
            return "no way leads from the start to the goal\n".to_owned();
        };
        let mut text = String::new();
        let size = map.size();
        if size.columns <= 120 && size.rows <= 120 {
            let lines = map.to_string();
            for (row, line) in lines.lines().enumerate() {
                let mut line: Vec<char> = line.chars().collect();
                for cell in self.cells.iter().filter(|cell| cell.row as usize == row) {
                    line[cell.column as usize] = '*';
                }
                let ends = [(self.cells.first(), 'A'), (self.cells.last(), 'B')];
                for (end, glyph) in ends {
                    if let Some(end) = end.filter(|cell| cell.row as usize == row) {
                        line[end.column as usize] = glyph;
                    }
                }
                text.extend(line);
                text.push('\n');
            }
            text.push('\n');
        }
        let what = match self.seed {
            Some(seed) => format!("{} paths judged, seed {seed}", self.expansions),
            None => format!("{} cells expanded", self.expansions),
        };
        let cells = self.cells.len();
        text + &format!("{}: length {length:.5}, {cells} cells, {what}\n", self.planner)
    }
}
