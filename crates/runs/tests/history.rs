//! What is recorded is what is read.

use crate::common::{DONE, begin, request};
use serde_json::{Value, json};
use tilewright_grid::Seed;
use tilewright_runs::{End, Error, NewRun, Progress, Query, RunId, State, Store};
use tilewright_tasks::KeptItems;

fn ids(store: &Store, query: &Query) -> Vec<i64> {
    store.list(query).unwrap().runs.iter().map(|run| run.id.0).collect()
}

#[test]
fn a_run_is_read_as_it_was_recorded() {
    let store = Store::in_memory().unwrap();
    let id = begin(&store, "match3/generate", u64::MAX);
    let now =
        Progress { done: Some(3), steps: Some(9), status: "best: 700", headline: "" };
    store.progress(id, &now).unwrap();
    let run = store.get(id).unwrap().run;
    assert_eq!((run.state, run.done, run.steps), (State::Running, Some(3), Some(9)));
    assert_eq!((run.status.as_str(), run.seed), ("best: 700", Some(Seed(u64::MAX))));
    assert!(matches!(store.answer(id), Err(Error::Running(_))));

    store.history(id, &[(1, 900.0)]).unwrap();
    store.history(id, &[(2, f64::NAN)]).unwrap();
    store.history(id, &[(5, 600.5)]).unwrap();
    store.put_file(id, "output", "level-001.json", b"{}").unwrap();
    store.put_file(id, "output", "level-001.json", b"{ }").unwrap();
    store.finish(id, &DONE).unwrap();
    let record = store.get(id).unwrap();
    assert_eq!(record.history, [(1, 900.0), (5, 600.5)]);
    assert_eq!(record.files[0].size, 3);
    assert_eq!(record.folder.as_deref(), Some("/levels"));
    assert_eq!((record.run.state, record.run.seconds), (State::Done, 0.5));
    assert_eq!(record.request["seed"], u64::MAX);
    assert_eq!(store.answer(id).unwrap(), DONE.answer);
    assert_eq!(store.text(id).unwrap(), DONE.text);
    assert_eq!(store.svg(id).unwrap().as_deref(), DONE.svg);
    assert_eq!(store.file(id, "output", "level-001.json").unwrap(), b"{ }");
    assert!(matches!(store.file(id, "output", "x"), Err(Error::Missing { .. })));

    let document: Value = serde_json::from_slice(&store.export(id).unwrap()).unwrap();
    assert_eq!(document["schema"], "tilewright/run/1");
    assert_eq!(document["answer"], json!([{ "potential": 600 }]));
    assert_eq!(document["task"], "match3/generate");
    assert_eq!(document["history"], json!([[1, 900.0], [5, 600.5]]));
}

#[test]
fn an_answer_is_exported_byte_for_byte() {
    let store = Store::in_memory().unwrap();
    let id = begin(&store, "path/plan", 1);
    let answer = b"{\"length\":1.50,\"b\":1e2,\"a\":18446744073709551616}\n{\"c\" : 1}\n";
    store.finish(id, &End { answer, ..DONE }).unwrap();
    let document = String::from_utf8(store.export(id).unwrap()).unwrap();
    let [first, second] =
        [r#"{"length":1.50,"b":1e2,"a":18446744073709551616}"#, r#"{"c" : 1}"#];
    assert!(document.contains(&format!("\"answer\":[{first},{second}]")), "{document}");
}

#[test]
fn a_run_ends_once() {
    let store = Store::in_memory().unwrap();
    let id = begin(&store, "match3/generate", 1);
    store.finish(id, &DONE).unwrap();
    let stopped = End { state: State::Stopped, ..DONE };
    let again = store.finish(id, &stopped).unwrap_err();
    assert_eq!(again.to_string(), "run 1 is done");
    store.progress(id, &Progress { status: "late", ..Progress::default() }).unwrap();
    assert_eq!(store.get(id).unwrap().run.status, "");
    let unknown = store.finish(RunId(9), &DONE).unwrap_err();
    assert_eq!(unknown.to_string(), "there is no run 9");
    assert!(matches!(store.history(RunId(9), &[(1, 1.0)]), Err(Error::Unknown(_))));
    assert!(matches!(store.put_file(RunId(9), "a", "b", b""), Err(Error::Unknown(_))));
    let kept = KeptItems { first: 0, outcomes: vec![json!(1)] };
    assert!(matches!(store.keep(RunId(9), &kept), Err(Error::Unknown(_))));
}

#[test]
fn lists_are_filtered_searched_and_paged() {
    let store = Store::in_memory().unwrap();
    for seed in 0..7 {
        let task = if seed % 2 == 0 { "match3/generate" } else { "2048/bench" };
        let id = begin(&store, task, seed);
        if seed != 6 {
            let headline = format!("level number{seed}");
            let text = "Zwölf \"boxes\"\n";
            store.finish(id, &End { headline: &headline, text, ..DONE }).unwrap();
        }
    }
    let all = Query::default();
    assert_eq!(ids(&store, &all), [7, 6, 5, 4, 3, 2, 1]);
    let page = Query { limit: 2, before: Some(RunId(6)), ..all.clone() };
    assert_eq!((ids(&store, &page), store.list(&page).unwrap().total), (vec![5, 4], 7));
    let bench = Query { task: Some("2048/bench".into()), ..all.clone() };
    assert_eq!(ids(&store, &bench), [6, 4, 2]);
    let running = Query { state: Some(State::Running), ..all.clone() };
    assert_eq!(ids(&store, &running), [7]);
    let search = |words: &str| Query { search: words.into(), ..all.clone() };
    let cases: [(&str, &[i64]); 11] = [
        ("number3", &[4]),
        ("NUMB", &[6, 5, 4, 3, 2, 1]),
        ("match3/generate", &[7, 5, 3, 1]),
        ("gen zwolf", &[5, 3, 1]),
        ("\"boxes", &[6, 5, 4, 3, 2, 1]),
        ("a\"b", &[]),
        ("boxes OR nothing", &[]),
        ("task:bench", &[]),
        ("- *", &[7, 6, 5, 4, 3, 2, 1]),
        ("umber3", &[]),
        ("games 600", &[7, 6, 5, 4, 3, 2, 1]),
    ];
    for (words, expected) in cases {
        let page = store.list(&search(words)).unwrap();
        let found: Vec<_> = page.runs.iter().map(|run| run.id.0).collect();
        assert_eq!(
            (found.as_slice(), page.total),
            (expected, expected.len() as u64),
            "{words}"
        );
    }
    let both = Query { task: Some("2048/bench".into()), limit: 1, ..search("number") };
    let page = store.list(&both).unwrap();
    assert_eq!((page.runs[0].id.0, page.runs.len(), page.total), (6, 1, 3));
    let done =
        Query { state: Some(State::Done), before: Some(RunId(4)), ..search("gen") };
    assert_eq!((ids(&store, &done), store.list(&done).unwrap().total), (vec![3, 1], 3));
}

#[test]
fn all_but_the_newest_runs_are_trimmed() {
    let store = Store::in_memory().unwrap();
    let runs: Vec<_> =
        (0..5).map(|seed| begin(&store, "match3/generate", seed)).collect();
    runs.iter().skip(1).for_each(|id| store.finish(*id, &DONE).unwrap());
    assert_eq!(store.trim(2).unwrap(), 2);
    // The first one is under way.
    assert_eq!(ids(&store, &Query::default()), [5, 4, 1]);
    assert_eq!(store.trim(2).unwrap(), 0);
}

#[test]
fn deleted_runs_leave_nothing_and_their_numbers_are_not_used_again() {
    let store = Store::in_memory().unwrap();
    let [first, second] = [1, 2].map(|seed| begin(&store, "match3/generate", seed));
    assert!(matches!(store.delete(first), Err(Error::Running(_))));
    store.history(second, &[(1, 1.0)]).unwrap();
    store.put_file(second, "output", "", b"x").unwrap();
    for id in [first, second] {
        store.finish(id, &DONE).unwrap();
        store.delete(id).unwrap();
    }
    assert!(matches!(store.delete(second), Err(Error::Unknown(_))));
    let words = Query { search: "potential".into(), ..Query::default() };
    assert_eq!(store.list(&words).unwrap().total, 0);
    assert!(store.files(second).unwrap().is_empty());
    assert!(store.curves(&[second]).unwrap()[0].1.is_empty());
    assert_eq!(begin(&store, "match3/generate", 1), RunId(3));
}

#[test]
fn runs_that_differ_by_their_seed_alone_are_compared() {
    let store = Store::in_memory().unwrap();
    let [first, second] = [1, 2].map(|seed| begin(&store, "match3/generate", seed));
    begin(&store, "2048/bench", 1);
    let keys = request(json!({ "seed": 9, "games": 600 }));
    let new = NewRun {
        task: "match3/generate",
        request: &keys,
        seed: Some(Seed(9)),
        version: "0.1.0",
        host: "workbench",
        folder: None,
        begun: 0,
    };
    let third = store.begin(&new).unwrap();
    let other = request(json!({ "games": 601, "seed": 1 }));
    store.begin(&NewRun { request: &other, ..new }).unwrap();
    let same = store.same_request(first).unwrap();
    let same: Vec<_> = same.iter().map(|run| run.id).collect();
    assert_eq!(same, [third, second, first]);
    store.history(first, &[(1, 3.0)]).unwrap();
    store.history(second, &[(1, 4.0)]).unwrap();
    let curves = store.curves(&[first, second]).unwrap();
    assert_eq!(curves, [(first, vec![(1, 3.0)]), (second, vec![(1, 4.0)])]);
}

#[test]
fn a_long_curve_keeps_its_ends_and_its_shape() {
    let store = Store::in_memory().unwrap();
    let id = begin(&store, "match3/generate", 1);
    for step in 0..5000 {
        store.history(id, &[(step, 5000.0 - step as f64)]).unwrap();
    }
    let curve = store.get(id).unwrap().history;
    assert!((300..=1000).contains(&curve.len()), "{} points", curve.len());
    assert_eq!((curve[0], curve[curve.len() - 1]), ((0, 5000.0), (4999, 1.0)));
    let gap = curve.windows(2).map(|pair| pair[1].0 - pair[0].0).max();
    assert!(gap <= Some(16), "{gap:?}");
}

#[test]
fn what_is_too_large_is_refused() {
    let store = Store::in_memory().unwrap();
    let id = begin(&store, "match3/generate", 1);
    let bytes = vec![b' '; (1 << 28) + 1];
    let refused = store.finish(id, &End { answer: &bytes, ..DONE }).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "the answer has 268435457 bytes, at most 268435456 are kept"
    );
    assert_eq!(store.get(id).unwrap().run.state, State::Running);
}

#[test]
fn items_are_kept_until_the_run_ends() {
    let store = Store::in_memory().unwrap();
    let id = begin(&store, "battleship/hunt", 1);
    assert_eq!(store.kept(id, 7).unwrap(), []);
    let kept = [(0, vec![json!({ "shots": 40 }), json!(null)]), (9, vec![json!(1.5)])];
    let kept = kept.map(|(first, outcomes)| KeptItems { first, outcomes });
    for kept in &kept {
        store.keep(id, kept).unwrap();
    }
    assert_eq!(store.kept(id, 7).unwrap(), kept);
    assert!(matches!(store.kept(id, 8), Err(Error::OtherInputs(_))));
    store.finish(id, &End { state: State::Stopped, ..DONE }).unwrap();
    assert!(store.get(id).unwrap().is_kept);

    let refused = store.resume(id, "0.2.0").unwrap_err();
    assert_eq!(refused.to_string(), "run 1 was begun by version 0.1.0, this is 0.2.0");
    let resumed = store.resume(id, "0.1.0").unwrap();
    assert_eq!((resumed.task.as_str(), resumed.seed), ("battleship/hunt", Some(Seed(1))));
    assert_eq!(resumed.request["games"], 600);
    assert!(matches!(store.resume(id, "0.1.0"), Err(Error::Running(_))));
    assert_eq!(store.kept(id, 7).unwrap(), kept);
    store.finish(id, &DONE).unwrap();
    let record = store.get(id).unwrap();
    assert_eq!((record.is_kept, record.run.seconds), (false, 1.0));
    let refused = store.resume(id, "0.1.0").unwrap_err();
    assert_eq!(refused.to_string(), "run 1 is done");
}

#[test]
fn the_time_is_told_in_words() {
    let store = Store::in_memory().unwrap();
    let told = store.local_time(1_764_000_000).unwrap();
    assert!(told.starts_with("2025-11-2") && told.len() == 16, "{told}");
}
