//! `tilewright tour`: the main features of every game on built-in inputs, as a report of runs.
//!
//! A demo is a command that the user can repeat: the tour runs the command that it shows, in a
//! temporary folder, and records it there.

mod demo;
mod demos;

use std::fs::{self, File};
use std::io::Read as _;
use std::num::NonZero;
use std::panic::resume_unwind;
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::thread::{self, ScopedJoinHandle};

use anyhow::anyhow;
use clap::ArgMatches;
use rayon::ThreadPoolBuilder;
use serde_json::{Value, json};
use tilewright_grid::Seed;
use tilewright_runs::{RunId, temporary_folder};
use tilewright_workbench::{Report, Shown};

use crate::arguments::Tour;
use crate::context::Context;
use crate::failure::{Failure, Hint, Verdict};
use crate::files;
use demo::{Ran, Stage};
use demos::{DEMOS, Demo};

/// The default seed of a tour.
const SEED: Seed = Seed(1);

/// The title of the page.
const TITLE: &str = "A tour of tilewright";

/// What is said below the title.
const LEAD: &str = "AI for tile games. Every picture was made by one command; open it to see the \
                    command, to step through it and to carry it away.";

/// Runs the command of parsed arguments.
type Serve = fn(&ArgMatches, &Context) -> Result<Verdict, Failure>;

/// Runs all demos with `serve`, and writes the page.
pub(crate) fn run(
    tour: &Tour,
    serve: Serve,
    context: &Context,
) -> Result<Verdict, Failure> {
    check_own(&tour.out, context.force)?;
    context.catch_interrupt();
    let context = context.with_seed(SEED);
    let seed = context.seed();
    let beside = tour.out.parent().filter(|folder| !folder.as_os_str().is_empty());
    let beside = beside.unwrap_or(Path::new("."));
    let (folder, _lock) = temporary_folder(beside)
        .map_err(|error| anyhow!("cannot write {}: {error}", tour.out.display()))?;
    let stage = Stage { folder: folder.path(), out: &tour.out };
    for (name, data) in DEMOS.iter().flat_map(|demo| demo.inputs) {
        fs::write(stage.folder.join(name), data)?;
    }
    let ran = run_all(&stage, serve, &context);
    if context.is_cancelled() {
        context.say("interrupted: nothing is written");
        return Ok(Verdict::Interrupted);
    }
    let mut written = Vec::new();
    let mut runs = Vec::new();
    for ((id, demo), ran) in (1..).map(RunId).zip(&DEMOS).zip(ran?) {
        for (name, data) in demo.inputs {
            if written.iter().all(|(other, _)| other != name) {
                written.push(((*name).to_owned(), data.to_vec()));
            }
        }
        written.push((demo.picture(), fs::read(stage.folder.join(demo.picture()))?));
        runs.push(demo.shown(ran, id, &tour.out, seed));
    }
    let (title, lead) = (TITLE.to_owned(), LEAD.to_owned());
    let report = Report { title, lead, is_dated: false, runs };
    written.push(("index.html".to_owned(), report.html()?.into_bytes()));
    files::write_folder(&tour.out, &written, true)?;
    let index = tour.out.join("index.html");
    if context.json {
        return context.print_json(&document(seed, &index, &written, &report.runs));
    }
    context.print(format!("{}\n", index.display()).as_bytes())
}

/// Runs all demos, several at a time since many of them use one core. After one that fails no other begins; the error
/// is that of the first one in their order.
fn run_all(
    stage: &Stage<'_>,
    serve: Serve,
    context: &Context,
) -> Result<Vec<Ran>, Failure> {
    let cores = || thread::available_parallelism().map_or(1, NonZero::get);
    let threads = context.threads().unwrap_or_else(cores);
    let count = threads.min(DEMOS.len());
    let context = &if count > 1 { context.without_progress() } else { context.clone() };
    // A pool for each demo that runs: in one for all, a thread that waits for a part of its demo could begin another.
    let pool = || ThreadPoolBuilder::new().num_threads(threads / count).build();
    let pools = (0..count).map(|_| pool()).collect::<Result<Vec<_>, _>>()?;
    let left = Mutex::new(DEMOS.iter().enumerate());
    let lock = || left.lock().unwrap_or_else(PoisonError::into_inner);
    let begin = || {
        let mut left = lock();
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
                lock().by_ref().for_each(drop);
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
    runs: &[Shown],
) -> Value {
    json!({
        "schema": "tilewright/tour/2",
        "seed": seed,
        "index": index.display().to_string(),
        "files": written.iter().map(|(name, _)| name).collect::<Vec<_>>(),
        "demos": DEMOS.iter().zip(runs).map(Demo::document).collect::<Vec<_>>(),
    })
}

/// Refuses a folder that exists and does not contain an earlier tour.
fn check_own(folder: &Path, force: bool) -> Result<(), Failure> {
    if folder.file_name().is_none() {
        return Err(anyhow!("{} is not the name of a folder", folder.display()))
            .hint("name a new folder with --out");
    }
    match fs::metadata(folder) {
        Ok(found) if !found.is_dir() => {
            return Err(anyhow!("{} is a file, expected a folder", folder.display()))
                .hint("name another --out");
        }
        Ok(_) => {}
        Err(_) => return files::check_folder(folder),
    }
    let is_empty = fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_none());
    if force || is_empty || is_tour(&folder.join("index.html")) {
        return Ok(());
    }
    Err(anyhow!("{} exists and contains no earlier tour", folder.display()))
        .hint("name another --out; --force writes into this one")
}

/// Whether a file is the page of a tour, which its first lines tell. Pipes and devices are not
/// read: they could block or be endless.
fn is_tour(page: &Path) -> bool {
    let mut begin = Vec::new();
    let is_read = fs::metadata(page).is_ok_and(|found| found.is_file())
        && File::open(page).is_ok_and(|it| it.take(4096).read_to_end(&mut begin).is_ok());
    let begin = String::from_utf8_lossy(&begin);
    let marks = [
        "<meta name=\"generator\" content=\"tilewright ",
        &format!("<title>{TITLE}</title>"),
    ];
    is_read && marks.iter().all(|mark| begin.contains(mark))
}
