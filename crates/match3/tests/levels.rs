//! Levels and rules as documents.

use serde_json::{Value, json};
use tilewright_match3::{Level, Preset, Ruleset, Template};

fn level(changes: &Value) -> Value {
    let mut level = json!({
        "schema": "tilewright/level/2", "rows": 2, "columns": 3,
        "colors": {"red": 1, "blue": 1, "green": 1}, "rules": "royal",
        "layout": [[".", ".", "_"], [".", "box2", "."]], "moves": 9,
    });
    for (key, value) in changes.as_object().unwrap() {
        level[key] = value.clone();
    }
    level
}

/// Reads a document, writes it and reads it again.
fn again(document: &Value) -> Value {
    let read: Level = document.to_string().parse().unwrap_or_else(|error| {
        panic!("{document}\n{error}");
    });
    let text = read.to_json();
    assert_eq!(text.parse::<Level>().unwrap(), read, "{text}");
    serde_json::from_str(&text).unwrap()
}

#[test]
fn every_preset_is_read_in_full() {
    for preset in Preset::ALL {
        let rules = Ruleset::preset(preset);
        assert_eq!(rules.document(), preset.name());
        // The preset in full over `classic` gives the same rules.
        let mut document = preset.document().clone();
        document["blocks"]["blocked"] = json!(null);
        document["blocks"]["overlay"] = json!(null);
        if preset != Preset::Classic {
            let full = Ruleset::read(Some(&document), None).unwrap();
            assert_eq!(full.document(), &document);
        }
    }
}

#[test]
fn levels_of_every_preset_are_read_and_written() {
    let layouts = [
        (
            "lab",
            json!([
                ["R-", "R|", "B"],
                ["A", "box2_grass1", ".+ice2"],
                ["r+ice1_grass2", "?", "-"]
            ]),
        ),
        (
            "candy",
            json!([
                ["rS-", "gW", "W!1"],
                ["C", "cherry", "swirl1"],
                ["_", "#_jelly1", "b+lock1_jelly2"]
            ]),
        ),
        (
            "royal",
            json!([
                ["P!+1", "O!x2", "egg1+chain1"],
                ["bird", "-+moss1", "box4"],
                ["P", ".", "."]
            ]),
        ),
        (
            "classic",
            json!([[".+overlay2", "blocked3", "r"], [".", "#", "."], ["-", ".", "."]]),
        ),
    ];
    for (rules, layout) in layouts {
        let mut document = level(&json!({"rules": rules, "layout": layout, "rows": 3}));
        let template: Template = document.to_string().parse().unwrap();
        assert_eq!(template.free(), usize::from(rules == "lab"));
        if rules == "lab" {
            document["layout"][2][1] = json!(".");
        }
        if rules == "classic" {
            document.as_object_mut().unwrap().shift_remove("rules");
        }
        assert_eq!(again(&document), document);
    }
}
