//! A process that is killed at any moment loses nothing that it had reported as recorded, and the
//! next one opens the file and resumes the run.

use std::collections::BTreeSet;
use std::env;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use crate::common::{DONE, begin};
use serde_json::json;
use tilewright_grid::{Rng, Seed};
use tilewright_runs::{Query, RunId, State, Store};
use tilewright_tasks::KeptItems;

/// The variable with the file of the process to be killed.
const WORK: &str = "TILEWRIGHT_TEST_RUNS";
/// The number of items of a run.
const ITEMS: u64 = 40;
const KILLS: u64 = 25;
/// The checksum of the inputs of all runs, as in the file of version 1.
const INPUTS: u64 = 77;

/// The process to be killed; without the variable it does nothing. It reports each item after it is
/// kept, and each run after it has ended, and resumes what an earlier process left.
#[expect(clippy::print_stdout, reason = "its parent reads the lines")]
#[test]
fn the_process_to_be_killed() {
    let Ok(path) = env::var(WORK) else { return };
    let store = Store::open(path).unwrap();
    println!("\nopened");
    loop {
        let cut = Query { state: Some(State::CutOff), ..Query::default() };
        let left = store.list(&cut).unwrap().runs.first().map(|run| run.id);
        let id = left.unwrap_or_else(|| begin(&store, "battleship/hunt", 1));
        if left.is_some() {
            store.resume(id, "0.1.0").unwrap();
        }
        let done: BTreeSet<_> =
            store.kept(id, INPUTS).unwrap().iter().map(|it| it.first).collect();
        for first in (0..ITEMS).filter(|item| !done.contains(item)) {
            let outcomes = vec![json!({ "item": first, "text": "x".repeat(3000) })];
            store.keep(id, &KeptItems { first, outcomes }).unwrap();
            println!("kept {id} {first}");
        }
        store.finish(id, &DONE).unwrap();
        println!("ended {id}");
    }
}

fn start(path: &Path) -> Child {
    Command::new(env::current_exe().unwrap())
        .args(["--exact", "killed::the_process_to_be_killed", "--nocapture"])
        .env(WORK, path)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Kills a process after some lines; returns all lines that it has written.
fn killed(path: &Path, rng: &mut Rng) -> Vec<String> {
    let mut child = start(path);
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let number = 1 + rng.index(70);
    let mut seen: Vec<_> = lines.by_ref().take(number).map(Result::unwrap).collect();
    child.kill().unwrap();
    assert!(!child.wait().unwrap().success());
    seen.extend(lines.map_while(Result::ok));
    seen
}

#[test]
fn a_killed_process_loses_nothing_that_was_recorded() {
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("runs.db");
    let mut rng = Seed(7).rng();
    let (mut ended, mut kept) = (BTreeSet::new(), BTreeSet::new());
    for _ in 0..KILLS {
        for line in killed(&path, &mut rng) {
            match line.split(' ').collect::<Vec<_>>()[..] {
                ["ended", id] => _ = ended.insert(id.parse::<i64>().unwrap()),
                ["kept", id, item] => {
                    kept.insert((
                        id.parse::<i64>().unwrap(),
                        item.parse::<u64>().unwrap(),
                    ));
                }
                _ => {}
            }
        }
        let store = Store::open(&path).unwrap();
        let page = store.list(&Query { limit: 1000, ..Query::default() }).unwrap();
        let unfinished: Vec<_> =
            page.runs.iter().filter(|run| run.state != State::Done).collect();
        assert!(
            unfinished.len() <= 1
                && unfinished.iter().all(|it| it.state == State::CutOff)
        );
        for run in &page.runs {
            if run.state == State::Done {
                assert_eq!(store.answer(run.id).unwrap(), DONE.answer);
            } else {
                assert!(!ended.contains(&run.id.0), "{} was reported as ended", run.id);
                let found = store.kept(run.id, INPUTS).unwrap();
                let found: BTreeSet<_> =
                    found.iter().map(|it| (run.id.0, it.first)).collect();
                let reported: BTreeSet<_> =
                    kept.iter().filter(|it| it.0 == run.id.0).copied().collect();
                assert!(reported.is_subset(&found), "{reported:?} {found:?}");
            }
        }
        assert!(ended.iter().all(|id| page.runs.iter().any(|run| run.id == RunId(*id))));
    }
    assert!(ended.len() > 5 && kept.len() > 200, "{} {}", ended.len(), kept.len());
}
