//! What the tests share.

use serde_json::{Map, Value, json};
use tilewright_grid::Seed;
use tilewright_runs::{End, NewRun, RunId, State, Store};

/// A request of some keys.
pub(crate) fn request(keys: Value) -> Map<String, Value> {
    match keys {
        Value::Object(keys) => keys,
        _ => panic!("a request is an object"),
    }
}

/// Begins a run of a task with a seed.
pub(crate) fn begin(store: &Store, task: &str, seed: u64) -> RunId {
    let request = request(json!({ "games": 600, "seed": seed }));
    let new = NewRun {
        task,
        request: &request,
        seed: Some(Seed(seed)),
        version: "0.1.0",
        host: "cli",
        folder: Some("/levels"),
        begun: 1_764_000_000,
    };
    store.begin(&new).unwrap()
}

/// The end of a run with an answer.
pub(crate) const DONE: End<'static> = End {
    state: State::Done,
    headline: "potential 600",
    answer: b"{\"potential\":600}\n",
    text: "potential 600\nobstacles 12\n",
    svg: Some("<svg/>"),
    error: None,
    hint: None,
    seconds: 0.5,
};
