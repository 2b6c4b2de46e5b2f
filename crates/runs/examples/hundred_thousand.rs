//! How long listing and searching take with 100,000 recorded runs. Run it in release:
//! `cargo run --release -p tilewright-runs --example hundred_thousand [FILE]`. A file that holds the
//! runs already is only measured.

#![expect(clippy::print_stdout, reason = "an example prints its results")]

use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::{Map, json};
use tilewright_grid::Seed;
use tilewright_runs::{End, NewRun, Query, Result, RunId, State, Store};

const RUNS: u64 = 100_000;

const TASKS: [&str; 4] =
    ["match3/generate", "path/plan", "2048/bench", "battleship/hunt"];

const WORDS: [&str; 8] =
    ["obstacles", "potential", "village", "fleet", "tiles", "length", "danger", "score"];

/// Records the missing runs, with answers of a usual size.
fn fill(store: &Store) -> Result<u64> {
    let recorded = store.list(&Query::default())?.total;
    let mut rng = Seed(1).rng();
    for run in recorded..RUNS {
        let number = rng.below(10_000);
        let word = WORDS[rng.index(WORDS.len())];
        let task = TASKS[rng.index(TASKS.len())];
        let request = Map::from_iter([
            ("rows".to_owned(), json!(9)),
            ("target".to_owned(), json!(number)),
            ("seed".to_owned(), json!(run)),
        ]);
        let id = store.begin(&NewRun {
            task,
            request: &request,
            seed: Some(Seed(run)),
            version: "0.1.0",
            host: "cli",
            folder: None,
            begun: 1_764_000_000 + run.cast_signed(),
        })?;
        let headline = format!("{word} {number}");
        let text = format!("{headline}\n{}", "cells of a level\n".repeat(20));
        let answer =
            format!("{{\"{word}\":{number},\"cells\":\"{}\"}}\n", ".".repeat(400));
        store.finish(
            id,
            &End {
                state: if run % 10 == 0 { State::No } else { State::Done },
                headline: &headline,
                answer: answer.as_bytes(),
                text: &text,
                svg: None,
                error: None,
                hint: None,
                seconds: 0.1,
            },
        )?;
    }
    Ok(RUNS.saturating_sub(recorded))
}

/// The median time of several listings.
fn timed(store: &Store, name: &str, query: &Query) -> Result<()> {
    let mut times = Vec::new();
    let mut total = 0;
    for _ in 0..15 {
        let begun = Instant::now();
        total = store.list(query)?.total;
        times.push(begun.elapsed());
    }
    times.sort();
    let (median, max) = (millis(times[7]), millis(times[14]));
    println!("{name:<34} {total:>7} {median:>9.2} {max:>9.2}");
    Ok(())
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

fn main() -> std::result::Result<(), Box<dyn std::error::Error>> {
    let place = tempfile::tempdir()?;
    let path = std::env::args_os().nth(1);
    let path = path.map_or_else(|| place.path().join("runs.db"), Into::into);
    let begun = Instant::now();
    let runs = fill(&Store::open(&path)?)?;
    let size = std::fs::metadata(&path)?.len() >> 20;
    println!(
        "{runs} runs recorded in {:.1} s, {size} MiB\n",
        begun.elapsed().as_secs_f64()
    );
    measure(&path)?;
    Ok(())
}

fn measure(path: &Path) -> Result<()> {
    let begun = Instant::now();
    let store = Store::open(path)?;
    let opened = millis(begun.elapsed());
    println!("{:<34} {:>7} {:>9} {:>9}", "50 runs of", "total", "median ms", "max ms");
    let all = Query::default();
    let search = |words: &str| Query { search: words.to_owned(), ..all.clone() };
    let task = Some("2048/bench".to_owned());
    let page = Some(RunId((RUNS - 999 * 50).cast_signed()));
    timed(&store, "all", &all)?;
    timed(&store, "all, page 1000", &Query { before: page, ..all.clone() })?;
    timed(&store, "a task", &Query { task: task.clone(), ..all.clone() })?;
    timed(&store, "a state", &Query { state: Some(State::No), ..all.clone() })?;
    timed(&store, "search: a rare word", &search("4711"))?;
    timed(&store, "search: a common word", &search("obstacles"))?;
    timed(&store, "search: a word of all", &search("cells"))?;
    timed(&store, "search: two words of all", &search("cells level"))?;
    timed(&store, "search: a letter", &search("s"))?;
    timed(
        &store,
        "search: a word of all, page 1000",
        &Query { before: page, ..search("cells") },
    )?;
    timed(&store, "search: a word of all, a task", &Query { task, ..search("cells") })?;
    let state = Some(State::No);
    timed(&store, "search: a word of all, a state", &Query { state, ..search("cells") })?;
    println!("\nopened in {opened:.1} ms");
    Ok(())
}
