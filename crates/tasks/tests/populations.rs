//! What searches with a population report of each generation, for curves and ribbons.

use std::sync::Mutex;

use serde_json::{Value, json};
use tilewright_tasks::{Event, Head, Host, Medium, find};

/// The values of a step by their names.
type Values = Vec<(&'static str, f64)>;

/// A host that notes the values of every step.
#[derive(Default)]
struct Noted(Mutex<Vec<Values>>);

impl Host for Noted {
    fn tell(&self, event: Event<'_>) {
        if let Event::Values { values, .. } = event {
            self.0.lock().unwrap().push(values.to_vec());
        }
    }
}

/// Best, median and worst of every generation that has all three, and the number of generations.
fn spreads(task: &str, request: &Value) -> (Vec<[f64; 3]>, usize) {
    let host = Noted::default();
    let request = find(task).unwrap().read(request.as_object().unwrap().clone());
    let _ = request.unwrap().run(&host).unwrap();
    let noted = host.0.into_inner().unwrap();
    let value = |values: &[(&str, f64)], name| {
        values.iter().find(|(key, _)| *key == name).map(|(_, value)| *value)
    };
    let spread = |values: &[(&'static str, f64)]| {
        assert_eq!(values.iter().position(|(key, _)| *key == "best").unwrap_or(0), 0);
        let [best, median, worst] =
            ["best", "median", "worst"].map(|name| value(values, name));
        Some([best?, median?, worst?])
    };
    let count = noted.len();
    (noted.iter().filter_map(|values| spread(values)).collect(), count)
}

#[test]
fn populations_report_their_best_median_and_worst() {
    let map = json!({ "layout": ["......", ".####.", "......", ".####.", "......"] });
    let path =
        json!({ "map": map, "from": "0,0", "to": "4,5", "generations": 5, "seed": 1 });
    let with = |planner: &str| {
        let mut request = path.clone();
        request["planner"] = planner.into();
        request
    };
    let level = json!({ "rows": 5, "columns": 5, "target": 40, "tolerance": 1,
        "algorithm": "fi2pop", "seed": 1 });
    let tune = json!({ "player": "classic", "depth": 1, "games": 2, "validation_games": 2,
        "generations": 2, "parents": 2, "children": 3, "seed": 1 });
    let cases = [
        ("battleship/place", json!({ "method": "classic", "seed": 1 }), 1.0),
        ("battleship/place", json!({ "method": "evolve", "seed": 1 }), 1.0),
        ("path/plan", with("improved"), 1.0),
        ("path/plan", with("weighted-sum"), 1.0),
        ("match3/generate", level, -1.0),
        ("2048/tune", tune, -1.0),
    ];
    for (task, request, sign) in cases {
        let (spreads, generations) = spreads(task, &request);
        assert!(generations > 1, "{task} {request}");
        assert!(!spreads.is_empty(), "{task} {request}");
        for spread in &spreads {
            let is_ranked = spread.is_sorted_by(|a, b| sign * a <= sign * b);
            assert!(is_ranked, "{task} {request}: {spread:?}");
        }
    }
}

#[test]
fn a_trace_has_the_costs_of_each_generation_as_they_were_reported() {
    let map = json!({ "layout": ["......", ".####.", "......", ".####.", "......"] });
    let mut request = json!({ "map": map, "from": "0,0", "to": "4,5", "generations": 5,
        "planner": "improved", "trace": true, "seed": 1 });
    let (reported, _) = spreads("path/plan", &request);
    let trace = |request: &Value| -> Vec<Value> {
        let lines = Mutex::default();
        let host = Lines(&lines);
        let read = find("path/plan").unwrap().read(request.as_object().unwrap().clone());
        let _ = read.unwrap().run(&host).unwrap();
        let line = lines.into_inner().unwrap();
        let document: Value = serde_json::from_slice(&line).unwrap();
        document["trace"]["generations"].as_array().unwrap().clone()
    };
    let traced = trace(&request);
    let costs =
        |each: &Value| ["best", "median", "worst"].map(|key| each[key].as_f64().unwrap());
    assert_eq!(traced.iter().map(costs).collect::<Vec<_>>(), reported);
    request["planner"] = "weighted-sum".into();
    assert!(trace(&request)[0].get("worst").is_none(), "it ranks by other numbers");
}

/// A host that collects the documents of items.
struct Lines<'a>(&'a Mutex<Vec<u8>>);

impl Host for Lines<'_> {
    fn tell(&self, event: Event<'_>) {
        if let Event::Item(item) = event {
            let _ = item.text(Medium::default());
            self.0.lock().unwrap().extend(item.json(&Head::default()).unwrap());
        }
    }
}
