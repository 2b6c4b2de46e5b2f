//! One request through flags, environment, settings file and document: the same bytes, for
//! every task.

mod common;

use std::collections::BTreeSet;
use std::fmt::Write as _;

use common::{Place, Seen};
use serde_json::{Value, json};

/// A request of every task: what stands on the command line by its place, and the keys.
fn requests() -> Vec<(&'static str, Vec<&'static str>, Value)> {
    vec![
        (
            "match3/analyze",
            vec!["level.txt"],
            json!({ "explain": true, "games": 64, "bot": "greedy", "seed": 7 }),
        ),
        (
            "battleship/count",
            vec![],
            json!({ "rows": 4, "columns": 5, "fleet": "2,1", "touch": "free",
                    "probabilities": true, "memory": "64M" }),
        ),
    ]
}

fn place() -> Place {
    let place = Place::new();
    place.put(
        "level.json",
        r#"{"layout": ["..#..", ".....", ".1.a.", "....."], "goal": {"collect": 9}}"#,
    );
    place.put("level.txt", "..#..\n.....\n.1.a.\n.....\n");
    place
}

/// A value as a word of the command line.
fn word(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn by_flags(place: &Place, task: &str, positions: &[&str], keys: &Value) -> Seen {
    let mut command = place.command(&task.replace('/', " "));
    command.arg("--json").args(positions);
    for (key, value) in keys.as_object().unwrap() {
        let flag = format!("--{}", key.replace('_', "-"));
        match value {
            Value::Bool(true) => command.arg(flag),
            value => command.arg(flag).arg(word(value)),
        };
    }
    Seen::of(&mut command)
}

fn by_environment(place: &Place, task: &str, positions: &[&str], keys: &Value) -> Seen {
    let mut command = place.command(&task.replace('/', " "));
    command.arg("--json").args(positions);
    for (key, value) in keys.as_object().unwrap() {
        command.env(format!("TILEWRIGHT_{}", key.to_uppercase()), word(value));
    }
    Seen::of(&mut command)
}

fn by_file(place: &Place, task: &str, positions: &[&str], keys: &Value) -> Seen {
    let mut file = format!("[{}]\n", task.replace('/', "."));
    for (key, value) in keys.as_object().unwrap() {
        writeln!(file, "{} = {value}", key.replace('_', "-")).unwrap();
    }
    place.put("settings.toml", file);
    let mut command = place.command(&task.replace('/', " "));
    command.args(["--json", "--config", "settings.toml"]).args(positions);
    Seen::of(&mut command)
}

fn by_document(place: &Place, task: &str, positions: &[&str], keys: &Value) -> Seen {
    let mut document = json!({ "task": task });
    if task == "match3/analyze" {
        document["levels"] = json!(positions);
    }
    for (key, value) in keys.as_object().unwrap() {
        document[key] = value.clone();
    }
    place.put("request.json", document.to_string());
    place.run("run request.json --json")
}

#[test]
fn every_task_gives_the_same_bytes_through_every_way_in() {
    let place = place();
    for (task, positions, keys) in requests() {
        let flags = by_flags(&place, task, &positions, &keys).done();
        assert!(!flags.stdout.is_empty(), "{task}");
        for way in [by_environment, by_file, by_document] {
            let seen = way(&place, task, &positions, &keys).done();
            assert_eq!(
                (seen.stdout, seen.stderr),
                (flags.stdout.clone(), flags.stderr.clone())
            );
        }
    }
}

#[test]
fn the_table_names_every_task() {
    let names = Place::new().run("schema").done().stdout;
    let names: BTreeSet<_> = names.lines().map(str::to_owned).collect();
    let table: BTreeSet<_> =
        requests().into_iter().map(|(task, ..)| task.to_owned()).collect();
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
        document.as_object_mut().unwrap().remove("file");
        document
    };
    assert_eq!(strip(&seen), strip(&named));
}

#[test]
fn a_request_that_is_wrong_says_where_and_what_to_do() {
    let place = place();
    let cases = [
        ("[1]", "expected a map", None),
        (r#"{"rows": 8}"#, "`task` is missing", Some("schema lists the tasks")),
        (
            r#"{"task": "battleship/cuont"}"#,
            "no task `battleship/cuont`",
            Some("battleship/count"),
        ),
        (
            r#"{"task": "battleship/count", "colums": 8}"#,
            "unknown key `colums`",
            Some("`columns`"),
        ),
        (
            r#"{"task": "battleship/count", "rows": 0}"#,
            "`rows`: 0 is not in 1..=26",
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
fn a_schema_is_a_document_and_unknown_tasks_are_refused() {
    let place = Place::new();
    let schema = place.run("schema battleship/count").done().json();
    assert_eq!(schema["properties"]["rows"]["maximum"], 26);
    let refused = place.run("schema battleship/cout");
    assert_eq!(refused.code, Some(2));
    assert!(refused.stderr.contains("did you mean `battleship/count`?"), "{refused}");
}
