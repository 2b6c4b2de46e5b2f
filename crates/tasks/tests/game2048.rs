//! 2048 on a host that has no clock, and stops everything at once.

use std::ops::ControlFlow;

use serde_json::{Map, Value, json};
use tilewright_tasks::{Answer, Head, Host, KeptItems, Medium, Refusal, Verdict, find};

/// A host that lends nothing, and stops all work if it says so.
struct Bare {
    stops: bool,
}

impl Host for Bare {
    fn look(&self) -> ControlFlow<()> {
        if self.stops { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

fn run(task: &str, keys: Value, stops: bool) -> Result<Box<dyn Answer>, Refusal> {
    let Value::Object(keys) = keys else { panic!("{keys} is no object") };
    find(task)?.read(keys)?.run(&Bare { stops })
}

#[test]
fn work_that_is_stopped_at_once_has_an_answer() {
    for (task, keys, said) in [
        ("2048/bench", json!({ "player": "greedy" }), "0 of 100 games were played"),
        (
            "2048/bench",
            json!({ "player": "perfect", "rows": 2, "columns": 2 }),
            "0 of 100 games were played",
        ),
        (
            "2048/tune",
            json!({ "player": "classic" }),
            "0 of 20 generations were evaluated; the weights were not compared on validation games",
        ),
        (
            "2048/train",
            json!({ "network": "01" }),
            "trained on 0 of 100000 games; nothing is kept, because no file was named",
        ),
    ] {
        let answer = run(task, keys, true).unwrap();
        assert_eq!(answer.verdict(), Verdict::Stopped, "{task}");
        assert_eq!(answer.reached().as_deref(), Some(said));
        let (_, _) =
            (answer.json(&Head::default()).unwrap(), answer.text(Medium::default()));
        assert!(answer.drawing(false, &()).is_ok(), "{task}");
    }
}

/// A host that stops all work, with as many kept generations of one candidate as it says.
struct Keeper(usize);

impl Host for Keeper {
    fn look(&self) -> ControlFlow<()> {
        ControlFlow::Break(())
    }

    fn kept(&self, _: u64) -> Result<Vec<KeptItems>, Refusal> {
        // The first generation has the parent too.
        let scores = (1..self.0).map(|score| json!([score as f64]));
        let outcomes = std::iter::once(json!([0.0, 0.0])).chain(scores).collect();
        Ok(vec![KeptItems { first: 0, outcomes }])
    }
}

/// The logbook of a search keeps 10,000 generations unless `with_logbook` says more.
#[test]
fn tuning_counts_and_draws_every_generation_beyond_the_logbook() {
    let request = json!({ "player": "classic", "generations": 10_003, "parents": 1,
                          "children": 1, "seed": 1 });
    let keys: Map<_, _> = request.as_object().unwrap().clone();
    let answer =
        find("2048/tune").unwrap().read(keys).unwrap().run(&Keeper(10_002)).unwrap();
    let said = "10002 of 10003 generations were evaluated; the weights were not compared on \
                validation games";
    assert_eq!(answer.reached().as_deref(), Some(said));
    // The best mean score of generation i is i.
    let drawn = answer.drawing(false, &()).unwrap().unwrap().still.to_svg();
    let curves = drawn.split("<polyline points=\"").skip(1);
    let points = curves.map(|curve| curve.split('"').next().unwrap().split(' ').count());
    assert_eq!(points.max(), Some(10_002));
}

#[test]
fn a_time_limit_for_moves_needs_a_clock() {
    let keys = json!({ "player": "expectimax", "ms_per_move": 5, "games": 1 });
    let refused = run("2048/bench", keys, false).err().unwrap();
    assert_eq!(
        refused.to_string(),
        "`ms_per_move` needs a clock, and there is none here"
    );
    let keys = json!({ "player": "greedy", "games": 2, "seed": 1 });
    let answer = run("2048/bench", keys, false).unwrap();
    let document: Value =
        serde_json::from_slice(&answer.json(&Head::default()).unwrap().unwrap()).unwrap();
    assert_eq!(document["games"], 2);
}

#[test]
fn games_that_depend_on_the_machine_are_not_divided() {
    let request = |keys: Value| {
        let Value::Object(keys) = keys else { panic!("{keys} is no object") };
        find("2048/bench").unwrap().read(keys).unwrap()
    };
    let timed = request(json!({ "player": "expectimax", "ms_per_move": 5 }));
    assert!(timed.check_divided().is_err());
    assert!(request(json!({ "player": "expectimax" })).check_divided().is_ok());
}
