//! Several stores on one database: who works on what, and what is left of those that ended.

use std::sync::mpsc;
use std::thread;

use crate::common::{DONE, begin};
use serde_json::json;
use tilewright_runs::{Error, Query, State, Store};
use tilewright_tasks::KeptItems;

#[test]
fn a_run_is_under_way_as_long_as_its_store_is_open() {
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("runs.db");
    let (first, second) = (Store::open(&path).unwrap(), Store::open(&path).unwrap());
    let id = begin(&first, "battleship/hunt", 1);
    let kept = KeptItems { first: 0, outcomes: vec![json!(1)] };
    first.keep(id, &kept).unwrap();
    assert_eq!(second.get(id).unwrap().run.state, State::Running);
    assert!(matches!(second.resume(id, "0.1.0"), Err(Error::Running(_))));
    drop(first);
    let page = second.list(&Query::default()).unwrap();
    assert_eq!(page.runs[0].state, State::CutOff);
    second.resume(id, "0.1.0").unwrap();
    assert_eq!(second.kept(id, 3).unwrap(), [kept]);
    let third = Store::open(&path).unwrap();
    assert_eq!(third.get(id).unwrap().run.state, State::Running);
    second.finish(id, &DONE).unwrap();
    drop(second);
    assert_eq!(third.get(id).unwrap().run.state, State::Done);
    let locks = place.path().join("runs.db-locks");
    assert_eq!(std::fs::read_dir(locks).unwrap().count(), 0);
}

#[test]
fn only_one_store_resumes_a_run() {
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("runs.db");
    let id = begin(&Store::open(&path).unwrap(), "battleship/hunt", 1);
    let (send, receive) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..8 {
            let (path, send) = (&path, send.clone());
            scope.spawn(move || {
                let store = Store::open(path).unwrap();
                let resumed = store.resume(id, "0.1.0").is_ok();
                // The store must not be dropped before all others have tried.
                send.send((resumed, store)).unwrap();
            });
        }
    });
    drop(send);
    let tried: Vec<_> = receive.iter().collect();
    assert_eq!(tried.len(), 8);
    assert_eq!(tried.iter().filter(|(resumed, _)| *resumed).count(), 1);
}

#[test]
fn writers_wait_for_each_other() {
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("runs.db");
    thread::scope(|scope| {
        for seed in 0..4 {
            let path = &path;
            scope.spawn(move || {
                // All of them at once also make the file.
                let store = Store::open(path).unwrap();
                for run in 0..25 {
                    let id = begin(&store, "match3/generate", seed * 100 + run);
                    store.history(id, &[(run, 1.0)]).unwrap();
                    store.finish(id, &DONE).unwrap();
                }
            });
        }
    });
    let store = Store::open(&path).unwrap();
    let done = Query { state: Some(State::Done), ..Query::default() };
    assert_eq!(store.list(&done).unwrap().total, 100);
    let words = Query { search: "obstacles".into(), ..Query::default() };
    assert_eq!(store.list(&words).unwrap().total, 100);
}

#[test]
fn a_file_that_others_write_and_close_is_not_damaged() {
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("runs.db");
    thread::scope(|scope| {
        for seed in 0..4 {
            let path = &path;
            scope.spawn(move || {
                for run in 0..50 {
                    // The last store to close brings the log into the file, which grows while
                    // others open it.
                    let store = Store::open(path).unwrap();
                    let id = begin(&store, "match3/generate", seed * 100 + run);
                    store.finish(id, &DONE).unwrap();
                }
            });
        }
    });
    let done = Query { state: Some(State::Done), ..Query::default() };
    assert_eq!(Store::open(&path).unwrap().list(&done).unwrap().total, 200);
}
