//! One request through flags, environment, settings file and document: the same bytes, for
//! every task.

mod common;

use std::collections::BTreeSet;
use std::fmt::Write as _;

use assert_cmd::Command;
use common::{Place, Seen};
use serde_json::{Value, json};

/// A request of a task: the key that stands on the command line by its place, with its value,
/// and the others; the output that it cannot do without.
struct Asked {
    task: &'static str,
    position: Option<(&'static str, Value)>,
    keys: Value,
    output: Option<&'static str>,
}

impl Asked {
    fn positions(&self) -> Vec<String> {
        match &self.position {
            Some((_, Value::Array(words))) => words.iter().map(word).collect(),
            Some((_, value)) => vec![word(value)],
            None => Vec::new(),
        }
    }
}

/// A request of every task.
fn requests() -> Vec<Asked> {
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
        asked("match3/legend", None, json!({ "rules": "royal", "cells": ["box2", "._grass1"] })),
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

fn place() -> Place {
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
fn word(value: &Value) -> String {
    match value {
        Value::String(word) => word.clone(),
        Value::Array(values) => values.iter().map(word).collect::<Vec<_>>().join(","),
        value => value.to_string(),
    }
}

/// The command of the task, or `run`; what an earlier one has written is gone.
fn command(place: &Place, words: &str, asked: &Asked) -> Command {
    let mut command = place.command(words);
    command.arg("--json");
    if let Some(output) = asked.output {
        let _ = std::fs::remove_dir_all(place.path().join(output));
        command.args(["--output", output]);
    }
    command
}

fn by_flags(place: &Place, asked: &Asked) -> Seen {
    let mut command = command(place, &asked.task.replace('/', " "), asked);
    command.args(asked.positions());
    for (key, value) in asked.keys.as_object().unwrap() {
        let flag = format!("--{}", key.replace('_', "-"));
        match value {
            Value::Bool(true) => command.arg(flag),
            value => command.arg(flag).arg(word(value)),
        };
    }
    Seen::of(&mut command)
}

fn by_environment(place: &Place, asked: &Asked) -> Seen {
    let mut command = command(place, &asked.task.replace('/', " "), asked);
    command.args(asked.positions());
    for (key, value) in asked.keys.as_object().unwrap() {
        command.env(format!("TILEWRIGHT_{}", key.to_uppercase()), word(value));
    }
    Seen::of(&mut command)
}

fn by_file(place: &Place, asked: &Asked) -> Seen {
    let mut file = format!("[{}]\n", asked.task.replace('/', "."));
    for (key, value) in asked.keys.as_object().unwrap() {
        writeln!(file, "{} = {value}", key.replace('_', "-")).unwrap();
    }
    place.put("settings.toml", file);
    let mut command = command(place, &asked.task.replace('/', " "), asked);
    command.args(["--config", "settings.toml"]).args(asked.positions());
    Seen::of(&mut command)
}

fn by_document(place: &Place, asked: &Asked) -> Seen {
    let mut document = json!({ "task": asked.task });
    if let Some((key, value)) = &asked.position {
        document[key] = value.clone();
    }
    for (key, value) in asked.keys.as_object().unwrap() {
        document[key] = value.clone();
    }
    place.put("request.json", document.to_string());
    Seen::of(&mut command(place, "run request.json", asked))
}

/// The documents on stdout without what the clock says.
fn without_times(seen: &Seen) -> Vec<String> {
    let documents = seen.json_lines().into_iter().map(|mut document| {
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

#[test]
fn every_task_gives_the_same_bytes_through_every_way_in() {
    let place = place();
    for asked in requests() {
        let flags = by_flags(&place, &asked);
        assert!(matches!(flags.code, Some(0 | 1)), "{}: {flags}", asked.task);
        assert!(!flags.stdout.is_empty(), "{}", asked.task);
        for way in [by_environment, by_file, by_document] {
            let seen = way(&place, &asked);
            assert_eq!(
                (seen.code, without_times(&seen), &seen.stderr),
                (flags.code, without_times(&flags), &flags.stderr)
            );
        }
    }
}

/// The tasks that answer a line with a line, and nothing but that.
const LINES: [&str; 3] = ["2048/eval", "2048/move", "battleship/score"];

#[test]
fn an_answer_says_who_answered_what_and_is_run_again() {
    let place = place();
    for asked in requests().iter().filter(|asked| !LINES.contains(&asked.task)) {
        let seen = by_flags(&place, asked);
        let (lines, task) = (seen.json_lines(), asked.task);
        for (line, text) in lines.iter().zip(seen.stdout.lines()) {
            // A key that stood there twice would be read once.
            assert_eq!(line.to_string(), text);
            let schema = line["schema"].as_str().unwrap();
            assert!(
                schema.starts_with("tilewright/") && schema.ends_with("/2"),
                "{schema}"
            );
            assert_eq!(line["version"], env!("CARGO_PKG_VERSION"), "{task}");
            assert_eq!(line["request"]["task"], task);
            assert_eq!(line["seed"], line["request"]["seed"], "{task}");
            assert_eq!(line["seed"], asked.keys["seed"], "{task}");
        }
        place.put("answer.json", lines[0].to_string());
        let again = Seen::of(&mut command(&place, "run answer.json", asked));
        assert_eq!(again.code, seen.code, "{again}");
        assert_eq!(without_times(&again), without_times(&seen)[..1], "{task}");
    }
}

#[test]
fn each_of_several_answers_is_run_again() {
    let place = place();
    place.put("village.tmx", include_str!("../src/tour/village.tmx"));
    place.put("village-tiles.tsx", include_str!("../src/tour/village-tiles.tsx"));
    for words in [
        "match3 analyze level.json level.txt",
        "battleship hunt --hunter lattice,density --fleets sequential,ships.txt --rows 6 \
         --columns 4 --fleet 3,2,1 --games 9 --seed 7",
        "path check town.map.scen --planner astar --planner dijkstra",
        "path plan village.tmx --npcs",
    ] {
        let seen = place.run(&format!("{words} --json")).done();
        let lines = without_times(&seen);
        assert!(lines.len() > 1, "{words}");
        for line in &lines {
            place.put("answer.json", line);
            let again = place.run("run answer.json --json").done();
            // A path of an npc is one from a cell then.
            let mut line: Value = serde_json::from_str(line).unwrap();
            line.as_object_mut().unwrap().shift_remove("npc");
            assert_eq!(without_times(&again), [line.to_string()], "{words}");
        }
    }
}

#[test]
fn the_table_names_every_task() {
    let names = Place::new().run("schema").done().stdout;
    let names: BTreeSet<_> = names.lines().map(str::to_owned).collect();
    let table: BTreeSet<_> =
        requests().iter().map(|asked| asked.task.to_owned()).collect();
    assert_eq!(names, table);
}

#[test]
fn a_document_may_hold_its_input() {
    let place = place();
    let level: Value = serde_json::from_str(&place.text("level.json")).unwrap();
    let document = json!({ "task": "match3/analyze", "levels": [level] });
    let seen = place.run_with("run - --json", document.to_string()).done();
    let named = place.run("match3 analyze level.json --json").done();
    let strip = |seen: &Seen| {
        let mut document = seen.json();
        let members = document.as_object_mut().unwrap();
        assert!(members.remove("file").is_some() && members.remove("request").is_some());
        document
    };
    assert_eq!(strip(&seen), strip(&named));
}

#[test]
fn fleets_may_stand_in_the_document() {
    let place = place();
    let words = "battleship place --rows 6 --columns 5 --fleet 3,2 --count 3 --seed 1";
    place.run(&format!("{words} -o fleets.json")).done();
    let fleets = place.json("fleets.json");
    let asked = |fleets: Value| {
        json!({ "task": "battleship/hunt", "hunter": ["lattice"], "fleets": [fleets],
                "games": 9, "seed": 7 })
    };
    let told = |fleets: Value| {
        let seen = place.run_with("run - --json", asked(fleets).to_string()).done();
        (seen.json()["rows"].clone(), seen.json()["histogram"].clone())
    };
    assert_eq!(told(fleets), told(json!("fleets.json")));
}

#[test]
fn lines_may_stand_in_the_document() {
    let place = place();
    let boards =
        [json!({ "board": [[2, 2], [4, 0]] }), json!({ "board": [[0, 0], [4, 0]] })];
    let document = json!({ "task": "2048/move", "boards": boards });
    let seen = place.run_with("run -", document.to_string()).done();
    assert_eq!(seen.stdout, place.run("2048 move boards.jsonl").done().stdout);
    let wrong = json!({ "task": "2048/move", "boards": [{ "board": [[3]] }, boards[1]] });
    let seen = place.run_with("run -", wrong.to_string());
    assert_eq!((seen.code, seen.json_lines().len()), (Some(2), 2), "{seen}");
}

#[test]
fn a_request_that_is_wrong_says_where_and_what_to_do() {
    let place = place();
    let cases = [
        ("[1]", "line 1, column 1: expected an object, found a list", None),
        (r#"{"rows": 8}"#, "`task` is missing", Some("schema lists the tasks")),
        (
            r#"{"task": "battleship/cuont"}"#,
            "unknown task `battleship/cuont`",
            Some("battleship/count"),
        ),
        (
            r#"{"task": "battleship/count", "colums": 8}"#,
            "unknown key `colums`",
            Some("`columns`"),
        ),
        (
            r#"{"task": "battleship/count", "rows": 0}"#,
            "`rows`: expected a whole number from 1 to 26, found 0",
            None,
        ),
        (
            r#"{"task": "battleship/count", "memory": []}"#,
            "number of bytes such as 4G",
            None,
        ),
        (r#"{"task": "match3/analyze"}"#, "`levels` is missing", None),
    ];
    for (document, what, hint) in cases {
        let seen = place.run_with("run -", document);
        assert_eq!(seen.code, Some(2), "{document}: {seen}");
        assert!(seen.stderr.contains(what), "{document}: {}", seen.stderr);
        let hint = hint.unwrap_or_default();
        assert!(seen.stderr.contains(hint), "{document}: {}", seen.stderr);
    }
    let refused = place.run_with("run - --picture x.svg --json", r#"{"task": "x"}"#);
    assert_eq!(
        (refused.code, place.names(".").contains(&"x.svg".to_owned())),
        (Some(2), false)
    );
}

#[test]
fn what_is_wrong_names_where_it_stood() {
    let place = place();
    place.put("settings.toml", "[battleship.count]\nfleet = \"2,x\"\n");
    let seen = place.run("battleship count --config settings.toml");
    assert!(seen.stderr.starts_with("error: settings.toml: `fleet`: "), "{seen}");
    let seen = place.run("battleship count --fleet 2,x");
    assert!(seen.stderr.contains("invalid value '2,x' for '--fleet <SHIPS>'"), "{seen}");
    assert!(seen.stderr.contains("Usage: tilewright battleship count"), "{seen}");
    let levels = json!([{ "layout": ["x"] }, { "layout": ["y"] }]);
    let document = json!({ "task": "match3/analyze", "levels": levels });
    let seen = place.run_with("run - --json", document.to_string());
    let files = seen.json_lines();
    assert_eq!([&files[0]["file"], &files[1]["file"]], ["levels[0]", "levels[1]"]);
}

#[test]
fn hints_speak_of_keys_to_who_wrote_keys_and_of_flags_to_who_wrote_flags() {
    let place = place();
    let document = r#"{"task": "battleship/count", "memory": 1}"#;
    let seen = place.run_with("run -", document);
    assert!(
        seen.stderr.ends_with("hint: set a higher limit with `memory`, such as 16G\n"),
        "{seen}"
    );
    let seen = place.run("battleship count --memory 1");
    assert!(
        seen.stderr.ends_with("hint: set a higher limit with --memory, such as 16G\n"),
        "{seen}"
    );
}

#[test]
fn stdin_cannot_hold_both_the_request_and_its_input() {
    let place = place();
    for document in [r#"{"task": "2048/move"}"#, r#"{"task": "battleship/score"}"#] {
        let seen = place.run_with("run -", document);
        assert_eq!(seen.code, Some(2), "{document}");
        assert!(seen.stderr.contains("stdin contains the request"), "{seen}");
    }
}

#[test]
fn a_seed_of_the_command_line_wins_over_that_of_the_document() {
    let place = place();
    let request = r#"{"task": "match3/analyze", "levels": ["level.json"], "explain": true,
                      "games": 64, "seed": 5}"#;
    place.put("request.json", request);
    assert_eq!(place.run("run request.json --json").done().json()["seed"], 5);
    assert_eq!(place.run("run request.json --json --seed 9").done().json()["seed"], 9);
}

#[test]
fn a_schema_is_a_document_and_unknown_tasks_are_refused() {
    let place = Place::new();
    let schema = place.run("schema battleship/count").done().json();
    assert_eq!(schema["properties"]["rows"]["maximum"], 26);
    let refused = place.run("schema battleship/cout");
    assert_eq!(refused.code, Some(2));
    assert!(refused.stderr.contains("did you mean `battleship/count`?"), "{refused}");
}
