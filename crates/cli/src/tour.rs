//! `tilewright tour`: the main features of every game on built-in inputs, as a report of runs.
//!
//! A demo is a command that the user can repeat: the tour runs the command that it shows, in a
//! temporary folder, and records it there.

mod demo;
mod demos;

use std::fs;
use std::num::NonZero;
use std::panic::resume_unwind;
use std::path::Path;
use std::sync::Mutex;
use std::thread::{self, ScopedJoinHandle};

use rayon::ThreadPoolBuilder;
use serde_json::{Value, json};
use tilewright_grid::{Seed, locked};
use tilewright_runs::RunId;
use tilewright_workbench::{RecordedRun, Report};

use crate::arguments::Tour;
use crate::context::Context;
use crate::failure::{Failure, Verdict};
use crate::stage::{CommandRunner, Page, Stage, StageOutput};
use demo::DemoRun;
use demos::{DEMOS, Demo};

/// The default seed of a tour.
const SEED: Seed = Seed(1);

/// The title of the page.
const TITLE: &str = "A tour of tilewright";

/// What is said below the title.
const LEAD: &str = "AI for tile games. Every picture was made by one command; open it to see the \
                    command, to step through it and to carry it away.";

/// Runs all demos with `serve`, and writes the page.
pub(crate) fn run(
    tour: &Tour,
    serve: CommandRunner,
    context: &Context,
) -> Result<Verdict, Failure> {
    let page = Page { out: &tour.out, what: "tour", argument: "--out", title: TITLE };
    page.make(context, |stage| make(stage, serve, &context.with_seed(SEED)))
}

fn make(
    stage: &Stage<'_>,
    serve: CommandRunner,
    context: &Context,
) -> Result<StageOutput, Failure> {
    let seed = context.seed();
    for (name, data) in DEMOS.iter().flat_map(|demo| demo.inputs) {
        fs::write(stage.folder.join(name), data)?;
    }

    let ran = run_all(stage, serve, context)?;
    let mut files = Vec::new();
    let mut runs = Vec::new();
    for ((id, demo), ran) in (1..).map(RunId).zip(&DEMOS).zip(ran) {
        for (name, data) in demo.inputs {
            if files.iter().all(|(other, _)| other != name) {
                files.push(((*name).to_owned(), data.to_vec()));
            }
        }

        files.push((demo.picture(), fs::read(stage.folder.join(demo.picture()))?));
        runs.push(demo.shown(ran, id, stage.out, seed));
    }

    let (title, lead) = (TITLE.to_owned(), LEAD.to_owned());
    let report = Report { title, lead, is_dated: false, runs };
    files.push(("index.html".to_owned(), report.html()?.into_bytes()));
    let index = stage.out.join("index.html");
    let document = document(seed, &index, &files, &report.runs);

    Ok(StageOutput { files, document, text: format!("{}\n", index.display()) })
}

/// Runs all demos, several at a time since many of them use one core. After one that fails no other begins; the error
/// is that of the first one in their order.
fn run_all(
    stage: &Stage<'_>,
    serve: CommandRunner,
    context: &Context,
) -> Result<Vec<DemoRun>, Failure> {
    let cores = || thread::available_parallelism().map_or(1, NonZero::get);
    let threads = context.threads.unwrap_or_else(cores);
    let count = threads.min(DEMOS.len());
    let context = &if count > 1 { context.without_progress() } else { context.clone() };
    // A pool for each demo that runs: in one for all, a thread that waits for a part of its demo could begin another.
    let pool = || ThreadPoolBuilder::new().num_threads(threads / count).build();
    let pools = (0..count).map(|_| pool()).collect::<Result<Vec<_>, _>>()?;
    let left = Mutex::new(DEMOS.iter().enumerate());

    let begin = || {
        let mut left = locked(&left);
        let (at, demo) = left.next()?;
        // With the lock, so that the lines are in order.
        context.say(&format!("{} of {}: {}", at + 1, DEMOS.len(), demo.title));
        Some((at, demo))
    };
    let work = || {
        let mut done = Vec::new();
        while let Some((at, demo)) = begin() {
            let ran = demo.run(stage, serve, context);
            if ran.is_err() || context.is_cancelled() {
                locked(&left).by_ref().for_each(drop);
            }
            done.push((at, ran));
        }

        done
    };
    let mut done = thread::scope(|scope| {
        let started = pools.iter().map(|pool| scope.spawn(move || pool.install(work)));
        let started: Vec<_> = started.collect();
        let joined = started.into_iter().map(ScopedJoinHandle::join);
        joined
            .flat_map(|done| done.unwrap_or_else(|panic| resume_unwind(panic)))
            .collect::<Vec<_>>()
    });

    done.sort_by_key(|&(at, _)| at);
    done.into_iter().map(|(_, ran)| ran).collect()
}

/// The tour in JSON.
fn document(
    seed: Seed,
    index: &Path,
    written: &[(String, Vec<u8>)],
    runs: &[RecordedRun],
) -> Value {
    json!({
        "schema": "tilewright/tour/2",
        "seed": seed,
        "index": index.display().to_string(),
        "files": written.iter().map(|(name, _)| name).collect::<Vec<_>>(),
        "demos": DEMOS.iter().zip(runs).map(Demo::document).collect::<Vec<_>>(),
    })
}
