//! `tilewright path compare`: maps in, how often evolving planners find the shortest path out.

use std::path::Path;

use anyhow::{Context as _, anyhow};
use serde::Serialize;
use serde_json::{Value, json};
use tilewright_draw::{Format, export};
use tilewright_grid::Seed;
use tilewright_pathplan::chart;
use tilewright_pathplan::check::quantile;
use tilewright_pathplan::compare::{Course, Row, compare};
use tilewright_pathplan::evolved::{Method, Options};

use super::{load, micros, read};
use crate::arguments::Compare;
use crate::context::Context;
use crate::failure::{Failure, Hint, Verdict};
use crate::files;
use crate::progress::Progress;

pub(crate) fn run(arguments: &Compare, context: &Context) -> Result<Verdict, Failure> {
    let format = arguments.picture.as_deref().map(Format::from_path).transpose()?;
    if let Some(path) = &arguments.picture {
        files::check_free(path, context.force)?;
    }
    let courses: Vec<Course> = arguments
        .files
        .iter()
        .map(|path| course(path, arguments, context))
        .collect::<Result<_, _>>()?;
    let methods = match &arguments.planners[..] {
        [] => &Method::ALL[..],
        named => named,
    };
    let planners: Vec<Options> = arguments
        .generations
        .iter()
        .flat_map(|&generations| {
            let of =
                move |&method| read::options(method, generations, &arguments.evolution);
            methods.iter().map(of)
        })
        .collect();
    let seed = context.seed();
    let steps = (planners.len() + 1) * courses.len() * arguments.runs as usize;
    let progress = Progress::of(context, "planning", steps as u64);
    let rows = compare(&courses, &planners, arguments.runs, seed, &mut |work| {
        let _ = progress.more(1);
        micros(work)
    })?;
    drop(progress);
    if let Some((path, format)) = arguments.picture.as_deref().zip(format) {
        let drawn = export(&chart::compared(&rows), None, format)?;
        files::write(path, &drawn, context.force)?;
    }
    if context.json {
        return context.print_json(&answer(&rows, seed));
    }
    context.print(table(&rows, courses.len(), arguments.runs, seed).as_bytes())
}

/// A map with a start and a goal of its own, or the first scenario of a list on its map.
fn course(
    path: &Path,
    arguments: &Compare,
    context: &Context,
) -> Result<Course, Failure> {
    if path.extension().is_none_or(|extension| extension != "scen") {
        return course_of_map(path, arguments, context);
    }
    let scenarios = load::scenarios(path)?;
    let map = load::map_of(path, &scenarios)?;
    let first = scenarios.first();
    let first =
        first.with_context(|| format!("{}: there is no scenario", path.display()))?;
    let name = path.display().to_string();
    if first.size != map.size() {
        return Err(anyhow!("{name}: the scenario is for a map of another size").into());
    }
    Ok(Course { name, map, start: first.start, goal: first.goal })
}

fn course_of_map(
    path: &Path,
    arguments: &Compare,
    context: &Context,
) -> Result<Course, Failure> {
    let map = load::map(path, &arguments.walkability, context)?.map;
    let name = path.display().to_string();
    let Some((start, goal)) = map.places.start.zip(map.places.goal) else {
        return Err(anyhow!("{name}: the map names no start and goal")).hint(
            "a map is compared on by its .scen, or by objects called start and goal",
        );
    };
    Ok(Course { name, map, start, goal })
}

/// The JSON answer, `tilewright/path-compare/1`.
fn answer(rows: &[Row], seed: Seed) -> Value {
    #[derive(Serialize)]
    struct Timed<'a> {
        #[serde(flatten)]
        row: &'a Row,
        timing: Value,
    }
    let timed =
        |row| Timed { row, timing: json!({ "median_us": quantile(&row.times, 0.5) }) };
    json!({
        "schema": "tilewright/path-compare/1",
        "seed": seed,
        "rows": rows.iter().map(timed).collect::<Vec<_>>(),
    })
}

fn table(rows: &[Row], courses: usize, runs: u32, seed: Seed) -> String {
    let mut lines = vec![
        format!("{runs} runs on each of {courses} maps, seed {seed}; accurate: as short as the shortest path"),
        "generations  planner         accurate %  (95 %)          length ratio  median µs".to_owned(),
    ];
    for row in rows {
        let [low, high] = row.ci95.map(|end| 100.0 * end);
        let generations =
            row.generations.map_or_else(|| "-".to_owned(), |n| n.to_string());
        lines.push(format!(
            "{generations:>11}  {:14}  {:10.1}  ({low:5.1} to {high:5.1})  {:12.3}  {:9.1}",
            row.planner,
            100.0 * row.accuracy,
            row.length_ratio,
            quantile(&row.times, 0.5)
        ));
    }
    lines.join("\n") + "\n"
}
