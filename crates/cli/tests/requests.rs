//! One request through flags, environment, settings file and document: the same bytes, for
//! every task.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use crate::common::requests::{Asked, place, requests, word};
use crate::common::{Place, Seen};
use assert_cmd::Command;
use serde_json::{Value, json};

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
                (seen.code, &seen.stdout, &seen.stderr),
                (flags.code, &flags.stdout, &flags.stderr)
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
        assert_eq!(again.stdout.lines().next(), seen.stdout.lines().next(), "{task}");
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
        assert!(seen.stdout.lines().count() > 1, "{words}");
        for line in seen.stdout.lines() {
            place.put("answer.json", line);
            let again = place.run("run answer.json --json").done();
            // A path of an npc is one from a cell then.
            let mut line: Value = serde_json::from_str(line).unwrap();
            line.as_object_mut().unwrap().shift_remove("npc");
            line.as_object_mut().unwrap().shift_remove("name");
            assert_eq!(again.stdout, format!("{line}\n"), "{words}");
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
