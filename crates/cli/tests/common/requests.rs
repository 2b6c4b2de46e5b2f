//! One request of every task, and a folder with the files that they name.

use serde_json::{Value, json};

use super::Place;

/// A request of a task: the key that stands on the command line by its place, with its value,
/// and the others; the output that it cannot do without.
pub(crate) struct Asked {
    pub(crate) task: &'static str,
    pub(crate) position: Option<(&'static str, Value)>,
    pub(crate) keys: Value,
    pub(crate) output: Option<&'static str>,
}

impl Asked {
    pub(crate) fn positions(&self) -> Vec<String> {
        match &self.position {
            Some((_, Value::Array(words))) => words.iter().map(word).collect(),
            Some((_, value)) => vec![word(value)],
            None => Vec::new(),
        }
    }
}

/// A request of every task.
pub(crate) fn requests() -> Vec<Asked> {
    [of_match3(), of_paths(), of_2048(), of_battleship()].into_iter().flatten().collect()
}

const fn asked(
    task: &'static str,
    position: Option<(&'static str, Value)>,
    keys: Value,
) -> Asked {
    Asked { task, position, keys, output: None }
}

fn of_match3() -> Vec<Asked> {
    vec![
        asked(
            "match3/generate",
            None,
            json!({ "rows": 6, "columns": 6, "target": 150, "tolerance": 20, "count": 2,
                    "kinds": ["obstacle", "overlay1:2-4"], "goal": ["collect:12"], "moves": 20,
                    "symmetry": "horizontal", "seed": 7 }),
        ),
        Asked {
            output: Some("pack"),
            ..asked("match3/pack", None, json!({ "curve": "curve.toml", "seed": 3 }))
        },
        asked(
            "match3/archive",
            None,
            json!({ "rows": 6, "columns": 6, "goal": ["collect:12"], "moves": 15,
                    "kinds": ["obstacle", "overlay1"], "difficulty": "8-20",
                    "difficulty_bins": 2, "density": "0.1-0.5", "density_bins": 2,
                    "symmetry_bins": 1, "rounds": 2, "evaluations": 300, "games": 128,
                    "seed": 7 }),
        ),
        asked(
            "match3/analyze",
            Some(("levels", json!(["level.txt"]))),
            json!({ "explain": true, "games": 64, "bot": "greedy", "seed": 7 }),
        ),
        asked(
            "match3/export",
            Some(("levels", json!(["level.json", "level.txt"]))),
            json!({ "to": "csv" }),
        ),
        asked(
            "match3/check",
            Some(("folder", json!("levels"))),
            json!({ "games": 64, "bot": "greedy", "seed": 7 }),
        ),
        asked(
            "match3/play",
            Some(("level", json!("level.json"))),
            json!({ "games": 300, "bot": "greedy:0.9", "moves": "auto", "win_rate": 0.5,
                    "seed": 7 }),
        ),
        asked(
            "match3/tweak",
            Some(("level", json!("level.json"))),
            json!({ "win_rate": 0.5, "moves": 9, "count": 2, "kinds": ["obstacle", "overlay1"],
                    "symmetry": "none", "bot": "greedy", "seed": 7 }),
        ),
        asked(
            "match3/legend",
            None,
            json!({ "rules": "royal", "cells": ["box2", "._grass1"] }),
        ),
        asked(
            "match3/calibrate",
            None,
            json!({ "rows": 5, "columns": 5, "goal": ["collect:5"], "levels": 32,
                    "games": 8, "method": "article", "seed": 7 }),
        ),
    ]
}

fn of_paths() -> Vec<Asked> {
    vec![
        asked(
            "path/plan",
            Some(("map", json!("map.txt"))),
            json!({ "from": "0,0", "to": "2,4", "planner": "improved", "connectivity": "4",
                    "danger_weight": 0.5, "generations": 3, "trace": true, "distance": "manhattan",
                    "fitness_length_weight": 2.0, "seed": 7 }),
        ),
        asked(
            "path/routes",
            Some(("map", json!("map.txt"))),
            json!({ "from": "0,0", "to": "2,4", "routes": 3, "detour": 1.5,
                    "method": "random-walk", "corners": "one", "seed": 7 }),
        ),
        asked(
            "path/pareto",
            Some(("map", json!("map.txt"))),
            json!({ "from": "0,0", "to": "2,4", "objectives": ["length", "terrain"],
                    "random_danger": "2,1.5", "random_terrain": true, "seed": 7 }),
        ),
        asked(
            "path/check",
            Some(("files", json!(["town.map.scen"]))),
            json!({ "planner": ["astar"], "layer": "walls" }),
        ),
        asked(
            "path/compare",
            Some(("files", json!(["town.map.scen"]))),
            json!({ "runs": 3, "generations": [1, 2], "planners": ["improved", "regrow"],
                    "initialization": "random-walk", "seed": 7 }),
        ),
        asked(
            "path/convert",
            Some(("map", json!("map.txt"))),
            json!({ "show": true, "walkability": "layer", "walkable_tiles": ["1", "2"] }),
        ),
        asked(
            "path/generate",
            Some(("kind", json!("caves"))),
            json!({ "rows": 9, "columns": 12, "density": 0.4, "braid": 0.5,
                    "seed": 7 }),
        ),
    ]
}

fn of_2048() -> Vec<Asked> {
    vec![
        asked(
            "2048/bench",
            None,
            json!({ "player": "expectimax", "games": 3, "rows": 2, "columns": 3, "depth": 1,
                    "four_probability": 0.2, "weights": "weights.json", "seed": 7 }),
        ),
        asked(
            "2048/eval",
            Some(("boards", json!("boards.jsonl"))),
            json!({ "player": "classic", "terminal_value": -1e8 }),
        ),
        asked(
            "2048/train",
            None,
            json!({ "network": "01,12", "episodes": 3, "learning_rate": 0.5, "optimistic_init": 10, "restart": 1,
                    "downgrade": true, "anneal": 1, "seed": 7 }),
        ),
        asked(
            "2048/tune",
            None,
            json!({ "player": "classic", "generations": 2, "parents": 1, "children": 2,
                    "games": 1, "validation_games": 50, "terminal_value": -1e6, "seed": 3 }),
        ),
        asked("2048/move", Some(("boards", json!("boards.jsonl"))), json!({})),
    ]
}

fn of_battleship() -> Vec<Asked> {
    vec![
        asked(
            "battleship/score",
            Some(("chromosomes", json!("fleets.jsonl"))),
            json!({}),
        ),
        asked(
            "battleship/count",
            None,
            json!({ "rows": 4, "columns": 5, "fleet": "2,1", "touch": "free",
                    "probabilities": true, "memory": "64M" }),
        ),
        asked(
            "battleship/place",
            None,
            json!({ "rows": 7, "columns": 8, "method": "adversarial", "hunter": ["density", "lattice"],
                    "games": 2, "generations": 2, "count": 2, "seed": 7 }),
        ),
        asked(
            "battleship/hunt",
            None,
            json!({ "rows": 6, "fleet": "3,2,1", "hunter": ["novice", "lattice"], "games": 9,
                    "fleets": ["sequential", "ships.txt"], "memory": "64M", "seed": 7 }),
        ),
        asked(
            "battleship/duel",
            None,
            json!({ "fleet": "us", "touch": "corners", "win_rate": "45%", "games": 20,
                    "fleets": ["sequential", "two-columns"], "seed": 7 }),
        ),
    ]
}

pub(crate) fn place() -> Place {
    let place = Place::new();
    place.put(
        "level.json",
        r#"{"layout": ["..#..", ".....", ".1.a.", "....."], "goal": {"collect": 9}}"#,
    );
    std::fs::create_dir(place.path().join("levels")).unwrap();
    place.put(
        "levels/open.json",
        r#"{"layout": ["....", "...."], "goal": {"collect": 9}}"#,
    );
    place.put(
        "curve.toml",
        "levels = 2\nrows = 6\ncolumns = 6\ngoal = \"collect:12\"\ndifficulty = [[1, 11]]\n",
    );
    place.put("level.txt", "..#..\n.....\n.1.a.\n.....\n");
    place.put("map.txt", ".....\n.##~.\n..3..\n");
    place.put("town.map", "type octile\nheight 2\nwidth 3\nmap\n...\n.@.\n");
    place.put("town.map.scen", "version 1\n0\ttown.map\t3\t2\t0\t1\t2\t1\t4.0\n");
    place.put("boards.jsonl", "{\"board\":[[2,2],[4,0]]}\n\n{\"board\":[[0,0],[4,0]]}\n");
    place.put("ships.txt", "AAA.\n....\nBB.C\n....\n....\n....\n");
    let weights = tilewright_2048::Weights::Expectimax(
        tilewright_2048::ExpectimaxWeights::default(),
    );
    place.put("weights.json", weights.to_json());
    place.put(
        "fleets.jsonl",
        r#"{"rows":5,"columns":5,"chromosome":[1,1,0],"fleet":[2]}"#,
    );
    place
}

/// A value as a word of the command line; a list has commas.
pub(crate) fn word(value: &Value) -> String {
    match value {
        Value::String(word) => word.clone(),
        Value::Array(values) => values.iter().map(word).collect::<Vec<_>>().join(","),
        value => value.to_string(),
    }
}

/// Documents without what the clock says.
pub(crate) fn without_times(documents: Vec<Value>) -> Vec<String> {
    let documents = documents.into_iter().map(|mut document| {
        strip_times(&mut document);
        document.to_string()
    });
    documents.collect()
}

fn strip_times(document: &mut Value) {
    match document {
        Value::Object(members) => {
            members.shift_remove("timing");
            members.values_mut().for_each(strip_times);
        }
        Value::Array(values) => values.iter_mut().for_each(strip_times),
        _ => {}
    }
}
