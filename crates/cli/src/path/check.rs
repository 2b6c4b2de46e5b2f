//! `tilewright path check`: lists of scenarios in, whether a planner finds their lengths out.

use anyhow::anyhow;
use serde::Serialize;
use serde_json::{Value, json};
use tilewright_pathplan::check::{Checked, quantile};
use tilewright_pathplan::planners::{Astar, Bfs, Dijkstra, Jps, Planner};
use tilewright_pathplan::{Connectivity, Graph};

use super::{load, micros, steps};
use crate::arguments::{self, PathCheck};
use crate::context::Context;
use crate::failure::{Failure, Hint, Verdict, chain};
use crate::progress::Progress;

pub(crate) fn run(arguments: &PathCheck, context: &Context) -> Result<Verdict, Failure> {
    context.heed_interrupt();
    let mut verdict = Verdict::Done;
    if !context.json {
        context.print(HEAD.as_bytes())?;
    }
    for path in &arguments.files {
        for &planner in &arguments.planner {
            if context.is_cancelled() {
                context.say("interrupted: the lists before are whole");
                return Ok(Verdict::Interrupted);
            }
            let file = path.display().to_string();
            match check(path, planner, arguments, context) {
                Ok(None) => return Ok(Verdict::Interrupted),
                Ok(Some(checked)) => {
                    if verdict == Verdict::Done && !checked.is_optimal() {
                        verdict = Verdict::No;
                    }
                    show(&file, planner, &checked, context)?;
                }
                Err(Failure::Error { error, .. }) => {
                    verdict = Verdict::Wrong;
                    let what = chain(&error);
                    if context.json {
                        context.print_json(&json!({ "error": what, "file": file }))?;
                    } else {
                        context.say(&format!("error: {what}"));
                    }
                }
                Err(other) => return Err(other),
            }
        }
    }
    Ok(verdict)
}

const HEAD: &str = "queries  optimal  unreachable  invalid  worst ratio  median µs   99 % µs  planner   file\n";

/// Plans a list; none when the user ends it before its end.
fn check(
    path: &std::path::Path,
    planner: arguments::Planner,
    arguments: &PathCheck,
    context: &Context,
) -> Result<Option<Checked>, Failure> {
    let (scenarios, map, graph) = Progress::during(context, "reading the map", || {
        let scenarios = load::scenarios(path)?;
        let map = load::map_of(path, &scenarios, &arguments.walkability)?;
        let graph = Graph::new(&map, steps(&arguments.steps, Connectivity::Eight));
        Ok::<_, Failure>((scenarios, map, graph))
    })?;
    let mut planner: Box<dyn Planner> = match planner {
        arguments::Planner::Astar => Box::new(Astar::new(&graph)),
        arguments::Planner::Bfs => Box::new(Bfs::new(&graph)),
        arguments::Planner::Dijkstra => Box::new(Dijkstra::new(&graph)),
        arguments::Planner::Jps => Box::new(Jps::new(&graph)?),
        arguments::Planner::Evolved(method) => {
            return Err(anyhow!("{method} does not promise the shortest path"))
                .hint("path compare shows how often it finds one");
        }
    };
    let progress = Progress::of(context, "planning", scenarios.len() as u64);
    let checked =
        Checked::of(planner.as_mut(), map.size(), &scenarios, &mut micros, &mut || {
            progress.more(1)
        });
    let done = checked.queries;
    let is_whole = done == scenarios.len() as u64;
    if !is_whole {
        let all = scenarios.len();
        let lists = "the lists before it are whole";
        progress.aside(|| {
            let file = path.display();
            context.say(&format!(
                "interrupted: {done} of {all} scenarios of {file} were checked; {lists}"
            ));
        });
    }
    Ok(is_whole.then_some(checked))
}

/// The JSON answer for a list, `tilewright/path-check/1`.
#[derive(Serialize)]
struct Answer<'a> {
    schema: &'static str,
    file: &'a str,
    planner: &'static str,
    #[serde(flatten)]
    checked: &'a Checked,
    timing: Value,
}

fn show(
    file: &str,
    planner: arguments::Planner,
    checked: &Checked,
    context: &Context,
) -> Result<Verdict, Failure> {
    let [median, p99] = [0.5, 0.99].map(|share| quantile(&checked.times, share));
    if context.json {
        return context.print_json(&Answer {
            schema: "tilewright/path-check/1",
            file,
            planner: planner.name(),
            checked,
            timing: json!({ "median_us": median, "p99_us": p99 }),
        });
    }
    let Checked { queries, optimal, unreachable, invalid, worst_ratio, .. } = checked;
    let line = format!(
        "{queries:7}  {optimal:7}  {unreachable:11}  {invalid:7}  {worst_ratio:11.6}  {median:9.1}  {p99:8.1}  {:8}  {file}\n",
        planner.name()
    );
    context.print(line.as_bytes())
}
