//! `tilewright match3 analyze`: files and lines of levels, and bad ones among them.

use crate::common::Place;
use serde_json::{Value, json};

const MIXED: &str = "..#..\n.1.a.\n.....\n#d..4\n_...#\n";

/// Each item of a run: its potential, or its error.
fn outline(documents: &[Value]) -> Vec<String> {
    let outline = |document: &Value| match document["error"].as_str() {
        Some(error) => format!("{}: {error}", document["line"]),
        None => format!("{}: {}", document["line"], document["potential"]),
    };
    documents.iter().map(outline).collect()
}

#[test]
fn people_read_the_level_its_potential_and_the_lost_potential() {
    let place = Place::new();
    place.put("mixed.txt", MIXED);
    place.put("open.txt", "...\n...\n...\n");
    insta::assert_snapshot!(place.transcript(&["match3 analyze open.txt mixed.txt"]));
}

#[test]
fn machines_read_every_number() {
    let place = Place::new();
    place.put("mixed.txt", "..#\n.1a\n#.b\n");
    let document = place.run("match3 analyze mixed.txt --json").done().json();
    insta::assert_snapshot!(serde_json::to_string(&document).unwrap());
}

#[test]
fn potential_and_shares_add_up_to_the_open_potential() {
    let place = Place::new();
    place.put("mixed.txt", MIXED);
    let document = place.run("match3 analyze mixed.txt --json").done().json();
    let lost: f64 = document["shares"]
        .as_object()
        .unwrap()
        .values()
        .map(|v| v.as_f64().unwrap())
        .sum();
    let [potential, open] =
        ["potential", "open_potential"].map(|key| document[key].as_f64().unwrap());
    assert!((potential + lost - open).abs() < 1e-9, "{potential} + {lost} is not {open}");
    assert!(lost > 0.0);
}

#[test]
fn text_and_json_are_one_level_with_any_line_ends() {
    let place = Place::new();
    place.put("level.txt", MIXED);
    place.put("crlf.txt", MIXED.replace('\n', "\r\n"));
    place.put("mark.txt", format!("\u{feff}{MIXED}\n\n"));
    let rows: Vec<_> = MIXED.lines().collect();
    place.put("level.json", json!({"layout": rows}).to_string());
    place.put("mark.json", format!("\u{feff}{}\r\n", json!({"rows": 5, "layout": rows})));
    let words = "match3 analyze --json level.txt crlf.txt mark.txt level.json mark.json";
    let mut documents = place.run(words).done().json_lines();
    for document in &mut documents {
        for key in ["file", "request"] {
            document.as_object_mut().unwrap().remove(key);
        }
    }
    assert_eq!(documents.len(), 5);
    assert!(documents.iter().all(|document| *document == documents[0]));
}

#[test]
fn bad_files_are_reported_in_order_and_the_others_are_measured() {
    let place = Place::new();
    place.put("good.txt", "...\n...\n...\n");
    place.put("bad.txt", "...\n.x.\n");
    let words = "match3 analyze good.txt bad.txt good.txt";
    insta::assert_snapshot!(place.transcript(&[words]));
    let seen = place.run(&format!("{words} --json"));
    assert_eq!(seen.code, Some(2));
    let documents = seen.json_lines();
    assert_eq!([&documents[0]["potential"], &documents[2]["potential"]], [24, 24]);
    let expected = json!({
        "error": "bad.txt: line 2, column 2: found 'x', expected one of . # 1 2 3 4 a b c d _",
        "file": "bad.txt",
    });
    assert_eq!(documents[1], expected);
    assert!(seen.stderr.is_empty(), "errors are in the answer: {seen}");
}

#[test]
fn stdin_holds_one_level_in_any_form() {
    let place = Place::new();
    let pretty = "{\n  \"layout\": [\n    \"...\",\n    \"...\",\n    \"...\"\n  ],\n  \
                  \"goal\": {\n    \"all\": [\n{\"score\": 5}\n    ]\n  }\n}\n";
    for text in ["...\n...\n...\n", "{\"layout\":[\"...\",\"...\",\"...\"]}\n", pretty] {
        let seen = place.run_with("match3 analyze --json -", text).done();
        assert_eq!(outline(&seen.json_lines()), ["null: 24"], "{text}");
    }
}

#[test]
fn stdin_has_a_level_per_line_and_bad_ones_state_theirs() {
    let place = Place::new();
    let good = "{\"layout\":[\"...\",\"...\",\"...\"]}";
    let lines = [
        "\u{feff}{\"layout\":",
        good,
        "",
        "{\"layout\":[\"...\",\"..z\"]}",
        "{\"layout\":[\"...\",\"..\"]}",
        "{\"schema\":\"other\",\"layout\":[\"...\"]}",
        good,
    ];
    for end in ["\n", "\r\n"] {
        let mut input = lines.join(end).into_bytes();
        input.extend_from_slice(b"\n{\"layout\":[\"\xff\"]}\n");
        let seen = place.run_with("match3 analyze --json -", input);
        assert_eq!(seen.code, Some(2), "{seen}");
        insta::assert_snapshot!("lines", outline(&seen.json_lines()).join("\n"));
    }
    let people = place.run_with("match3 analyze -", format!("{good}\nnonsense\n"));
    insta::assert_snapshot!("lines_for_people", people);
}

#[test]
fn a_truncated_text_is_one_bad_level() {
    let place = Place::new();
    let text = "{\n  \"layout\": [\n    \"...\",\n    \"...\"\n";
    let seen = place.run_with("match3 analyze --json -", text);
    assert_eq!((seen.code, seen.json_lines().len()), (Some(2), 1), "{seen}");
    assert_eq!(seen.json()["line"], Value::Null);
}

#[test]
fn stdin_may_be_longer_than_a_file() {
    let place = Place::new();
    let note = "x".repeat(700_000);
    let line = format!("{{\"layout\":[\"...\",\"...\",\"...\"],\"note\":\"{note}\"}}\n");
    let seen = place.run_with("match3 analyze --json -", line.repeat(3)).done();
    assert_eq!(outline(&seen.json_lines()), ["1: 24", "2: 24", "3: 24"]);
    place.put("long.txt", line.repeat(3));
    let refused = place.run("match3 analyze long.txt");
    assert_eq!(refused.code, Some(2));
    assert!(refused.stderr.contains("larger than 1048576 bytes"), "{refused}");
}

#[test]
fn one_picture_shows_all_good_levels() {
    let place = Place::new();
    place.put("a.txt", MIXED);
    place.put("b.txt", "....\n....\n....\n....\n");
    place.put("bad.txt", "?");
    let seen = place.run("match3 analyze a.txt bad.txt b.txt --picture both.svg");
    assert_eq!(seen.code, Some(2));
    let picture = place.text("both.svg");
    assert!(picture.contains("a.txt: potential") && picture.contains("b.txt: potential"));
    assert!(!picture.contains("bad.txt"));
    let seen = place.run("match3 analyze bad.txt --picture none.svg");
    assert_eq!(seen.code, Some(2));
    assert!(!place.path().join("none.svg").exists(), "no good level, no picture");
    for (name, start) in
        [("m.gif", &b"GIF89a"[..]), ("m.apng", b"\x89PNG"), ("m.png", b"\x89PNG")]
    {
        place.run(&format!("match3 analyze a.txt b.txt --picture {name}")).done();
        assert!(place.bytes(name).starts_with(start), "{name}");
    }
}

#[test]
fn the_largest_board_is_measured_and_the_next_refused() {
    let place = Place::new();
    place.put("largest.txt", format!("{}\n", ".".repeat(64)).repeat(64));
    place.put("wider.txt", format!("{}\n", ".".repeat(65)));
    place.put("higher.txt", ".\n".repeat(65));
    let document = place.run("match3 analyze largest.txt --json").done().json();
    assert_eq!(document["potential"], 2 * (6 * 62 * 63 + 2 * 61 * 64));
    for name in ["wider.txt", "higher.txt"] {
        let refused = place.run(&format!("match3 analyze {name}"));
        assert_eq!(refused.code, Some(2));
        assert!(refused.stderr.contains("at most 64 of each"), "{refused}");
    }
}
