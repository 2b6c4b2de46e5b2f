//! `tilewright path compare`: maps in, how often evolving planners find the shortest path out.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context as _, anyhow};
use serde::Serialize;
use serde_json::{Value, json};
use tilewright_draw::{Format, export};
use tilewright_grid::Seed;
use tilewright_pathplan::chart;
use tilewright_pathplan::compare::{Comparison, Course, Row, Seen, State};
use tilewright_pathplan::evolved::{Method, Options};

use super::checkpoint::{self, Checkpoint};
use super::{load, micros, read};
use crate::arguments::Compare;
use crate::context::Context;
use crate::failure::{Failure, Hint, Verdict};
use crate::files;
use crate::progress::Progress;

pub(crate) fn run(arguments: &Compare, context: &Context) -> Result<Verdict, Failure> {
    let format = arguments.picture.as_deref().map(Format::from_path).transpose()?;
    let outputs = [&arguments.picture, &arguments.checkpoint];
    files::check_apart(outputs.into_iter().flatten().map(|path| &**path))?;
    if let Some(path) = &arguments.picture {
        files::check_free(path, context.force)?;
    }
    let course = |path: &PathBuf| course(path, arguments, context);
    let courses: Vec<Course> =
        arguments.files.iter().map(course).collect::<Result<_, _>>()?;
    let planners = planners(arguments);
    context.heed_interrupt();
    let kept =
        arguments.checkpoint.as_deref().map(Checkpoint::read).transpose()?.flatten();
    let seed = match &kept {
        Some(kept) => kept.seed(context)?,
        None => context.seed(),
    };
    let comparison = Progress::during(context, "laying out the maps", || {
        Comparison::new(&courses, &planners, arguments.runs, seed)
    })?;
    let comparison = match kept {
        Some(kept) => kept.resume(comparison, context)?,
        None => comparison,
    };
    let comparison = work(comparison, arguments.checkpoint.as_deref(), seed, context)?;
    let rows = comparison.rows();
    let is_done = comparison.state().done() == comparison.total();
    if let Some((path, format)) =
        arguments.picture.as_deref().zip(format).filter(|_| is_done)
    {
        let drawn = export(&chart::compared(&rows), None, format)?;
        files::write(path, &drawn, context.force)?;
    }
    if context.json {
        context.print_json(&answer(&rows, seed, !is_done))?;
    } else {
        context.print(table(&rows, courses.len(), arguments.runs, seed).as_bytes())?;
    }
    if is_done {
        return Ok(Verdict::Done);
    }
    let (done, total) = (comparison.state().done(), comparison.total());
    let resume = match &arguments.checkpoint {
        Some(path) => format!("are in {}; the same command resumes", path.display()),
        None => "were done; with --checkpoint FILE it can be resumed".to_owned(),
    };
    context.say(&format!("interrupted: {done} of {total} runs {resume}"));
    Ok(Verdict::Interrupted)
}

/// The planners that are asked for, by generations.
fn planners(arguments: &Compare) -> Vec<Options> {
    let methods = match &arguments.planners[..] {
        [] => &Method::ALL[..],
        named => named,
    };
    let of = |&generations: &u32| {
        let of = move |&method| read::options(method, generations, &arguments.evolution);
        methods.iter().map(of)
    };
    arguments.generations.iter().flat_map(of).collect()
}

/// How often the checkpoint is written.
const EVERY: Duration = Duration::from_secs(1);

/// Does the runs that are left, to the end or until Ctrl-C; a second of work is lost at most when
/// the program is killed.
fn work<'a>(
    mut comparison: Comparison<'a>,
    path: Option<&Path>,
    seed: Seed,
    context: &Context,
) -> Result<Comparison<'a>, Failure> {
    let fingerprint = path.map(|_| comparison.fingerprint()).unwrap_or_default();
    let keep = |state: &State| match path {
        Some(path) => checkpoint::write(path, fingerprint, seed, state),
        None => Ok(()),
    };
    keep(comparison.state())?;
    let progress = Progress::of(context, "planning", comparison.total());
    let (mut kept, mut failed) = (Instant::now(), None);
    let mut watch = |seen: Seen<'_>| {
        let Seen::Run(state) = seen else { return progress.flow() };
        if path.is_some() && kept.elapsed() >= EVERY {
            if let Err(failure) = keep(state) {
                failed = Some(failure);
                return ControlFlow::Break(());
            }
            kept = Instant::now();
        }
        progress.at(state.done())
    };
    comparison.run(&mut |work| micros(work), &mut watch)?;
    if let Some(failure) = failed {
        return Err(failure);
    }
    drop(progress);
    keep(comparison.state())?;
    Ok(comparison)
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
    let (scenarios, map) = Progress::during(context, "reading the map", || {
        let scenarios = load::scenarios(path)?;
        let map = load::map_of(path, &scenarios, &arguments.walkability)?;
        Ok::<_, Failure>((scenarios, map))
    })?;
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

/// The JSON answer, `tilewright/path-compare/1`; of an interrupted one the runs that are done.
fn answer(rows: &[Row], seed: Seed, is_interrupted: bool) -> Value {
    #[derive(Serialize)]
    struct Timed<'a> {
        #[serde(flatten)]
        row: &'a Row,
        timing: Value,
    }
    let timed = |row: &'_ Row| {
        let timing = json!({ "median_us": row.times.quantile(0.5) });
        json!(Timed { row, timing })
    };
    let mut answer = json!({
        "schema": "tilewright/path-compare/1",
        "seed": seed,
        "rows": rows.iter().map(timed).collect::<Vec<_>>(),
    });
    if is_interrupted {
        answer["interrupted"] = true.into();
    }
    answer
}

fn table(rows: &[Row], courses: usize, runs: u32, seed: Seed) -> String {
    let mut lines = vec![
        format!("{runs} runs on each of {courses} maps, seed {seed}; accurate: as cheap as the optimal path"),
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
            row.times.quantile(0.5)
        ));
    }
    lines.join("\n") + "\n"
}
